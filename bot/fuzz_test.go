package bot_test

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// No text makes the bot panic, fail or send something that cannot be shown.
func FuzzHear(f *testing.F) {
	for _, text := range []string{"", " ", "/", "//", "/@", "/play", "/play @", "/play =", "#", "/move #", "/accept #k7q2",
		"11-15", "\x00\xff", "\u202e", "/rules \n", "/moves 1 2 3", "😀", "/language", strings.Repeat("x", 5000),
		"/play@other @rui",
		"8/5", "24/18 13/11", "double", "/resign 2", "/confirm on", "/dice 1", "/undo", "/export",
		"/play gamao points=3 @rui", "/play gamao word=Ç", "word=Ç", "/dice word=a-1"} {
		f.Add(text, "Ana")
	}
	f.Fuzz(func(t *testing.T, text, name string) {
		InTime(t, func(t *testing.T) {
			d := NewDesk()
			d.Fail = func(_ chat.Room, m chat.Message) error {
				for _, part := range chat.Fit(m, d.Can) {
					if s := chat.PlainText(part.Text); strings.HasPrefix(s, "Something went wrong") ||
						strings.ContainsAny(s, "\x00\x1b\u202e") {
						t.Errorf("said %q", s)
					}
				}
				return nil
			}
			for _, game := range []string{"damas", "gamao"} {
				h, stop := Start(t, memorytest.New(), d)
				Says(h, Ana, "/play "+game+" @rui")
				Says(h, Rui, "/accept")
				for _, id := range []string{"desk:ana", "desk:rui", "desk:eva", ""} {
					for _, private := range []bool{false, true} {
						e := chat.Event{Room: "desk:group", From: chat.User{ID: id, Name: name, Handle: name}, Text: text,
							Addressed: private, Private: private, Locale: name}
						h.Hear(context.Background(), e)
						h.Suggest(context.Background(), e)
					}
				}
				stop()
			}
		})
	})
}
