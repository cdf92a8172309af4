package match_test

import (
	"errors"
	"slices"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// A match may continue a game from elsewhere. Moves played there are not taken back, and do not count for withdrawing.
func TestGoesOn(t *testing.T) {
	e := event(t, "ana challenged rui")
	e.Setup.Played = []engine.Move{"11-15", "22-18", "10-13"}
	m, err := (&match.Match{}).Apply(e, games)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Apply(event(t, "rui accepted"), games); err != nil {
		t.Fatal(err)
	}
	if m.Line.Len() != 3 || m.Turn() != engine.Second {
		t.Fatalf("%d moves, %s on turn", m.Line.Len(), m.Turn())
	}
	var refusal *match.Refusal
	if _, err := m.Apply(event(t, "ana offered undo"), games); !errors.As(err, &refusal) ||
		refusal.Code != match.NothingToUndo {
		t.Errorf("undo: %v", err)
	}
	if !slices.Contains(m.May(ana), match.Withdrawn) {
		t.Error("the match cannot be withdrawn before its first move")
	}
}

func TestGoesOn_Not(t *testing.T) {
	for name, played := range map[string][]engine.Move{
		"an illegal move":   {"11-15", "11-15"},
		"nothing like one":  {"hello"},
		"a game that ended": {"10x19"},
	} {
		e := event(t, "ana challenged rui")
		e.Setup.Played = played
		if name == "a game that ended" {
			e.Setup.Start = "W:W10:B14"
		}
		if m, err := (&match.Match{}).Apply(e, games); err == nil {
			t.Errorf("%s: taken, and is %s", name, m.Status)
		}
	}
}

func TestImported(t *testing.T) {
	e := event(t, "ana challenged")
	e.Kind = match.Imported
	e.Setup.Played = []engine.Move{"11-15", "22-18"}
	e.Setup.Source = &match.Source{Names: [2]string{"Zé", "Tó"}}
	if _, err := (&match.Match{}).Apply(e, games); err == nil {
		t.Error("a game that has not ended was taken for one that has")
	}
	won := engine.Outcome{Winner: engine.Second, Reason: match.Resignation, Points: 1}
	e.Setup.Source.Outcome = won
	m, err := (&match.Match{}).Apply(e, games)
	if err != nil {
		t.Fatal(err)
	}
	if m.Status != match.Over || m.Outcome != won || m.Line.Len() != 2 {
		t.Errorf("%s, %+v, %d moves", m.Status, m.Outcome, m.Line.Len())
	}
	if a, b := m.Player(engine.First).Name, m.Player(engine.Second).Name; a != "Zé" || b != "Tó" {
		t.Errorf("played by %s and %s", a, b)
	}
	if m.Reader != ana || m.Side(ana.ID) != engine.Nobody || m.May(ana) != nil {
		t.Errorf("the reader is %v, plays %s and may %v", m.Reader, m.Side(ana.ID), m.May(ana))
	}
	e.Setup.Source = nil
	if _, err := (&match.Match{}).Apply(e, games); err == nil {
		t.Error("a game without a source was taken")
	}
}
