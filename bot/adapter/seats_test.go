package adapter_test

import (
	"context"
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
		s := adapter.NewSeats()
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
