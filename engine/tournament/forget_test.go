package tournament_test

import (
	"encoding/json"
	"slices"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
	"testing"
)

// A forgotten person is nowhere in the stored events.
func TestForgotten(t *testing.T) {
	w := newWorld(t, 3, tournament.Setup{System: tournament.Swiss, Needs: 4})
	w.join(4)
	w.settle()
	log := tournament.Forget(w.log, "p2", match.Player{ID: "forgotten:1"})
	text, _ := json.Marshal(log)
	if slices.Contains(regexpWords(string(text)), "p2") {
		t.Errorf("p2 is still in %s", text)
	}
	s, err := tournament.Replay(w.state.ID, log)
	if err != nil || s.Number("forgotten:1") < 0 || !s.Entrants[s.Number("forgotten:1")].Out {
		t.Errorf("the events without p2: %v, %+v", err, s.Entrants)
	}
}
