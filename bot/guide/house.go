package guide

import (
	"slices"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/engine"
)

// middling is the level that is marked while nobody has chosen one.
const middling = 3

// askingLevel is a wish for a match with the computer that asks for its level.
func (w Challenge) askingLevel() Challenge {
	w.Level, w.Asks = middling, AskWhom
	return w
}

// level is a level of the computer as one types it.
func (g Asking) level(level int) string {
	if level == engine.Max {
		return g.Voice.Typed("max")
	}
	return strconv.Itoa(level)
}

// withLevels offers the levels of the computer, in rows of five, to begin with at once.
func (g Asking) withLevels(m chat.Message, w Challenge) chat.Message {
	m.Text = g.Voice.Say("which-level")
	for level := 1; level <= engine.Max; level++ {
		m.Text = append(m.Text, chat.Span{Text: "\n" + g.level(level) + " · " + g.Voice.LevelName(level)})
	}
	var row []chat.Button
	for w.Level = 1; w.Level <= engine.Levels; w.Level++ {
		row = append(row, chat.Button{Label: g.level(w.Level), Says: g.Play(w)})
	}
	m.Buttons = slices.AppendSeq(m.Buttons, slices.Chunk(row, 5))
	m.Buttons = append(m.Buttons, []chat.Button{{Label: g.level(w.Level), Says: g.Play(w)}}) // engine.Max
	return m
}
