package exercise_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/puzzle"
	"tabuleiro/storage/memorytest"
)

// alone sends a text or a tap in a private chat.
func alone(h chat.Handler, u chat.User, text string, tap bool) {
	room := chat.Room("desk:" + u.ID)
	h.Hear(context.Background(), chat.Event{Room: room, From: u, Text: text, Addressed: true, Private: true, Tap: tap})
}

// Each lesson can be completed in private up to the game at its end, in each language, by taps. Each wrong legal move
// is answered by its reason, on the board of the step, and the step stays.
func TestLesson_EachWalked(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Pictures = false
		h, _ := Start(t, memorytest.New(), d)
		book, err := speech.Load()
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range speech.Languages {
			v, _ := book.In(lang)
			alone(h, Ana, "/language "+lang, false)
			for i, g := range Games {
				if speech.Languages[i%len(speech.Languages)] != lang && !longtest.All() {
					continue
				}
				steps := puzzle.Lesson(g)
				for n, s := range steps {
					alone(h, Ana, fmt.Sprint("/learn ", g.Name, " ", n+1), false)
					task := v.Text("lesson-task." + s.Name)
					if text := chat.PlainText(d.Last(t).M.Text); !strings.HasSuffix(text, task) || d.Last(t).M.Board == nil {
						t.Fatalf("%s: %q, want %q", lang, text, task)
					}
					tap := func(move string) string {
						alone(h, Ana, fmt.Sprint("/learn ", g.Name, ":", n+1, " ", move), true)
						return chat.PlainText(d.Last(t).M.Text)
					}
					right := ""
					for m := range s.Line(g).Position().Moves() {
						is, why := s.Try(m)
						if is {
							right = string(m)
							continue
						}
						reason := strings.Split(v.Text("lesson-why."+why, speech.Text("Move", "|")), "|")
						if text := tap(string(m)); !strings.Contains(text, reason[len(reason)-1]) || !strings.HasSuffix(text, task) {
							t.Errorf("%s: %s %s: %q", lang, s.Name, m, text)
						}
					}
					if text := tap(right); !strings.Contains(text, fmt.Sprint(" ", n+2, "/", len(steps)+1, "\n")) {
						t.Errorf("%s: %s: %q", lang, right, text)
					}
				}
				if len(steps) > 0 && !d.Last(t).Offers(v.Text("button.lesson-play")) {
					t.Errorf("%s: %s ends with %q", lang, g.Name, chat.PlainText(d.Last(t).M.Text))
				}
			}
		}
	})
}
