package tournament_test

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
)

// The outcome of a match names the winner as challenger or opponent, whatever side that was, and the absent player if
// the match came to nothing.
func TestOutcomeOf(t *testing.T) {
	start, err := draughts.Portuguese.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	line := draughts.Portuguese.NewLine(start)
	moved, err := line.Play("11-15")
	if err != nil {
		t.Fatal(err)
	}
	both, err := moved.Play("22-18")
	if err != nil {
		t.Fatal(err)
	}
	ana, rui := match.Player{ID: "ana"}, match.Player{ID: "rui"}
	ruled := []match.Decision{{Event: match.Event{Kind: match.Ruled, Ruling: match.Nought}}}
	for name, c := range map[string]struct {
		status    match.Status
		first     match.Player
		line      engine.Line
		winner    engine.Side
		decisions []match.Decision
		want      tournament.Outcome
	}{
		"waits":             {match.Open, match.Player{}, line, engine.Nobody, nil, tournament.Outcome{}},
		"is played":         {match.Playing, ana, line, engine.Nobody, nil, tournament.Outcome{There: true}},
		"drawn":             {match.Over, ana, line, engine.Nobody, nil, tournament.Outcome{There: true, Over: true}},
		"first wins":        {match.Over, ana, line, engine.First, nil, tournament.Outcome{There: true, Over: true, Winner: tournament.Challenger}},
		"second wins":       {match.Over, ana, line, engine.Second, nil, tournament.Outcome{There: true, Over: true, Winner: tournament.Opponent}},
		"first is opponent": {match.Over, rui, line, engine.First, nil, tournament.Outcome{There: true, Over: true, Winner: tournament.Opponent}},
		"second challenged": {match.Over, rui, line, engine.Second, nil, tournament.Outcome{There: true, Over: true, Winner: tournament.Challenger}},
		"first did not come": {match.Void, ana, line, engine.Nobody, nil,
			tournament.Outcome{There: true, Over: true, Void: true, Absent: tournament.Challenger}},
		"second did not come": {match.Void, ana, moved, engine.Nobody, nil,
			tournament.Outcome{There: true, Over: true, Void: true, Absent: tournament.Opponent}},
		"first was late": {match.Void, rui, both, engine.Nobody, nil,
			tournament.Outcome{There: true, Over: true, Void: true, Absent: tournament.Opponent, Late: true}},
		"was ruled out": {match.Void, ana, line, engine.Nobody, ruled, tournament.Outcome{There: true, Over: true, Void: true}},
	} {
		m := &match.Match{Status: c.status, Challenger: ana, Opponent: rui, First: c.first, Game: draughts.Portuguese,
			Line: c.line, Outcome: engine.Outcome{Winner: c.winner}, Decisions: c.decisions}
		if got := tournament.OutcomeOf(m); got != c.want {
			t.Errorf("%s: %+v, not %+v", name, got, c.want)
		}
	}
}

// Once the key of the lots is sealed, the tournament begins with that key and its lots: the lowest hash of the key and
// a person's word is first.
func TestBegun_Sealed(t *testing.T) {
	key := dice.LastKey([32]byte{7})
	seal := sha256.Sum256([]byte(key))
	w := newWorld(t, 1, tournament.Setup{System: tournament.Swiss})
	w.state.Chain = match.Chain{Seal: hex.EncodeToString(seal[:])}
	words := []string{"sol", "lua", "mar", "sol"}
	for i, word := range words {
		id := string(rune('a' + i))
		w.do(tournament.Event{Kind: tournament.Joined, By: id, Who: &match.Player{ID: id}, Room: "room", Word: word})
	}
	hash := func(i int) string {
		sum := sha256.Sum256([]byte(key + ":" + words[i]))
		return hex.EncodeToString(sum[:])
	}
	lots := make([]int, len(words))
	for i := range words {
		for k := range words {
			if hash(k) < hash(i) || hash(k) == hash(i) && k < i {
				lots[i]++
			}
		}
	}
	if got := w.state.Draw(key); !slices.Equal(got, lots) {
		t.Errorf("the lots are %v, not %v", got, lots)
	}
	begun := tournament.Event{Kind: tournament.Begun, Order: []string{"d", "b", "a", "c"}, Key: key,
		Lots: []int{lots[3], lots[1], lots[0], lots[2]}}
	wrong := begun
	wrong.Key = key[1:] + "0"
	if _, err := w.state.Apply(wrong); err == nil || err.Error() != "the key of the lots is not the one that was sealed" {
		t.Error(err)
	}
	wrong = begun
	wrong.Lots = []int{lots[1], lots[3], lots[0], lots[2]}
	if _, err := w.state.Apply(wrong); err == nil {
		t.Error("other lots are taken")
	}
	w.do(begun)
	if w.state.Status != tournament.Running || w.state.Entrants[1].Who.ID != "b" || w.state.Entrants[1].Word != "lua" {
		t.Errorf("%s with %+v", w.state.Status, w.state.Entrants)
	}
	chain := w.state.Chain
	w.log[0].Chain = &chain
	if again, err := tournament.Replay(w.state.ID, w.log); err != nil || again.Chain != chain || again.Status != tournament.Running {
		t.Errorf("replayed it is %+v, %v", again, err)
	}
}
