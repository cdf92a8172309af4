package discord_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
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
	t.Parallel()
	for name, x := range map[string]struct {
		before  string // said by rui in the direct talk
		setting string // chosen by rui where they play
		deaf    bool   // rui takes no direct messages
		private bool
	}{
		"a stranger":        {},
		"has talked":        {before: "hello", private: true},
		"wants it":          {setting: "/settings me calls private", private: true},
		"wants it not":      {before: "hello", setting: "/settings me calls group"},
		"wants it, in vain": {setting: "/settings me calls private", deaf: true},
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				w := begin(t)
				ana, rui, c := w.people()
				talk := rui.Direct()
				if x.before != "" {
					rui.Types(talk, x.before)
					talk.Next()
				}
				if x.setting != "" {
					rui.Types(c, x.setting)
					c.Next()
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
		})
	}
}

// A challenge in a direct talk reaches somebody who is on a server with the bot in theirs, once. Where that one takes no
// direct messages the author is told.
func TestChallenge_InDirectTalk(t *testing.T) {
	t.Parallel()
	for name, deaf := range map[string]bool{"hears": false, "takes none": true} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				w := begin(t)
				ana, rui, _ := w.people()
				rui.Deafen(deaf)
				ana.Command(ana.Direct(), "play", discordtest.With("opponent", rui), discordtest.With("time", "none"), begins)
				time.Sleep(time.Minute)
				mine, theirs := ana.Direct().Sent(), rui.Direct().Sent()
				said := strings.Join(ana.Direct().Texts(), "\n")
				if strings.Contains(said, "does not see this") != deaf || !strings.Contains(said, "I am letting") {
					t.Errorf("ana is told %q", said)
				}
				if deaf {
					return
				}
				if len(theirs) != 1 || !slices.Contains(theirs[0].Buttons(), "Accept") {
					t.Fatalf("rui is told %d things", len(theirs))
				}
				rui.Presses(theirs[0], "Accept")
				time.Sleep(time.Minute)
				if sent := ana.Direct().Sent(); len(sent) != len(mine)+1 || sent[len(mine)].Picture == nil {
					t.Errorf("ana sees %d things", len(sent))
				}
			})
		})
	}
}
