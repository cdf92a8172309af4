package discord_test

import (
	"context"
	"regexp"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
)

var ids = regexp.MustCompile(`:\d{10,}>`)

// Commands in texts are mentions, which a tap opens: by their English names, whatever they are called in the text, as
// clients open no others. They stay so when the bot is started again, and are heard when somebody sends one back.
func TestCommands_Mentioned(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		ana, _, c := w.people()
		room := roomOf(c)
		w.make()
		said := func(spans ...chat.Span) string {
			t.Helper()
			if _, err := w.bot.Send(t.Context(), room, chat.Message{Text: spans}); err != nil {
				t.Fatal(err)
			}
			return c.Next().Content
		}
		if got := said(chat.Span{Text: "type /jogar"}); got != "type /jogar" {
			t.Errorf("with nothing registered, said: %q", got)
		}
		if got := w.bot.Written("/accept #k7q2-abcd", "en"); got != "/tabuleiro accept match: k7q2-abcd" {
			t.Errorf("for others it is %q", got)
		}
		heard := make(chan string, 10)
		hear := func(_ context.Context, e chat.Event) { heard <- e.Text }
		w.start(listener{hear: hear})
		for restart := range 3 {
			w.Registered(1, nil, "")
			time.Sleep(time.Second)
			for _, x := range []struct{ text, want string }{
				{"/jogar damas @rui, or /lance 11-15", "</play:ID> jogo: damas adversário: @rui, or </move:ID> lance: 11-15"},
				{"(/aceitar) /reanudar", "(</tabuleiro accept:ID>) /reanudar"},
				{"/historial *all* /PLAY", "</tabuleiro record history:ID> \\*all\\* </play:ID>"},
				{"elsewhere: /accept #k7qf-abcd", "elsewhere: /accept #k7qf-abcd"},
				{"and/or https://play.example/play /tabuleiro /unheardof",
					"and/or https://play.example/play </board:ID> /unheardof"},
			} {
				if got := ids.ReplaceAllString(said(chat.Span{Text: x.text}), ":ID>"); got != x.want {
					t.Errorf("start %d: %q is said as %q, not %q", restart, x.text, got, x.want)
				}
			}
			if got := ids.ReplaceAllString(said(chat.Span{Text: "see "}, chat.Span{Text: "/move", Mono: true},
				chat.Span{Text: " or /play x", Mono: true}), ":ID>"); got != "see **</move:ID>**` or /play x`" {
				t.Errorf("start %d: in a fixed width, said %q", restart, got)
			}
			if restart == 2 {
				break
			}
			w.stop()
			w.run(listener{hear: hear})
		}
		mention := said(chat.Span{Text: "/historial"})
		ana.Replies(ana.Types(c, "x"), mention+" 2")
		<-heard
		if got := <-heard; got != "/history 2" {
			t.Errorf("heard: %q", got)
		}
		if n := w.Registrations(); n != 1 {
			t.Errorf("the commands were registered %d times", n)
		}
	})
}

// The sentences of the adapter itself name commands as all others do.
func TestSentences_NameCommands(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t, func(c *discord.Config) {
			c.Say = func(_, key string, _ map[string]string) string { return key + " /tabuleiro /aceitar" }
		})
		w.Registered(1, nil, "")
		time.Sleep(time.Second) // until they are known by their ids
		if m := w.User("ana").Command(w.Group(), "help").Private(); ids.ReplaceAllString(m.Content,
			":ID>") != "guest </board:ID> </tabuleiro accept:ID>" {
			t.Errorf("said: %q", m.Content)
		}
	})
}
