package bot_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/faulty"
	"tabuleiro/storage/memory"
)

// unnoted is a plan in which the store keeps what happens and does not learn that it is said, as if the program were
// killed before.
func unnoted(c faulty.Call) faulty.Fault {
	if c.Method == "Append" && c.Events == 0 {
		return faulty.Fault{Err: storage.ErrFull}
	}
	return faulty.Fault{}
}

// errUnsure is the answer of a service of which nobody knows whether it has taken a message.
var errUnsure = fmt.Errorf("%w: cut", chat.ErrUnsure)

// cutOff plays until a move of Ana's that has been said, as which fails with an error, and which the store does not
// know when the bot ends. If more is true, there is a move of Rui's after it that is refused.
func cutOff(t *testing.T, as error, more bool) *faulty.Store {
	t.Helper()
	store, d := faulty.New(memory.New()), newDesk()
	d.caps.Pictures = false // they take long to draw
	h, stop := start(t, store, d)
	says(h, ana, "/play damas @rui")
	says(h, rui, "/accept")
	store.Plan(unnoted)
	d.fail = func(chat.Room, chat.Message) error { return as }
	says(h, ana, "11-15")
	if more {
		d.fail = func(chat.Room, chat.Message) error { return errDown }
		says(h, rui, "22-18")
	}
	stop()
	store.Plan(nil)
	return store
}

// next is what a bot says when it is started again.
func next(t *testing.T, store storage.Store) string {
	t.Helper()
	d := newDesk()
	d.caps.Pictures = false
	_, stop := start(t, store, d)
	stop()
	if unsaid, err := store.Find(t.Context(), storage.Query{Unsaid: true}); err != nil || len(unsaid) != 0 {
		t.Errorf("not noted: %+v, %v", unsaid, err)
	}
	if kept, err := store.Keys(t.Context(), "outbox/desk:group/"+only(t, store, storage.Query{}).ID); err != nil ||
		len(kept) > 0 {
		t.Errorf("a receipt is left of what is noted: %q, %v", kept, err)
	}
	d.mu.Lock()
	boards := slices.Collect(func(yield func(string) bool) {
		for _, s := range d.said {
			if s.m.Board != nil && !yield(" with a board") {
				return
			}
		}
	})
	d.mu.Unlock()
	return strings.Join(d.heard(), "\n") + strings.Join(boards, "")
}

// A message taken before the end is not said again, whether the match knows it or not; later news is said.
func TestReceipts(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store := cutOff(t, nil, false)
		if got := next(t, store); got != "" {
			t.Errorf("said again: %q", got)
		}
		if heads, err := store.Find(t.Context(), storage.Query{}); err != nil || heads[0].N != 3 ||
			heads[0].Places[0].Ref != "m3" {
			t.Errorf("the message with the board is not known: %+v, %v", heads, err)
		}
		if got := next(t, cutOff(t, nil, true)); strings.Contains(got, "11-15\n") || !strings.Contains(got, "Rui: 22-18") ||
			strings.Contains(got, "again") {
			t.Errorf("said: %q, want the second move alone", got)
		}
	})
}

// A message that may have been taken is said again in short, before any later one; a refused one, in full and unmarked.
func TestSaidAgainMarked(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			as   error
			more bool
			want []string
		}{
			"may be there": {errUnsure, false, []string{"(again) Portuguese draughts", "Ana: 11-15"}},
			"was refused":  {errDown, false, []string{"Ana: 11-15", " with a board"}},
			"and something later": {errUnsure, true, []string{"(again) Portuguese draughts", "Ana: 11-15", "Rui: 22-18",
				" with a board"}},
		} {
			got := next(t, cutOff(t, c.as, c.more))
			rest := got
			for _, part := range c.want {
				_, after, found := strings.Cut(rest, part)
				if !found {
					t.Errorf("%s: said %q, want %q", name, got, c.want)
					break
				}
				rest = after
			}
			if strings.Contains(got, "(again)") != errors.Is(c.as, chat.ErrUnsure) || !c.more &&
				errors.Is(c.as, chat.ErrUnsure) && strings.Contains(got, "with a board") {
				t.Errorf("%s: said %q", name, got)
			}
		}
	})
}

// Receipts of another match that has the same name and as many events, as in a database from before, silence nothing.
func TestReceiptsOfAnotherDatabase(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store := cutOff(t, nil, false)
		id := only(t, store, storage.Query{}).ID
		key := "outbox/desk:group/" + id
		kept, err := store.Get(t.Context(), key)
		if err != nil || kept == "" {
			t.Fatalf("%q, %v", kept, err)
		}
		if err := store.Put(t.Context(), key, strings.Replace(kept, `"of":"2`, `"of":"1`, 1)); err != nil {
			t.Fatal(err)
		}
		if got := next(t, store); !strings.Contains(got, "Ana: 11-15") {
			t.Errorf("said: %q", got)
		}
	})
}

// An answer that was given is not given again when its event is heard again by the next process, and one that may have
// been is given in short.
func TestAnswersOnce(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for want, as := range map[string]error{"": nil, "(again) ": errUnsure} {
			store := memory.New()
			d := newDesk()
			h, stop := start(t, store, d)
			d.fail = func(chat.Room, chat.Message) error { return as }
			e := chat.Event{ID: "desk:event", Room: "desk:group", From: ana, Text: "/ranking", Addressed: true}
			h.Hear(t.Context(), e)
			stop()
			d = newDesk()
			h, stop = start(t, store, d)
			h.Hear(t.Context(), e)
			e.ID = "desk:later"
			h.Hear(t.Context(), e)
			got := d.heard()
			stop()
			if want == "" && len(got) != 1 || want != "" && (len(got) != 2 || !strings.HasPrefix(got[0], want) ||
				strings.HasPrefix(got[1], want)) {
				t.Errorf("said %q, want %q", got, want)
			}
		}
	})
}
