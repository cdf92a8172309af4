package tell

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

// worst is the number of the worst moves that have buttons.
const worst = 3

// Report tells what an analysis of a match that has ended has found, with the curve of the game and buttons for the
// worst moments.
func (a Audience) Report(m *match.Match, r analysis.Report) chat.Message {
	v := a.Voice
	message := chat.Message{Text: a.Title(m), Told: true}
	say := func(spans []chat.Span) { message.Text = append(message.Text, Line(spans)...) }
	for i, side := range []engine.Side{engine.First, engine.Second} {
		if !slices.ContainsFunc(r.Moves, func(j analysis.Judged) bool { return j.Side == side && !j.Forced && !j.Plain }) {
			say(v.Say("report-idle", speech.Person("Player", User(m.Player(side)))))
			continue
		}
		var marks [analysis.Blunder + 1]int
		for _, j := range r.Moves {
			if j.Side == side {
				marks[j.Mark]++
			}
		}
		say(v.Say("report-side", speech.Person("Player", User(m.Player(side))),
			speech.Text("Accuracy", percent(r.Accuracy[i])),
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
		caption := v.Text("report-curve", speech.Person("Player", User(m.Player(engine.First))))
		for n, kind := range []string{"inaccuracy", "mistake", "blunder"} {
			if slices.ContainsFunc(r.Moves, func(j analysis.Judged) bool { return int(j.Mark) == n+1 }) {
				caption += " " + v.Text("report-dot."+kind)
			}
		}
		say([]chat.Span{{Text: caption}})
		message.Board = &chat.Board{PNG: render.Curve(curveOf(m, r), curveNames(m, a.banner(m))), Alt: caption}
	}
	for _, spans := range a.ending(m, r) {
		say(spans)
	}
	marked := r.Marked()
	button := func(label, says string) {
		b := chat.Button{Label: label, Says: says}
		message.Buttons = append(message.Buttons, []chat.Button{b}) // moves may be long
		if a.Caps.Rows == 0 {
			say([]chat.Span{{Text: b.Label + "  " + b.Says}})
		}
	}
	list := r.Worst(worst)
	button(v.Text("button.decided"), fmt.Sprintf("%s #%s %s", v.Typed("analyse"), m.ID, Decided))
	if len(list) > 0 {
		say(v.Say("report-worst", speech.Count(len(list))))
	}
	for _, n := range list {
		p := m.Line.At(n)
		number := moveNumber(m, n)
		label := fmt.Sprintf("%d. %s: %s%s", number, v.Called(User(m.Player(p.Turn()))), v.Move(p, string(r.Moves[n].Move)),
			r.Moves[n].Mark)
		if button(label, a.momentCommand(m, slices.Index(marked, n))); a.Caps.Rows > 0 {
			say([]chat.Span{{Text: label}})
		}
	}
	if len(marked) > len(list) {
		button(v.Text("button.look-back"), a.momentCommand(m, 0))
	}
	return message
}

// even is by how much a side may be worth more than the other where a position is about even: of chances, and of
// equities.
var even = map[bool]int{false: engine.Whole / 10, true: engine.Whole / 5}

// stopped is after how many moves a match ended otherwise than on the board, as by a resignation, the clock or an
// agreement, and what the game was worth to First then; false if it ended on the board, or nothing is known of it.
func stopped(m *match.Match, r analysis.Report) (n, worth int, ok bool) {
	n = m.Line.Len()
	if n > 0 {
		if _, times := resigner(m.Line.At(n-1), m.Line.Move(n-1)); times > 0 {
			n--
		} else if m.Line.Outcome().Decided() || engine.StandingOf(m.Line.Position()).Ended.Decided() {
			return n, 0, false
		}
	}
	if n == 0 || n > len(r.Moves) || outcome(m).Outcome.Reason == "" {
		return n, 0, false
	}
	return n, r.Moves[n-1].Value, true
}

// outcome is how the game on the board of a match ended.
func outcome(m *match.Match) *match.Match {
	game := *m
	if m.Ended.Decided() {
		game.Outcome = m.Ended
	}
	return &game
}

// let reports whether a match was given up, or lost on time, by a side that was not worse.
func let(m *match.Match, r analysis.Report) bool {
	_, worth, ok := stopped(m, r)
	_, stake := m.Line.Position().(engine.Contest)
	middle := map[bool]int{false: engine.Whole / 2}[stake]
	switch outcome(m).Outcome.Winner {
	case engine.First:
		return ok && worth <= middle+even[stake]
	case engine.Second:
		return ok && worth >= middle-even[stake]
	}
	return false
}

// ending tells how a match ended otherwise than on the board and how it stood there by then, and that no move of it is
// marked, or none that decided it; nil where the moves tell it.
func (a Audience) ending(m *match.Match, r analysis.Report) (list [][]chat.Span) {
	v := a.Voice
	first, second := speech.Person("First", User(m.Player(engine.First))),
		speech.Person("Second", User(m.Player(engine.Second)))
	if _, worth, ok := stopped(m, r); ok {
		list = append(list, a.Result(outcome(m)))
		_, stake := m.Line.Position().(engine.Contest)
		switch middle := map[bool]int{false: engine.Whole / 2}[stake]; {
		case stake && abs(worth) <= even[true]:
			list = append(list, v.Say("ending-worth-even", first, speech.Text("A", v.points(worth))))
		case stake:
			list = append(list, v.Say("ending-worth", first, speech.Text("A", v.points(worth))))
		case abs(worth-middle) <= even[false]:
			list = append(list, v.Say("ending-even", first, second, speech.Text("A", percent(worth)),
				speech.Text("B", percent(engine.Whole-worth))))
		default:
			list = append(list, v.Say("ending-chances", first, second, speech.Text("A", percent(worth)),
				speech.Text("B", percent(engine.Whole-worth))))
		}
	}
	switch loser := outcome(m).Outcome.Winner.Other(); {
	case len(r.Marked()) == 0:
		list = append(list, v.Say("ending-good"))
	case !let(m, r) && loser != engine.Nobody:
		if _, ok := r.Decisive(m.Line, loser); !ok {
			list = append(list, v.Say("ending-no-slip", speech.Person("Player", User(m.Player(loser)))))
		}
	}
	return list
}

func abs(n int) int { return max(n, -n) }

// Decided tells what decided a match: the move that did, or how it ended, with the last board.
func (a Audience) Decided(m *match.Match, r analysis.Report) chat.Message {
	n, ok := r.Decisive(m.Line, outcome(m).Outcome.Winner.Other())
	if ok && !let(m, r) {
		return a.Moment(m, r, slices.Index(r.Marked(), n))
	}
	return a.undecided(m, r)
}

// undecided tells what decided a match that no move has decided: how it ended, with the last board.
func (a Audience) undecided(m *match.Match, r analysis.Report) chat.Message {
	v := a.Voice
	message := chat.Message{Private: true, Told: true, Text: a.Title(m)}
	list := a.ending(m, r)
	n, _, ok := stopped(m, r)
	if !ok {
		list = slices.Insert(list, 0, a.Result(outcome(m)))
	}
	for _, spans := range list {
		message.Text = append(message.Text, Line(spans)...)
	}
	message.Board = a.present(m)
	board := v.Typed("step") + " #" + m.ID + " " + strconv.Itoa(stopOf(Stops(m), n))
	message.Buttons = [][]chat.Button{{{Label: v.Text("button.to-board"), Says: board}}}
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
	list := r.Worst(worst)
	for n, j := range r.Moves {
		p := render.Point{First: float64(j.Value) / engine.Whole, Marked: int(j.Mark)}
		if slices.Contains(list, n) {
			p.Number = strconv.Itoa(moveNumber(m, n))
		}
		if stake {
			p.First = min(max((1+p.First)/2, 0), 1)
		}
		points = append(points, p)
	}
	return points
}

// moveNumber is the number of a move as a report counts: by pairs or, where dice are thrown, by decisions, as throws
// are moves without a number.
func moveNumber(m *match.Match, n int) int {
	if _, dice := m.Line.Position().(engine.Roller); dice {
		return stopOf(Stops(m), n) + 1
	}
	return n/2 + 1
}

// curveNames is what stands on the curve of a game.
func curveNames(m *match.Match, result string) render.CurveNames {
	return render.CurveNames{
		Names:   [2]string{caption(m.Player(engine.First)), caption(m.Player(engine.Second))},
		Colours: m.Game.Colours, Result: result,
	}
}

// Better tells at a step what would have been best there, if a report of the match found the move wanting; nil if not.
func (a Audience) Better(m *match.Match, r analysis.Report, n int) []chat.Span {
	if n >= len(r.Moves) || r.Moves[n].Mark == analysis.Good {
		return nil
	}
	j, p := r.Moves[n], m.Line.At(n)
	move := a.Voice.Move(p, string(j.Move)) + j.Mark.String()
	if dice, ok := p.(engine.Roller); ok && dice.Throw().Dice[0] > 0 {
		move = fmt.Sprintf("%d-%d, %s", dice.Throw().Dice[0], dice.Throw().Dice[1], move)
	}
	equity, loss := "", ""
	if _, stake := p.(engine.Contest); stake {
		equity, loss = a.Voice.points(j.Best.Equity), a.Voice.Decimal("%.2f", float64(j.Loss)/engine.Whole)
	}
	spans := Line(a.Voice.Say("report-better", speech.Text("Move", move),
		speech.Text("Better", a.Voice.Move(p, string(j.Best.Move))),
		speech.Text("Equity", equity), speech.Text("Loss", loss)))
	if j.Cube != nil {
		if why := a.cubeReason(p, j.Best.Move, j.Cube); why != nil {
			spans = append(spans, Line(why)...)
		}
		spans = append(spans, Line(a.cubeWorth(p, *j.Cube))...)
	}
	return spans
}
