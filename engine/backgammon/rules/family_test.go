package rules

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/enginetest"
)

func begin(t *testing.T, g *engine.Game, chosen engine.Options) Position {
	t.Helper()
	o, err := g.Complete(chosen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return p.(Position)
}

// after returns a position after typed moves; dice are rolled.
func after(t *testing.T, p Position, moves ...engine.Move) Position {
	t.Helper()
	for _, m := range moves {
		next, err := p.Play(m)
		if err != nil {
			t.Fatalf("%s: %s: %v", p, m, err)
		}
		p = next.(Position)
	}
	return p
}

// The starts, as Position IDs of other programs.
func TestFamily_Starts(t *testing.T) {
	for g, want := range map[*engine.Game]string{
		Nackgammon: "4Dl4ADbgOXgANg", Hypergammon: "AACgAgAAKgAAAA", Portes: id.PositionID(begin(t, Backgammon, nil).Board()),
	} {
		p := begin(t, g, nil)
		if got := id.PositionID(p.Board()); got != want {
			t.Errorf("%s begins with %s, want %s", g.Name, got, want)
		}
		if v := p.Points(); v.Off != [2]int{} {
			t.Errorf("%s: %v are off at the start", g.Name, v.Off)
		}
	}
}

func TestFamily_Laws(t *testing.T) {
	for _, g := range []*engine.Game{Nackgammon, Hypergammon, Portes} {
		one := *g
		one.Options = slices.Clone(g.Options)
		for i, o := range one.Options {
			if one.Options[i].Values = []string{o.Default}; o.Name == "points" {
				one.Options[i].Values, one.Options[i].Default = []string{"3"}, "3"
			}
		}
		t.Run(g.Name, func(t *testing.T) { enginetest.Laws(t, &one, enginetest.Games(1), enginetest.Plies(60)) })
	}
}

// In portes the higher die only decides who begins; the winner of a game rolls both dice for the next one at once.
func TestPortesOpening(t *testing.T) {
	p := after(t, begin(t, Portes, nil), "33", "25")
	if p.Turn() != engine.Chance || p.Mover != 1 || p.IsOpeningRoll() || p.Dice != [2]int{} || p.Throw().By != engine.Second {
		t.Fatalf("after 2 and 5: %+v", p)
	}
	if back, err := p.Rules.parse(p.String()); err != nil || back != p {
		t.Errorf("%s is read as %+v, %v", p, back, err)
	}
	if p = after(t, p, "66"); p.Turn() != engine.Second || p.Dice != [2]int{6, 6} {
		t.Errorf("after 6-6: %+v", p)
	}
	p = after(t, p, "first resigns 2")
	if p.Score != [2]int{0, 2} || p.IsOpeningRoll() || p.Throw().By != engine.Second {
		t.Errorf("after a game that Black gave up: %+v", p)
	}
	if p = after(t, p, "42"); p.Turn() != engine.Second || p.Dice != [2]int{4, 2} || p.Crawford {
		t.Errorf("after 4-2: %+v", p)
	}
	if list := p.Resignations(engine.First); !slices.Equal(list, []int{1, 2}) {
		t.Errorf("Black can give up for %v", list)
	}
}

// The largest cube at the end of an XGID is never read as the dice that decided who begins.
func TestPortesXGID_LargestCube(t *testing.T) {
	const text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:"
	o, err := Portes.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Portes.Parse(text+"10", o)
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []string{"12", "13", "14", "15"} {
		if p, err := Portes.Parse(text+most, o); err != nil || p.String() != want.String() {
			t.Errorf("with a largest cube of %s it is %s, %v; want %s", most, p, err, want)
		}
	}
}

// The value of a finished game.
func TestFamily_Worth(t *testing.T) {
	for _, c := range []struct {
		game           *engine.Game
		position, move string
		points         int
		reason         engine.Code
	}{
		{Portes, "XGID=-A--A--------------eee----:0:0:1:64:0:0:0:5:10", "4/off 1/off", 2, wonGammon},
		{Portes, "XGID=-Ac-A--------------eeb----:0:0:1:64:0:0:0:5:10", "4/off 1/off", 2, wonGammon},
		{Backgammon, "XGID=-Ac-A--------------eeb----:0:0:1:64:0:0:0:5:10", "4/off 1/off", 3, wonBackgammon},
		{Hypergammon, "XGID=-A--A--------------c------:0:0:1:64:0:0:0:5:10", "4/off 1/off", 2, wonGammon},
		{Hypergammon, "XGID=-A--A--------------b------:0:0:1:64:0:0:0:5:10", "4/off 1/off", 1, wonSingle},
		{Hypergammon, "XGID=-Aa-A--------------b------:0:0:1:64:0:0:0:5:10", "4/off 1/off", 3, wonBackgammon},
	} {
		o, _ := c.game.Complete(nil)
		p, err := c.game.Parse(c.position, o)
		if err != nil {
			t.Error(err)
			continue
		}
		if end := after(t, p.(Position), engine.Move(c.move)).GameOutcome(); end.Points != c.points ||
			end.Reason != c.reason {
			t.Errorf("%s: %s, %s: %+v", c.game.Name, c.position, c.move, end)
		}
	}
}

// A position of another game is reported as such.
func TestFamily_Positions(t *testing.T) {
	o, _ := Hypergammon.Complete(nil)
	_, err := Hypergammon.Parse("4HPwATDgc/ABMA:cAkAAAAAAAAE", o)
	if err == nil || !strings.Contains(err.Error(), "hypergammon") {
		t.Errorf("fifteen checkers in hypergammon: %v", err)
	}
}
