package club_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// On Mondays at nine by its clock a room gets the week's results and waiting matches, once, silently, also after a
// restart and at a new address; nothing if nothing happened, or if it is switched off.
func TestDigest(t *testing.T) {
	InTime(t, func(t *testing.T) { // Monday noon in London
		store, d := memorytest.New(), NewDesk()
		h, stop := Start(t, store, d)
		Says(h, Ana, "/settings digest on")
		d.Heard()
		Later(7*24*time.Hour - 2*time.Hour)
		d.Expect(t, "on a Monday before which nothing was played")
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		Says(h, Ana, "9-13")
		Says(h, Rui, "/resign yes")
		Says(h, Ana, "/play eximo @rui colour=white time=none")
		Says(h, Rui, "/accept")
		Says(h, Ana, "/tournament cage")
		d.Heard()
		stop()
		decided := analysis.Judged{
			Side: engine.First, Move: "9-13", Best: engine.ScoredMove{Move: "10-14", Line: []engine.Move{"10-14"}, Equity: 6000},
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
		h, stop = Start(t, store, d)
		Later(6 * 24 * time.Hour)
		d.Expect(t, "on Sunday")
		Later(24 * time.Hour)
		m := d.Last(t).M
		text := chat.PlainText(m.Text)
		for _, part := range []string{"This week 1 match ended here:", "Ana wins: Rui resigns.", "Tournament of Cage",
			"1 match is going on here:\nEximo", "(waiting for 6 days 23 hours)", "9-13??: 10-14 was better."} {
			if !strings.Contains(text, part) {
				t.Errorf("%q is not in\n%s", part, text)
			}
		}
		if row := m.Buttons[len(m.Buttons)-1]; row[0].Says != "/analyse #"+heads[0].ID {
			t.Errorf("the last row is %+v", row)
		}
		if len(d.Heard()) != 1 || !m.Quiet || m.Board == nil {
			t.Error("it is said once, with a board, and rings for no one")
		}
		if err := h.Moved(context.Background(), "desk:group", "desk:supergroup"); err != nil {
			t.Fatal(err)
		}
		Later(7 * 24 * time.Hour)
		if all := d.Heard(); len(all) != 1 || !strings.Contains(all[0], "This week no match ended here.") {
			t.Errorf("a week after: %q", all)
		}
		SaysIn(h, "desk:supergroup", Ana, "/settings digest off")
		d.Heard()
		Later(14 * 24 * time.Hour)
		d.Expect(t, "no more")
		stop()
	})
}
