package view

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
)

// LessonSign begins all that is said about a lesson, so that an answer to it is known to be about the lesson.
const LessonSign = "🎓"

// loneMoves are the sentences about the first moves of a learner to which no fact applies.
var loneMoves = [...]string{"lesson-first", "lesson-second", "lesson-third"}

// accompanied says what one of the first moves of a learner does in the game at the end of a lesson, an event before
// which the line had so many moves; nil for everything else. It says nothing that depends on how the game goes on.
func (a Audience) accompanied(m *match.Match, e match.Event, before int) []chat.Span {
	learner := m.Side(m.Challenger.ID)
	if !m.Setup.Lesson || e.Kind != match.Moved || before >= m.Line.Len() || m.Line.At(before).Turn() != learner {
		return nil
	}
	own := 0 // of the moves over the board, this one included
	for n := m.SetupMoves(); n <= before; n++ {
		if word, _ := engine.WordOf(m.Line.At(n), m.Line.Move(n)); word == "" && m.Line.At(n).Turn() == learner {
			own++
		} else if n == before {
			return nil
		}
	}
	if own < 1 || own > len(loneMoves) {
		return nil
	}
	then, move := asOf(m, before), m.Line.Move(before)
	sentence := a.Voice.Say(loneMoves[own-1], speech.Text("Hint", a.Voice.Typed("hint")))
	for _, list := range [][]analysis.Fact{analysis.Why(then.Line, []engine.Move{move}),
		analysis.Against(then.Line, []engine.Move{move})} {
		if list = slices.DeleteFunc(list, analysis.Fact.Expected); len(list) > 0 {
			sentence = a.factOf(then, move, list[0])
			break
		}
	}
	return append(plain(LessonSign+" "), sentence...)
}

// factOf says what a move does on the board of a match by the first of some facts; nil if there are none.
func (a Audience) factOf(m *match.Match, move engine.Move, list ...analysis.Fact) []chat.Span {
	var texts []string
	for _, f := range list[:min(maxFacts, len(list))] {
		texts = append(texts, a.fact(m, f))
	}
	text := strings.Join(texts, "")
	switch len(texts) {
	case 0:
		return nil
	case maxFacts:
		text = a.Voice.Text("fact-both", speech.Text("A", texts[0]), speech.Text("B", texts[1]))
	}
	return a.Voice.Say("fact-of", a.move(m.Line.Position(), move), speech.Text("Fact", text))
}

// maxFacts is the number of facts a sentence has.
const maxFacts = 2

// move is the fact that names a move.
func (a Audience) move(p engine.Position, move engine.Move) speech.Fact {
	return speech.Text("Move", a.Voice.Move(p, string(move)))
}

// fact says what a move does on the board of a match, without naming the move.
func (a Audience) fact(m *match.Match, f analysis.Fact) string {
	scene := a.scene(m, LastView(m))
	at, count := slices.Clone(f.At), f.Count
	if scene.View.Points != nil { // the reader has the numbers of one player, the highest first
		for i, n := range at {
			at[i] = counting(n, scene.count())
		}
		slices.SortFunc(at, func(a, b int) int { return b - a })
	}
	if len(f.At) > 0 {
		count = len(f.At)
	}
	return a.Voice.Text(a.Voice.Of(m.Game, "fact."+string(f.Code)), speech.Count(count), speech.Positive("Other", f.Other),
		speech.Text("At", scene.squares(at)), speech.Number("Throws", f.Count))
}

// Moves writes the moves of a line from one number to before another.
func (v Voice) Moves(line engine.Line, from, to int) string {
	var list []string
	for n := from; n < to; n++ {
		list = append(list, v.Move(line.At(n), string(line.Move(n))))
	}
	return strings.Join(list, " ")
}

// continuation writes the moves of a line after the first one, at most so many and as far as they are legal.
func (a Audience) continuation(line engine.Line, moves []engine.Move, to int) string {
	first := line.Len() + 1
	line, _ = line.Play(moves[:min(to, len(moves))]...)
	return a.Voice.Moves(line, first, line.Len())
}

// percent writes a part of engine.ProbScale: "93 %".
func percent(part int) string { return strconv.Itoa((part+50)/100) + " %" }

// points writes an equity with its sign, "+0.35". One too small to show is "+0.00" on either side.
func (v Voice) points(equity int) string {
	hundredths := math.Round(100*float64(equity)/engine.ProbScale) + 0 // which takes the minus off a zero
	return v.Decimal("%+.2f", hundredths/100)
}

// worth writes the value of a position: points where a game has a stake, else the chance to win.
func (v Voice) worth(p engine.Position, value int) string {
	if isStake(p) {
		return v.points(value)
	}
	return percent(value)
}

// cubeReason says why a decision about the stake is right, by what each way is worth; nil where that is not known, or
// tells of another decision.
func (a Audience) cubeReason(p engine.Position, best engine.Move, c *engine.Cube) []chat.Span {
	if c == nil {
		return nil
	}
	doubled, worst := throw(p).Doubled > 0, min(c.Take, c.Drop)
	key := choose(term{"take", doubled && c.Take < c.Drop}, term{"drop", doubled},
		term{"too-good", c.NoDouble >= c.Drop && c.Take >= c.Drop}, term{"behind", worst <= c.NoDouble && c.NoDouble < 0},
		term{"early", worst <= c.NoDouble}, term{"cash", c.Drop <= c.Take}, term{"double", true})
	fits := choose(term{key, doubled}, term{"double", key == "cash" || key == "double"}, term{"roll", true})
	if word, _ := engine.WordOf(p, best); word != fits {
		return nil
	}
	return a.Voice.Say("cube-reason." + key)
}

// cubeWorth says what each way of a decision about the stake is worth, for the side that decides.
func (a Audience) cubeWorth(p engine.Position, c engine.Cube) []chat.Span {
	if throw(p).Doubled > 0 { // the other side's worths were asked for
		c = engine.Cube{NoDouble: -c.NoDouble, Take: -c.Take, Drop: -c.Drop}
	}
	return a.Voice.Say("equities-cube", speech.Text("Rolled", a.Voice.points(c.NoDouble)),
		speech.Text("Taken", a.Voice.points(c.Take)), speech.Text("Dropped", a.Voice.points(c.Drop)))
}
