package bot_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/storage/memorytest"
)

// A double stands among what else one may do only while it can be made or the dice can be had to wait for it.
func TestDoubleIsOfferedWhileItGoes(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for game, want := range map[string]bool{
			"gamao opening=black colour=black":          true, // the dice are thrown for the players, and would wait
			"gamao opening=black colour=black points=3": false,
		} {
			store, d := memorytest.New(), newDesk()
			d.caps.Choices = 8
			h, _ := start(t, store, d)
			says(h, ana, "/play "+game+" @rui")
			says(h, rui, "/accept")
			tap(t, h, d, ana, "⋯")
			if got := labels(t, d); slices.Contains(got, "Double") != want {
				t.Errorf("%s, after the throw: %q", game, got)
			}
			if want {
				tap(t, h, d, ana, "Double")
			} else {
				playOn(t, h, store, 1)
			}
			tap(t, h, d, rui, "⋯")
			if got := labels(t, d); !slices.Contains(got, "Double") {
				t.Errorf("%s, for rui: %q", game, got)
			}
			tap(t, h, d, ana, "⋯")
			if got := labels(t, d); slices.Contains(got, "Double") {
				t.Errorf("%s, for ana: %q", game, got)
			}
		}
	})
}

// A no to a double asks before it gives the game up, and a yes takes it.
func TestNoToADouble(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, c := range []struct{ asks, says, want string }{
			{"não", "yes", "Rui wins 1 point"}, {"nope", "no", "the match goes on"}, {"não", "não", "the match goes on"},
			{"I refuse the double", "I refuse the double", "Rui wins 1 point"},
		} {
			d := newDesk()
			d.caps.Together = true
			h, _ := start(t, memorytest.New(), d)
			says(h, ana, "/play gamao rules=manual colour=black @rui from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
			says(h, rui, "/accept")
			says(h, rui, "/move double")
			d.heard()
			mentioned(h, ana, c.asks)
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "You lose this game.") {
				t.Fatalf("told %q", got)
			}
			d.tells(t, h, mentioned, ana, c.says, c.want)
		}
	})
}
