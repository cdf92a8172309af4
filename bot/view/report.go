package view

import (
	"fmt"
	"slices"
	"sort"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// maxWorst is the number of the worst moves that have buttons.
const maxWorst = 3

// Report tells what an analysis of a match that has ended has found, with the curve of the game and buttons for the
// worst moments.
func (a Audience) Report(m *match.Match, r analysis.Report) chat.Message {
	v, message := a.Voice, a.message(m)
	message.Told = true
	for i := range sides {
		message.AddLine(a.accuracy(m, r, i)...)
	}
	if isDice(m.Line.Position()) {
		message.AddLine(a.sayMatch(m, "report-luck", speech.Text("A", v.points(r.Luck[0])), speech.Text("B", v.points(r.Luck[1]))))
	}
	if a.pictured() {
		told := v.Text("report-curve", person("Player", m, engine.First))
		for n, kind := range []string{"inaccuracy", "mistake", "blunder"} {
			if slices.ContainsFunc(r.Moves, func(j analysis.Judged) bool { return int(j.Mark) == n+1 }) {
				told += " " + v.Text("report-dot."+kind)
			}
		}
		message.AddLine(plain(told))
		message.Board = &chat.Board{PNG: render.Curve(curveOf(m, r), render.CurveNames{
			Names:   [2]string{caption(m.Player(engine.First)), caption(m.Player(engine.Second))},
			Colours: m.Game.Colours, Result: a.banner(m)}), Alt: told}
	}
	message.AddLine(a.ending(m, r)...)
	a.addWorst(&message, m, r)
	return message
}

// accuracy says how well the i-th side played.
func (a Audience) accuracy(m *match.Match, r analysis.Report, i int) [][]chat.Span {
	v, player := a.Voice, person("Player", m, sides[i])
	var marks [analysis.Blunder + 1]int
	idle := true
	for _, j := range r.Moves {
		if j.Side == sides[i] {
			marks[j.Mark]++
			idle = idle && (j.Forced || j.Plain)
		}
	}
	if idle {
		return [][]chat.Span{v.Say("report-idle", player)}
	}
	list := [][]chat.Span{v.Say("report-side", player, speech.Text("Accuracy", percent(r.Accuracy[i])),
		speech.Number("Blunders", marks[analysis.Blunder]), speech.Number("Mistakes", marks[analysis.Mistake]),
		speech.Number("Inaccuracies", marks[analysis.Inaccuracy]))}
	if isStake(m.Line.Position()) && r.Decided[i] > 0 {
		rate := r.Rate(i)
		list = append(list, v.Say("report-rate", speech.Text("Rate", v.Decimal("%.3f", float64(rate)/engine.ProbScale)),
			speech.Count(r.Decided[i]), speech.Text("Standard", v.Text("standard."+analysis.StandardOf(rate)))))
	}
	return list
}

// addWorst lists the worst moves of a report, with buttons to them.
func (a Audience) addWorst(message *chat.Message, m *match.Match, r analysis.Report) {
	v, marked, list := a.Voice, r.Marked(), r.Worst(maxWorst)
	button := func(label, says string) {
		message.AddRow(chat.Button{Label: label, Says: says}) // moves may be long
	}
	button(v.Text("button.decided"), v.command(m, "analyse", Decided))
	if len(list) > 0 {
		message.AddLine(v.Say("report-worst", speech.Count(len(list))))
	}
	for _, n := range list {
		p := m.Line.At(n)
		label := fmt.Sprintf("%d. %s: %s%s", moveNumber(m, n), v.DisplayName(User(m.Player(p.Turn()))),
			v.Move(p, string(r.Moves[n].Move)), r.Moves[n].Mark)
		button(label, a.momentCommand(m, slices.Index(marked, n)))
		message.AddLine(plain(label))
	}
	if len(marked) > len(list) {
		button(v.Text("button.look-back"), a.momentCommand(m, 0))
	}
}

// stopped is after how many moves a match ended otherwise than on the board, as by a resignation, the clock or an
// agreement, what the game was worth to First then, and by how much that was better than even, 0 for about even; false
// if it ended on the board, or nothing is known of it.
func stopped(m *match.Match, r analysis.Report) (n, worth, lead int, ok bool) {
	n = m.Line.Len()
	if n > 0 {
		if _, times := resigner(m.Line.At(n-1), m.Line.Move(n-1)); times > 0 {
			n--
		} else if m.Line.Outcome().Decided() || engine.StandingOf(m.Line.Position()).Ended.Decided() {
			return n, 0, 0, false
		}
	}
	if n == 0 || n > len(r.Moves) || !outcome(m).Decided() {
		return n, 0, 0, false
	}
	even, width := engine.ProbScale/2, engine.ProbScale/10 // of chances
	if isStake(m.Line.Position()) {
		even, width = 0, engine.ProbScale/5 // of equities
	}
	worth = r.Moves[n-1].Value
	if lead = worth - even; max(lead, -lead) <= width {
		lead = 0
	}
	return n, worth, lead, true
}

// outcome is how the game on the board of a match ended.
func outcome(m *match.Match) engine.Outcome {
	if m.Ended.Decided() {
		return m.Ended
	}
	return m.Outcome
}

// concededEarly reports whether a match was given up, or lost on time, by a side that was not worse.
func concededEarly(m *match.Match, r analysis.Report) bool {
	_, _, lead, ok := stopped(m, r)
	winner := outcome(m).Winner
	return ok && winner != engine.Nobody && (lead == 0 || (lead > 0) == (winner == engine.Second))
}

// ending tells how a match ended otherwise than on the board and how it stood there by then, and that no move of it is
// marked, or none that decided it; nil where the moves tell it.
func (a Audience) ending(m *match.Match, r analysis.Report) (list [][]chat.Span) {
	v, p := a.Voice, m.Line.Position()
	if _, worth, lead, ok := stopped(m, r); ok {
		even, stake := lead == 0, isStake(p)
		key := choose(term{"ending-worth-even", even && stake}, term{"ending-worth", stake}, term{"ending-even", even},
			term{"ending-chances", true})
		list = append(list, a.ended(m, outcome(m), User), a.sayMatch(m, key, speech.Text("A", v.worth(p, worth)),
			speech.Text("B", v.worth(p, engine.ProbScale-worth))))
	}
	switch loser := outcome(m).Winner.Other(); {
	case len(r.Marked()) == 0:
		list = append(list, v.Say("ending-good"))
	case !concededEarly(m, r) && loser != engine.Nobody:
		if _, ok := r.Decisive(m.Line, loser); !ok {
			list = append(list, v.Say("ending-no-slip", person("Player", m, loser)))
		}
	}
	return list
}

// Decided tells what decided a match: the move that did, or how it ended, with the last board.
func (a Audience) Decided(m *match.Match, r analysis.Report) chat.Message {
	if n, ok := r.Decisive(m.Line, outcome(m).Winner.Other()); ok && !concededEarly(m, r) {
		return a.Moment(m, r, slices.Index(r.Marked(), n))
	}
	message := a.message(m)
	message.Private, message.Told, message.Board = true, true, a.present(m)
	n, _, _, ok := stopped(m, r)
	if !ok {
		message.AddLine(a.ended(m, outcome(m), User))
	}
	message.AddLine(a.ending(m, r)...)
	message.AddRow(a.toBoard(m, n))
	return message
}

// stopOf is the number of the stop before a move, to look at what could have been played.
func stopOf(stops []int, n int) int {
	return sort.SearchInts(stops, n+1) - 1
}

// curveOf are the points of a game's curve: the start, then every move. With a stake an even game is worth nothing, and
// the stake as it is reaches the edge.
func curveOf(m *match.Match, r analysis.Report) []render.Point {
	points := []render.Point{{First: 0.5}}
	list := r.Worst(maxWorst)
	for n, j := range r.Moves {
		p := render.Point{First: float64(j.Value) / engine.ProbScale, Marked: int(j.Mark)}
		if slices.Contains(list, n) {
			p.Number = strconv.Itoa(moveNumber(m, n))
		}
		if isStake(m.Line.Position()) {
			p.First = min(max((1+p.First)/2, 0), 1)
		}
		points = append(points, p)
	}
	return points
}

// moveNumber is the number of a move as a report counts: by pairs or, where dice are thrown, by decisions, as throws
// are moves without a number.
func moveNumber(m *match.Match, n int) int {
	if isDice(m.Line.Position()) {
		return stopOf(Stops(m), n) + 1
	}
	return n/2 + 1
}

// Better tells at a step what would have been best there, if a report of the match found the move wanting; nil if not.
func (a Audience) Better(m *match.Match, r analysis.Report, n int) []chat.Span {
	if n >= len(r.Moves) || r.Moves[n].Mark == analysis.Good {
		return nil
	}
	j, p := r.Moves[n], m.Line.At(n)
	move := a.Voice.Move(p, string(j.Move)) + j.Mark.String()
	if dice := rolledDice(p); dice != "" {
		move = dice + ", " + move
	}
	equity, loss := "", ""
	if isStake(p) {
		equity, loss = a.Voice.points(j.Best.Equity), a.Voice.Decimal("%.2f", float64(j.Loss)/engine.ProbScale)
	}
	var message chat.Message
	message.AddLine(a.Voice.Say("report-better", speech.Text("Move", move), speech.Text("Equity", equity),
		speech.Text("Better", a.Voice.Move(p, string(j.Best.Move))), speech.Text("Loss", loss)))
	if j.Cube != nil {
		message.AddLine(a.cubeReason(p, j.Best.Move, j.Cube))
		message.AddLine(a.cubeWorth(p, *j.Cube))
	}
	return message.Text
}
