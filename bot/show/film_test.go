package show_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/render"
	"tabuleiro/storage"
)

// Films are drawn one at a time, in the order of requests. A request that waits too long is refused.
func TestFilm_OneAtATime(t *testing.T) {
	var drawing atomic.Int32
	slow := func(c *bot.Config) {
		c.Animate = func([]engine.View, render.Style) ([]byte, error) {
			if drawing.Add(1) > 1 {
				t.Error("two are drawn at once")
			}
			time.Sleep(8 * time.Second)
			drawing.Add(-1)
			return []byte("GIF"), nil
		}
	}
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Brings(h, Eva, "/import", &chat.File{Name: "a.pdn", Data: []byte("[GameType \"28\"] 11-14 22-19 0-1")})
		replay := "/replay #" + Only(t, h.Store, storage.Query{}).ID
		const busy = "Other moving pictures are being drawn."
		d.Heard()
		for _, who := range []chat.User{Eva, Ana, Rui} { // rui, after two others: after ten seconds
			go Says(h.Bot, who, replay)
			synctest.Wait()
		}
		Later(9 * time.Second)
		d.Expect(t, "after the first", "#")
		Later(2 * time.Second)
		d.Expect(t, "after ten seconds", busy)
		Later(10 * time.Second)
		d.Expect(t, "after the second", "#")
		Says(h, Rui, replay)
		d.Expect(t, "when nobody waits any more", "#")
	}, slow)
}
