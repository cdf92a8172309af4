package tell

import (
	"math"
	"slices"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// HintSteps is in how many steps a hint is given: the piece, the move, the reason.
const HintSteps = 3

// Hint gives one step of a hint, from 1 to HintSteps, and tells how many were asked for in the match.
func (a Audience) Hint(m *match.Match, h analysis.Hint, step, asked int) chat.Message {
	v, p := a.Voice, m.Line.Position()
	message := chat.Message{Private: true, Text: a.Title(m)}
	say := func(spans []chat.Span) { message.Text = append(message.Text, Line(spans)...) }
	move := speech.Text("Move", v.Move(p, string(h.Move.Move)))
	switch {
	case step == 1 && (h.Cube != nil || h.Piece == "" && len(h.Best) > 1):
		say(v.Say("hint-chance", speech.Text("Wins", percent(chance(h.Best)))))
	case step == 1 && h.Piece != "":
		say(v.HintPiece(m.Game, p, h.Piece))
	case h.Piece == "":
		say(v.Say("hint-word", move))
	default:
		say(v.Say("hint-move", move))
	}
	if step == HintSteps {
		for _, spans := range a.reasons(m, h) {
			say(spans)
		}
		switch {
		case h.Cube != nil:
			say(a.cubeWorth(p, *h.Cube))
		case len(h.Best) > 1:
			for _, w := range h.Best {
				say([]chat.Span{{Text: v.points(w.Equity) + "  " + v.Move(p, string(w.Move))}})
			}
		}
	} else {
		message.Buttons = [][]chat.Button{{{Label: v.Text("button.hint-more"), Says: v.Typed("hint") + " #" + m.ID}}}
	}
	if step > 1 { // it may be made at once
		typed := string(h.Move.Move)
		plays := chat.Button{Label: v.Move(p, typed), Says: v.Typed("move") + " #" + m.ID + " " + typed}
		if v.Has("button." + typed) {
			plays.Label = v.Text("button." + typed)
		}
		message.Buttons = append([][]chat.Button{{plays}}, message.Buttons...)
	}
	alt := chat.Plain(message.Text)
	say(v.Say("hints-asked", speech.Count(asked)))
	message.Board = a.hinted(m, h, step, alt)
	return message
}

// followed is the number of moves of a continuation that are shown, the first one among them.
const followed = 3

// reasons are the sentences of the last step of a hint: why, and what is to be expected then. Where no fact is known
// they are the chances and how much better the move is.
func (a Audience) reasons(m *match.Match, h analysis.Hint) (list [][]chat.Span) {
	v, p := a.Voice, m.Line.Position()
	certain := h.Reason == analysis.OnlyMove || h.Reason == analysis.Wins || h.Reason == analysis.Saves
	if facts := a.factsOf(m, h.Facts); facts != "" {
		list = append(list, v.Say("fact-of", speech.Text("Move", v.Move(p, string(h.Move.Move))), speech.Text("Fact", facts)))
	} else if _, stake := p.(engine.Contest); !stake && !certain {
		list = append(list, v.Say("hint-value", speech.Text("Wins", percent(h.Move.Equity))))
	}
	said := h.Reason == analysis.Wins && slices.ContainsFunc(h.Facts,
		func(f analysis.Fact) bool { return f.Code == analysis.FactWinsGame })
	if why := a.cubeReason(p, h.Move.Move, h.Cube); why != nil {
		list = append(list, why)
	} else if certain && !said || len(h.Facts) == 0 {
		list = append(list, v.Say("hint-reason."+string(h.Reason)))
	}
	if then := a.continuation(m.Line, h.Move.Line, followed); then != "" {
		list = append(list, v.Say("hint-follows", speech.Text("Moves", then)))
	}
	return list
}

// hinted is the picture of a step of a hint: the piece, then where it goes as well, then the move with what is to be
// expected.
func (a Audience) hinted(m *match.Match, h analysis.Hint, step int, alt string) *chat.Board {
	way := m.Line.Position().Trace(h.Move.Move)
	from, to := ends(way)
	if from < 0 {
		return nil
	}
	switch step {
	case 1:
		return a.drawn(m, alt, []int{from})
	case 2:
		return a.drawn(m, alt, []int{from, to})
	}
	moves := h.Move.Line
	if len(moves) == 0 {
		moves = []engine.Move{h.Move.Move}
	}
	return a.drawn(m, alt, nil, arrows(m.Line, moves[:min(followed, len(moves))])...)
}

// ends are where a way begins and ends: cells, or places of a board of points; -1 for a move that is a word.
func ends(t engine.Trace) (from, to int) {
	switch {
	case len(t.Hops) > 0:
		return t.Hops[0].From, t.Hops[len(t.Hops)-1].To
	case len(t.Path) > 1:
		return t.Path[0], t.Path[len(t.Path)-1]
	}
	return -1, -1
}

// arrows are moves one after the other, numbered where there are several.
func arrows(line engine.Line, moves []engine.Move) (list []render.Arrow) {
	for i, m := range moves {
		way := line.Position().Trace(m)
		next, err := line.Play(m)
		if err != nil || way.Path == nil && way.Hops == nil {
			return list
		}
		number := ""
		if len(moves) > 1 {
			number = strconv.Itoa(i + 1)
		}
		list, line = append(list, render.Arrow{Way: way, Number: number}), next
	}
	return list
}

// chance is that of winning the game: dropping a double, which also may be weighed, leaves none.
func chance(list []engine.Weighed) (best int) {
	for _, w := range list {
		best = max(best, w.Win)
	}
	return best
}

// HintPiece says which piece is to move, by where its move starts.
func (v Voice) HintPiece(g *engine.Game, p engine.Position, piece string) []chat.Span {
	return v.Say(v.Of(g, "hint-piece"), speech.Text("At", v.Move(p, piece)), speech.Text("Piece", piece))
}

// percent is a part of engine.Whole in words: "93 %".
func percent(part int) string { return strconv.Itoa((part+50)/100) + " %" }

// points is an equity with its sign: "+0.35". One too small to show is "+0.00" on either side.
func (v Voice) points(equity int) string {
	hundredths := math.Round(100*float64(equity)/engine.Whole) + 0 // which takes the minus off a zero
	return v.Decimal("%+.2f", hundredths/100)
}
