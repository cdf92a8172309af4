package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// Anonymous authors may read everything public. If they speak to the bot, they are told why they cannot play; what they
// say to others, and their files, are ignored and not stored.
func TestNameless(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		const why = "I cannot tell who is speaking."
		for _, x := range []struct {
			text      string
			addressed bool
			want      string // "": no answer
		}{
			{"/help", true, "begin a match"}, {"/rules damas", true, "Portuguese draughts · Setup"}, {"/manual", true, "Manual"},
			{"/start", true, "Hello!"}, {"/start puzzle_desk_group_key", true, "That puzzle has moved on."},
			{"/play damas", true, why}, {"/settings", true, why}, {"/puzzle", true, why}, {"11-15", true, why},
			{"hello there", true, why}, {"/play damas", false, why}, {"/xyz", false, ""}, {"hello there", false, ""},
			{"play damas", false, ""}, {"11-15", false, ""}, {"yes", false, ""},
		} {
			Hear(h, chat.Event{Room: "desk:group", Text: x.text, Addressed: x.addressed})
			got := strings.Join(d.Heard(), "\n")
			if x.want == "" && got != "" || !strings.Contains(got, x.want) {
				t.Errorf("%s, said to the bot %v: told %q", x.text, x.addressed, got)
			}
		}
		Hear(h, chat.Event{Room: "desk:group", Addressed: true, File: &chat.File{Name: "a.pdn", Data: []byte("1. 11-15")}})
		d.Expect(t, "a file")
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Addressed: true,
			File: &chat.File{Name: "a.pdn", Data: []byte("[Event \"x\"]\n1. 11-15 *")}})
		if got := d.Heard(); len(got) != 1 {
			t.Errorf("a file of somebody: told %q", got)
		}
		if keys, err := h.Store.Keys(t.Context(), ""); err != nil || strings.Contains(strings.Join(keys, " ")+" ", "/ ") {
			t.Errorf("kept: %q, %v", keys, err)
		}
	})
}
