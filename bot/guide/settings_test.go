package guide_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// People at one keyboard have no time limit unless they choose one; other settings have their usual defaults.
func TestSettings_Together(t *testing.T) {
	InTime(t, func(t *testing.T) {
		say := Together(t, "en")
		page := say(Ana, "/settings")
		for _, want := range []string{"Language: English", "Look: wood", "Time: no limit"} {
			if !strings.Contains(page, want) {
				t.Errorf("no %q in %q", want, page)
			}
		}
		if got := say(Ana, "/settings time"); !strings.Contains(got, "[✓ no limit:") || strings.Contains(got, "[✓ 7 days:") {
			t.Errorf("times are %q", got)
		}
		if got := say(Ana, "/settings look"); !strings.Contains(got, "[✓ wood:") {
			t.Errorf("looks are %q", got)
		}
		say(Ana, "/settings time 1d")
		if page := say(Ana, "/settings"); !strings.Contains(page, "Time: 1 day") || strings.Contains(page, "no limit") {
			t.Errorf("after a choice: %q", page)
		}
	})
}

// The rules shown in a match are those of its game, and mention each size of the board.
func TestRules_Size(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play cage size=6 @rui")
		Says(h, Rui, "/accept")
		for text, want := range map[string]string{"/rules setup": "10x10 squares, or 8x8 or 6x6 if that was agreed",
			"/rules damas 1": "8x8 board"} {
			Says(h, Ana, text)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, want) {
				t.Errorf("%s: %q", text, got)
			}
		}
	})
}
