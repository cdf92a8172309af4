package bot_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/render"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// Work at the start is logged if there was any, or if it failed; otherwise nothing is.
func TestRun_Log(t *testing.T) {
	fails := func(method, of string) faultytest.Plan {
		return func(c faultytest.Call) (f faultytest.Fault) {
			if c.Method == method && strings.HasPrefix(c.Of, of) {
				f.Err = errors.New("no disk")
			}
			return f
		}
	}
	for name, c := range map[string]struct {
		note string // that stands there
		plan faultytest.Plan
		want string // the beginning of the only line
	}{
		"nothing":                      {"", nil, ""},
		"what is read":                 {"settings/room/desk:group", nil, ""},
		"two of an older version":      {"outbox/", nil, `level=INFO msg="notes of an older version dropped" notes=2`},
		"which cannot be found":        {"outbox/", fails("Keys", "outbox/"), `level=WARN msg="notes of an older version cannot be dropped"`},
		"people who cannot be found":   {"", fails("Keys", "rewriting/"), `level=ERROR msg="forgetting or joining a person is not finished yet"`},
		"those of an older version":    {"", fails("Keys", "forgetting/"), `level=ERROR msg="forgetting or joining a person is not finished yet"`},
		"accounts of an older version": {"", fails("Keys", "joining/"), `level=ERROR msg="forgetting or joining a person is not finished yet"`},
	} {
		Subtest(t, name, func(t *testing.T) {
			var log bytes.Buffer
			plain := memorytest.New()
			if c.note != "" {
				for n := range 2 {
					if err := plain.Put(t.Context(), fmt.Sprint(c.note, n), "{}"); err != nil {
						t.Fatal(err)
					}
				}
			}
			store := faultytest.New(plain)
			store.Plan(c.plan)
			_, stop := Start(t, store, NewDesk(), func(c *bot.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
			stop()
			_, line, _ := strings.Cut(log.String(), " ")
			if got := strings.Count(log.String(), "\n"); got != min(1, len(c.want)) || !strings.HasPrefix(line, c.want) {
				t.Errorf("the log is %q, want %q", log.String(), c.want)
			}
		})
	}
}

// A board that cannot be drawn is shown as text, and that is logged.
func TestBot_Undrawn(t *testing.T) {
	var log bytes.Buffer
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white")
		if Says(h, Rui, "/accept"); !strings.Contains(log.String(), "a board cannot be drawn") || strings.Count(log.String(), "level=ERROR") != 1 {
			t.Errorf("the log is %q", log.String())
		}
		if b := d.Last(t).M.Board; b == nil || b.PNG != nil || b.Text == "" {
			t.Errorf("the board is %+v", b)
		}
	}, func(c *bot.Config) {
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
		c.Draw = func(engine.View, render.Style) ([]byte, error) { return Undrawn, errors.New("no paint") }
	})
}

// Only supported languages can be the default, which is English if none is set.
func TestNew_Language(t *testing.T) {
	for language, fits := range map[string]bool{"": true, "pt": true, "klingon": false} {
		c := bot.Config{Store: memorytest.New(), Games: Games, Language: language, Log: slog.New(slog.DiscardHandler)}
		c.Now = time.Now
		if _, err := bot.New(c); (err == nil) != fits || err != nil && !strings.Contains(err.Error(), "klingon") {
			t.Errorf("%q: %v", language, err)
		}
	}
}

// Whichever call of the store fails while a room moves, that is reported, and a repetition moves everything: matches,
// choices, tournaments, the digest and the puzzle.
func TestMoved_StoreFails(t *testing.T) {
	const from, to = chat.Room("desk:group"), chat.Room("desk:hall")
	InTime(t, func(t *testing.T) {
		failed := 0
		for n, calls := 1, 1; n <= calls; n++ {
			store, d := faultytest.New(memorytest.New()), NewDesk()
			h, stop := Start(t, store, d)
			PlaysMoves(h, d, "", 2)
			for _, text := range []string{"/theme slate", "/settings digest on", "/settings puzzle 9:00", "/tournament cage"} {
				Says(h, Ana, text)
			}
			move := func() error { return h.Moved(t.Context(), from, to) }
			store.Plan(faultytest.Nth(n, faultytest.Fault{Err: errors.New("no disk")}))
			if err := move(); err != nil {
				if failed++; !strings.HasPrefix(err.Error(), "move a room: ") {
					t.Errorf("call %d failed: %v", n, err)
				}
			}
			calls = max(calls, store.Calls()+1)
			store.Plan(nil)
			if err := move(); err != nil {
				t.Errorf("after call %d failed: %v", n, err)
			}
			heads, err := store.Find(t.Context(), storage.Query{Room: string(from)})
			if err != nil || len(heads) > 0 {
				t.Errorf("after call %d failed there are left %v, %v", n, heads, err)
			}
			for _, place := range []string{"tournament-at/", "digest-due/", "puzzle-due/"} {
				keys, err := store.Keys(t.Context(), place)
				if err != nil || len(keys) != 1 || !strings.Contains(keys[0], string(to)) {
					t.Errorf("after call %d failed there is of %s %q, %v", n, place, keys, err)
				}
			}
			d.Heard()
			SaysIn(h, to, Ana, "/settings look")
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Look: slate") {
				t.Errorf("after call %d failed: %q", n, got)
			}
			stop()
		}
		if failed < 20 {
			t.Errorf("only %d failures are told", failed)
		}
	})
}
