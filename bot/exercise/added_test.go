package exercise_test

import (
	"bytes"
	"strings"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// A game without lesson and puzzles is explained in a few sentences to a person who wants to learn it, and is in no
// list of lessons or puzzles.
func TestAddedGame_NothingToSolve(t *testing.T) {
	InTime(t, func(t *testing.T) {
		b, err := bot.New(AddedGame(t, &bytes.Buffer{}))
		if err != nil {
			t.Fatal(err)
		}
		d := NewDesk()
		h, _ := Serve(t, b, b.Store, d)
		for _, x := range []struct{ text, want, not string }{
			{"/learn connect-four", "You drop discs into seven columns", "1/9"},
			{"/learn zebra", "a game called “zebra”", "connect-four"},
			{"/puzzle connect-four", "I have no puzzles for Connect Four", "connect-four"},
			{"/puzzle zebra", "a game called “zebra”", "connect-four"},
		} {
			Privately(h, Ana, x.text)
			got := chat.PlainText(d.Last(t).M.Text)
			if !strings.Contains(got, x.want) || strings.Contains(got, x.not) {
				t.Errorf("%s: told %q", x.text, got)
			}
		}
		for _, text := range []string{"/learn", "/learn more"} {
			if Privately(h, Ana, text); d.Last(t).Offers("Connect Four") {
				t.Errorf("%s: offered %+v", text, d.Last(t).M.Buttons)
			}
		}
	})
}
