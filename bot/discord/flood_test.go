package discord_test

import (
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
)

// Of a thousand commands that one person gives at once most are told nothing: no more calls are under way than those
// for what the room takes and for a few who are told that it was too much.
func TestSurplus_IsCheap(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		w.Fail(discordtest.Fault{Method: "POST", Path: "/callback", Delay: 500 * time.Millisecond, Times: 10_000})
		before, at := w.Calls("POST callbacks"), ana.Direct()
		for range 1000 {
			ana.Command(at, "games")
		}
		time.Sleep(10 * time.Second)
		if n := w.Calls("POST callbacks") - before; n < 64 || n > 300 {
			t.Errorf("%d calls were made", n)
		}
		rui.Command(c, "games").Private()
	})
}
