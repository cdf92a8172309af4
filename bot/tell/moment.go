package tell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
)

// shownPlies is the number of moves of a continuation that are written.
const shownPlies = 6

// Decided is the word behind the command of a report that asks what decided the match.
const Decided = "m0"

// momentCommand opens a marked move of a report, counted from 0.
func (a Audience) momentCommand(m *match.Match, i int) string {
	return fmt.Sprintf("%s #%s m%d", a.Voice.Typed("analyse"), m.ID, i+1)
}

// Moment shows a marked move of a match, the i-th of its report from 0: the board before it with the better move and
// the one that was played, the fact that tells them apart, how both go on, and what they are worth.
func (a Audience) Moment(m *match.Match, r analysis.Report, i int) chat.Message {
	v, marked := a.Voice, r.Marked()
	n := marked[i]
	j, then := r.Moves[n], asOf(m, n)
	player := speech.Person("Player", User(m.Player(j.Side)))
	message := chat.Message{Private: true, Told: true, Text: a.Title(m)}
	say := func(spans []chat.Span) { message.Text = append(message.Text, Line(spans)...) }
	say(v.Say("moment-at", speech.Text("At", strconv.Itoa(i+1)), speech.Text("Last", strconv.Itoa(len(marked))),
		speech.Text("Number", strconv.Itoa(moveNumber(m, n))), player))
	message.Text = append(message.Text, a.Better(m, r, n)...)
	played := append([]engine.Move{j.Move}, j.Reply...)
	if f, ofBetter, ok := j.Apart(then.Line); ok {
		of := j.Move
		if ofBetter {
			of = j.Best.Move
		}
		say(v.Say("fact-of", speech.Text("Move", v.Move(then.Line.Position(), string(of))),
			speech.Text("Fact", a.factOf(then, f))))
	}
	for _, line := range [][]engine.Move{j.Best.Line, played} {
		if moves := a.continuation(then.Line, line, shownPlies); moves != "" {
			say(v.Say("moment-after", speech.Text("Move", v.Move(then.Line.Position(), string(line[0]))),
				speech.Text("Moves", moves)))
		}
	}
	before, after := j.Equities()
	if _, stake := then.Line.Position().(engine.Contest); stake {
		say(v.Say("moment-worth", player, speech.Text("Before", v.points(before)), speech.Text("After", v.points(after))))
	} else {
		say(v.Say("moment-chance", player, speech.Text("Before", percent(before)), speech.Text("After", percent(after))))
	}
	alt := chat.Plain(message.Text)
	better, worse := arrows(then.Line, []engine.Move{j.Best.Move}), arrows(then.Line, []engine.Move{j.Move})
	if len(better)+len(worse) > 0 {
		both := slices.Concat(better, worse)
		for k := range both {
			both[k].Worse, both[k].Number = k >= len(better), map[bool]string{false: "1", true: "2"}[k >= len(better)]
		}
		if message.Board = a.drawn(then, alt, nil, both...); message.Board != nil {
			say(v.Say("moment-colours"))
		}
	}
	var row []chat.Button
	for _, b := range []struct {
		label string
		to    int
	}{{"◀", i - 1}, {"▶", i + 1}} {
		if b.to >= 0 && b.to < len(marked) {
			row = append(row, chat.Button{Label: b.label, Says: a.momentCommand(m, b.to) + "+"})
		}
	}
	board := v.Typed("step") + " #" + m.ID + " " + strconv.Itoa(stopOf(Stops(m), n))
	message.Buttons = [][]chat.Button{append(row, chat.Button{Label: v.Text("button.to-board"), Says: board})}
	if a.Caps.Rows == 0 && i+1 < len(marked) {
		say([]chat.Span{{Text: "▶  " + a.momentCommand(m, i+1)}})
	}
	return message
}

// continuation writes the moves of a line that follow the first one, up to a number of them, as far as they can be
// played.
func (a Audience) continuation(line engine.Line, moves []engine.Move, to int) string {
	first := line.Len() + 1
	for _, m := range moves[:min(to, len(moves))] {
		next, err := line.Play(m)
		if err != nil {
			break
		}
		line = next
	}
	return a.PuzzleMoves(line, first)
}

// mostFacts is the number of facts a sentence has.
const mostFacts = 2

// factsOf says what a move does, the weightiest facts; "" if there are none.
func (a Audience) factsOf(m *match.Match, list []analysis.Fact) string {
	var texts []string
	for _, f := range list[:min(mostFacts, len(list))] {
		texts = append(texts, a.factOf(m, f))
	}
	if len(texts) == mostFacts {
		return a.Voice.Text("fact-both", speech.Text("A", texts[0]), speech.Text("B", texts[1]))
	}
	return strings.Join(texts, "")
}
