package match_test

import (
	"errors"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

func TestNoDrawsByAgreement(t *testing.T) {
	m := after(t, accepted, noDraws)
	var refusal *match.Refusal
	if _, err := m.Apply(event(t, "ana offered draw"), noDraws); !errors.As(err, &refusal) ||
		refusal.Code != match.NoDraws {
		t.Errorf("got %v, want the refusal %s", err, match.NoDraws)
	}
}

func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		history string
		status  match.Status
		want    engine.Outcome
	}{
		{accepted, match.Playing, engine.Outcome{}},
		{challenged + "rui declined", match.Void, engine.Outcome{}},
		{challenged + "ana withdrawn", match.Void, engine.Outcome{}},
		{moved + "rui withdrawn", match.Void, engine.Outcome{}},
		{accepted + "ana resigned", match.Over, engine.Outcome{Winner: engine.Second, Reason: match.Resignation, Points: 1}},
		{over, match.Over, engine.Outcome{Winner: engine.First, Reason: match.Resignation, Points: 1}},
		{accepted + "ana offered draw; rui agreed draw", match.Over, engine.Outcome{Reason: match.Agreement}},
	} {
		m := after(t, c.history, games)
		if m.Status != c.status || m.Outcome != c.want {
			t.Errorf("%s: %s %+v, want %s %+v", c.history, m.Status, m.Outcome, c.status, c.want)
		}
	}
}

// A game decided by its position, or by a repetition, ends the match.
func TestDecidedByTheGame(t *testing.T) {
	setup := func(start string) *match.Match {
		e := event(t, challenged[:len(challenged)-1])
		e.Setup.Start = start
		m, err := (&match.Match{}).Apply(e, games)
		if err != nil {
			t.Fatal(err)
		}
		m, err = m.Apply(event(t, "rui accepted"), games)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m, err := setup("W:W10:B14").Apply(event(t, "ana moved 10x19"), games)
	if err != nil {
		t.Fatal(err)
	}
	if want := (engine.Outcome{Winner: engine.First, Reason: engine.NoPieces, Points: 1}); m.Outcome != want ||
		m.Status != match.Over {
		t.Errorf("last piece taken: %s %+v", m.Status, m.Outcome)
	}
	if m.Turn() != engine.Nobody {
		t.Errorf("%s is on turn in a match that is over", m.Turn())
	}

	m = setup("W:WK4:BK32,29")
	for i, move := range []string{"4-8", "32-28", "8-4", "28-32", "4-8", "32-28", "8-4", "28-32"} {
		if m.Status != match.Playing {
			t.Fatalf("over after %d moves: %+v", i, m.Outcome)
		}
		who := []string{"ana", "rui"}[i%2]
		if m, err = m.Apply(event(t, who+" moved "+move), games); err != nil {
			t.Fatal(err)
		}
	}
	if m.Outcome != (engine.Outcome{Reason: engine.Repetition}) {
		t.Errorf("third time: %+v", m.Outcome)
	}
	if turn := m.Line.View().Turn; turn != engine.Nobody {
		t.Errorf("the board of a game that is over shows %s on turn", turn)
	}
}

// A takeback returns to before the asker's last move, on either side's turn.
func TestUndo(t *testing.T) {
	for _, c := range []struct {
		history string
		moves   string
		turn    engine.Side
	}{
		{moved + "ana offered undo; rui agreed undo", "", engine.First},
		{both + "rui offered undo; ana agreed undo", "11-15", engine.Second},
		{both + "ana offered undo; rui agreed undo", "", engine.First},
		{both + "ana moved 12-16; ana offered undo; rui agreed undo; ana moved 10-14", "11-15 22-18 10-14", engine.Second},
	} {
		m := after(t, c.history, games)
		var moves []string
		for i := range m.Line.Len() {
			moves = append(moves, string(m.Line.Move(i)))
		}
		if got := strings.Join(moves, " "); got != c.moves || m.Turn() != c.turn || m.Pending != (match.Pending{}) {
			t.Errorf("%s: moves %q, %s to move, pending %v; want %q, %s", c.history, got, m.Turn(), m.Pending, c.moves, c.turn)
		}
	}
}
