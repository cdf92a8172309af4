package discord_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
)

func say(text string) chat.Message { return chat.Message{Text: []chat.Span{{Text: text}}} }

func roomOf(c *discordtest.Channel) chat.Room { return chat.Room("discord:" + c.ID) }

// A message is there once in the end, whatever its call meets with.
func TestCall_Fails(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]discordtest.Fault{
		"429 with Retry-After": {Status: 429, Body: `{"message":"slow","retry_after":0.05,"global":false}`,
			Header: map[string]string{"Retry-After": "0.05"}},
		"429 of all calls": {Status: 429, Body: `{"message":"slow","retry_after":0.05,"global":true}`,
			Header: map[string]string{"X-RateLimit-Global": "true"}},
		"429 without a word": {Status: 429, Body: "<html>slow down</html>", Times: 2},
		"headers nobody reads": {Status: 500, Header: map[string]string{"X-RateLimit-Reset-After": "soon",
			"X-RateLimit-Remaining": "few"}},
		"500":                   {Status: 500, Times: 2},
		"502":                   {Status: 502},
		"a page of a proxy":     {Status: 503, Body: "<html>"},
		"an answer that is cut": {Lose: true, Times: 2},
		"a call that hangs":     {Hang: true},
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				w := prepare(t)
				_, _, c := w.people()
				w.run(listener{})
				f.Method, f.Path = "POST", "/messages"
				fault := w.Fail(f)
				if _, err := w.bot.Send(t.Context(), roomOf(c), say("once")); err != nil {
					t.Fatal(err)
				}
				fault.Met(max(f.Times, 1))
				if m := c.Next(); m.Content != "once" {
					t.Errorf("said: %q", m.Content)
				}
				if _, err := w.bot.Send(t.Context(), roomOf(c), say("once")); err != nil { // on purpose this time
					t.Fatal(err)
				}
				c.Next()
				if n := c.Unread(); n != 0 {
					t.Errorf("said %d times too often", n)
				}
			})
		})
	}
}

// A message of which nobody knew whether it arrived is said again later, and is there once.
func TestSaid_Again(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		_, _, c := w.people()
		w.run(listener{})
		fault := w.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Lose: true, Times: 1000})
		once := say("once")
		once.Once = "event 0"
		ctx, cancel := context.WithCancel(t.Context())
		first := make(chan error, 1)
		go func() {
			_, err := w.bot.Send(ctx, roomOf(c), once)
			first <- err
		}()
		c.Next()
		cancel()
		if err := <-first; err == nil {
			t.Fatal("said without an answer")
		}
		fault.End()
		if _, err := w.bot.Send(t.Context(), roomOf(c), once); err != nil {
			t.Fatal(err)
		}
		if n := c.Unread(); n != 0 {
			t.Errorf("said %d times too often", n)
		}
	})
}

// An announcement that was said just before the process died is not said again by the one after it.
func TestOnce_AcrossProcesses(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		_, _, c := w.people()
		for range 2 {
			w.run(listener{})
			m := say("a board")
			m.Once = "k7q2-3"
			if _, err := w.bot.Send(t.Context(), roomOf(c), m); err != nil {
				t.Fatal(err)
			}
			if err := w.stop(); err != nil {
				t.Fatal(err)
			}
		}
		c.Next()
		if n := c.Unread(); n != 0 {
			t.Errorf("said %d times too often", n)
		}
	})
}

// A wait that is longer than a call may take is not waited for, nor is Discord asked again before it is over: in the
// same channel, or anywhere if Discord says so.
func TestWait_Long(t *testing.T) {
	virtually(t, func(t *testing.T) {
		for body, calls := range map[string]int{`{"retry_after":3600}`: 2, `{"retry_after":3600,"global":true}`: 1} {
			w := prepare(t)
			ana, _, c := w.people()
			w.run(listener{})
			w.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Status: 429, Body: body})
			for range 2 {
				if _, err := w.bot.Send(t.Context(), roomOf(c), say("late")); err == nil {
					t.Error("said in spite of a wait of an hour")
				}
			}
			if _, err := w.bot.Send(t.Context(), roomOf(w.Guild(ana).Channel("other")),
				say("elsewhere")); (err == nil) != (calls > 1) {
				t.Errorf("after %s: elsewhere: %v", body, err)
			}
			if n := w.Calls("POST messages"); n != calls {
				t.Errorf("after %s: %d calls", body, n)
			}
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
	t.Parallel()
	for name, f := range map[string]discordtest.Fault{
		"lost": {Lose: true}, "500": {Status: http.StatusInternalServerError},
		"429": {Status: 429, Body: `{"retry_after":0.1}`},
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
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
		})
	}
}

// However short a wait Discord asks for, what it has refused is not repeated at once: each refusal counts for a ban.
func TestShortestPause(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		_, _, c := w.people()
		w.run(listener{})
		refused := 0
		w.Around(func(out http.ResponseWriter, r *http.Request, real func(http.ResponseWriter)) {
			if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages") && refused < 5 {
				refused++
				out.Header().Set("X-RateLimit-Limit", "5")
				out.WriteHeader(http.StatusTooManyRequests)
				fmt.Fprint(out, `{"message":"slow","retry_after":0.001,"global":false}`)
				return
			}
			real(out)
		})
		began := time.Now()
		if _, err := w.bot.Send(t.Context(), roomOf(c), say("hello")); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); refused != 5 || took < 5*time.Second || took > 10*time.Second {
			t.Errorf("said after %v and %d refusals", took, refused)
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
		w.run(listener{}, func(c *discord.Config) { c.Log = debugLog(w.log) })
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
