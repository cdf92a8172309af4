package router_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// beginAll begins a match of each of some games between Ana, who goes first, and Rui.
func beginAll(h chat.Handler, games ...string) {
	for i, game := range games {
		Says(h, Ana, "/play "+game+" @rui time=3d", fmt.Sprint("play-", game, i))
		Says(h, Rui, "/accept", fmt.Sprint("accept-", game, i))
	}
}

// The question which of many matches is meant stays short; each match can still be named.
func TestWords_WhichOfMany(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		beginAll(h, "damas", "cage", "cage", "cage", "cage", "cage", "cage", "cage", "cage")
		d.Heard()
		Says(h, Ana, "/resign")
		m := d.Last(t).M
		got := chat.PlainText(m.Text)
		if lines := strings.Split(got, "\n"); len(lines) != 7 || !strings.HasPrefix(lines[6], "And 4 more") ||
			len(m.Buttons) != 5 {
			t.Fatalf("told %q with %d buttons", got, len(m.Buttons))
		}
		d.Heard()
		Says(h, Ana, "the draughts one")
		d.Expect(t, "one of many", "Do you really want to resign")
	})
}

// An incomplete play is for the match on turn whose dice it fits, and not for one in which it is forbidden.
func TestWords_IncompleteInSeveral(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		beginAll(h, "gamao", "gamao", "gamao", "gamao")
		all := Every(t, h.Store)
		tried := false
		for _, who := range []chat.User{Ana, Rui} {
			text := fitsOne(all, who.ID)
			if text == "" {
				continue // on turn in few
			}
			tried = true
			d.Tells(t, h, Mentioned, who, text, " is only the beginning.")
		}
		if !tried {
			t.Error("nothing was tried")
		}
	})
}

// fitsOne returns the beginning of a play that fits one match of a person and is forbidden in another; "" if there is
// none.
func fitsOne(all []*match.Match, person string) string {
	for from := 24; from > 0; from-- {
		for die := 1; die <= min(6, from-1); die++ {
			text := fmt.Sprintf("%d/%d", from, from-die)
			fit, not, whole := 0, 0, 0
			for _, m := range all {
				_, err := m.Line.Position().Read(text)
				var wrong *engine.MoveError
				switch {
				case m.Player(m.Turn()).ID != person:
				case !errors.As(err, &wrong):
					whole++
				case wrong.Kind == engine.Incomplete && len(wrong.Choices) > 0:
					fit++
				default:
					not++
				}
			}
			if fit == 1 && not > 0 && whole == 0 {
				return text
			}
		}
	}
	return ""
}
