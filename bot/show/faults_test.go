package show_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// Whichever call of the store fails while somebody looks at something, the answer is the usual one or says that something
// went wrong.
func TestShow_AnyCallFails(t *testing.T) {
	InTime(t, func(t *testing.T) {
		kept, d := memorytest.New(), NewDesk()
		store := faultytest.New(kept)
		h, _ := Start(t, kept, d, func(c *bot.Config) { c.Store = store })
		for _, text := range []string{"ana /play damas @rui colour=white", "rui /accept", "ana 11-15", "rui 21-18", "ana /resign yes",
			"ana /analyse", "ana /play gamao @rui", "rui /accept", "ana /play cage @rui", "rui /accept"} {
			who, says, _ := strings.Cut(text, " ")
			Says(h, map[string]chat.User{"ana": Ana, "rui": Rui}[who], says)
		}
		Later(time.Minute)
		asks := func(text string) string {
			d.Heard()
			Says(h, Ana, text)
			return strings.Join(d.Heard(), "\n")
		}
		for _, text := range strings.Split("/games;/games next;/games room;/history;/history last;/start;/start menu;/help;/rules;"+
			"/dice;/board whose;/board time;/step;/log;/words;/text;/position;/analyse;/replay", ";") {
			store.Plan(nil)
			usual := asks(text)
			for n := range store.Calls() {
				store.Plan(faultytest.Nth(n+1, faultytest.Fault{Err: ErrDown}))
				got := asks(text)
				store.Plan(nil)
				if got == "" || got != usual && !strings.HasPrefix(got, "Something went wrong") {
					t.Errorf("%s, call %d: %q, not %q", text, n+1, got, usual)
				}
			}
		}
	})
}

// Whichever call of the store fails while a report is asked for, it comes, or somebody learns that something went wrong,
// and who asks again has it.
func TestAnalyse_AnyCallFails(t *testing.T) {
	calls := 0
	for n := 0; n <= calls; n++ {
		InTime(t, func(t *testing.T) {
			kept, d := memorytest.New(), NewDesk()
			store := faultytest.New(kept)
			h, _ := Start(t, kept, d, func(c *bot.Config) { c.Store = store })
			Says(h, Ana, "/play damas @rui colour=white")
			Says(h, Rui, "/accept")
			Says(h, Ana, "11-15")
			Says(h, Rui, "21-18")
			Says(h, Rui, "/resign yes")
			d.Heard()
			store.Plan(faultytest.Nth(n, faultytest.Fault{Err: ErrDown})) // of 0 none
			Says(h, Ana, "/analyse")
			calls = max(calls, store.Calls())
			store.Plan(nil)
			Later(3 * time.Minute)
			first := strings.Join(d.Heard(), "\n")
			Says(h, Rui, "/analyse")
			Later(3 * time.Minute)
			again := strings.Join(d.Heard(), "\n")
			promised := strings.Contains(first, "I am going through")
			if promised == strings.HasPrefix(first, "Something went wrong") || strings.Count(again, "Ana: accuracy") != 1 {
				t.Errorf("call %d: %q, and again %q", n, first, again)
			}
		})
	}
}

// A button below a board that has gone on leads to nothing but that, and one that asks for the next game says if none
// waits.
func TestBoard_OldButtons(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		id := IDOf(t, d)
		Says(h, Ana, "11-15")
		for says, want := range map[string]string{
			"/board " + id + ":0 more": "That button belongs to an older board", "/board " + id + ":0 back": "That button belongs to an older board",
			"/board " + id + ":1 more": "What would you like", "/board " + id + ":1 back": "Rui (⚫) to move",
		} {
			d.Heard()
			Taps(h, "desk:group", Ana, says)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) {
				t.Errorf("%s: %q", says, got)
			}
		}
	})
}
