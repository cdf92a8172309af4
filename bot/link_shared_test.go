package bot_test

import (
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/share"
	"tabuleiro/storage"
	"tabuleiro/storage/faulty"
	"tabuleiro/storage/memory"
)

// oneOfSeveral is a process on two services, which shares a store with others.
func oneOfSeveral(t *testing.T, name string, store storage.Store, common storage.Shared,
	times ...share.Times) (h *host, d, s *desk, stop func()) {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	part := share.Config{Store: common, Name: name, Log: log}
	for _, part.Times = range times {
	}
	d, s = newDesk(), newDesk()
	h, stop = serve(t, newBot(t, store, func(c *bot.Config) { c.Share = share.New(part) }), store, d, shelf{s})
	later(3 * time.Second) // it has its part
	return h, d, s, stop
}

// While another process links two people nobody is linked here, and afterwards it is done.
func TestLinkOneAtATime(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store := memory.New()
		h, d, s, stop := oneOfSeveral(t, "a", store, store)
		to(h, ana, true, "/link")
		to(h, anaToo, true, linkCode(t, d))
		code := linkCode(t, s)
		if got, err := store.Acquire(t.Context(), "b", 10*time.Second, "care/linking"); err != nil || len(got) != 1 {
			t.Fatalf("%v, %v", got, err)
		}
		go to(h.Bot, ana, true, code)
		time.Sleep(9 * time.Second)
		if p, err := store.Person(t.Context(), anaToo.ID); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("while another process links: %+v, %v", p, err)
		}
		time.Sleep(2 * time.Second)
		if p, err := store.Person(t.Context(), anaToo.ID); err != nil || p.ID != ana.ID {
			t.Errorf("afterwards: %+v, %v", p, err)
		}
		stop()
	})
}

// The work of a process that ends in the middle is finished by another one, which has run all the while.
func TestLinkFinishedByAnother(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store := memory.New()
		failing := faulty.New(store)
		h, d, s, stop := oneOfSeveral(t, "a", failing, store)
		_, _, _, stopOther := oneOfSeveral(t, "b", store, store)
		failing.Plan(func(c faulty.Call) faulty.Fault {
			if c.Writes() && c.Method == "PutPerson" {
				return faulty.Fault{Err: errors.New("the disk is gone")}
			}
			return faulty.Fault{}
		})
		for _, step := range []func(){
			func() { to(h, ana, true, "/link") },
			func() { to(h, anaToo, true, linkCode(t, d)) },
			func() { to(h, ana, true, linkCode(t, s)) },
		} {
			step()
			synctest.Wait()
		}
		if p, err := store.Person(t.Context(), anaToo.ID); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("before: %+v, %v", p, err)
		}
		if keys, err := store.Keys(t.Context(), "joining/"); err != nil || len(keys) != 1 {
			t.Fatalf("noted: %v, %v", keys, err)
		}
		stop()
		time.Sleep(15 * time.Second)
		if p, err := store.Person(t.Context(), anaToo.ID); err != nil || p.ID != ana.ID {
			t.Errorf("when the other one is alone: %+v, %v", p, err)
		}
		if keys, err := store.Keys(t.Context(), "joining/"); err != nil || len(keys) != 0 {
			t.Errorf("still noted: %v, %v", keys, err)
		}
		stopOther()
	})
}
