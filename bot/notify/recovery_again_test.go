package notify_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// unnoted is a fault plan in which the store keeps events but not their deliveries, as if the program were killed
// before.
func unnoted(c faultytest.Call) faultytest.Fault {
	if c.Method == "Append" && c.Events == 0 {
		return faultytest.Fault{Err: storage.ErrFull}
	}
	return faultytest.Fault{}
}

// tellers returns the nonces of the messages about a move.
func tellers(d *Desk, move string) (names []string) {
	for _, s := range d.All() {
		if strings.Contains(chat.PlainText(s.M.Text), move) {
			names = append(names, s.M.Once)
		}
	}
	return names
}

// A message sent but not noted before a kill is sent again under its nonce, so that a service may recognise it; a later
// start sends nothing.
func TestRecovery_SaidAgainAfterKill(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := faultytest.New(memorytest.New()), NewDesk()
		h, stop := Start(t, store, d)
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		store.Plan(unnoted)
		Says(h, Ana, "11-15")
		stop()
		store.Plan(nil)
		before := tellers(d, "Ana: 11-15")
		for i, want := range [][]string{before, nil} {
			next := NewDesk()
			_, stop := Start(t, store, next)
			stop()
			if got := tellers(next, "Ana: 11-15"); len(before) != 1 || before[0] == "" || !slices.Equal(got, want) {
				t.Errorf("start %d tells the move under %q, not %q; it was told under %q", i+1, got, want, before)
			}
		}
	})
}

// A running bot does not repeat messages whose delivery the store did not note, and notes it when the store recovers.
func TestRecovery_SaidOnceWhileStoreIsFull(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := faultytest.New(memorytest.New()), NewDesk()
		h, _ := Start(t, store, d)
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		store.Plan(unnoted)
		Says(h, Ana, "11-15")
		Later(10 * time.Minute)
		if got := tellers(d, "Ana: 11-15"); len(got) != 1 {
			t.Errorf("while nothing is noted the move is told %d times", len(got))
		}
		store.Plan(nil)
		Later(2 * time.Minute)
		unsaid, err := store.Find(t.Context(), storage.Query{Undelivered: true})
		if got := tellers(d, "Ana: 11-15"); len(got) != 1 || err != nil || len(unsaid) > 0 {
			t.Errorf("afterwards it is told %d times, and %d matches have something to tell, %v", len(got), len(unsaid), err)
		}
	})
}

// An answer has the same nonce when the next process handles its event again, and each event has another one.
func TestRecovery_AnswerNamedAgain(t *testing.T) {
	InTime(t, func(t *testing.T) {
		var names []string
		for _, id := range []string{"desk:1", "desk:1", "desk:2"} {
			d := NewDesk()
			h, stop := Start(t, memorytest.New(), d)
			Hear(h, chat.Event{ID: id, Room: "desk:group", From: Ana, Text: "/ranking", Addressed: true})
			names = append(names, d.Last(t).M.Once)
			stop()
		}
		if names[0] == "" || names[0] != names[1] || names[0] == names[2] {
			t.Errorf("%q", names)
		}
	})
}
