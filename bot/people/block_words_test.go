package people_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// A blocked person is named by one word, or by a reply; anything else is asked about, and changes nothing.
func TestBlock_Words(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		blocked := func() (names []string) {
			d.Heard()
			Privately(h, Ana, "/mydata")
			for _, s := range slices.Backward(d.All()) {
				if s.M.File == nil {
					continue
				}
				var is struct{ Blocked []string }
				if err := json.Unmarshal(s.M.File.Data, &is); err != nil {
					t.Fatal(err)
				}
				return is.Blocked
			}
			t.Fatal("no file")
			return nil
		}
		for _, step := range []struct{ text, told, blocked string }{
			{"/block", "You have not blocked anybody.", ""}, {"/unblock", "You have not blocked anybody.", ""},
			{"/block @rui now", "now", ""}, {"/block rui", "", ""}, {"/unblock @zed", "", ""},
			{"/block @rui", "Rui", "Rui @rui"}, {"/block @rui", "Rui", "Rui @rui"}, {"/block @zed", "zed", "Rui @rui, zed @zed"},
			{"/unblock @zed now", "now", "Rui @rui, zed @zed"}, {"/unblock nobody", "", "Rui @rui, zed @zed"},
			{"/unblock ZED", "zed", "Rui @rui"}, {"/unblock Rui", "Rui", ""},
		} {
			d.Heard()
			Says(h, Ana, step.text)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, step.told) || got == "" {
				t.Errorf("%s is answered with %q", step.text, got)
			}
			if got := strings.Join(blocked(), ", "); got != step.blocked {
				t.Errorf("after %s are blocked %q, want %q", step.text, got, step.blocked)
			}
		}
		Says(h, Rui, "hello")
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "/block", Addressed: true, Answered: Rui})
		if got := blocked(); len(got) != 1 || !strings.HasPrefix(got[0], "Rui") {
			t.Errorf("by an answer are blocked %q", got)
		}
	})
}
