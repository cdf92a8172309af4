package guide

import (
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/engine"
)

// middling is the level that is marked while nobody has chosen one.
const middling = 3

// askingLevel is a wish for a match with the house that asks for its level.
func (w Wish) askingLevel() Wish {
	w.Level, w.Asks = middling, AskWhom
	return w
}

// withLevels offers the levels of the house, in rows of four, to begin with at once.
func (g Guide) withLevels(m chat.Message, w Wish) chat.Message {
	m.Text = g.Voice.Say("which-level")
	var row []chat.Button
	for w.Level = 1; w.Level <= engine.Levels; w.Level++ {
		if row = append(row, chat.Button{Label: strconv.Itoa(w.Level), Says: g.play(w)}); len(row) == 4 {
			m.Buttons, row = append(m.Buttons, row), nil
		}
	}
	return m
}
