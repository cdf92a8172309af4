package rules

import (
	"errors"
	"slices"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
)

// positions are starts for random games, by size: thin boards, circles, jumps off the board, passes.
var positions = map[string][]string{
	"10": {
		"b1b1b1b1b1/1r1r1r3b/b1b1b3b1/5r3b/4b1b1b1/1b1rb3br/b3b1b1b1/5b1b1b/b1r1b1b3/1b1b1r1b1b b",
		"10/1r8/2b7/10/4r5/10/6b3/10/b8r/10 r",
		"3r4b1/4r4b/4brb3/2r1r5/4br2b1/1b1br1r1rb/3r1r4/rb5brb/2b2r3r/7b2 b",
	},
	"8": {
		"8/8/8/1rb5/r7/1b6/8/8 r",
		"8/8/8/8/3r4/8/8/b7 r",
		"8/8/8/3b1b2/2b1b3/2r5/8/8 r",
		"5rb1/1b2rbr1/1rbr1r2/r1rb1b2/1rbrbrb1/r2brb1b/4br1r/1b2rbrb b",
	},
	"6": {
		"b1b1b1/1b1b1b/b1b1b1/1b1b1b/b1b1b1/1b1b1r r",
		"r4b/6/2r3/3b2/6/b4r b",
		"6/6/6/6/r5/b5 r",
		"2b3/6/6/6/6/r5 b",
	},
}

func TestLaws(t *testing.T) {
	for size, starts := range positions {
		g := *Cage
		g.Options = []engine.Option{{Name: SizeOption, Values: []string{size}, Default: size}}
		enginetest.Laws(t, &g, enginetest.Games(40), enginetest.Starts(starts...))
	}
}

func TestPerft(t *testing.T) { enginetest.Perft(t, Cage, "testdata/perft.jsonl", 400e6) }

func BenchmarkPerft(b *testing.B) {
	for _, size := range []string{"10", "8"} {
		g := *Cage
		g.Options = []engine.Option{{Name: SizeOption, Values: []string{size}, Default: size}}
		for _, depth := range []int{4, 5} {
			b.Run("size="+size+"/depth="+string(rune('0'+depth)), func(b *testing.B) { enginetest.BenchmarkPerft(b, &g, depth) })
		}
	}
}

// small leaves out boards on which the laws would take long to check, as they try all paths of each sequence.
var small = engine.Game{
	Name: Cage.Name, Options: Cage.Options, New: Cage.New,
	Parse: func(text string, o engine.Options) (engine.Position, error) {
		p, err := parse(text, o)
		if err != nil {
			return nil, err
		}
		l := p.Size.MoveInfo(p.Board())
		for own := l.Own; !own.Empty(); own = own.Minus(own.Lowest()) {
			if w := l.targets(own.First()); trails(&w, w.from, w.opp, 0) > 200 {
				return nil, errors.New("too many sequences to check them all")
			}
		}
		return p, nil
	},
}

// trails adds the number of continuations from a square to n, and stops soon after 200.
func trails(w *jumpTargets, at int, opp Set, n int) int {
	for _, j := range w.next(at, opp, nil) {
		if n++; j.to != noSquare && n <= 200 {
			n = trails(w, j.to, opp.Minus(SquareSet(j.over)), n)
		}
	}
	return n
}

func FuzzRead(f *testing.F) {
	enginetest.FuzzRead(f, Cage, slices.Concat(positions["10"], positions["8"], positions["6"]),
		"A4-a3", "C3 × c5:e5", "c3e5", "c3xe3", "b2xa2", "a2xa1*", "pass", "Passo!", "a4", "a4-", "c3xc5x", "j11-j10",
		"11-15", "a4 a4", "g8xg8")
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzParse(f, &small, append(slices.Concat(positions["10"], positions["8"], positions["6"]),
		"6/6/6/6/6/6 b", " 6/6/6/6/6/rr4  r ", "8/8/8/8/8/8/8/b6b r", "10/8 r")...)
}

func TestRecords(t *testing.T) { enginetest.Records(t, Cage, "testdata/games.jsonl") }

