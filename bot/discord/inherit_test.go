package discord_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/discord/discordtest"
)

// A thread has the settings of its channel and the rights there, whoever has opened it, whatever is said in it first and
// whenever the channel chooses. A choice in the thread counts there alone.
func TestThreadsInherit(t *testing.T) {
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
			u.Types(in, text)
			if got := in.Next().Content; !strings.Contains(got, want) {
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
			says(rui, in, "/play damas @boss", "only administrators start games")
			says(boss, c, "/settings start everybody", "Who starts games: everybody.")
			says(boss, in, "/settings start admins", "Who starts games: administrators.")
			says(rui, in, "/play damas @boss", "only administrators start games")
			says(rui, c, "/play damas @boss", "challenges")
			says(rui, c, "/cancel", "takes the challenge back")
		}
		if n := w.Calls("GET channels"); n != 2 {
			t.Errorf("Discord was asked %d times what a channel is", n)
		}
	})
}
