package guide_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// press presses the first button whose text ends so.
func (p *phone) press(t *testing.T, h chat.Handler, u chat.User, end string) {
	t.Helper()
	on, buttons := p.buttons()
	for _, b := range buttons {
		if strings.HasSuffix(b.Says, end) {
			p.taps(h, u, on, b.Says)
			return
		}
	}
	t.Fatalf("nothing ends with %q among %v", end, buttons)
}

// begun has Inês open the menu and Raúl accept, by taps, and returns the effort to the first board.
func begun(t *testing.T, caps chat.Caps, game, opponent, colour string) effort {
	p, store := &phone{caps: caps}, memorytest.New()
	h, _ := Serve(t, NewBot(t, store), store, p)
	p.says(h, inês, "/play "+game+" @raul", nil) // so that they know each other
	p.says(h, raul, "/accept", nil)
	p.says(h, raul, "/resign yes", nil)
	p.effort, p.screen = effort{}, nil
	p.says(h, inês, "/play colour="+colour, nil)
	p.press(t, h, inês, "/play "+game+" colour="+colour+" ??")
	p.press(t, h, inês, "colour="+colour+opponent)
	accept := ""
	_, buttons := p.buttons()
	for _, b := range buttons {
		if b.Label == "Accept" {
			accept = b.Says
		}
	}
	p.press(t, h, raul, accept)
	if i := slices.IndexFunc(p.screen, func(s *sheet) bool { return s.Board != nil }); i < 0 {
		t.Fatal("there is no board")
	}
	return p.effort
}

// From the menu to the first board a match takes the minimum of messages: one that is edited, and one more for each
// person to be called, as an edit notifies nobody. In backgammon the dice decide who begins.
func TestBeginning(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, c := range []struct {
			game, opponent, colour string
			sent, calls            int
		}{
			{"portuguesas", "", "second", 1, 0},
			{"portuguesas", "", "first", 2, 1},
			{"portuguesas", " @phone:raul", "second", 2, 1},
			{"portuguesas", " @phone:raul", "first", 3, 2},
			{"gamao", "", "first", 2, 1},
			{"gamao", " @phone:raul", "first", 3, 2},
		} {
			for service, caps := range services {
				e := begun(t, caps, c.game, c.opponent, c.colour)
				t.Logf("%s, %s, against %q, Inês goes %s: %s", service, c.game, c.opponent, c.colour, e)
				if e.sent > c.sent || e.calls > c.calls || e.taps > 3 || e.edits > 3 {
					t.Errorf("%s, %s, against %q, Inês goes %s: %s", service, c.game, c.opponent, c.colour, e)
				}
			}
		}
	})
}
