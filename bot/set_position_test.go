package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
)

// A match that begins from a set position says so in its challenge, on its first board and in lists, and that it is not
// rated; it stands in nobody's record, and neither does a game that goes on from a file.
func TestSetPosition(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		said := func(u chat.User, text string) string {
			d.heard()
			says(h, u, text)
			return strings.Join(d.heard(), "\n")
		}
		for _, x := range []struct {
			by         chat.User
			text, want string
		}{
			{ana, `/play damas colour=white from="W:WK1,5:BK29" @rui`, "(set position)"},
			{ana, "/games", "(set position)"},
			{rui, "/accept", "It begins from a set position, so it is not rated."},
			{rui, "/games", "(set position)"},
			{ana, "/resign yes", "resigns"},
			{rui, "/profile", "No match has been played to its end yet."},
			{ana, "/versus @rui", "No match has been played to its end yet."},
		} {
			if got := said(x.by, x.text); !strings.Contains(got, x.want) {
				t.Errorf("%s is answered with %q, want %q", x.text, got, x.want)
			}
		}
		d.heard()
		file := "[White \"Ana\"]\n[GameType \"28\"]\n[Black \"Rui\"]\n1. 11-14 23-19 *\n"
		hear(h, chat.Event{Room: "desk:group", From: ana, Text: "/import @rui", Addressed: true, Mentions: []chat.User{rui},
			File: &chat.File{Name: "a.pdn", Data: []byte(file), Size: len(file)}})
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "The match is not rated.") {
			t.Errorf("a game from a file is offered with %q", got)
		}
		said(rui, "/accept")
		said(ana, "/resign yes")
		if got := said(rui, "/profile"); !strings.Contains(got, "No match has been played to its end yet.") {
			t.Errorf("a game from a file stands in the record: %q", got)
		}
		said(ana, "/play damas colour=white @rui")
		said(rui, "/accept")
		said(ana, "/resign yes")
		if got := said(rui, "/profile"); !strings.Contains(got, "Portuguese draughts") {
			t.Errorf("a usual match does not stand in the record: %q", got)
		}
	})
}
