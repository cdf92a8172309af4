package exercise_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// The step of a lesson that somebody types comes, and a lesson has no more than it has.
func TestLesson_StepNamed(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, c := range map[string]struct{ texts, beyond, has string }{
			"en": {"lesson 5|lesson cage 5", "lesson 40",
				"has this many steps: 8"},
			"es": {"lección 5|lección cage 5", "lección 40", "son 8"},
			"pt": {"lição 5|lição cage 5", "lição 40", "são 8"},
		} {
			for text := range strings.SplitSeq(c.texts, "|") {
				Asked{{"/language " + lang, ""}, {"/learn cage", "1/9"}, {text, "5/9"}, {c.beyond, c.has}, {text, "5/9"}}.Hold(t)
			}
		}
	})
}

// Another one is of what was shown last: of a puzzle, though a lesson is open, when that came last, solved or not.
func TestPuzzle_AnotherOfTheLast(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, c := range map[string][2]string{"en": {"another", "/puzzle solution"}, "es": {"otro", "/problema solución"},
			"pt": {"outro", "/problema solução"}} {
			Asked{{"/language " + lang, ""}, {"/learn cage", "1/9"}, {"/puzzle damas", "🧩"}, {c[1], "🧩"}, {c[0], "🧩"}}.Hold(t)
			Asked{{"/language " + lang, ""}, {"/puzzle damas", "🧩"}, {"/learn cage", "1/9"}, {c[0], "2/9"}}.Hold(t)
		}
	})
}

// A single puzzle says little of how strong somebody is, and its answer is no verdict.
func TestPuzzle_FirstSaysLittle(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, c := range map[string][2]string{
			"en": {"Puzzle rating: 14", "Puzzle rating: 15"}, "es": {"problemas: 14", "problemas: 15"},
			"pt": {"problemas: 14", "problemas: 15"},
		} {
			Asked{{"/language " + lang, ""}, {"/puzzle damas", "🧩"}, {"/puzzle solution", c[0]}, {"/profile", "14"}}.Hold(t)
		}
	})
}

// A person who wants to be forgotten is told before which games that costs more than one point, and nothing of others.
func TestForget_TellsStakes(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, told := range map[string]string{"en": "In these matches you lose the most points: #",
			"es": "En estas partidas pierdes el máximo de puntos: #", "pt": "Nestas partidas perde o máximo de pontos: #"} {
			d, store := NewDesk(), memorytest.New()
			h, _ := Start(t, store, d)
			Says(h, Ana, "/language "+lang)
			Says(h, Ana, "/play gamao @rui")
			Says(h, Rui, "/accept")
			if Says(h, Ana, "/forget"); strings.Contains(chat.PlainText(d.Last(t).M.Text), told) {
				t.Errorf("%s: of a match that does not count told %q", lang, chat.PlainText(d.Last(t).M.Text))
			}
			PlayOn(t, h, store, 6)
			Says(h, Ana, "/play damas @eva")
			if Says(h, Ana, "/forget"); strings.Count(chat.PlainText(d.Last(t).M.Text), told) != 1 {
				t.Errorf("%s: told %q", lang, chat.PlainText(d.Last(t).M.Text))
			}
		}
	})
}
