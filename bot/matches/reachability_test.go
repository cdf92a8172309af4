package matches_test

import (
	"context"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// The clock stands while a match can be announced nowhere, unless the player on turn has caused that, and runs again
// when it can be announced.
func TestReachability_TimeStands(t *testing.T) {
	for name, c := range map[string]struct {
		by     chat.User // who has the room take nothing
		stands bool
	}{"nobody knows who": {chat.User{}, true}, "the other one": {Rui, true}, "the one on turn": {Ana, false}} {
		Subtest(t, name, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			Begin(t, h, d, "3d")
			shut := true
			d.Fail = func(chat.Room, chat.Message) error {
				if shut {
					return chat.ErrClosed
				}
				return nil
			}
			h.Shut(context.Background(), "desk:group", c.by)
			Later(time.Minute)
			m := Only(t, store, storage.Query{})
			if m.Clock.Unreached.IsZero() == c.stands || m.Lost.IsZero() {
				t.Errorf("the clock stands since %v, the match is lost since %v", m.Clock.Unreached, m.Lost)
			}
			Later(4 * 24 * time.Hour)
			if m := Only(t, store, storage.Query{}); c.stands != m.Deadline().After(time.Now()) {
				t.Errorf("it is %s, with a time until %v", m.Status, m.Deadline())
			}
			shut = false
			d.Heard()
			Says(h, Ana, "12x19")
			m = Only(t, store, storage.Query{})
			if !m.Clock.Unreached.IsZero() || m.Status != match.Playing {
				t.Errorf("told again it is %s, and the clock stands since %v", m.Status, m.Clock.Unreached)
			}
			if head, _ := OnlyStored(t, store, storage.Query{}); head.Undelivered() {
				t.Errorf("something is still to be told: %+v", head.Places)
			}
		})
	}
}
