package discord_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/discordtest"
)

// board is a message with a board and a button for each label.
func board(text string, labels ...string) chat.Message {
	m := say(text)
	m.Board = &chat.Board{PNG: []byte("\x89PNG " + text), Alt: "alt of " + text, Text: "text of " + text}
	for _, l := range labels {
		m.Buttons = append(m.Buttons, []chat.Button{{Label: l, Says: "/" + l}})
	}
	return m
}

// shows checks what a message looks like.
func shows(t *testing.T, m *discordtest.Message, text string, picture bool, labels ...string) {
	t.Helper()
	want := ""
	if picture {
		want = "\x89PNG " + text
	}
	if m.Content != text || string(m.Picture) != want || picture != (m.Alt == "alt of "+text) ||
		!cmp.Equal(m.Buttons(), labels) {
		t.Errorf("shown: %q with %q (%s), buttons %q", m.Content, m.Picture, m.Alt, m.Buttons())
	}
}

// answering makes a world in which the bot answers each event with what is told for its text.
func answering(t *testing.T, answers map[string]chat.Message, before func(e chat.Event)) (*world, chan chat.Ref) {
	w := prepare(t)
	refs := make(chan chat.Ref, 10)
	w.run(listener{hear: func(ctx context.Context, e chat.Event) {
		before(e)
		m := answers[e.Text]
		m.Answers = e.Reply
		ref, err := w.bot.Send(ctx, e.Room, m)
		if err != nil {
			t.Error(err)
		}
		refs <- ref
	}})
	w.Connected(1)
	return w, refs
}

func instead(m chat.Message) chat.Message {
	m.Instead = true
	return m
}

// An answer to a button takes the place of the message that has it, with picture and buttons; it can be changed and
// pressed again, and what has no picture leaves none.
func TestInstead(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, refs := answering(t, map[string]chat.Message{
			"/next": instead(board("two", "end")),
			"/end":  instead(say("three")),
		}, func(chat.Event) {})
		ana, rui, c := w.people()
		for _, where := range []*discordtest.Channel{c, rui.Direct()} {
			m, ref := w.sends(where, board("one", "next"))
			shows(t, m, "one", true, "next")
			rui.Presses(m, "next")
			if got := <-refs; got != ref {
				t.Errorf("Ref %q, not %q", got, ref)
			}
			shows(t, m.Edited(1), "two", true, "end")
			rui.Presses(m, "end")
			last := <-refs
			shows(t, m.Edited(2), "three", false)
			calls := w.Calls("PATCH messages")
			if err := w.bot.Retire(t.Context(), roomOf(where), last); err != nil {
				t.Error(err)
			}
			if n := w.Calls("PATCH messages") - calls; n != 0 {
				t.Errorf("%d calls to take nothing off", n)
			}
			w.quiet(where)
		}
		// without a button it means nothing
		ana.Types(c, "/next")
		<-refs
		shows(t, c.Next(), "two", true, "end")
	})
}

// A message that only one person sees is changed in place too, and stays for that person only.
func TestInstead_InSecret(t *testing.T) {
	virtually(t, func(t *testing.T) {
		secret := func(m chat.Message) chat.Message {
			m.Private = true
			return m
		}
		w, refs := answering(t, map[string]chat.Message{
			"/help": secret(board("one", "next")),
			"/next": secret(instead(board("two", "end"))),
			"/end":  instead(say("three")),
		}, func(chat.Event) {})
		ana, _, c := w.people()
		first := ana.Command(c, "help").Private()
		second := ana.Presses(first, "next").Private()
		shows(t, second, "two", true, "end")
		third := ana.Presses(second, "end").Private()
		shows(t, third, "three", false)
		if err := w.bot.Retire(t.Context(), roomOf(c), <-refs); err != nil {
			t.Error(err)
		}
		for range 2 {
			if ref := <-refs; ref != "" {
				t.Errorf("what took a secret place has the Ref %q", ref)
			}
		}
		if first.ID != second.ID || second.ID != third.ID || !third.Secret || c.Unread() != 0 {
			t.Errorf("messages %s, %s, %s, and %d in the channel", first.ID, second.ID, third.ID, c.Unread())
		}
	})
}

// An answer for one person does not take the place of a message for all, unless nobody else is there.
func TestInstead_OfWhatAllSee(t *testing.T) {
	virtually(t, func(t *testing.T) {
		m := instead(say("two"))
		m.Private = true
		w, refs := answering(t, map[string]chat.Message{"/next": m}, func(chat.Event) {})
		ana, _, c := w.people()
		for _, where := range []*discordtest.Channel{c, ana.Direct()} {
			shown, _ := w.sends(where, board("one", "next"))
			i := ana.Presses(shown, "next")
			if where == c {
				if got := i.Private(); got.Content != "two" || !got.Secret || shown.Edits() != 0 {
					t.Errorf("ana is told %q, secretly: %v; %d changes", got.Content, got.Secret, shown.Edits())
				}
			} else {
				shows(t, shown.Edited(1), "two", false)
			}
			<-refs
		}
	})
}

