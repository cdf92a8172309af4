package discord_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
)

// Missing permissions are named to the one who gave the command, and nothing is begun.
func TestPermissions_Missing(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		opponent, thread := discordtest.With("opponent", rui), discordtest.With("thread", true)
		for _, x := range []struct {
			denied  uint64
			options []discordtest.Option
			want    string
		}{
			{discordtest.ViewChannel, []discordtest.Option{opponent, thread},
				"en-US missing-permission: en-US missing-permissions.view"},
			{discordtest.CreateThreads, []discordtest.Option{opponent, thread},
				"en-US missing-permission: en-US missing-permissions.threads"},
			{discordtest.SendInThreads, []discordtest.Option{opponent, thread},
				"en-US missing-permission: en-US missing-permissions.threads-send"},
		} {
			c.Deny(x.denied)
			if got := ana.Command(c, "play", x.options...).Private(); got.Content != x.want || !got.Secret {
				t.Errorf("ana is told %q, not %q", got.Content, x.want)
			}
		}
		c.Deny(0)
		if got := ana.Command(c, "games").Private(); strings.Contains(got.Content, "Rui") {
			t.Errorf("a match has begun: %q", got.Content)
		}
		offer := func() *discordtest.Message {
			ana.Command(c, "play", opponent, begins).Silent()
			return c.Next()
		}()
		c.Deny(discordtest.AttachFiles)
		i := rui.Presses(offer, "Accept")
		board := c.Next()
		if board.Picture != nil || !strings.Contains(board.Content, "```") {
			t.Errorf("the board is %q", board.Content)
		}
		if got, want := i.Private().Content, "en-US missing-permission: en-US missing-permissions.attach"; got != want {
			t.Errorf("rui is told %q, not %q", got, want)
		}
	})
}

// Where the bot may not write people play by commands and buttons all the same; what does not work is said once.
func TestMuted(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		c.Deny(discordtest.SendMessages | discordtest.ReadHistory)
		i := ana.Command(c, "play", discordtest.With("opponent", rui), begins)
		if got, want := i.Private().Content, "en-US mute: en-US missing-permissions.send"; got != want {
			t.Errorf("ana is told %q, not %q", got, want)
		}
		rui.Presses(c.Next(), "Accept")
		board := c.Next()
		for n := range 6 {
			time.Sleep(time.Minute)
			by, move := w.turn(board), legal(t, w, board)
			if n%2 == 0 {
				by.Command(c, "move", discordtest.With("move", move))
				board = c.Next()
			} else {
				by.Presses(board, "Type").Fills(move)
				board = board.Edited(1)
			}
			if board.Picture == nil || !strings.Contains(board.Content, move) {
				t.Errorf("after %s the bot says %q", move, board.Content)
			}
		}
		if w.Calls("POST messages")+w.Calls("PATCH messages") > 0 {
			t.Error("the bot writes where it may not")
		}
		c.Deny(0)
		time.Sleep(time.Minute)
		w.turn(board).Command(c, "move", discordtest.With("move", legal(t, w, board)))
		if m := c.Next(); m.Picture == nil {
			t.Errorf("with the permission it says %q", m.Content)
		}
	})
}

// A permission that goes missing while a button is dealt with is named too. A command is answered without it.
func TestPermission_TakenAway(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		ana, _, c := w.people()
		results := make(chan error, 1)
		w.run(listener{hear: func(ctx context.Context, e chat.Event) {
			c.Deny(discordtest.SendMessages)
			m := say("hello")
			m.Answers = e.Reply
			_, err := w.bot.Send(ctx, e.Room, m)
			results <- err
		}})
		w.Connected(1)
		m := say("a board")
		m.Buttons = [][]chat.Button{{{Label: "A", Says: "/a"}}}
		if _, err := w.bot.Send(t.Context(), roomOf(c), m); err != nil {
			t.Fatal(err)
		}
		i := ana.Presses(c.Next(), "A")
		if got, want := i.Private().Content, "en-US missing-permission: en-US missing-permissions.send"; got != want {
			t.Errorf("ana is told %q, not %q", got, want)
		}
		if err := <-results; err == nil || errors.Is(err, chat.ErrClosed) {
			t.Errorf("the room is %v", err)
		}
		ana.Command(c, "board")
		if err := <-results; err != nil || c.Next().Content != "hello" {
			t.Errorf("a command is not answered: %v", err)
		}
	})
}

// What a command brings about for all to see is the answer to it: one call, and nothing is left for its author alone.
func TestCommand_OneCall(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		for _, command := range []func() *discordtest.Interaction{
			func() *discordtest.Interaction {
				return ana.Command(c, "play", discordtest.With("opponent", rui), begins)
			},
			func() *discordtest.Interaction { return ana.Command(c, "puzzle") },
			func() *discordtest.Interaction { return ana.Command(c, "board") },
		} {
			before := w.Calls("POST callbacks") + w.Calls("POST messages") + w.Calls("DELETE webhooks")
			i := command()
			i.Silent()
			if c.Next().Secret {
				t.Error("the answer is for one person only")
			}
			time.Sleep(time.Minute)
			if n := w.Calls("POST callbacks") + w.Calls("POST messages") + w.Calls("DELETE webhooks") - before; n != 1 {
				t.Errorf("a command costs %d calls", n)
			}
		}
	})
}

// Where the bot hears only what is meant for it, a board that a command brings about is an ordinary message: what
// replies to the answer to an interaction comes without its text. Nothing is left for the author alone.
func TestCommand_BoardTakesReplies(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t, func(c *discord.Config) { c.Content = false })
		ana, _, c := w.people()
		i := ana.Command(c, "play", discordtest.With("opponent", w.Bot), begins)
		i.Silent()
		board := c.Next()
		move := board.Buttons()[0]
		ana.Replies(board, move)
		w.reads(board.Edited(1), move)
	})
}

// For what cannot begin no thread is opened.
func TestNoThreadForNothing(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, _, c := w.people()
		i := ana.Command(c, "play", discordtest.With("options", "nonsense=1"), discordtest.With("thread", true))
		if m := i.Private(); !m.Secret || m.Content == "" {
			t.Errorf("ana is told %q", m.Content)
		}
		if n := w.Calls("POST threads"); n != 0 {
			t.Errorf("%d threads", n)
		}
	})
}
