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

// maxWorst is the maximum number of worst moves with buttons.
const maxWorst = 3

// Report shows the analysis of an ended match, with the curve of the game and buttons for the worst moves.
func (a Audience) Report(m *match.Match, r analysis.Report) chat.Message {
	v, message := a.Voice, a.message(m)
	message.Told, message.Quiet = true, true
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

// stopped describes a match that did not end on the board, but by a resignation, the clock or an agreement: the number
// of moves before that, the value of the position for First, and its difference from an even one, 0 if about even. ok
// is false if the match ended on the board, or nothing is known about it.
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
	even, width := engine.ProbScale/2, engine.ProbScale/10 // as a chance
	if isStake(m.Line.Position()) {
		even, width = 0, engine.ProbScale/5 // as an equity
	}
	worth = r.Moves[n-1].Value
	if lead = worth - even; max(lead, -lead) <= width {
		lead = 0
	}
	return n, worth, lead, true
}

// outcome returns how the game on the board of a match ended.
func outcome(m *match.Match) engine.Outcome {
	if m.Ended.Decided() {
		return m.Ended
	}
	return m.Outcome
}

// concededEarly reports whether a match was given up, or lost on time, by a side that did not stand worse.
func concededEarly(m *match.Match, r analysis.Report) bool {
	_, _, lead, ok := stopped(m, r)
	winner := outcome(m).Winner
	return ok && winner != engine.Nobody && (lead == 0 || (lead > 0) == (winner == engine.Second))
}

