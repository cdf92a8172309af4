package view

import (
	"fmt"
	"slices"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// shownPlies is the number of moves of a continuation that are written.
const shownPlies = 6

// Decided is the word behind the command of a report that asks what decided the match.
const Decided = "m0"

// momentCommand opens a marked move of a report, counted from 0.
func (a Audience) momentCommand(m *match.Match, i int) string {
	return a.Voice.command(m, "analyse", fmt.Sprintf("m%d", i+1))
}

// toBoard is the button to the board as it was before a move.
func (a Audience) toBoard(m *match.Match, n int) chat.Button {
	return a.Voice.button(m, "button.to-board", "step", strconv.Itoa(stopOf(Stops(m), n)))
}

// Moment shows a marked move of a match, the i-th of its report from 0: the board before it with the better move and
// the one that was played, the fact that tells them apart, how both go on, and what they are worth.
func (a Audience) Moment(m *match.Match, r analysis.Report, i int) chat.Message {
	v, marked := a.Voice, r.Marked()
	n := marked[i]
	j, then := r.Moves[n], asOf(m, n)
	p, player := then.Line.Position(), person("Player", m, j.Side)
	message := a.message(m)
	message.Private, message.Told = true, true
	message.AddLine(v.Say("moment-at", speech.Number("At", i+1), speech.Number("Last", len(marked)),
		speech.Number("Number", moveNumber(m, n)), player))
	message.Text = append(message.Text, a.Better(m, r, n)...)
	if f, ofBetter, ok := j.Difference(then.Line); ok {
		of := j.Move
		if ofBetter {
			of = j.Best.Move
		}
		message.AddLine(a.factOf(then, of, f))
	}
	for _, line := range [][]engine.Move{j.Best.Line, append([]engine.Move{j.Move}, j.Reply...)} {
		message.AddLine(a.after(then.Line, line))
	}
	before, after := j.Equities()
	message.AddLine(v.Say(choose(term{"moment-worth", isStake(p)}, term{"moment-chance", true}), player,
		speech.Text("Before", v.worth(p, before)), speech.Text("After", v.worth(p, after))))
	a.compare(&message, then, j)
	message.AddRow(append(pager(func(to int) string { return a.momentCommand(m, to) + "+" },
		page{"◀", i - 1, i > 0}, page{"▶", i + 1, i+1 < len(marked)}), a.toBoard(m, n))...)
	return message
}

// compare draws the better move and the one that was played, on the board before them.
func (a Audience) compare(message *chat.Message, then *match.Match, j analysis.Judged) {
	better, worse := arrows(then.Line, []engine.Move{j.Best.Move}), arrows(then.Line, []engine.Move{j.Move})
	for k := range better {
		better[k].Number = "1"
	}
	for k := range worse {
		worse[k].Worse, worse[k].Number = true, "2"
	}
	if message.Board = a.drawn(then, chat.PlainText(message.Text), nil, append(better, worse...)...); message.Board != nil {
		message.AddLine(a.Voice.Say("moment-colours"))
	}
}

// after says how a line goes on after its first move; nil if it does not.
func (a Audience) after(from engine.Line, line []engine.Move) []chat.Span {
	moves := a.continuation(from, line, shownPlies)
	if moves == "" {
		return nil
	}
	return a.Voice.Say("moment-after", a.move(from.Position(), line[0]), speech.Text("Moves", moves))
}

// HintSteps is in how many steps a hint is given: the piece, the move, the reason.
const HintSteps = 3

// Hint gives one step of a hint, from 1 to HintSteps, and tells how many were asked for in the match.
func (a Audience) Hint(m *match.Match, h analysis.Hint, step, asked int) chat.Message {
	v, message := a.Voice, a.message(m)
	message.Private = true
	message.AddLine(a.hint(m, h, step))
	if step > 1 { // it may be made at once
		message.AddRow(a.moveButtons(m, string(h.Move.Move))...)
	}
	if step < HintSteps {
		message.AddRow(v.button(m, "button.hint-more", "hint"))
	} else {
		message.AddLine(a.reasons(m, h)...)
	}
	alt := chat.PlainText(message.Text)
	message.AddLine(v.Say("hints-asked", speech.Count(asked)))
	message.Board = a.hinted(m, h, step, alt)
	return message
}

// hint is the sentence of a step of a hint.
func (a Audience) hint(m *match.Match, h analysis.Hint, step int) []chat.Span {
	p := m.Line.Position()
	switch {
	case step == 1 && (h.Cube != nil || h.Piece == "" && len(h.Best) > 1):
		best := 0 // of winning the game: dropping a double, which also may be weighed, leaves no chance
		for _, w := range h.Best {
			best = max(best, w.Win)
		}
		return a.Voice.Say("hint-chance", speech.Text("Wins", percent(best)))
	case step == 1 && h.Piece != "":
		return a.Voice.HintPiece(m.Game, p, h.Piece)
	}
	return a.Voice.Say(choose(term{"hint-word", h.Piece == ""}, term{"hint-move", true}), a.move(p, h.Move.Move))
}

// followed is the number of moves of a continuation that are shown, the first one among them.
const followed = 3

// reasons are the lines of the last step of a hint: why, what is to be expected then, and what each way is worth. Where
// no fact is known they are the chances and how much better the move is.
func (a Audience) reasons(m *match.Match, h analysis.Hint) (list [][]chat.Span) {
	v, p := a.Voice, m.Line.Position()
	certain := h.Reason == analysis.OnlyMove || h.Reason == analysis.Wins || h.Reason == analysis.Saves
	if facts := a.factOf(m, h.Move.Move, h.Facts...); facts != nil {
		list = append(list, facts)
	} else if !isStake(p) && !certain {
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
	if h.Cube != nil {
		return append(list, a.cubeWorth(p, *h.Cube))
	}
	for _, w := range h.Best {
		if len(h.Best) > 1 {
			list = append(list, plain(v.points(w.Equity)+"  "+v.Move(p, string(w.Move))))
		}
	}
	return list
}

// hinted is the picture of a step of a hint: the piece, then where it goes as well, then the move with what is to be
// expected.
func (a Audience) hinted(m *match.Match, h analysis.Hint, step int, alt string) *chat.Board {
	from, to := endsOf(m.Line.Position().Trace(h.Move.Move))
	switch {
	case from < 0:
		return nil
	case step == 1:
		return a.drawn(m, alt, []int{from})
	case step == 2:
		return a.drawn(m, alt, []int{from, to})
	case len(h.Move.Line) == 0:
		return a.drawn(m, alt, nil, arrows(m.Line, []engine.Move{h.Move.Move})...)
	}
	return a.drawn(m, alt, nil, arrows(m.Line, h.Move.Line)...)
}

// endsOf are where a way begins and ends: cells, or places of a board of points; -1 for a move that is a word.
func endsOf(t engine.Trace) (from, to int) {
	switch {
	case len(t.Hops) > 0:
		return t.Hops[0].From, t.Hops[len(t.Hops)-1].To
	case len(t.Path) > 1:
		return t.Path[0], t.Path[len(t.Path)-1]
	}
	return -1, -1
}

// arrows are moves one after the other, numbered where there are several: those that are followed.
func arrows(line engine.Line, moves []engine.Move) (list []render.Arrow) {
	moves = moves[:min(followed, len(moves))]
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

// HintPiece says which piece is to move, by where its move starts.
func (v Voice) HintPiece(g *engine.Game, p engine.Position, piece string) []chat.Span {
	return v.Say(v.Of(g, "hint-piece"), speech.Text("At", v.Move(p, piece)), speech.Text("Piece", piece))
}
