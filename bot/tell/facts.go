package tell

import (
	"slices"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
)

// LessonSign begins whatever is said about a lesson, so that an answer to it is known to be about the lesson.
const LessonSign = "🎓"

// alone are the sentences about the first moves of a learner who does nothing that has a name.
var alone = [...]string{"lesson-first", "lesson-second", "lesson-third"}

// accompanied says what one of the first moves of a learner does in the game at the end of a lesson, an event that so
// many moves were made before; nil for everything else. It says nothing that hangs on how the game goes on.
func (a Audience) accompanied(m *match.Match, e match.Event, before int) []chat.Span {
	learner := m.Side(m.Challenger.ID)
	if !m.Setup.Lesson || e.Kind != match.Moved || before >= m.Line.Len() || m.Line.At(before).Turn() != learner {
		return nil
	}
	own := 0 // of the moves over the board, this one included
	for n := m.Given(); n <= before; n++ {
		if word, _ := engine.Word(m.Line.At(n), m.Line.Move(n)); word == "" && m.Line.At(n).Turn() == learner {
			own++
		} else if n == before {
			return nil
		}
	}
	if own < 1 || own > len(alone) {
		return nil
	}
	then, move := asOf(m, before), m.Line.Move(before)
	sentence := a.Voice.Say(alone[own-1], speech.Text("Hint", a.Voice.Typed("hint")))
	for _, list := range [][]analysis.Fact{analysis.Why(then.Line, []engine.Move{move}),
		analysis.Against(then.Line, []engine.Move{move})} {
		if list = slices.DeleteFunc(list, analysis.Fact.Expected); len(list) > 0 {
			sentence = a.Voice.Say("fact-of", speech.Text("Move", a.Voice.Move(then.Line.Position(), string(move))),
				speech.Text("Fact", a.factOf(then, list[0])))
			break
		}
	}
	return Line(append([]chat.Span{{Text: LessonSign + " "}}, sentence...))
}

// factOf says what a move does on the board of a match, without the name of the move.
func (a Audience) factOf(m *match.Match, f analysis.Fact) string {
	scene := sceneOf(m)
	scene.Count = a.count(m)
	at, other := "", ""
	switch {
	case scene.View.Points == nil:
		at = scene.squares(a.Voice, f.At)
	case len(f.At) > 0:
		at = scene.numbers(a.Voice, f.At)
	}
	if f.Other > 0 {
		other = strconv.Itoa(f.Other)
	}
	count := f.Count
	if len(f.At) > 0 {
		count = len(f.At)
	}
	return a.Voice.Text(a.Voice.Of(m.Game, "fact."+string(f.Code)), speech.Count(count), speech.Text("Other", other),
		speech.Text("At", at), speech.Text("Throws", strconv.Itoa(f.Count)))
}

// asOf is a match as it was after n moves, to be looked at.
func asOf(m *match.Match, n int) *match.Match {
	then := *m
	if n < m.Line.Len() {
		then.Line, then.Status, then.Ended = m.Line.Back(m.Line.Len()-n), match.Playing, engine.Outcome{}
	}
	return &then
}
