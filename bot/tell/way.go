package tell

import (
	"regexp"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Way tells the player of a side which way its pieces go, with one of its first moves as an example.
func (a Audience) Way(m *match.Match, side engine.Side) []chat.Span {
	key, example := "way-any", ""
	start, err := m.Game.New(m.Setup.Options)
	switch {
	case err != nil:
	case start.Turn() == engine.Chance: // each side counts the points along its own way
		key = "way-points"
	default:
		if start, up, down := firstMoves(start, side); len(up) == 0 || len(down) == 0 {
			if key = "way-up"; len(up) == 0 {
				key, up = "way-down", down
			}
			example = a.Voice.Move(start, up[0])
		}
	}
	return a.Voice.Say(key, speech.Text("Colour", a.colourName(m, side)), speech.Text("Sign", a.sign(m, side)),
		speech.Text("Example", example))
}

// number is a square or its row in a move that is written.
var number = regexp.MustCompile(`\d+`)

// firstMoves are the moves with which a side begins a game, apart those to higher numbers and those to lower ones.
func firstMoves(p engine.Position, side engine.Side) (start engine.Position, up, down []string) {
	for move := range p.Moves() {
		if p.Turn() != side {
			next, err := p.Play(move)
			if err != nil {
				return p, nil, nil
			}
			return firstMoves(next, side)
		}
		if at := number.FindAllString(string(move), -1); len(at) > 1 {
			from, _ := strconv.Atoi(at[0])
			to, _ := strconv.Atoi(at[len(at)-1])
			switch {
			case to > from:
				up = append(up, string(move))
			case to < from:
				down = append(down, string(move))
			}
		}
		if len(up) > 0 && len(down) > 0 {
			break
		}
	}
	return p, up, down
}
