package bot_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/engine"
	"tabuleiro/render"
	"tabuleiro/storage"
)

// Moving pictures are drawn one at a time, in the order in which people ask. A person who asks for a second one
// meanwhile is told to wait, and so are those whose turn does not come in time.
func TestFilmsOneAtATime(t *testing.T) {
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
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		brings(h, eva, "/import", &chat.File{Name: "a.pdn", Data: []byte("[GameType \"28\"] 11-14 22-19 0-1")})
		replay := "/replay #" + only(t, h.store, storage.Query{}).ID
		const busy = "Other moving pictures are being drawn."
		d.heard()
		for _, who := range []chat.User{eva, ana, eva, rui} { // eva again: at once; rui, after two others: after ten seconds
			go says(h.Bot, who, replay)
			synctest.Wait()
		}
		d.expect(t, "at once", busy)
		later(9 * time.Second)
		d.expect(t, "after the first", "#")
		later(2 * time.Second)
		d.expect(t, "after ten seconds", busy)
		later(10 * time.Second)
		d.expect(t, "after the second", "#")
		says(h, rui, replay)
		d.expect(t, "when nobody waits any more", "#")
	}, slow)
}
