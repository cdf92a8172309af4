package discord_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/discord/discordtest"
)

// A thread has the settings of its channel and the rights there, no matter who has opened it, whatever is said in it first
// and whenever the channel chooses. A choice in the thread counts there alone.
func TestThreads_Inherit(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		boss, rui := w.User("boss"), w.User("rui")
		g := w.Guild(boss, rui)
		g.Owner(boss)
		c := g.Channel("general")
		w.run(nil)
		w.Connected(1)
		says := func(u *discordtest.User, in *discordtest.Channel, text, want string) {
			t.Helper()
			if got := typed(in, u, text).Content; !strings.Contains(got, want) {
				t.Errorf("%s in %s: %q does not tell %q", text, in.Name, got, want)
			}
		}
		says(boss, c, "/theme paper", "Look: paper")
		for _, in := range []*discordtest.Channel{rui.Opens(c, "a thread"), rui.Opens(c, "another thread")} {
			if in.Name == "a thread" {
				rui.Command(in, "help").Private()
			}
			says(rui, in, "/theme slate", "only an administrator")
			says(boss, c, "/settings start admins", "Who starts games: administrators.")
			says(rui, in, "/play damas @boss", "Only administrators start games")
			says(boss, c, "/settings start everybody", "Who starts games: everybody.")
			says(boss, in, "/settings start admins", "Who starts games: administrators.")
			says(rui, in, "/play damas @boss", "Only administrators start games")
			says(rui, c, "/play damas @boss", "challenges")
			says(rui, c, "/cancel", "takes the challenge back")
		}
		if n := w.Calls("GET channels"); n != 2 {
			t.Errorf("Discord was asked %d times what a channel is", n)
		}
	})
}

// The choices for a server count in all its channels and threads that have not chosen otherwise, and those choose who
// run it: games that are accepted get threads of their own on one, and on another one they do not.
func TestSettings_OfServers(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		boss, rui := w.User("boss"), w.User("rui")
		g, other := w.Guild(boss, rui), w.Guild(boss, rui) // nobody runs the other one
		g.Owner(boss)
		general, second, elsewhere := g.Channel("general"), g.Channel("second"), other.Channel("elsewhere")
		w.run(nil)
		w.Connected(1)
		asks := func(u *discordtest.User, in *discordtest.Channel, what, want string) {
			t.Helper()
			m := u.Command(in, "settings", discordtest.With("what", what)).Private()
			if got := m.Content + strings.Join(append(m.Buttons(), m.Menus()...), " "); !strings.Contains(got, want) {
				t.Errorf("%s in %s: %q does not tell %q", what, in.Name, got, want)
			}
		}
		threads := func(in *discordtest.Channel, want bool) {
			t.Helper()
			rui.Command(in, "play", discordtest.With("opponent", boss), begins)
			offer := in.Next()
			boss.Presses(offer, "Accept")
			said := offer
			if want {
				said = offer.Edited(1)
			} else {
				said = in.Next()
			}
			if got := strings.Contains(said.Content, "Played here: <#"); got != want || got == (said.Picture != nil) {
				t.Errorf("in %s: %q", in.Name, said.Content)
			}
			if want {
				in.NewThread().Next()
			}
		}
		threads(general, false)
		asks(rui, general, "server threads on", "only an administrator")
		asks(rui, general, "", "The whole server")
		asks(boss, general, "server threads on", "Own threads: on.")
		asks(boss, general, "servidor", "whole server")
		threads(second, true)
		asks(boss, second, "threads off", "Own threads: off.")
		threads(second, false)
		threads(general, true)
		threads(elsewhere, false)
		asks(boss, second, "threads default", "Own threads: on.")
		asks(boss, general, "server theme slate", "Look: slate.")
		asks(rui, second, "theme", "✓ slate")
		asks(rui, rui.Opens(second, "a thread"), "theme", "✓ slate")
		asks(rui, elsewhere, "theme", "✓ wood")
		asks(rui, elsewhere, "server theme paper", "only an administrator")
		if stray, err := w.store.Get(t.Context(), "around/"); stray != "" || err != nil {
			t.Errorf("a room without a name hangs under %q (%v)", stray, err)
		}
	})
}
