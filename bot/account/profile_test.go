package account_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A person who has never met somebody cannot name them by handle, and is told nothing; a person who has met them, or is
// in a room where they have played, sees their results, unless the profile is private.
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

// The profile setting "near" of an older version is now private.
func TestProfile_Near(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		if err := store.Put(t.Context(), "settings/person/"+Rui.ID, `{"profile":{"value":"near"}}`); err != nil {
			t.Fatal(err)
		}
		h, _ := Start(t, store, d)
		PlaysMoves(h, d, "", 4)
		d.Heard()
		Says(h, Ana, "/profile @rui")
		d.Expect(t, "of a profile for those who play together", "That profile is private.")
		Says(h, Rui, "/settings me more")
		d.Expect(t, "among the settings", "Profile: private")
	})
}
