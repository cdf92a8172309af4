package adapter_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
)

// seated is a handler that knows who plays in which room, and hears nothing.
type seated struct {
	chat.Handler
	players map[chat.Room][]string
}

func (s seated) Seated(_ context.Context, room chat.Room) []string { return s.players[room] }

// Those who do not play share what they may ask in a minute where a match is under way; players and other rooms do not.
func TestMayAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := adapter.NewActiveRooms()
		s.Ask(seated{players: map[chat.Room][]string{"match": {"ana", "rui"}}})
		asked := func(room chat.Room, who ...string) (n int) {
			for i := range 3 * adapter.MaxAsked {
				if s.MayAsk(t.Context(), room, who[i%len(who)]) {
					n++
				}
				time.Sleep(time.Second)
			}
			return n
		}
		if n := asked("match", "eva", "flo"); n != adapter.MaxAsked {
			t.Errorf("onlookers could ask %d times", n)
		}
		if n := asked("match", "ana", "rui"); n != 3*adapter.MaxAsked {
			t.Errorf("players could ask %d times", n)
		}
		if n := asked("quiet", "eva"); n != 3*adapter.MaxAsked {
			t.Errorf("people without a match could ask %d times", n)
		}
		time.Sleep(30 * time.Second)
		if n := asked("match", "eva"); n != adapter.MaxAsked {
			t.Errorf("onlookers could ask %d times in another minute", n)
		}
	})
}

// Who asked is forgotten a minute after the first, and who plays after some seconds.
func TestSeats_Forget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, h := adapter.NewActiveRooms(), seated{players: map[chat.Room][]string{"match": {"ana"}}}
		if s.In(t.Context(), "match") != nil || !s.MayAsk(t.Context(), "match", "eva") {
			t.Error("somebody plays before anybody was asked")
		}
		s.Ask(h)
		began := time.Now()
		for i := range adapter.MaxAsked {
			if !s.MayAsk(t.Context(), "match", "eva") {
				t.Errorf("the question %d is one too many", i)
			}
			time.Sleep(time.Second)
		}
		time.Sleep(time.Until(began.Add(time.Minute - time.Nanosecond)))
		if s.MayAsk(t.Context(), "match", "eva") {
			t.Error("one more within the minute")
		}
		time.Sleep(time.Nanosecond)
		for i := range 2 * adapter.MaxAsked {
			if s.MayAsk(t.Context(), "match", "eva") != (i < adapter.MaxAsked) {
				t.Errorf("the question %d of another minute may be asked: %v", i, i >= adapter.MaxAsked)
			}
		}
		delete(h.players, "match")
		if !slices.Equal(s.In(t.Context(), "match"), []string{"ana"}) {
			t.Error("it is not believed who plays")
		}
		time.Sleep(10*time.Second + time.Millisecond)
		if s.In(t.Context(), "match") != nil {
			t.Error("it is believed for too long who plays")
		}
	})
}
