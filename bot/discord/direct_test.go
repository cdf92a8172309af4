package discord_test

import (
	"context"
	"errors"
	"regexp"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/discordtest"
)

// A message on a server has an address, whatever its Ref tells besides; elsewhere there is none, nor of no message.
func TestAddress(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		ana, _, c := w.people()
		w.run(listener{hear: func(context.Context, chat.Event) {}})
		w.Connected(1)
		ana.Types(c, "/games")
		time.Sleep(time.Second)
		m, ref := w.sends(c, board("one", "next"))
		form := regexp.MustCompile(`^https://discord\.com/channels/\d+/` + c.ID + `/` + m.ID + `$`)
		for _, ref := range []chat.Ref{ref, chat.Ref(m.ID)} {
			if got := w.bot.Address(roomOf(c), ref); !form.MatchString(got) {
				t.Errorf("the address of %q is %q", ref, got)
			}
		}
		if !w.bot.InSight(roomOf(c), ref) || w.bot.InSight(roomOf(c), "7") || w.bot.InSight(roomOf(ana.Direct()), ref) {
			t.Error("what was just said is out of sight, or something else is not")
		}
		for room, ref := range map[chat.Room]chat.Ref{roomOf(c): "", roomOf(ana.Direct()): ref, "discord:7": ref} {
			if got := w.bot.Address(room, ref); got != "" {
				t.Errorf("the address of %q in %s is %q", ref, room, got)
			}
		}
	})
}

// A direct talk is opened once with each person who takes messages. Who has said something there is called there, and
// who wants that.
func TestDirect(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		ana, rui, _ := w.people()
		w.run(listener{hear: func(context.Context, chat.Event) {}})
		w.Connected(1)
		for range 2 {
			if room, err := w.bot.Direct(t.Context(), "discord:"+ana.ID); err != nil || room != roomOf(ana.Direct()) {
				t.Errorf("the talk is %q, %v", room, err)
			}
		}
		if n := w.Calls("POST talks"); n != 1 {
			t.Errorf("%d calls open one talk", n)
		}
		for _, id := range []string{"telegram:5", "discord:", ""} {
			if room, err := w.bot.Direct(t.Context(), id); room != "" || err != nil {
				t.Errorf("with %q the talk is %q, %v", id, room, err)
			}
		}
		callable := func(who *discordtest.User, wanted, want bool) {
			t.Helper()
			room, ok := w.bot.Callable(t.Context(), "discord:"+who.ID, wanted)
			if ok != want || ok && room != roomOf(who.Direct()) {
				t.Errorf("%s can be called in %q: %v", who.Handle, room, ok)
			}
		}
		callable(ana, false, false)
		callable(ana, true, true)
		ana.Types(ana.Direct(), "/games")
		time.Sleep(time.Second)
		callable(ana, false, true)
		w.Fail(discordtest.Fault{Method: "POST", Path: "/users/@me/channels", Status: 403})
		callable(rui, true, false)
		failing := w.Fail(discordtest.Fault{Method: "POST", Path: "/users/@me/channels", Status: 500, Times: 1000})
		if room, err := w.bot.Direct(t.Context(), "discord:"+rui.ID); room != "" || !errors.Is(err, chat.ErrAway) {
			t.Errorf("the talk is %q, %v", room, err)
		}
		callable(rui, true, false)
		failing.End()
		callable(rui, true, true)
	})
}

// Of a message that never had buttons none are taken, however often it is changed.
func TestRetire_WithoutButtons(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		_, _, c := w.people()
		w.run(listener{hear: func(context.Context, chat.Event) {}})
		ref, err := w.bot.Send(t.Context(), roomOf(c), board("one"))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.bot.Edit(t.Context(), roomOf(c), ref, board("two")); err != nil {
			t.Fatal(err)
		}
		shows(t, c.Next().Edited(1), "two", true)
		if err := w.bot.Retire(t.Context(), roomOf(c), ref); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if n := w.Calls("PATCH messages"); n != 1 {
			t.Errorf("%d changes", n)
		}
	})
}
