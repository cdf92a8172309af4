package view

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
)

// In the game at the end of a lesson each of the learner's first three board moves is commented by one sentence, in
// every language, and no other move is: none of the computer, no roll, none of any other game.
func TestAccompanied(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	facts := 0
	for _, lang := range speech.Languages {
		v, _ := book.In(lang)
		a := Audience{Voice: Voice{Voice: v}}
		for seed, g := range table.Games {
			random := rand.New(rand.NewPCG(7, uint64(seed)))
			o, err := g.Complete(nil)
			if err != nil {
				t.Fatal(err)
			}
			start, err := g.New(o)
			if err != nil {
				t.Fatal(err)
			}
			m := &match.Match{Game: g, Line: g.NewLine(start), Status: match.Playing, Challenger: match.Player{ID: "a"},
				Opponent: match.Player{ID: "b"}, First: match.Player{ID: "a"}}
			for m.Line.Len() < 40 && m.Line.Turn() != engine.Nobody {
				p := m.Line.Position()
				moves := slices.Collect(p.Moves())
				if over := slices.DeleteFunc(slices.Clone(moves),
					func(m engine.Move) bool { word, _ := engine.WordOf(p, m); return word != "" && word != "roll" }); len(over) > 0 {
					moves = over // nobody doubles
				}
				if m.Line, err = m.Line.Play(moves[random.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
			said := 0
			for n := range m.Line.Len() {
				e := match.Event{Kind: match.Moved, Move: m.Line.Move(n)}
				if m.Line.At(n).Turn() == engine.Chance {
					e.Kind = match.Rolled
				}
				m.Setup.Lesson = false
				if got := a.accompanied(m, e, n); got != nil {
					t.Errorf("%s: %q is said of a game that is no lesson", g.Name, chat.PlainText(got))
				}
				m.Setup.Lesson = true
				got := chat.PlainText(a.accompanied(m, e, n))
				if got == "" {
					continue
				}
				said++
				if m.Line.At(n).Turn() != engine.First || !strings.Contains(got, LessonSign) || strings.Contains(got, "\n") {
					t.Errorf("%s, %s: %q", g.Name, e.Move, got)
				}
				if strings.Contains(got, a.Voice.Move(m.Line.At(n), string(e.Move))) {
					facts++
				}
			}
			if said != len(loneMoves) {
				t.Errorf("%s in %s: %d moves are accompanied", g.Name, lang, said)
			}
		}
	}
	if facts < 9 {
		t.Errorf("%d sentences are made of facts", facts)
	}
}
