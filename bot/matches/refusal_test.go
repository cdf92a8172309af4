package matches_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
)

// A no after a command that would agree to something agrees to nothing, in any language; words that only point at the
// match do no harm.
func TestNo_BehindCommand(t *testing.T) {
	for _, c := range []struct {
		offer, answer string
		agrees        bool
	}{
		{"/draw", "/draw no", false}, {"/draw", "/draw No!", false}, {"/draw", "/draw não", false}, {"/draw", "/empate no", false},
		{"/draw", "/tablas no", false}, {"/undo", "/undo no", false}, {"/undo", "/undo that no", false}, {"/draw", "/accept no", false},
		{"/undo", "/accept no", false}, {"/draw", "/draw", true}, {"/draw", "/draw this game", true}, {"/draw", "/empate no jogo", true},
		{"/undo", "/undo it", true}, {"/draw", "/accept", true},
	} {
		AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
			PlaysMoves(h, d, "", 3)
			Says(h, Rui, c.offer)
			n := len(EventsOf(t, h.Store))
			Says(h, Ana, c.answer)
			events := EventsOf(t, h.Store)
			if agreed := len(events) > n && events[n].Kind == match.Agreed; agreed != c.agrees {
				t.Errorf("%s after %s: agreed: %v, %q", c.answer, c.offer, agreed, d.Heard())
			}
			if c.agrees {
				return
			}
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "/") && !strings.Contains(got, "Ana ") {
				t.Errorf("%s is answered with %q", c.answer, got)
			}
		})
	}
}

// A challenge is not accepted by a command with a no after it either.
func TestNo_BehindAccept(t *testing.T) {
	for answer, begins := range map[string]bool{"/accept no": false, "/aceitar no": false, "/accept it": true} {
		AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
			Says(h, Ana, "/play damas @rui")
			Says(h, Rui, answer)
			if n := Live(t, h.Store, Rui.ID)[match.Playing]; (n == 1) != begins {
				t.Errorf("%s: %d matches are played: %q", answer, n, d.Heard())
			}
		})
	}
}

// A no beside words such as "let's go" accepts nothing.
func TestNo_BesideOthers(t *testing.T) {
	for text, begins := range map[string]bool{"ok no": false, "ok, no": false, "no ok": false, "let's go": true, "ok": true} {
		AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
			Says(h, Ana, "/play damas @rui")
			Mentioned(h, Rui, text)
			if n := Live(t, h.Store, Rui.ID)[match.Playing]; (n == 1) != begins {
				t.Errorf("%q: %d matches are played: %q", text, n, d.Heard())
			}
		})
	}
}
