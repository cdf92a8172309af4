package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/storage"
)

// rings are for whom what was said in rooms makes a sound, of those who are there: because it names them, or stands in
// a direct talk.
func rings(rooms map[*discordtest.Channel][]*discordtest.User) (list []string) {
	for c, there := range rooms {
		for c.Unread() > 0 {
			m := c.Next()
			for _, u := range there {
				if !m.Silent && (c == u.Direct() || slices.Contains(m.Pinged, u)) {
					list = append(list, u.Handle)
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

// A person who is challenged is called once, wherever that one is: by a mention where both are; in a direct talk where
// the channel is another server's, where the challenge is made in a direct talk by a handle, and where the own settings
// say so.
func TestChallenged_Once(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui := w.User("ana"), w.User("rui")
		alone, both := w.Guild(ana).Channel("alone"), w.Guild(ana, rui).Channel("both")
		rooms := map[*discordtest.Channel][]*discordtest.User{alone: {ana}, both: {ana, rui}, ana.Direct(): {ana},
			rui.Direct(): {rui}}
		rung := func(what string, want ...string) {
			t.Helper()
			time.Sleep(3 * time.Minute) // nobody is plainly there
			if got := rings(rooms); !slices.Equal(got, want) {
				t.Errorf("%s rings for %q, not %q", what, got, want)
			}
		}
		for _, u := range []*discordtest.User{ana, rui} {
			u.Types(both, "/games")
		}
		rung("nothing")
		rui.Types(rui.Direct(), "/games")
		rung("an answer", rui.Handle)
		ana.Types(both, "/play damas "+rui.Mention())
		rung("a challenge where both are", rui.Handle)
		ana.Types(both, "/cancel")
		rung("cancelling")

		ana.Types(alone, "/play damas "+rui.Mention())
		time.Sleep(time.Minute)
		if said := alone.Texts()[0]; !strings.Contains(said, "I am letting") {
			t.Errorf("where rui is not it says %q", said)
		}
		rung("a challenge where rui is not", rui.Handle)
		ana.Types(alone, "/cancel")
		rung("cancelling it")

		ana.Types(ana.Direct(), "/play damas @"+rui.Handle)
		rung("a challenge by a handle in a direct talk", ana.Handle, rui.Handle) // ana is answered in hers
		rui.Types(rui.Direct(), "/decline")
		rung("declining", ana.Handle, rui.Handle)

		rui.Types(rui.Direct(), "/settings me calls private")
		rung("a setting", rui.Handle)
		ana.Types(both, "/play damas "+rui.Mention())
		rung("a challenge to somebody who wants to be called in private", rui.Handle)
	})
}

// Somebody who takes no direct messages is not written to at each challenge; its author is told each time.
func TestRefusal_Remembered(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, _ := w.people()
		rui.Deafen(true)
		for n := range 3 {
			before := w.Calls("POST messages")
			typed(ana.Direct(), ana, "/play damas "+rui.Mention())
			w.reads(ana.Direct().Next(), "does not see this")
			if tried := w.Calls("POST messages") - before; tried != 3 && n == 0 || tried != 2 && n > 0 {
				t.Errorf("challenge %d: %d messages are tried", n, tried)
			}
			typed(ana.Direct(), ana, "/cancel")
		}
		rui.Deafen(false)
		time.Sleep(25 * time.Hour)
		ana.Types(ana.Direct(), "/play damas "+rui.Mention())
		w.reads(rui.Direct().Next(), "challenges")
		if heads, err := w.store.Find(t.Context(), storage.Query{Live: true}); len(heads) != 1 || err != nil {
			t.Errorf("%d challenges wait, %v", len(heads), err)
		}
	})
}