// The rules: a position and all its legal moves.
func TestRules(t *testing.T) {
	size8, size6 := engine.Options{"size": "8"}, engine.Options{"size": "6"}
	enginetest.Cases(t, Cage, []enginetest.Case{
		{
			Name: "figure 3", Position: "8/8/8/1rb5/r7/1b6/8/8 r", Options: size8,
			Moves: []engine.Move{"a4-a3", "b5-c4", "b5-c6", "b5xd5"},
		},
		{
			Name: "figure 3, Blue", Position: "8/8/8/1rb5/r7/1b6/8/8 b", Options: size8,
			Moves: []engine.Move{"b3-a3", "b3-b4", "b3-c3", "c5xa5"},
		},
		{
			Name: "pass", Position: "8/8/8/8/3r4/8/8/b7 r", Options: size8,
			Moves: []engine.Move{"pass"},
		},
		{
			Name: "both leave the board", Position: "8/8/8/8/8/8/r7/b7 r", Options: size8,
			Moves: []engine.Move{"a2xa1*"},
		},
		{
			Name: "restriction 1: where a jump lands", Position: "8/8/8/2r1r3/3b4/3r4/8/8 r", Options: size8,
			Moves: []engine.Move{"c5-c4", "e5-e4"},
		},
		{
			Name: "a sequence goes on while it can, either way", Position: "8/8/8/3b1b2/2b1b3/2r5/8/8 r", Options: size8,
			Moves: []engine.Move{"c3-d4", "c3xc5xe5xe3", "c3xc5xe5xg5"},
		},
		{
			Name: "restriction 1: between two jumps", Position: "6/2b3/1r4/2b3/2r3/6 r", Options: size6,
			Moves: []engine.Move{"b4-b3", "b4-b5", "b4-c4", "c2-d3"},
		},
		{
			Name: "restriction 1: a straight step from its own side, not towards another", Position: "6/6/1r4/6/1r4/5b r",
			Options: size6,
			Moves:   []engine.Move{"b2-c2", "b2-c3", "b4-c3", "b4-c4"},
		},
		{
			Name: "a circle is the same either way round", Position: "6/6/2b3/1b1b2/1rb3/6 r", Options: size6,
			Moves: []engine.Move{"b2-c3", "b2xd2xd4xb4xb2"},
		},
		{
			Name: "centering: nothing is nearer than the middle", Position: "6/6/2r3/6/6/5b r", Options: size6,
			Moves: []engine.Move{"pass"},
		},
		{
			Name: "restriction 2: a step keeps to enemies", Position: "6/6/6/6/rb4/6 r", Options: size6,
			Moves: []engine.Move{"a2-b3", "a2xc2"},
		},
		{
			Name: "restriction 2 does not bind jumps", Position: "6/6/6/6/rb4/1b4 r", Options: size6,
			Moves: []engine.Move{"a2-b3", "a2xc2"},
		},
		{
			Name: "centering: strictly nearer", Position: "6/6/6/6/6/r4b r", Options: size6,
			Moves: []engine.Move{"a1-a2", "a1-b1", "a1-b2"},
		},
		{
			Name: "centering: by a straight line, not by rows", Position: "10/10/10/10/10/10/10/2r7/10/9b r",
			Moves: []engine.Move{"c3-c4", "c3-d3", "c3-d4"},
		},
		{
			Name: "centering: not to the same distance", Position: "10/10/10/10/10/10/10/10/r9/9b r",
			Moves: []engine.Move{"a2-a3", "a2-b2", "a2-b3"},
		},
		{
			Name: "adjoining: outward, next to an enemy", Position: "6/6/6/2r3/b5/6 r", Options: size6,
			Moves: []engine.Move{"c3-b2"},
		},
		{
			Name: "adjoining: not with an enemy next to it", Position: "6/6/6/1br3/6/6 r", Options: size6,
			Moves: []engine.Move{"c3xa3"},
		},
		{
			Name: "out of the board on every side", Position: "1b4/1r4/6/6/br2rb/4b1 r", Options: size6,
			Moves: []engine.Move{"b2xa2*", "e2xe1*", "e2xf2*", "b5xb6*"},
		},
		{
			Name: "out along the edge, over a corner", Position: "6/6/6/6/6/br2rb r", Options: size6,
			Moves: []engine.Move{"b1xa1*", "e1xf1*"},
		},
		{
			Name: "out of the board is a way to go on", Position: "8/8/8/b1br4/8/8/8/8 r", Options: size8,
			Moves: []engine.Move{"d5xb5xa5*"},
		},
		{
			Name: "and one of several", Position: "8/8/8/b1br4/1b6/8/8/8 r", Options: size8,
			Moves: []engine.Move{"d5xb5xa5*", "d5xb5xb3"},
		},
	})
}

func TestOutcome(t *testing.T) {
	won := func(s engine.Side) engine.Outcome {
		return engine.Outcome{Winner: s, Reason: engine.NoPieces, Points: 1}
	}
	for text, want := range map[string]engine.Outcome{
		"8/8/8/8/8/8/8/8 b":                           won(engine.First), // Red took the last with its last
		"8/8/8/8/8/8/8/8 r":                           won(engine.Second),
		"8/8/8/8/8/8/8/b7 b":                          won(engine.Second), // Red's last left the board
		"8/8/8/8/8/8/8/b7 r":                          won(engine.Second),
		"8/8/8/8/8/8/8/r7 b":                          won(engine.First),
		"8/8/8/8/3r4/8/8/b7 r":                        {}, // a pass, as Blue can move
		"8/8/8/8/3r4/8/8/b7 b":                        {},
		"10/10/10/10/4rb4/10/10/10/10/10 r":           {},
		"8/8/8/8/8/8/r7/b7 r":                         {},
		"brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb r": {},
		"rrrrrr/rrrrrr/rrrrrr/rrbrrr/rrrrrr/rrrrrr r": {Reason: neitherMoves},
		"rrrrrr/rrrrrr/rrrrrr/rrbrrr/rrrrrr/rrrrrr b": {Reason: neitherMoves},
	} {
		p := parseText(t, text)
		if got := p.Outcome(); got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
		if over := p.Turn() == engine.Nobody; over != want.Decided() {
			t.Errorf("%s: %v is on turn", text, p.Turn())
		}
		if want.Decided() && engine.Perft(p, 2) != 0 {
			t.Errorf("%s: moves are counted after the end", text)
		}
	}
}

// After a pass the other side is on turn, and nothing else has changed.
func TestPass(t *testing.T) {
	line := enginetest.Play(t, Cage, "8/8/8/8/3r4/8/8/b7 r", "pass", "a1-b2", "Passo", "b2-c3")
	if got, want := line.Position().String(), "8/8/8/8/3r4/2b5/8/8 r"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if line.Move(2) != engine.Pass {
		t.Errorf("the pass is %s", line.Move(2))
	}
}

func parseText(t testing.TB, text string) Position {
	t.Helper()
	p, err := Cage.Parse(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p.(Position)
}
