package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// Of two who play in their private talks a reminder goes to the one who has asked for it, and nothing of it to the other
// one. A board that is older than an hour comes with it; of one that is not the line is enough.
func TestReminderIsForOne(t *testing.T) {
	for after, board := range map[string]bool{"30m": false, "59m": false, "1h": true, "6h": true} {
		t.Run(after, func(t *testing.T) {
			inTime(t, func(t *testing.T) {
				d := newDesk()
				d.caps.Turns = true
				h, stop := start(t, memory.New(), d)
				defer stop()
				private := func(u chat.User, text string) {
					h.Hear(t.Context(), chat.Event{Room: chat.Room("desk:" + u.Handle), From: u, Text: text, Addressed: true, Private: true})
					synctest.Wait()
				}
				private(ana, "/play damas colour=white time=4d")
				_, link, _ := strings.Cut(chat.Plain(d.last(t).m.Text), "start=")
				private(rui, "/start "+strings.Fields(link)[0])
				private(rui, d.last(t).m.Buttons[0][0].Says)
				private(ana, "11-15")
				private(rui, "21-18")
				private(ana, "/remind in "+after)
				before := len(d.all())
				for range 2 {
					later(3 * time.Hour)
				}
				said := d.all()[before:]
				if len(said) != 1 || said[0].room != "desk:ana" || !strings.Contains(chat.Plain(said[0].m.Text), "you asked me") {
					t.Fatalf("said: %+v", said)
				}
				if came := said[0].m.Board != nil; came != board {
					t.Errorf("the board came: %v, want %v: %q", came, board, chat.Plain(said[0].m.Text))
				}
			})
		})
	}
}
