package telegram_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/speech"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
)

// A lesson is walked in the private talk, in each language, to the game at its end. In each step a wrong move is typed,
// and told its reason; the right one is tapped where a button has it, and typed where it is picked in parts.
func TestLesson(t *testing.T) {
	t.Parallel()
	o := open(t)
	ana := o.Person("Ana", "ana")
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	// page is where a text stands now: on a message that was edited, or on a new one.
	page := func(m *telegramtest.Message, text string) *telegramtest.Message {
		for late := time.Now().Add(telegramtest.Patience); time.Now().Before(late); {
			if m != nil && strings.Contains(m.Now().Text, text) {
				return m
			}
			if next := ana.Private().NextWithin(20 * time.Millisecond); next != nil {
				m = next
			}
		}
		t.Fatalf("%q is not said", text)
		return nil
	}
	tapped := 0
	for _, lang := range speech.Languages {
		v, _ := book.In(lang)
		ana.Says(ana.Private(), "/language "+lang)
		ana.Private().Next()
		for _, g := range games {
			steps := puzzle.Lesson(g)
			ana.Says(ana.Private(), fmt.Sprint("/learn ", g.Name, " 1"))
			var shown *telegramtest.Message
			for n, s := range steps {
				shown = page(shown, v.Text("lesson-task."+s.Name))
				if at := fmt.Sprintf(" %d/%d", n+1, len(steps)+1); !strings.Contains(shown.Now().Text, at) {
					t.Errorf("%s: step%s of %s: %q", lang, at, g.Name, shown.Now().Text)
				}
				line, err := s.Line(g)
				if err != nil {
					t.Fatal(err)
				}
				right, wrong := "", ""
				for m := range line.Position().Moves() {
					if is, _ := s.Try(m); is && (right == "" || shown.Data(string(m)) != "") {
						right = string(m)
					} else if !is {
						wrong = string(m)
					}
				}
				if wrong != "" {
					_, why := s.Try(engine.Move(wrong))
					reason := strings.Split(v.Text("lesson-why."+why, speech.Text("Move", "|")), "|")
					ana.Says(ana.Private(), "/learn "+wrong)
					page(nil, reason[len(reason)-1])
				}
				if shown.Data(right) != "" {
					tapped++
					ana.Taps(shown, right).Wait()
				} else {
					ana.Says(ana.Private(), "/learn "+right)
				}
			}
			shown = page(shown, fmt.Sprintf(" %d/%d", len(steps)+1, len(steps)+1))
			if !slices.Contains(shown.Buttons(), v.Text("button.lesson-play")) {
				t.Errorf("%s: %s ends with %q, %q", lang, g.Name, shown.Now().Text, shown.Buttons())
			}
		}
	}
	if tapped == 0 {
		t.Error("no move was tapped")
	}
}
