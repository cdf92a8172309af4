package club_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// texts are the messages about tournaments that were said since a number of messages.
func texts(d *Desk, since int) (all []string) {
	for _, s := range d.All()[since:] {
		if text := chat.PlainText(s.M.Text); strings.HasPrefix(text, "🏆") {
			all = append(all, text)
		}
	}
	return all
}

// A room that could not be told of a tournament is told some minutes later, once, and also by the next process.
func TestTournament_ToldLater(t *testing.T) {
	for _, restarts := range []bool{false, true} {
		InTime(t, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			h, stop := Start(t, store, d)
			d.Fail = func(_ chat.Room, m chat.Message) error {
				if strings.HasPrefix(chat.PlainText(m.Text), "🏆") {
					return errors.New("too much is said here")
				}
				return nil
			}
			Says(h, Ana, "/tournament damas needs=5")
			Later(time.Minute)
			Says(h, Rui, "/tournament join")
			Says(h, Ana, "/tournament cancel yes")
			tried := len(texts(d, 0))
			d.Fail = nil
			if restarts {
				stop()
				_, stop = Start(t, store, d)
				Later(time.Second)
			} else if Later(4 * time.Minute); len(texts(d, 0)) != tried {
				t.Errorf("it is told at once: %q", texts(d, 0)[tried:])
			}
			Later(2 * time.Minute)
			got := texts(d, tried)
			if len(got) != 1 || !strings.Contains(got[0], "Ana announces a tournament.") ||
				!strings.Contains(got[0], "Tournament cancelled.") {
				t.Errorf("restarted %t: it is told later as %q", restarts, got)
			}
			Later(24 * time.Hour)
			if again := texts(d, tried); len(again) != 1 {
				t.Errorf("restarted %t: it is told once more: %q", restarts, again)
			}
			stop()
		})
	}
}
