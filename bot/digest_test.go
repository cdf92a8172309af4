package bot_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// On Mondays at nine by the clock of whoever asked for it a room is told what ended there in the week and what waits,
// once, silently, and also after a restart and at a new address; nothing where nothing happened, and no more when it is
// switched off.
func TestDigest(t *testing.T) {
	inTime(t, func(t *testing.T) { // Monday noon in London
		store, d := memorytest.New(), newDesk()
		h, stop := start(t, store, d)
		says(h, ana, "/settings me zone lisbon")
		says(h, ana, "/settings digest on")
		d.heard()
		later(7*24*time.Hour - 2*time.Hour)
		d.expect(t, "on a Monday before which nothing was played")
		says(h, ana, "/play damas @rui colour=white")
		says(h, rui, "/accept")
		says(h, ana, "9-13")
		says(h, rui, "/resign yes")
		says(h, ana, "/play eximo @rui colour=white time=none")
		says(h, rui, "/accept")
		says(h, ana, "/tournament cage")
		d.heard()
		stop()
		decided := analysis.Judged{
			Side: engine.First, Move: "9-13", Best: engine.Weighed{Move: "10-14", Line: []engine.Move{"10-14"}, Equity: 6000},
			Value: 3000, Loss: 3000,
			Mark: analysis.Blunder,
		}
		heads, err := store.Find(t.Context(), storage.Query{Ended: true})
		if err != nil || len(heads) != 1 {
			t.Fatalf("%+v, %v", heads, err)
		}
		report, err := json.Marshal(analysis.Report{Moves: []analysis.Judged{decided}})
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Put(t.Context(), "house/report/"+heads[0].ID, string(report)); err != nil {
			t.Fatal(err)
		}
		h, stop = start(t, store, d)
		later(6 * 24 * time.Hour)
		d.expect(t, "on Sunday")
		later(24 * time.Hour)
		m := d.last(t).m
		text := chat.Plain(m.Text)
		for _, part := range []string{"This week 1 match ended here:", "Ana wins: Rui resigns.", "Tournament of Cage",
			"1 match is going on here:\nEximo", "(waiting for 6 days 23 hours)", "9-13??: 10-14 was better."} {
			if !strings.Contains(text, part) {
				t.Errorf("%q is not in\n%s", part, text)
			}
		}
		if len(d.heard()) != 1 || !m.Quiet || m.Board == nil {
			t.Error("it is said once, with a board, and rings for no one")
		}
		if err := h.Moved(context.Background(), "desk:group", "desk:supergroup"); err != nil {
			t.Fatal(err)
		}
		later(7 * 24 * time.Hour)
		if all := d.heard(); len(all) != 1 || !strings.Contains(all[0], "This week no match ended here.") {
			t.Errorf("a week after: %q", all)
		}
		says0(h, "desk:supergroup", ana, "/settings digest off")
		d.heard()
		later(14 * 24 * time.Hour)
		d.expect(t, "no more")
		stop()
	})
}
