package show_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// slow is a brain that has no result before it is told to stop.
type slow struct{}

func (slow) Think(ctx context.Context, _ engine.Line, _ engine.Limits) (engine.SearchResult, error) {
	<-ctx.Done()
	return engine.SearchResult{}, ctx.Err()
}

// A report promised before the program stopped comes once when it runs again, in the room and language of the request;
// after a day it is dropped.
func TestPromise_AfterRestart(t *testing.T) {
	game := *draughts.Portuguese
	game.Brain = slow{}
	for name, c := range map[string]struct {
		down    time.Duration
		private bool
		want    bool
	}{
		"soon":            {time.Hour, false, true},
		"in private":      {time.Hour, true, true},
		"before a day":    {23 * time.Hour, false, true},
		"more than a day": {25 * time.Hour, false, false},
	} {
		Subtest(t, name, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			h, stop := Start(t, store, d, func(c *bot.Config) { c.Games = []*engine.Game{&game} })
			Says(h, Ana, "/play damas @rui colour=white")
			Says(h, Rui, "/accept")
			Says(h, Ana, "11-15")
			Says(h, Rui, "21-17")
			Says(h, Rui, "/resign yes")
			Says(h, Ana, "/settings language pt")
			d.Heard()
			if c.private {
				head, _ := OnlyStored(t, store, storage.Query{})
				e := EventOf(Ana, "/analisar #"+head.ID)
				e.Room, e.Private = "desk:ana", true
				Hear(h, e)
			} else {
				Says(h, Ana, "/analisar")
				Says(h, Rui, "/analisar")
			}
			Later(time.Minute)
			if said := strings.Join(d.Heard(), "\n"); strings.Contains(said, "precisão") {
				t.Fatalf("there is a report already: %q", said)
			}
			stop()
			Later(c.down)
			_, stop = Start(t, store, d)
			Later(5 * time.Minute)
			said := d.All()
			found := slices.IndexFunc(said, func(s Said) bool { return strings.Contains(text(s), "precis") || strings.Contains(text(s), "accuracy") })
			if (found >= 0) != c.want {
				t.Fatalf("it said %q", d.Heard())
			}
			if found >= 0 && (said[found].Room == "desk:ana") != c.private {
				t.Errorf("it is told in %s", said[found].Room)
			}
			stop()
			d.Heard()
			Start(t, store, d)
			Later(5 * time.Minute)
			if again := d.Heard(); len(again) > 0 {
				t.Errorf("it said again %q", again)
			}
		})
	}
}

func text(s Said) string {
	var all strings.Builder
	for _, span := range s.M.Text {
		all.WriteString(span.Text)
	}
	return all.String()
}
