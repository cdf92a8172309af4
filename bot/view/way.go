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
	key, example := "way-any", ""
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
		var ways [3]string // a first move to lower numbers, one to none, and one to higher numbers
		for move := range start.Moves() {
			if at := number.FindAllString(string(move), -1); len(at) > 1 {
				from, _ := strconv.Atoi(at[0])
				to, _ := strconv.Atoi(at[len(at)-1])
				way := &ways[1+cmp.Compare(to, from)]
				*way = cmp.Or(*way, string(move))
			}
		}
		example = cmp.Or(ways[2], ways[0])
		key = choose(term{key, (ways[0] == "") == (ways[2] == "")}, term{"way-up", ways[0] == ""}, term{"way-down", true})
	}
	return a.Voice.Say(key, speech.Text("Colour", a.colourName(m, side)), speech.Text("Sign", a.sign(m, side)),
		speech.Text("Example", a.Voice.Move(start, example)))
}
