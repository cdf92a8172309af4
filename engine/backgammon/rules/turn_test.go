package rules

import (
	"slices"
	"testing"

	"tabuleiro/engine"
)

// With self-rolling, each side declares its roll before a game, Black first, and the side on roll before every roll;
// that allows no double where none is allowed. The texts say who has declared.
func TestThrow_Self(t *testing.T) {
	o := engine.Options{"throw": "self", "double": "off"}
	p := parse(t, "start", o)
	for i, c := range []struct {
		turn engine.Side
		move engine.Move
	}{
		{engine.First, Roll}, {engine.Second, Roll}, {engine.Chance, "22"}, {engine.First, Roll}, {engine.Second, Roll},
		{engine.Chance, "31"}, {engine.First, "8/5 6/5"}, {engine.Second, Roll}, {engine.Chance, "64"},
		{engine.Second, "24/18/14"},
	} {
		if got := slices.Collect(p.Moves()); p.Turn() != c.turn || !slices.Contains(got, c.move) || c.move == Roll &&
			len(got) != 1 {
			t.Fatalf("step %d: %v on turn with %v, want %v with %s", i, p.Turn(), got, c.turn, c.move)
		}
		if again := parse(t, p.String(), o); again.String() != p.String() || again.Turn() != p.Turn() {
			t.Errorf("step %d: %s is read as %s", i, p, again)
		}
		if m, forced := p.Forced(); forced {
			t.Errorf("step %d: %s is made for the side", i, m)
		}
		next, err := p.Play(c.move)
		if err != nil {
			t.Fatal(err)
		}
		p = next.(Position)
	}
	for _, text := range []string{"4HPwATDgc/ABMA:cAgAAAAAAAAA:roll", "4HPwATDgc/ABMA:cAgAAAAAAAAA:both"} {
		if p, err := Backgammon.Parse(text, nil); err == nil {
			t.Errorf("%s is read where the bot throws: %s", text, p)
		}
	}
}
