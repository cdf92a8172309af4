package club_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// An organiser who removes themself leaves, as by the command for that: the message does not say that the organiser did
// it, and leaving a running tournament needs confirmation.
func TestTournament_TakenOutByOneself(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/tournament damas")
		for _, who := range []chat.User{Ana, Rui, Eva} {
			Types(h, who, "/tournament join")
		}
		d.Heard()
		Types(h, Rui, "/tournament take-out @rui")
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Rui, you are out of #") || strings.Contains(got, "taken out") {
			t.Errorf("before the beginning: %q", got)
		}
		Types(h, Rui, "/tournament join")
		Types(h, Ana, "/tournament begin")
		d.Heard()
		Types(h, Rui, "/tournament take-out @rui")
		if got := strings.Join(d.Heard(), "\n"); strings.Contains(got, "taken out") || strings.Contains(got, "you are out") || got == "" {
			t.Errorf("under way: %q", got)
		}
		Types(h, Ana, "/tournament take-out @rui")
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Rui has been taken out by the organiser.") {
			t.Errorf("by the organiser: %q", got)
		}
	})
}
