package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
)

// Strangers are told nothing of somebody, not even the name; those who have played with one, or are where one has
// played, are told how that one stands, and everybody is where the person wants that.
func TestProfileToStrangers(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		playsMoves(h, d, "", 4)
		says(h, rui, "/resign yes")
		d.heard()
		d.absent = map[string]bool{rui.ID: true}
		zoe := chat.User{ID: "desk:zoe", Name: "Zoe", Handle: "zoe"}
		asks := func(where chat.Room, who chat.User, text string) string {
			says0(h, where, who, text)
			return strings.Join(d.heard(), "\n")
		}
		for _, text := range []string{"/profile @rui", "/versus @rui"} {
			if got := asks("desk:far", zoe, text); !strings.Contains(got, "I do not know that person") ||
				strings.Contains(got, "Rui") {
				t.Errorf("a stranger is told to %s: %q", text, got)
			}
			if got := asks("desk:far", ana, text); !strings.Contains(got, "Rui") {
				t.Errorf("who has played with the person is told to %s elsewhere: %q", text, got)
			}
			if got := asks("desk:group", zoe, text); !strings.Contains(got, "Rui") {
				t.Errorf("who is where the person has played is told to %s: %q", text, got)
			}
		}
		asks("desk:group", rui, "/settings me profile public")
		if got := asks("desk:far", zoe, "/profile @rui"); !strings.Contains(got, "Rui\n") {
			t.Errorf("of a profile for everybody a stranger is told %q", got)
		}
		asks("desk:group", rui, "/settings me profile near")
		if got := asks("desk:far", zoe, "/profile @rui"); strings.Contains(got, "Rui") {
			t.Errorf("of one for those who are near a stranger is told %q", got)
		}
	})
}
