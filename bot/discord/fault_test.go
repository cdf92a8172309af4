package discord_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
)

func say(text string) chat.Message { return chat.Message{Text: []chat.Span{{Text: text}}} }

func roomOf(c *discordtest.Channel) chat.Room { return chat.Room("discord:" + c.ID) }

// A message of which nobody knew whether it arrived is said again later, also by the next process, and is there once;
// one with another file is another one.
func TestSaid_Again(t *testing.T) {
	type again struct{ first, then *chat.File }
	one, other := record("k7q2.pdn", "1. 11-15"), record("k7q2.pdn", "1. 9-13")
	servertest.Each(t, map[string]again{
		"words": {}, "a file": {one, one}, "another file": {one, other},
	}, func(t *testing.T, x again) {
		w := prepare(t)
		_, _, c := w.people()
		w.run(listener{})
		fault := w.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Lose: true, Times: 1000})
		say := func(ctx context.Context, f *chat.File) error {
			m := say("once")
			if m.File, m.Once = f, "event 0"; f != nil {
				m.Once = string(f.Data)
			}
			_, err := w.bot.Send(ctx, roomOf(c), m)
			return err
		}
		ctx, cancel := context.WithCancel(t.Context())
		first := make(chan error, 1)
		go func() { first <- say(ctx, x.first) }()
		c.Next()
		cancel()
		if err := <-first; err == nil {
			t.Fatal("said without an answer")
		}
		fault.End()
		for range 2 {
			if err := say(t.Context(), x.then); err != nil {
				t.Fatal(err)
			}
			w.stop()
			w.run(listener{})
		}
		if n := c.Unread(); (n == 1) != (x.first != x.then) || n > 1 {
			t.Errorf("said %d times more", n)
		}
	})
}

func TestRooms_Closed(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		ana, rui, c := w.people()
		w.run(listener{})
		g := w.Guild(ana)
		gone, hidden, mute := g.Channel("gone"), g.Channel("hidden"), g.Channel("mute")
		gone.Delete()
		hidden.Deny(discordtest.ViewChannel)
		mute.Deny(discordtest.SendMessages)
		rui.Deafen(true)
		for name, room := range map[string]chat.Room{
			"deleted": roomOf(gone), "hidden": roomOf(hidden), "mute": roomOf(mute), "no direct messages": roomOf(rui.Direct()),
			"unknown": "discord:1",
		} {
			if _, err := w.bot.Send(t.Context(), room, say("hello")); !errors.Is(err, chat.ErrClosed) {
				t.Errorf("%s: %v", name, err)
			}
		}
		w.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Status: 403, Code: 50278})
		if _, err := w.bot.Send(t.Context(), roomOf(c), say("hello")); !errors.Is(err, chat.ErrClosed) {
			t.Errorf("somebody on no server with the bot: %v", err)
		}
		w.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Status: 400, Code: 50035})
		if _, err := w.bot.Send(t.Context(), roomOf(g.Channel("open")), say("hello")); err == nil ||
			errors.Is(err, chat.ErrClosed) {
			t.Errorf("a message that is refused: %v", err)
		}
	})
}

// An interaction is acknowledged even if the first try is lost. One that hangs has no time for another one.
func TestAcknowledgement_Fails(t *testing.T) {
	servertest.Each(t, map[string]discordtest.Fault{
		"lost": {Lose: true}, "500": {Status: http.StatusInternalServerError},
		"429": {Status: 429, Body: `{"retry_after":0.1}`},
	}, func(t *testing.T, f discordtest.Fault) {
		w := prepare(t)
		w.run(nil)
		w.Connected(1)
		ana, _, c := w.people()
		f.Method, f.Path = "POST", "/callback"
		w.Fail(f)
		i := ana.Command(c, "help")
		if m := i.Private(); !strings.Contains(m.Content, "play") || !m.Secret {
			t.Errorf("help is %q", m.Content)
		}
	})
}

func TestPanics(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		ana, _, c := w.people()
		w.run(listener{hear: func(_ context.Context, e chat.Event) { panic(fmt.Sprint("told by the test: ", e.Text)) }})
		w.Connected(1)
		if got := ana.Command(c, "help").Private().Content; got != "en-US trouble" {
			t.Errorf("after a panic ana is told %q", got)
		}
		typed := ana.Types(c, "hello")
		if m := c.Next(); m.Content != " trouble" && m.Content != "trouble" || m.Referenced != typed {
			t.Errorf("after a panic the bot says %q", m.Content)
		}
		if !strings.Contains(w.log.String(), "told by the test: /help") {
			t.Error("a panic is not in the log")
		}
	})
}

// The token is in no log and in no error, whatever fails.
func TestToken_IsSecret(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		w.ChangeToken()
		w.run(listener{}, func(c *discord.Config) { c.Log = w.log.Logger() })
		_, _, c := w.people()
		_, sendErr := w.bot.Send(t.Context(), roomOf(c), say("hello"))
		err := w.ends()
		if err == nil || !strings.Contains(err.Error(), "token") || sendErr == nil {
			t.Errorf("with a wrong token the bot ends with %v, after %v", err, sendErr)
		}
		for _, text := range []string{fmt.Sprint(err), fmt.Sprint(sendErr), w.log.String()} {
			if strings.Contains(text, discordtest.Token) {
				t.Errorf("the token is in %.300q", text)
			}
		}
	})
}
