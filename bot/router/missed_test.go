package router_test

import (
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
)

// A room is told once that something may have been missed: under the last of its boards, or in a message of its own if
// nothing is played there.
func TestMissed_ToldOnce(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for boards := range 3 {
			if boards > 0 {
				Begin(t, h, d, "none")
			}
			d.Heard()
			h.ShowAgain(t.Context(), "desk:group", true)
			got := d.Heard()
			if boards == 0 {
				if len(got) != 1 || !strings.HasPrefix(got[0], "So many messages came here that I may have missed some.") {
					t.Errorf("where nothing is played: %q", got)
				}
				continue
			}
			if all := strings.Join(got, "\n"); len(got) != boards || strings.Count(all, "I was away for a moment") != 1 ||
				!strings.HasSuffix(all, "say it again.") {
				t.Errorf("%d boards: %q", boards, got)
			}
		}
	})
}
