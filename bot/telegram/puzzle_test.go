package telegram_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/adapter/adaptertest"
	"tabuleiro/bot/telegram/telegramtest"
)

// The puzzle of the day of a group is answered in the private talk, to which its button leads.
func TestPuzzleOfTheDay_InGroup(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui, group := o.people()
		room := string(roomOf(group))
		set := map[string]any{"day": map[string]any{"date": "2026-11-26", "game": "portuguese", "at": time.Now(),
			"key": "k2k2k2k2"}}
		text, err := json.Marshal(set)
		if err == nil {
			err = o.store.Put(t.Context(), "puzzle/"+room, string(text))
		}
		if err != nil {
			t.Fatal(err)
		}
		shown := say(group, ana, "/puzzle")
		_, payload, _ := strings.Cut(shown.URL("Answer"), "start=")
		if !strings.Contains(shown.Text, "🧩 2026-11-26") || payload == "" {
			t.Fatalf("shown: %q, %q", shown.Text, shown.URL("Answer"))
		}
		private := rui.Private()
		if asked := say(private, rui, "/start "+payload); !strings.Contains(asked.Text, "🧩 2026-11-26") ||
			len(asked.Buttons()) < 3 {
			t.Fatalf("asked: %q, %q", asked.Text, asked.Buttons())
		}
		solution := adaptertest.Puzzle(t, o.store, roomOf(private)).Solution
		for n, said := 0, ""; !strings.Contains(said, "Tries: 1."); n += 2 {
			if n > len(solution) {
				t.Fatalf("the end is %q", said)
			}
			said = say(private, rui, string(solution[min(n, len(solution)-1)])).Text
		}
		if said := say(group, ana, string(solution[0]), telegramtest.Reply(shown)); said.URL("Answer") == "" ||
			!strings.Contains(said.Text, "in our private chat") {
			t.Errorf("a move in the group is answered with %q", said.Text)
		}
	})
}
