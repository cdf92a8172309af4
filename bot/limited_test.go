package bot_test

import (
	"strings"
	"testing"
)

// The time of a challenge is read in all languages, refused if it is none, and chosen for a room.
func TestTimeChosen(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for text, want := range map[string]string{
			"time=3d": "3 days for each move", "tempo=12h": "12 hours for each move",
			"tiempo=10m+5s": "A clock with 10 minutes each, and 5 seconds more",
		} {
			says(h, ana, "/play damas "+text+" @rui")
			d.expect(t, text, want)
		}
		for _, wrong := range []string{"time=", "time=3x", "time=99d", "time=1s"} {
			says(h, ana, "/play damas "+wrong+" @rui")
			d.expect(t, wrong, "Write the time like time=3d")
		}
		says(h, ana, "/play damas time=none @rui")
		if got := d.heard(); len(got) != 1 || strings.Contains(got[0], "each move") {
			t.Errorf("none: %q", got)
		}
		says(h, ana, "/settings time 12h")
		d.heard()
		says(h, rui, "/play cage @ana")
		d.expect(t, "chosen", "12 hours for each move")
		for control, want := range map[string][2]string{
			"96h":    {"Time: 4 days.", "4 days for each move"},
			"10m+5s": {"Time: 10 minutes + 5 seconds.", "A clock with 10 minutes each"},
		} {
			says(h, ana, "/settings time "+control)
			d.expect(t, control, want[0])
			says(h, rui, "/play cage @ana")
			d.expect(t, control, want[1])
		}
		says(h, ana, "/settings time 5s")
		d.expect(t, "too short", "Time cannot be “5s”")
	})
}
