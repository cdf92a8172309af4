package tell

import (
	"fmt"
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
func (a Pages) Hint(m *match.Match, h analysis.Hint, step, asked int) chat.Message {
	v, p := a.Voice, m.Line.Position()
	message := chat.Message{Private: true, Text: a.Lines().Title(m)}
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
		say(v.Say(v.Of(m.Game.Name, "hint-reason."+string(h.Reason)), speech.Count(h.Count)))
		switch {
		case h.Cube != nil:
			say(a.Lines().cube(p, *h.Cube))
		case len(h.Best) > 1:
			for _, w := range h.Best {
				say([]chat.Span{{Text: v.points(w.Equity) + "  " + v.Move(p, string(w.Move))}})
			}
		}
	} else {
		message.Buttons = [][]chat.Button{{{Label: v.Text("button.hint-more"), Says: v.Typed("hint") + " #" + m.ID}}}
	}
	say(v.Say("hints-asked", speech.Count(asked)))
	return message
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
	return v.Say(v.Of(g.Name, "hint-piece"), speech.Text("At", v.Move(p, piece)), speech.Text("Piece", piece))
}

// cube says what a decision about the stake is worth each way, for the side that decides.
func (a Lines) cube(p engine.Position, c engine.Cube) []chat.Span {
	if dice, ok := p.(engine.Roller); ok && dice.Throw().Doubled > 0 { // the other side's worths were asked for
		c = engine.Cube{NoDouble: -c.NoDouble, Take: -c.Take, Drop: -c.Drop}
	}
	return a.Voice.Say("equities-cube", speech.Text("Rolled", a.Voice.points(c.NoDouble)),
		speech.Text("Taken", a.Voice.points(c.Take)),
		speech.Text("Dropped", a.Voice.points(c.Drop)))
}

// worst is how many of the worst moves have buttons.
const worst = 3

// Report tells what an analysis of a match that has ended has found, with the curve of the game and buttons for the
// worst moments.
func (a Pages) Report(m *match.Match, r analysis.Report) chat.Message {
	v := a.Voice
	message := chat.Message{Text: a.Lines().Title(m), Told: true}
	say := func(spans []chat.Span) { message.Text = append(message.Text, Line(spans)...) }
	for i, side := range []engine.Side{engine.First, engine.Second} {
		var marks [analysis.Blunder + 1]int
		for _, j := range r.Moves {
			if j.Side == side {
				marks[j.Mark]++
			}
		}
		accuracy := "—" // the side had nothing to decide
		if slices.ContainsFunc(r.Moves, func(j analysis.Judged) bool { return j.Side == side && !j.Forced }) {
			accuracy = percent(r.Accuracy[i])
		}
		say(v.Say("report-side", speech.Person("Player", User(m.Player(side))),
			speech.Text("Accuracy", accuracy),
			speech.Text("Blunders", strconv.Itoa(marks[analysis.Blunder])),
			speech.Text("Mistakes", strconv.Itoa(marks[analysis.Mistake])),
			speech.Text("Inaccuracies", strconv.Itoa(marks[analysis.Inaccuracy]))))
		if _, stake := m.Line.Position().(engine.Contest); stake && r.Decided[i] > 0 {
			rate := r.Rate(i)
			say(v.Say("report-rate", speech.Text("Rate", v.Decimal("%.3f", float64(rate)/engine.Whole)),
				speech.Count(r.Decided[i]),
				speech.Text("Standard", v.Text("standard."+string(analysis.StandardOf(rate))))))
		}
	}
	_, dice := m.Line.Position().(engine.Roller)
	if dice {
		say(v.Say("report-luck",
			speech.Person("First", User(m.Player(engine.First))), speech.Text("A", v.points(r.Luck[0])),
			speech.Person("Second", User(m.Player(engine.Second))), speech.Text("B", v.points(r.Luck[1]))))
	}
	if a.pictured() {
		caption := v.Text("report-curve")
		for n, kind := range []string{"inaccuracy", "mistake", "blunder"} {
			if slices.ContainsFunc(r.Moves, func(j analysis.Judged) bool { return int(j.Mark) == n+1 }) {
				caption += " " + v.Text("report-dot."+kind)
			}
		}
		say([]chat.Span{{Text: caption}})
		message.Board = &chat.Board{PNG: render.Curve(curveOf(m, r)), Alt: caption}
	}
	var row []chat.Button
	stops := Stops(m)
	for _, n := range r.Worst(worst) {
		p := m.Line.At(n)
		stop, number := stopOf(stops, n), n/2+1
		if dice { // throws are moves without a number
			number = stop + 1
		}
		label := fmt.Sprintf("%d. %s: %s%s", number, User(m.Player(p.Turn())).Name, v.Move(p, string(r.Moves[n].Move)),
			r.Moves[n].Mark)
		row = append(row, chat.Button{Label: label, Says: v.Typed("analyse") + " #" + m.ID + " " + strconv.Itoa(stop)})
	}
	if row != nil {
		say(v.Say("report-worst", speech.Count(len(row))))
		for _, b := range row { // moves may be long
			message.Buttons = append(message.Buttons, []chat.Button{b})
			if a.Caps.Rows == 0 {
				say([]chat.Span{{Text: b.Label + "  " + b.Says}})
			}
		}
	}
	return message
}

