package matches_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// A match from a set position says so in its challenge, on its first board and in lists, and that it is not rated; it
// counts in nobody's results, and neither does a game that continues a file.
func TestPosition_Set(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		said := func(u chat.User, text string) string {
			d.Heard()
			Says(h, u, text)
			return strings.Join(d.Heard(), "\n")
		}
		for _, x := range []struct {
			by         chat.User
			text, want string
		}{
			{Ana, `/play damas colour=white from="W:WK1,5:BK29" @rui`, "(set position)"},
			{Ana, "/games", "(set position)"},
			{Rui, "/accept", "It begins from a set position, so it is not rated."},
			{Rui, "/games", "(set position)"},
			{Ana, "/resign yes", "resigns"},
			{Rui, "/profile", "No match has been played to its end yet."},
			{Ana, "/versus @rui", "No match has been played to its end yet."},
		} {
			if got := said(x.by, x.text); !strings.Contains(got, x.want) {
				t.Errorf("%s is answered with %q, want %q", x.text, got, x.want)
			}
		}
		d.Heard()
		file := "[White \"Ana\"]\n[GameType \"28\"]\n[Black \"Rui\"]\n1. 11-14 23-19 *\n"
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "/import @rui", Addressed: true, Mentions: []chat.User{Rui},
			File: &chat.File{Name: "a.pdn", Data: []byte(file), Size: len(file)}})
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "The match is not rated.") {
			t.Errorf("a game from a file is offered with %q", got)
		}
		said(Rui, "/accept")
		said(Ana, "/resign yes")
		if got := said(Rui, "/profile"); !strings.Contains(got, "No match has been played to its end yet.") {
			t.Errorf("a game from a file stands in the record: %q", got)
		}
		said(Ana, "/play damas colour=white @rui")
		said(Rui, "/accept")
		said(Ana, "/resign yes")
		if got := said(Rui, "/profile"); !strings.Contains(got, "Portuguese draughts") {
			t.Errorf("a usual match does not stand in the record: %q", got)
		}
	})
}
