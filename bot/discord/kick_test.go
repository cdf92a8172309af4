package discord_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/discord/wire"
)

// Who played on a server that the bot was taken off is told so in private: each person once, whatever was played there,
// and no more than one person a second.
func TestKick(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		var users []*discordtest.User
		for _, name := range []string{"ana", "rui", "eva", "leo", "kim", "bob"} {
			users = append(users, w.User(name))
		}
		w.Guild(users...) // where they can still be written to
		g := w.Guild(users...)
		var last *discordtest.Channel
		for round := range 3 { // three matches a person
			for i := range len(users) / 2 {
				a, b := users[2*i], users[(2*i+2*round+1)%len(users)]
				last = g.Channel(fmt.Sprint("room-", round, "-", i))
				a.Command(last, "play", discordtest.With("opponent", b), begins)
				b.Presses(last.Next(), "Accept")
				last.Next()
			}
		}
		time.Sleep(time.Minute)
		said := map[*discordtest.User]int{}
		for _, u := range users {
			said[u] = len(u.Direct().Sent())
		}
		last.Expel()
		time.Sleep(5 * time.Minute)
		var at []time.Time
		for _, u := range users {
			told := u.Direct().Sent()[said[u]:]
			if len(told) != 1 || !strings.Contains(told[0].Content, "I can no longer write where this match is played.") ||
				!strings.Contains(told[0].Content, "/games") {
				t.Errorf("%s is told %d times", u.Name, len(told))
				continue
			}
			at = append(at, wire.TimeOf(told[0].ID))
		}
		slices.SortFunc(at, time.Time.Compare)
		for i := 1; i < len(at); i++ {
			if pause := at[i].Sub(at[i-1]); pause < 900*time.Millisecond {
				t.Errorf("the messages %d and %d are %v apart", i, i+1, pause)
			}
		}
	})
}
