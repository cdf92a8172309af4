package discord_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
)

// A board goes on in its message while it is among the last ten of its channel and the player to move is there, also
// where moves are typed; else there is a new one, and the old one loses its buttons.
func TestBoard_InSight(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		board := challenge(w, ana, rui, c)
		types := func(stays bool, says string) {
			t.Helper()
			before := w.Calls("POST messages") + w.Calls("PATCH messages")
			move := legal(t, w, board)
			w.turn(board).Types(c, move)
			next := board.Next()
			if (next.ID == board.ID) != stays || !strings.Contains(next.Content, move) || next.Picture == nil {
				t.Errorf("%s: after %s there is %q, in the same message: %v", says, move, next.Content, next.ID == board.ID)
			}
			if !stays {
				board.Bare()
				before++ // the old buttons
			}
			time.Sleep(10 * time.Second)
			if n := w.Calls("POST messages") + w.Calls("PATCH messages") - before; n != 1 {
				t.Errorf("%s: %d calls", says, n)
			}
			board = next
		}
		types(true, "at once")
		for i := range 7 {
			w.User(fmt.Sprint("eva", i)).Types(c, "the weather is fine")
		}
		types(true, "the tenth is its move")
		types(false, "the eleventh is")
		types(true, "in the new one")
		time.Sleep(3 * time.Minute)
		types(false, "three minutes later")
		if !slices.Contains(board.Pinged, w.turn(board)) {
			t.Errorf("%q calls %d people", board.Content, len(board.Pinged))
		}
	})
}

// A player who has talked to the bot, or has chosen so, is called in the direct talk, with the way to the board, and
// the call goes when the move is made; others are called where they play.
func TestCalled_InPrivate(t *testing.T) {
	type scene struct {
		before  string // said by rui in the direct talk
		setting string // chosen by rui where they play
		deaf    bool   // rui takes no direct messages
		private bool
	}
	servertest.Each(t, map[string]scene{
		"a stranger":        {},
		"has talked":        {before: "hello", private: true},
		"wants it":          {setting: "/settings me calls private", private: true},
		"wants it not":      {before: "hello", setting: "/settings me calls group"},
		"wants it, in vain": {setting: "/settings me calls private", deaf: true},
	}, func(t *testing.T, x scene) {
		w := begin(t)
		ana, rui, c := w.people()
		talk := rui.Direct()
		if x.before != "" {
			typed(talk, rui, x.before)
		}
		if x.setting != "" {
			typed(c, rui, x.setting)
		}
		board := challenge(w, ana, rui, c)
		rui.Deafen(x.deaf)
		for talk.Unread() > 0 { // rui was called to the challenge, too
			talk.Next()
		}
		time.Sleep(3 * time.Minute)
		move := legal(t, w, board)
		ana.Presses(board, move)
		time.Sleep(time.Minute)
		called := c.Unread() == 1 && slices.Contains(c.Sent()[len(c.Sent())-1].Pinged, rui)
		if called == x.private || (talk.Unread() == 1) != x.private {
			t.Fatalf("%d messages where they play, %d in private; called where they play: %v", c.Unread(), talk.Unread(),
				called)
		}
		if !x.private {
			return
		}
		call := talk.Next()
		if !strings.Contains(call.Content, "to move") || !slices.Contains(call.Buttons(), "To the board") {
			t.Errorf("called with %q, %q", call.Content, call.Buttons())
		}
		rui.Presses(board.Next(), legal(t, w, board))
		time.Sleep(time.Minute)
		call.Gone()
	})
}
