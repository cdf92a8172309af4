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

// LessonSign is the first character of all messages about lessons, by which replies to them are recognized.
const LessonSign = "🎓"

// loneMoves are the keys of sentences about a learner's first moves to which no fact applies.
var loneMoves = [...]string{"lesson-first", "lesson-second", "lesson-third"}

// accompanied says what one of a learner's first moves does in the game that ends a lesson, where e is the move and
// before the number of moves before it; nil for everything else. It says nothing that depends on later moves.
func (a Audience) accompanied(m *match.Match, e match.Event, before int) []chat.Span {
	learner := m.Side(m.Challenger.ID)
	if !m.Setup.Lesson || e.Kind != match.Moved || before >= m.Line.Len() || m.Line.At(before).Turn() != learner {
		return nil
	}
	own := 0 // number of the learner's moves of pieces up to this one
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

// factOf says what a move does on the board of a match, by the first maxFacts facts of a list; nil if there are none.
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

// maxFacts is the maximum number of facts in a sentence.
const maxFacts = 2

// move returns the fact that names a move.
func (a Audience) move(p engine.Position, move engine.Move) speech.Fact {
	return speech.Text("Move", a.Voice.Move(p, string(move)))
}

// fact returns a phrase for a fact about a move on the board of a match, without the move.
func (a Audience) fact(m *match.Match, f analysis.Fact) string {
	scene := a.scene(m, LastView(m))
	at, count := slices.Clone(f.At), f.Count
	if scene.View.Points != nil { // numbers of one player's view, the highest first
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

// Moves returns the moves of a line from number from up to, but not including, number to.
func (v Voice) Moves(line engine.Line, from, to int) string {
	var list []string
	for n := from; n < to; n++ {
		list = append(list, v.Move(line.At(n), string(line.Move(n))))
	}
	return strings.Join(list, " ")
}

// continuation returns the moves of a line after the first one, up to number to and as far as they are legal.
func (a Audience) continuation(line engine.Line, moves []engine.Move, to int) string {
	first := line.Len() + 1
	line, _ = line.Play(moves[:min(to, len(moves))]...)
	return a.Voice.Moves(line, first, line.Len())
}

// percent formats a part of engine.ProbScale: "93 %".
func percent(part int) string { return strconv.Itoa((part+50)/100) + " %" }

// points formats an equity with its sign, "+0.35". One that rounds to zero is "+0.00" on either side.
func (v Voice) points(equity int) string {
	hundredths := math.Round(100*float64(equity)/engine.ProbScale) + 0 // + 0 turns -0 into 0
	return v.Decimal("%+.2f", hundredths/100)
}

// worth formats the value of a position: as points in a game with a stake, else as the chance to win.
func (v Voice) worth(p engine.Position, value int) string {
	if isStake(p) {
		return v.points(value)
	}
	return percent(value)
}

// cubeReason says why a decision about the cube is right, by the value of each alternative; nil if that is unknown, or
// about another decision.
func (a Audience) cubeReason(p engine.Position, best engine.Move, c *engine.Cube) []chat.Span {
	if c == nil {
		return nil
	}
	doubled, worst := throw(p).Doubled > 0, min(c.Take, c.Drop)
	key := firstOf(phrase{"take", doubled && c.Take < c.Drop}, phrase{"drop", doubled},
		phrase{"too-good", c.NoDouble >= c.Drop && c.Take >= c.Drop}, phrase{"behind", worst <= c.NoDouble && c.NoDouble < 0},
		phrase{"early", worst <= c.NoDouble}, phrase{"cash", c.Drop <= c.Take}, phrase{"double", true})
	fits := firstOf(phrase{key, doubled}, phrase{"double", key == "cash" || key == "double"}, phrase{"roll", true})
	if word, _ := engine.WordOf(p, best); word != fits {
		return nil
	}
	return a.Voice.Say("cube-reason." + key)
}

// cubeWorth says the value of each alternative of a decision about the cube, for the side that decides.
func (a Audience) cubeWorth(p engine.Position, c engine.Cube) []chat.Span {
	if throw(p).Doubled > 0 { // the values are those of the other side
		c = engine.Cube{NoDouble: -c.NoDouble, Take: -c.Take, Drop: -c.Drop}
	}
	return a.Voice.Say("equities-cube", speech.Text("Rolled", a.Voice.points(c.NoDouble)),
		speech.Text("Taken", a.Voice.points(c.Take)), speech.Text("Dropped", a.Voice.points(c.Drop)))
}
