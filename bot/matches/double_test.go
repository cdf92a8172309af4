package matches_test

import (
	"slices"
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// The menu offers a double only while it can be made, or while the dice can be made to wait for it.
func TestDouble_OfferedWhileItGoes(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for game, want := range map[string]bool{
			"gamao opening=black colour=black":          true, // the dice are thrown for the players, and would wait
			"gamao opening=black colour=black points=3": false,
		} {
			store, d := memorytest.New(), NewDesk()
			d.Can.Choices = 8
			h, _ := Start(t, store, d)
			Says(h, Ana, "/play "+game+" @rui")
			Says(h, Rui, "/accept")
			Tap(t, h, d, Ana, "⋯")
			if got := Labels(t, d); slices.Contains(got, "Double") != want {
				t.Errorf("%s, after the throw: %q", game, got)
			}
			if want {
				Tap(t, h, d, Ana, "Double")
			} else {
				PlayOn(t, h, store, 1)
			}
			Tap(t, h, d, Rui, "⋯")
			if got := Labels(t, d); !slices.Contains(got, "Double") {
				t.Errorf("%s, for rui: %q", game, got)
			}
			Tap(t, h, d, Ana, "⋯")
			if got := Labels(t, d); slices.Contains(got, "Double") {
				t.Errorf("%s, for ana: %q", game, got)
			}
		}
	})
}

// A no to a double asks for a confirmation before the game is given up, and a yes takes the double.
func TestDouble_Declined(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, c := range []struct{ asks, says, want string }{
			{"não", "yes", "Rui wins 1 point"}, {"nope", "no", "the match goes on"}, {"não", "não", "the match goes on"},
			{"I refuse the double", "yes", "Rui wins 1 point"},
		} {
			d := NewDesk()
			d.Can.Together = true
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play gamao rules=manual colour=black @rui from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
			Says(h, Rui, "/accept")
			Says(h, Rui, "/move double")
			d.Heard()
			Mentioned(h, Ana, c.asks)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "You lose this game.") {
				t.Fatalf("told %q", got)
			}
			d.Tells(t, h, Mentioned, Ana, c.says, c.want)
		}
	})
}
