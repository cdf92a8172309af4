package bot_test

import (
	"slices"
	"testing"

	"tabuleiro/storage/memory"
)

// A double stands among what else one may do only while it can be made or the dice can be had to wait for it.
func TestDoubleIsOfferedWhileItGoes(t *testing.T) {
	for game, want := range map[string]bool{
		"gamao opening=black colour=black":          true, // the dice are thrown for the players, and would wait
		"gamao opening=black colour=black points=3": false,
	} {
		store, d := memory.New(), newDesk()
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
}
