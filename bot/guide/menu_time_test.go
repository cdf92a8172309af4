package guide_test

import (
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
)

// The time of a challenge is read in all languages, refused if it is invalid, and can be set for a room.
func TestMenu_TimeChosen(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for text, want := range map[string]string{
			"time=3d": "3 days for each move", "tempo=12h": "12 hours for each move",
			"tiempo=10m+5s": "A clock with 10 minutes each, and 5 seconds more",
		} {
			Says(h, Ana, "/play damas "+text+" @rui")
			d.Expect(t, text, want)
		}
		for _, wrong := range []string{"time=", "time=3x", "time=99d", "time=1s"} {
			Says(h, Ana, "/play damas "+wrong+" @rui")
			d.Expect(t, wrong, "Write the time like time=3d")
		}
		Says(h, Ana, "/play damas time=none @rui")
		if got := d.Heard(); len(got) != 1 || strings.Contains(got[0], "each move") {
			t.Errorf("none: %q", got)
		}
		Says(h, Ana, "/settings time 12h")
		d.Heard()
		Says(h, Rui, "/play cage @ana")
		d.Expect(t, "chosen", "12 hours for each move")
		for control, want := range map[string][2]string{
			"96h":    {"Time: 4 days.", "4 days for each move"},
			"10m+5s": {"Time: 10 minutes + 5 seconds.", "A clock with 10 minutes each"},
		} {
			Says(h, Ana, "/settings time "+control)
			d.Expect(t, control, want[0])
			Says(h, Rui, "/play cage @ana")
			d.Expect(t, control, want[1])
		}
		Says(h, Ana, "/settings time 5s")
		d.Expect(t, "too short", "Time cannot be “5s”")
	})
}
