package desktest

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
)

// Brings sends a file with a text in a group.
func Brings(h chat.Handler, u chat.User, text string, f *chat.File) {
	h.Hear(context.Background(), chat.Event{Room: "desk:group", From: u, Text: text, Addressed: true, File: f,
		Mentions: []chat.User{Ana, Rui}})
}

// Exported returns a match as the file that the bot sends.
func Exported(t *testing.T, h chat.Handler, d *Desk, m *match.Match) *chat.File {
	t.Helper()
	Says(h, Ana, "/export #"+m.ID)
	f := d.Last(t).M.File
	if f == nil || len(f.Data) == 0 || !strings.HasPrefix(f.Name, m.ID+".") {
		t.Fatalf("the file is %+v", f)
	}
	return f
}
