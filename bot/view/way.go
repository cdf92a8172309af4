package view

import (
	"cmp"
	"regexp"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// number is a square or its row in a move that is written.
var number = regexp.MustCompile(`\d+`)

// Directions tells the player of a side which way its pieces go, with one of its first moves as an example.
func (a Audience) Directions(m *match.Match, side engine.Side) []chat.Span {
	key, up, down := "way-any", "", "" // first moves to higher numbers, and to lower ones
	start, err := m.Game.New(m.Setup.Options)
	for err == nil && start.Turn() == side.Other() {
		for move := range start.Moves() {
			start, err = start.Play(move)
			break
		}
	}
	switch {
	case err != nil:
	case start.Turn() == engine.Chance: // each side counts the points along its own way
		key = "way-points"
	default:
		for move := range start.Moves() {
			if at := number.FindAllString(string(move), -1); len(at) > 1 {
				from, _ := strconv.Atoi(at[0])
				switch to, _ := strconv.Atoi(at[len(at)-1]); {
				case to > from:
					up = cmp.Or(up, string(move))
				case to < from:
					down = cmp.Or(down, string(move))
				}
			}
		}
		switch {
		case down == "" && up != "":
			key = "way-up"
		case up == "" && down != "":
			key = "way-down"
		}
	}
	return a.Voice.Say(key, speech.Text("Colour", a.colourName(m, side)), speech.Text("Sign", a.sign(m, side)),
		speech.Text("Example", a.Voice.Move(start, cmp.Or(up, down))))
}
