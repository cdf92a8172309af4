package bot_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/share"
	"tabuleiro/storage"
	"tabuleiro/storage/faulty"
	"tabuleiro/storage/memory"
)

// several are processes of which the one hears whose room it is.
type several struct {
	chat.Handler
	bots []*bot.Bot
}

func (s several) Hear(ctx context.Context, e chat.Event) {
	for _, b := range s.bots {
		if inside, leave, ours := b.Share.Enter(ctx, e.Room); ours {
			b.Hear(inside, e)
			leave()
			return
		}
	}
	panic("nobody hears " + e.Text + " in " + string(e.Room))
}

// With several processes the puzzle of a day is set once in each room, answered once by a person who answers it in two
// rooms at the same moment, and ends with one table in each, also where a process dies as it says that: what is said
// again is marked.
func TestPuzzleOfTheDayShared(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store := memory.New()
		ana2 := storage.Person{ID: ana.ID, Identities: []string{ana.ID, anaToo.ID}, Version: 1}
		if err := store.PutPerson(t.Context(), ana2); err != nil {
			t.Fatal(err)
		}
		var all several
		var desks []*desk
		var dies, died atomic.Bool
		for _, name := range []string{"a", "b", "c"} {
			own := faulty.New(store)
			h, d, s, stop := oneOfSeveral(t, name, own, store, share.Times{Beat: 30 * time.Second, Lease: 3 * time.Minute,
				Look: 3 * time.Minute})
			stop = sync.OnceFunc(stop)
			defer stop()
			fails := func(_ chat.Room, m chat.Message) error {
				if strings.Contains(chat.Plain(m.Text), "Solved by") && dies.Load() && died.CompareAndSwap(false, true) {
					own.Plan(faulty.Always(faulty.Fault{Err: errors.New("killed")}, "Put", "Append"))
					time.AfterFunc(time.Second, stop)
				}
				return nil
			}
			d.fail, s.fail = fails, fails
			all.bots, desks = append(all.bots, h.Bot), append(desks, d, s)
		}
		later(2 * time.Minute) // each has its part
		said := func(room chat.Room, what string) (n int) {
			for _, d := range desks {
				for _, s := range d.all() {
					if text := chat.Plain(s.m.Text); s.room == room && strings.Contains(text, what) &&
						!strings.HasPrefix(text, "(again)") {
						n++
					}
				}
			}
			return n
		}
		rooms := map[chat.Room]chat.User{"desk:group": ana, "desk:club": ana, "shelf:group": anaToo}
		for room, u := range rooms {
			says0(all, room, u, "/settings puzzle 12:05")
		}
		later(5 * time.Minute)
		var playing sync.WaitGroup
		for room, u := range rooms {
			playing.Go(func() { answersIn(t, all, store, room, u, false, 0) })
		}
		playing.Wait()
		dies.Store(true)
		later(24*time.Hour + 20*time.Minute)
		solved := 0
		for room := range rooms {
			solved += said(room, ": solved.")
			if tables, set := said(room, "Solved by:\n1. Ana"), said(room, "The puzzle of the day."); tables != 1 || set != 2 {
				t.Errorf("in %s %d tables are said, and %d puzzles are set", room, tables, set)
			}
		}
		if solved != 1 || !died.Load() {
			t.Errorf("it is solved %d times; a process has died: %t", solved, died.Load())
		}
	})
}
