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
			usual := asks(text)
			for n, calls := 1, 1; n <= calls; n++ {
				store.Plan(faultytest.Nth(n, faultytest.Fault{Err: ErrDown}))
				got := asks(text)
				calls = store.Calls()
				store.Plan(nil)
				if got == "" || got != usual && !strings.HasPrefix(got, "Something went wrong") {
					t.Errorf("%s, call %d: %q, not %q", text, n, got, usual)
				}
			}
		}
	})
}
