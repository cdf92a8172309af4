package rules_test

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/goldentest"
)

// tellPosition writes the properties of a position besides its moves: the dice, the cube actions, the result or the
// result on time, and its last moves in the other notation.
func tellPosition(text *strings.Builder, p rules.Position, moves []engine.Move) {
	fmt.Fprintf(text, "%s %s", p, p.Turn())
	throw, s := p.Throw(), p.Standing()
	fmt.Fprintf(text, ", throw of %s each %t self %t doubled %d of %d", throw.By, throw.Each, throw.Self, throw.Doubled, p.Throws())
	if p.OnlyRolls() {
		text.WriteString(", only rolls")
	}
	if m, ok := p.Forced(); ok {
		fmt.Fprint(text, ", forced ", m)
	}
	fmt.Fprintf(text, ", score %v of %d, endless %t, Crawford %t, stake %d", s.Score, s.Length, s.Endless, s.Crawford, p.Stake())
	for _, o := range []engine.Outcome{s.Ended, p.Outcome(), p.TimeoutOutcome(engine.Second)} {
		if o.Decided() {
			fmt.Fprintf(text, ", %s %s %d", o.Result(), o.Reason, o.Points)
		}
	}
	for _, side := range []engine.Side{engine.First, engine.Second} {
		fmt.Fprintf(text, ", %s doubles %t resigns %v", side, p.MayDouble(side), p.Resignations(side))
	}
	for _, e := range p.Exports()[1:] {
		fmt.Fprintf(text, ", %s", e.Text)
	}
	for _, m := range moves[max(0, len(moves)-3):] {
		fmt.Fprintf(text, "; %s=%s", m, p.Format(string(m), "manual"))
		if word, _ := p.Word(m); word != "" {
			fmt.Fprintf(text, "(%s)", word)
		}
	}
	text.WriteString("\n")
}

// played returns the next event of a random game: now and then a side resigns, doubles or drops.
func played(t *testing.T, p rules.Position, moves []engine.Move, random *rand.Rand) engine.Move {
	t.Helper()
	var m engine.Move
	var err error
	side := engine.First + engine.Side(random.IntN(2))
	list := p.Resignations(side)
	switch {
	case len(list) > 0 && random.IntN(60) == 0:
		m, err = p.Resign(side, list[random.IntN(len(list))])
	case p.Turn() == engine.Chance:
		m, err = p.Roll(1+random.IntN(6), 1+random.IntN(6))
	case p.Phase != rules.Playing && random.IntN(5) > 0:
		m = moves[0] // roll or take
	default:
		m = moves[random.IntN(len(moves))]
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The properties of positions of random games, with every option, are those of testdata/played.txt, mostly as a hash.
func TestPlayed(t *testing.T) {
	home := board.Counts{}.Add(5, 3).Add(3, 2).Add(2, 2)
	late := id.PositionID(board.Board{Own: home.Add(board.Off, 8), Opp: home.Add(6, 1).Add(8, 1).Add(board.Off, 6)}) + ":cAkAAAAAAAAA"
	var text strings.Builder
	for n, c := range []struct {
		game           *engine.Game
		options, start string
	}{
		{rules.Backgammon, "points=3", ""}, {rules.Backgammon, "points=3 double=turn opening=black", ""},
		{rules.Backgammon, "points=0 jacoby=on", ""}, {rules.Backgammon, "points=0 jacoby=on", late}, {rules.Backgammon, "points=1", late},
		{rules.Backgammon, "rules=manual points=2 cube-max=4", ""}, {rules.Backgammon, "rules=manual points=0", late},
		{rules.Backgammon, "throw=self points=2 cube-max=2", ""}, {rules.Backgammon, "throw=self double=off gammons=off", late},
		{rules.Backgammon, "dice=any bearoff=any points=5 crawford=off", late}, {rules.Nackgammon, "points=3", ""},
		{rules.Hypergammon, "points=3", ""}, {rules.Portes, "points=5", ""}, {rules.Portes, "points=3", late},
	} {
		options, err := c.game.Complete(engine.ParseOptions(c.options))
		if err != nil {
			t.Fatal(err)
		}
		start, err := c.game.New(options)
		if c.start != "" {
			start, err = c.game.Parse(c.start, options)
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&text, c.game.Name, cmp.Or(c.options, "standard"), c.start)
		random, sum := rand.New(rand.NewPCG(uint64(n), 4)), fnv.New64a()
		for game := range 8 {
			p := start
			for ply := range 160 {
				at, moves := p.(rules.Position), slices.Collect(p.Moves())
				var told strings.Builder
				tellPosition(&told, at, moves)
				if game == 0 && (ply%25 == 0 || ply < 4 || at.Standing().Ended.Decided()) {
					text.WriteString(told.String())
				}
				fmt.Fprint(sum, told.String(), at.Points())
				if ply%10 == 0 {
					fmt.Fprint(sum, at.Shots())
				}
				if p.Turn() == engine.Nobody {
					break
				}
				m := played(t, at, moves, random)
				fmt.Fprint(sum, m, p.Trace(m))
				if p, err = p.Play(m); err != nil {
					t.Fatal(err)
				}
				again, err := c.game.Parse(p.String(), options)
				if err != nil || again.String() != p.String() {
					t.Fatalf("%s is read as %v, %v", p, again, err)
				}
			}
		}
		fmt.Fprintf(&text, "all: %016x\n", sum.Sum64())
	}
	goldentest.Compare(t, "testdata/played.txt", text.String())
}
