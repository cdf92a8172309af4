package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/discord/discordtest"
)

// A move that was typed while nothing could be heard is heard afterwards, though the session is over; once, though it
// was typed again because no answer came.
func TestMissed(t *testing.T) {
	type scene struct {
		ends func(w *world)
		away time.Duration
	}
	servertest.Each(t, map[string]scene{
		"session over": {func(w *world) { w.Forget(); w.Drop() }, 0},
		"long away": {func(w *world) {
			w.Fail(discordtest.Fault{Method: "GET", Path: "/resume", Hang: true})
			w.Drop()
		}, 0},
		"another bot":    {func(w *world) { w.stop() }, 5 * time.Minute},
		"away for a day": {func(w *world) { w.stop() }, 26 * time.Hour},
	}, func(t *testing.T, c scene) {
		w := begin(t)
		ana, rui, channel := w.people()
		board := challenge(w, ana, rui, channel)
		time.Sleep(10 * time.Minute)
		mover, move := board.Pinged[0], legal(t, w, board)
		lost := w.LostSoFar()
		c.ends(w)
		w.Lost(lost + 1)
		time.Sleep(c.away)
		mover.Types(channel, move)
		if c.away > 0 {
			mover.Types(channel, move)
			i, r := w.Gateway()
			w.run(nil)
			w.Connected(i + r + 1)
		}
		w.reads(channel.Next(), move)
		time.Sleep(time.Hour)
		w.quiet(channel)
	})
}

// Where nothing can be read the boards are shown again, and where it can be they are not.
func TestMissed_Unread(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui := w.User("ana"), w.User("rui")
		var channels [2]*discordtest.Channel
		for i := range channels {
			channels[i] = w.Guild(ana, rui).Channel("general")
			challenge(w, ana, rui, channels[i])
		}
		channels[1].Deny(discordtest.ReadHistory)
		w.Forget()
		w.Drop()
		m := channels[1].Next()
		if m.Picture == nil || !strings.Contains(m.Content, "may have missed") {
			t.Errorf("said: %q", m.Content)
		}
		if n := channels[0].Unread() + channels[1].Unread(); n != 0 {
			t.Errorf("%d messages too many", n)
		}
	})
}

// A player who has taken no direct messages for a while, and comes back, is shown the board without asking for it;
// once, even by asking.
func TestComesBack(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui := w.User("ana"), w.User("rui")
		w.Guild(ana, rui)
		ana.Command(ana.Direct(), "play", discordtest.With("opponent", rui), discordtest.With("colour", "white"))
		rui.Direct().Next()
		rui.Command(rui.Direct(), "accept", discordtest.With("match", matchID(t, ana.Direct().Next())))
		rui.Direct().Next()
		rui.Deafen(true)
		time.Sleep(time.Hour)                     // so that nothing that he has asked for can be answered any more
		ana.Presses(ana.Direct().Next(), "11-15") // and her board goes on
		w.reads(ana.Direct().Next(), "cannot be reached")
		rui.Deafen(false)
		rui.Command(rui.Direct(), "board")
		for range 2 {
			rui.Command(rui.Direct(), "games")
		}
		board := rui.Direct().Next()
		if buttons := board.Buttons(); board.Picture == nil || !strings.Contains(board.Content, "11-15") ||
			!slices.Contains(buttons, "22-18") || slices.Contains(buttons, "Type") {
			t.Errorf("rui is shown %q with %q", board.Content, buttons)
		}
		for range 2 {
			w.reads(rui.Direct().Next(), "One match")
		}
		rui.Presses(board, "22-18")
		if m := board.Edited(1); !strings.Contains(m.Content, "22-18") { // as the one would be that it stands for
			t.Errorf("the board has become %q", m.Content)
		}
	})
}

// A player who takes no direct messages, and asks for something in a direct talk all the same, is answered there, board
// after board.
func TestTalk_Closed(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana := w.User("ana")
		w.Guild(ana)
		direct := ana.Direct()
		ana.Deafen(true)
		ana.Command(direct, "play", discordtest.With("opponent", w.Bot), begins)
		board := direct.Next()
		for n := range 3 {
			if board.Picture == nil || strings.Count(board.Content, "**Bot**: ") != min(n, 1) {
				t.Fatalf("after %d moves the bot says %q", n, board.Content)
			}
			ana.Command(direct, "move", discordtest.With("move", board.Buttons()[0]))
			board = board.Edited(1)
		}
	})
}
