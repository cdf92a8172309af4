package account_test

import (
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// Who has never met somebody cannot name the person by a handle, and is told nothing; who has, or is where the person
// has played, is told how that one stands, unless the profile is private.
func TestProfile_ToStrangers(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		PlaysMoves(h, d, "", 4)
		Says(h, Rui, "/resign yes")
		d.Heard()
		zoe := chat.User{ID: "desk:zoe", Name: "Zoe", Handle: "zoe"}
		asks := func(where chat.Room, who chat.User, text string) string {
			SaysIn(h, where, who, text)
			return strings.Join(d.Heard(), "\n")
		}
		for _, text := range []string{"/profile @rui", "/versus @rui"} {
			if got := asks("desk:far", Ana, text); !strings.Contains(got, "Rui") {
				t.Errorf("who has played with the person is told to %s elsewhere: %q", text, got)
			}
			if got := asks("desk:group", zoe, text); !strings.Contains(got, "Rui") {
				t.Errorf("who is where the person has played is told to %s: %q", text, got)
			}
		}
		asks("desk:group", Rui, "/settings me profile private")
		if got := asks("desk:far", Ana, "/profile @rui"); got != "That profile is private." {
			t.Errorf("of a private profile is told %q", got)
		}
	})
}

// Who had chosen a profile for those who play together has a private one after the start, and one line of the log
// says so.
func TestProfile_NearDropped(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := memorytest.New()
		for id, text := range map[string]string{"desk:1": `{"profile":{"value":"near"}}`,
			"desk:2": `{"profile":{"value":"private"},"theme":{"value":"slate"}}`} {
			if err := store.Put(t.Context(), "settings/person/"+id, text); err != nil {
				t.Fatal(err)
			}
		}
		var log strings.Builder
		Start(t, store, NewDesk(), func(c *bot.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		synctest.Wait()
		if n := strings.Count(log.String(), "profile"); n != 1 || !strings.Contains(log.String(), "people=1") {
			t.Errorf("logged: %q", log.String())
		}
		keys, err := store.Keys(t.Context(), "settings/person/")
		if err != nil || len(keys) != 2 {
			t.Errorf("left are %v, %v", keys, err)
		}
		if text, err := store.Get(t.Context(), keys[0]); err != nil || text != `{"profile":{"value":"private"}}` {
			t.Errorf("the profile is %s, %v", text, err)
		}
	})
}