// An answer that cannot take a place is said anew: the message is gone, the interaction is too old or was not
// acknowledged, there is too much to say, or the place is taken.
func TestInstead_Fails(t *testing.T) {
	type scene struct {
		answer chat.Message
		spoil  func(*world, *discordtest.Message, *discordtest.Interaction)
		anew   []string
	}
	servertest.Each(t, map[string]scene{
		"gone": {board("two"), func(_ *world, m *discordtest.Message, _ *discordtest.Interaction) { m.Delete() },
			[]string{"two"}},
		"old": {board("two"), func(_ *world, _ *discordtest.Message, i *discordtest.Interaction) { i.Expire() },
			[]string{"two"}},
		"too large": {say(strings.Repeat("x", 3000)), nil, []string{strings.Repeat("x", 2000), strings.Repeat("x", 1000)}},
		"refused": {board("two"), func(w *world, _ *discordtest.Message, _ *discordtest.Interaction) {
			w.Fail(discordtest.Fault{Method: "PATCH", Path: "/webhooks", Status: 403, Code: 50013})
		}, []string{"two"}},
	}, func(t *testing.T, x scene) {
		pressed := make(chan *discordtest.Interaction, 1)
		var shown *discordtest.Message
		var w *world
		w, refs := answering(t, map[string]chat.Message{"/next": instead(x.answer)}, func(chat.Event) {
			if i := <-pressed; x.spoil != nil {
				i.Acknowledged()
				x.spoil(w, shown, i)
			}
		})
		ana, _, c := w.people()
		if _, err := w.bot.Send(t.Context(), roomOf(c), board("one", "next")); err != nil {
			t.Fatal(err)
		}
		shown = c.Next()
		pressed <- ana.Presses(shown, "next")
		if ref := <-refs; ref == "" {
			t.Error("no Ref")
		}
		for _, want := range x.anew {
			if got := c.Next(); got.Content != want {
				t.Errorf("said anew: %.20q, not %.20q", got.Content, want)
			}
		}
		if n := shown.Edits(); n != 0 || c.Unread() != 0 {
			t.Errorf("changed %d times, %d messages too many", n, c.Unread())
		}
	})
}

// The second answer to a button does not cover the first.
func TestInstead_Twice(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		done := make(chan bool)
		w.run(listener{hear: func(ctx context.Context, e chat.Event) {
			for _, text := range []string{"two", "three"} {
				m := instead(say(text))
				m.Answers = e.Reply
				if _, err := w.bot.Send(ctx, e.Room, m); err != nil {
					t.Error(err)
				}
			}
			done <- true
		}})
		w.Connected(1)
		ana, _, c := w.people()
		m, _ := w.sends(c, board("one", "next"))
		ana.Presses(m, "next")
		<-done
		shows(t, m.Edited(1), "two", false)
		shows(t, c.Next(), "three", false)
	})
}

// A message can be changed long after it was said: board, words, buttons, and back to words only.
func TestEdit(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		ana, rui, c := w.people()
		w.run(listener{})
		for _, where := range []*discordtest.Channel{c, ana.Direct()} {
			room := roomOf(where)
			ref, err := w.bot.Send(t.Context(), room, board("one"))
			if err != nil || ref == "" {
				t.Fatalf("Ref %q, %v", ref, err)
			}
			m := where.Next()
			edit := func(next chat.Message) {
				t.Helper()
				if err := w.bot.Edit(t.Context(), room, ref, next); err != nil {
					t.Fatal(err)
				}
			}
			edit(board("two", "next"))
			shows(t, m.Edited(1), "two", true, "next")
			if err := w.bot.Retire(t.Context(), room, ref); err != nil { // the Ref does not know of the button
				t.Fatal(err)
			}
			shows(t, m.Edited(2), "two", true)
			named := chat.Message{Turn: chat.User{ID: "discord:" + rui.ID}}
			named.Text = []chat.Span{{Text: "Rui", User: &named.Turn}}
			edit(named)
			if now := m.Edited(3); now.Content != rui.Mention() || now.Picture != nil || len(now.Pinged) > 0 {
				t.Errorf("shown: %q with %q, %d notified", now.Content, now.Picture, len(now.Pinged))
			}
			w.quiet(where)
		}
	})
}

// A message that could not be changed is an error, so that it is said anew; and the call is tried again where that
// makes sense.
func TestEdit_Fails(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		ana, _, c := w.people()
		w.run(listener{})
		room := roomOf(c)
		ref, err := w.bot.Send(t.Context(), room, board("one", "next"))
		if err != nil {
			t.Fatal(err)
		}
		m := c.Next()
		w.Fail(discordtest.Fault{Method: "PATCH", Path: "/messages", Status: 503, Times: 2})
		if err := w.bot.Edit(t.Context(), room, ref, board("two")); err != nil {
			t.Error(err)
		}
		shows(t, m.Edited(1), "two", true)
		if err := w.bot.Edit(t.Context(), room, ref, say(strings.Repeat("x", 3000))); err == nil {
			t.Error("two messages in the place of one")
		}
		if err := w.bot.Edit(t.Context(), room, "", say("two")); err == nil {
			t.Error("changed nothing, and no error")
		}
		foreign := ana.Types(c, "mine")
		if err := w.bot.Edit(t.Context(), room, chat.Ref(foreign.ID), say("two")); err == nil {
			t.Error("somebody else's message was changed")
		}
		c.Deny(discordtest.AttachFiles)
		if err := w.bot.Edit(t.Context(), room, ref, board("three")); err == nil {
			t.Error("a picture where none is permitted")
		}
		m.Delete()
		if err := w.bot.Edit(t.Context(), room, ref, say("three")); err == nil {
			t.Error("what is gone was changed")
		}
		if err := w.bot.Retire(t.Context(), room, ref); err != nil {
			t.Errorf("what is gone has no buttons: %v", err)
		}
		shows(t, m.Edited(1), "two", true)
	})
}