// stopOf is the number of the stop before a move, to look at what could have been played.
func stopOf(stops []int, n int) int {
	at := 0
	for i, stop := range stops {
		if stop <= n {
			at = i
		}
	}
	return at
}

// curveOf are the points of a game's curve: the start, then every move. With a stake an even game is worth nothing, and
// the stake as it is reaches the edge.
func curveOf(m *match.Match, r analysis.Report) []render.Point {
	_, stake := m.Line.Position().(engine.Contest)
	points := []render.Point{{First: 0.5}}
	for _, j := range r.Moves {
		p := render.Point{First: float64(j.Value) / engine.Whole, Marked: int(j.Mark)}
		if stake {
			p.First = min(max((1+p.First)/2, 0), 1)
		}
		points = append(points, p)
	}
	return points
}

// percent is a part of engine.Whole in words: "93 %".
func percent(part int) string { return strconv.Itoa((part+50)/100) + " %" }

// points is an equity with its sign: "+0.35". One too small to show is "+0.00" on either side.
func (v Voice) points(equity int) string {
	hundredths := math.Round(100*float64(equity)/engine.Whole) + 0 // which takes the minus off a zero
	return v.Decimal("%+.2f", hundredths/100)
}

// Better tells at a step what would have been best there, if a report of the match found the move wanting; nil if not.
func (a Pages) Better(m *match.Match, r analysis.Report, n int) []chat.Span {
	if n >= len(r.Moves) || r.Moves[n].Mark == analysis.Good {
		return nil
	}
	j, p := r.Moves[n], m.Line.At(n)
	move := a.Voice.Move(p, string(j.Move)) + j.Mark.String()
	if dice, ok := p.(engine.Roller); ok && dice.Throw().Dice[0] > 0 {
		move = fmt.Sprintf("%d%d, %s", dice.Throw().Dice[0], dice.Throw().Dice[1], move)
	}
	facts := []speech.Fact{
		speech.Text("Move", move), speech.Text("Better", a.Voice.Move(p, string(j.Best.Move))),
	}
	if _, stake := p.(engine.Contest); stake {
		facts = append(facts, speech.Text("Equity", a.Voice.points(j.Best.Equity)),
			speech.Text("Loss", a.Voice.Decimal("%.2f", float64(j.Loss)/engine.Whole)))
	}
	spans := Line(a.Voice.Say("report-better", facts...))
	if j.Cube != nil {
		spans = append(spans, Line(a.Lines().cube(p, *j.Cube))...)
	}
	return spans
}