// ending says how a match ended that did not end on the board, and its value then, and whether no move is marked, or
// none was decisive; nil if the moves tell it.
func (a Audience) ending(m *match.Match, r analysis.Report) (list [][]chat.Span) {
	v, p := a.Voice, m.Line.Position()
	if _, worth, lead, ok := stopped(m, r); ok {
		even, stake := lead == 0, isStake(p)
		key := firstOf(phrase{"ending-worth-even", even && stake}, phrase{"ending-worth", stake}, phrase{"ending-even", even},
			phrase{"ending-chances", true})
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

// Decided shows what decided a match: the decisive move or, without one, how it ended, with the last board.
func (a Audience) Decided(m *match.Match, r analysis.Report) chat.Message {
	if n, ok := r.Decisive(m.Line, outcome(m).Winner.Other()); ok && !concededEarly(m, r) {
		return a.Moment(m, r, slices.Index(r.Marked(), n))
	}
	message := a.private(m)
	message.Told, message.Quiet, message.Board = true, true, a.present(m)
	n, _, _, ok := stopped(m, r)
	if !ok {
		message.AddLine(a.ended(m, outcome(m), User))
	}
	message.AddLine(a.ending(m, r)...)
	message.AddRow(a.toBoard(m, n))
	return message
}

// stopOf returns the index of the stop before a move, where the alternatives are visible.
func stopOf(stops []int, n int) int {
	return sort.SearchInts(stops, n+1) - 1
}

// curveOf returns the points of the curve of a game: the start, then one per move. In a game with a stake the middle is
// an equity of zero, and an edge the current stake.
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

// moveNumber returns the number of a move in a report: that of its pair of moves or, with dice, that of the decision,
// as throws have no number.
func moveNumber(m *match.Match, n int) int {
	if isDice(m.Line.Position()) {
		return stopOf(Stops(m), n) + 1
	}
	return n/2 + 1
}

// Better says what would have been best at move n, if a report marks it; nil if not.
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

// shownPlies is the maximum number of moves of a continuation in a report.
const shownPlies = 6

// Decided is the argument of the analyse command that asks what decided the match.
const Decided = "m0"

// momentCommand returns the command that shows a marked move of a report, counted from 0.
func (a Audience) momentCommand(m *match.Match, i int) string {
	return a.Voice.command(m, "analyse", fmt.Sprintf("m%d", i+1))
}

// toBoard returns the button that shows the board before move n.
func (a Audience) toBoard(m *match.Match, n int) chat.Button {
	return a.Voice.button(m, "button.to-board", "step", strconv.Itoa(stopOf(Stops(m), n)))
}

// Moment shows the i-th marked move of a report, from 0: the board before it with the better move and the one played,
// the fact that distinguishes them, their continuations and their values.
func (a Audience) Moment(m *match.Match, r analysis.Report, i int) chat.Message {
	v, marked := a.Voice, r.Marked()
	n := marked[i]
	j, then := r.Moves[n], asOf(m, n)
	p, player := then.Line.Position(), person("Player", m, j.Side)
	message := a.private(m)
	message.Told, message.Quiet = true, true
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
	message.AddLine(v.Say(firstOf(phrase{"moment-worth", isStake(p)}, phrase{"moment-chance", true}), player,
		speech.Text("Before", v.worth(p, before)), speech.Text("After", v.worth(p, after))))
	a.compare(&message, then, j)
	message.AddRow(append(pager(func(to int) string { return a.momentCommand(m, to) + "+" },
		page{"◀", i - 1, i > 0}, page{"▶", i + 1, i+1 < len(marked)}), a.toBoard(m, n))...)
	return message
}

// compare draws the better move and the one that was played on the board before them.
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

// after says the continuation of a line after its first move; nil if there is none.
func (a Audience) after(from engine.Line, line []engine.Move) []chat.Span {
	moves := a.continuation(from, line, shownPlies)
	if moves == "" {
		return nil
	}
	return a.Voice.Say("moment-after", a.move(from.Position(), line[0]), speech.Text("Moves", moves))
}

// HintSteps is the number of steps of a hint: the piece, the move, the reason.
const HintSteps = 3

// Hint shows a step of a hint, from 1 to HintSteps, and the number of hints asked for in the match.
func (a Audience) Hint(m *match.Match, h analysis.Hint, step, asked int) chat.Message {
	v, message := a.Voice, a.private(m)
	message.AddLine(a.hint(m, h, step))
	if step > 1 { // the move is known: offer to play it
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

// hint returns the sentence of a step of a hint.
func (a Audience) hint(m *match.Match, h analysis.Hint, step int) []chat.Span {
	p := m.Line.Position()
	switch {
	case step == 1 && (h.Cube != nil || h.Piece == "" && len(h.Best) > 1):
		best := 0 // the best chance; dropping a double, if it is among the moves, has none
		for _, w := range h.Best {
			best = max(best, w.Win)
		}
		return a.Voice.Say("hint-chance", speech.Text("Wins", percent(best)))
	case step == 1 && h.Piece != "":
		return a.Voice.HintPiece(m.Game, p, h.Piece)
	}
	return a.Voice.Say(firstOf(phrase{"hint-word", h.Piece == ""}, phrase{"hint-move", true}), a.move(p, h.Move.Move))
}

// followed is the maximum number of moves of a continuation in a hint, its first one included.
const followed = 3

// reasons returns the lines of the last step of a hint: why, the continuation, and the value of each alternative. Where
// no fact is known it gives the chances.
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

// hinted returns the picture of a step of a hint: the piece, then also its target, then arrows for the move and its
// continuation.
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

// endsOf returns where a move begins and ends: cells, or points of a backgammon board; -1 for a word such as "roll".
func endsOf(t engine.Trace) (from, to int) {
	switch {
	case len(t.Hops) > 0:
		return t.Hops[0].From, t.Hops[len(t.Hops)-1].To
	case len(t.Path) > 1:
		return t.Path[0], t.Path[len(t.Path)-1]
	}
	return -1, -1
}

// arrows returns arrows for a line of moves, at most followed of them, numbered if there are several.
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

// HintPiece says which piece is to move, by the place where its move starts.
func (v Voice) HintPiece(g *engine.Game, p engine.Position, piece string) []chat.Span {
	return v.Say(v.Of(g, "hint-piece"), speech.Text("At", v.Move(p, piece)), speech.Text("Piece", piece))
}
