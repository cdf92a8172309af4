package router_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// A yes in reply to a board does not answer the last question.
func TestQuestion_ReplyToBoard(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		board := chat.PlainText(d.Last(t).M.Text)
		Says(h, Ana, "/resign")
		d.Heard()
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "yes", Addressed: true, Quoted: board})
		if got := d.Heard(); len(got) > 0 || Only(t, h.Store, storage.Query{}).Status != match.Playing {
			t.Errorf("told %q", got)
		}
	})
}

// A question in a room of a service that is gone ends as well; there is no message to remove.
func TestQuestion_ServiceAway(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := memorytest.New()
		const left = `{"heard":0,"at":"2026-11-23T11:00:00Z","own":"7","brief":true,"goes":true}`
		if err := store.Put(t.Context(), "question/desk:ana/away:room", left); err != nil {
			t.Fatal(err)
		}
		_, stop := Start(t, store, NewDesk())
		Later(time.Minute)
		if keys, err := store.Keys(t.Context(), "question/"); err != nil || len(keys) != 0 {
			t.Errorf("open are %q, %v", keys, err)
		}
		stop()
	})
}

// A question that nobody answers is open for a day and is then deleted, by a program that has run all the time or by
// one that is started later.
func TestQuestion_Lapses(t *testing.T) {
	for name, pass := range map[string]func(stop, start func()){
		"running": func(_, _ func()) { Later(2 * time.Hour) },
		"started": func(stop, start func()) { stop(); Later(2 * time.Hour); start(); Later(time.Minute) },
	} {
		Subtest(t, name, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			h, stop := Start(t, store, d)
			Says(h, Ana, "/play damas @rui colour=theirs")
			Says(h, Rui, "/accept white")
			Says(h, Ana, "/resign")
			asked := chat.PlainText(d.Last(t).M.Text)
			Later(23 * time.Hour)
			open := func() int {
				keys, err := store.Keys(t.Context(), "question/")
				if err != nil {
					t.Fatal(err)
				}
				return len(keys)
			}
			if open() != 1 {
				t.Fatalf("%d questions are open after 23 hours", open())
			}
			pass(stop, func() { h, stop = Start(t, store, d) })
			if open() != 0 {
				t.Errorf("%d questions are open after 25 hours", open())
			}
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "yes", Addressed: true, Quoted: asked})
			if m := Only(t, store, storage.Query{}); m.Status != match.Playing {
				t.Errorf("the match is %v", m.Status)
			}
			stop()
		})
	}
}

// If the store fails while a yes is handled, the author is told, and the next yes counts.
func TestWords_YesWhenStoreFails(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, method := range []string{"Put", "Append"} {
			store, d := faultytest.New(memorytest.New()), NewDesk()
			h, _ := Start(t, store, d)
			Privately(h, Ana, "/play damas @house:1 colour=white")
			Privately(h, Ana, "/resign")
			store.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrFull}, method))
			d.Heard()
			Privately(h, Ana, "yes")
			if got := fmt.Sprint(d.Heard()); method == "Append" && !strings.Contains(got, "went wrong") {
				t.Errorf("%s fails: said is %q", method, got)
			}
			store.Plan(nil)
			Privately(h, Ana, "yes")
			if is := Only(t, store, storage.Query{}).Status; is != match.Over {
				t.Errorf("%s has failed: the match is %v, and said is %q", method, is, d.Heard())
			}
		}
	})
}
