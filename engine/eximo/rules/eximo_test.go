package rules

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
)

const start = "1bbbbbb1/1bbbbbb1/1bb2bb1/8/8/1ww2ww1/1wwwwww1/1wwwwww1 w"

// positions are starts for random games: chains, drops of all kinds, few men, men on their last row.
var positions = []string{
	"8/8/8/8/3w4/8/1ww5/1w6 w",
	"8/8/8/8/2b2b2/2b5/4bbb1/4bwbb w",
	"8/7w/b7/8/8/8/1wwwww2/1wwwwww1 w",
	"8/7w/b7/8/8/8/1wwwwww1/1wwwwww1 w",
	"2bbb3/3w4/8/8/8/8/8/8 w",
	"8/4w3/8/8/8/8/8/7b w",
	"8/1w1w1w1w/8/w1w1w1w1/8/1w1w1w1w/wwwwwwww/1wwwwww1 w",
	"8/1b1b1b2/8/1bb1b1b1/8/1b1b1b1b/1wwwwww1/8 w",
	"1bbbbbb1/1b1bbbb1/1b1b1b1b/8/b1b1b1b1/8/1b1b1b1b/w7 b",
	"8/1bbbbbb1/1w1w1w1w/8/w1w1w1w1/8/1w1w1w1w/8 b",
}

func TestLaws(t *testing.T) {
	enginetest.Laws(t, Eximo, enginetest.Games(250), enginetest.Starts(positions...))
}

func TestPerft(t *testing.T) {
	enginetest.Perft(t, Eximo, "testdata/perft.jsonl", 400e6)
}

func BenchmarkPerft4(b *testing.B) { enginetest.BenchmarkPerft(b, Eximo, 4) }
func BenchmarkPerft5(b *testing.B) { enginetest.BenchmarkPerft(b, Eximo, 5) }

func FuzzRead(f *testing.F) {
	enginetest.FuzzRead(f, Eximo, positions,
		"b3-b4", "B3 x b5", "b1–d5", "b3:b5", "b3-", "a7-a8 b1 c2", "a7@b1@c2", "h7-h8*", "*b1", "a7-a8*b1*b1", "c2*c4", "45",
		"i9-j10",
		"b2-b4-b6-b8*b2", "b2 b8 b2 c1", "e7-e8-f7", "a1@b2.pt", "h2!", "f1xb5")
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzParse(f, Eximo, append(positions, "8/8/8/8/8/8/8/8 w", " 8/8/8/8/8/8/8/w7  b ", "8/8/8/8/8/8/8/w6 w",
		"wwwwwwww/8/8/8/8/8/8/bbbbbbbb w")...)
}

func TestRecords(t *testing.T) { enginetest.Records(t, Eximo, "testdata/games.jsonl") }

// The rules by section: a position and all its legal moves.
func TestRules(t *testing.T) {
	enginetest.Cases(t, Eximo, []enginetest.Case{
		{
			Name: "moves: a step straight or diagonally forward", Position: "8/8/8/8/3w4/8/8/b7 w",
			Moves: []engine.Move{"d4-c5", "d4-d5", "d4-e5"},
		},
		{
			Name: "moves: down for Second", Position: "w7/8/8/3b4/8/8/8/8 b",
			Moves: []engine.Move{"d5-c4", "d5-d4", "d5-e4"},
		},
		{
			Name: "moves: not around the edge", Position: "8/8/8/8/w6w/8/8/3b4 w",
			Moves: []engine.Move{"a4-a5", "a4-b5", "h4-g5", "h4-h5"},
		},
		{
			Name: "jumps: over own men, as long as there are any, or a step instead", Position: "8/8/8/8/3w4/8/1ww5/1w6 w",
			Moves: []engine.Move{
				"b1-a2", "b1-b3", "b1-d3-d5", "b2-a3", "b2-b3", "b2-c3", "c2-b3", "c2-c3", "c2-d3", "d4-c5", "d4-d5", "d4-e5",
			},
		},
		{
			Name:     "jumps: the longest is not required, and two ways to a square are one move",
			Position: "8/8/8/2www3/8/2ww4/3w4/1bbbb3 w",
			Moves: []engine.Move{
				"c3-b4", "c3-c4", "c3-d4", "d3-c4", "d3-d4", "d3-e4", "c5-b6", "c5-c6", "c5-d6", "d5-c6", "d5-d6", "d5-e6", "e5-d6",
				"e5-e6", "e5-f6", "d2-e3", "d2-d4-b6", "d2-d4-f6",
				"d2-b4-d6", // and d2-d4-d6
			},
		},
		{
			Name: "jumps: not over enemies, nor over two men in line", Position: "8/8/8/1w6/1w6/1w6/1b6/8 w",
			Moves: []engine.Move{"b3-a4", "b3-c4", "b4-a5", "b4-c5", "b4-b6", "b5-a6", "b5-b6", "b5-c6"},
		},
		{
			Name:     "captures: forward, diagonally forward, left or right, and nothing else",
			Position: "8/8/8/2bbb3/2bwb3/2bbb3/8/8 w",
			Moves:    []engine.Move{"d4xb4xd6", "d4xb6", "d4xd6", "d4xf4xd6", "d4xf6"},
		},
		{
			Name: "captures: compulsory, with any man", Position: "8/8/8/8/8/2b2b2/1ww2w2/2w5 w",
			Moves: []engine.Move{"b2xd4", "c2xc4", "f2xf4"},
		},
		{
			Name: "captures: free choice, to the end", Position: "8/8/8/8/2b2b2/2b5/4bbb1/4bwbb w",
			Moves: []engine.Move{"f1xd1xf3xf5", "f1xd3xb3xd5", "f1xd3xb5", "f1xf3xf5", "f1xh3"},
		},
		{
			Name: "captures: the removed men are no obstacle and not jumped twice", Position: "8/8/8/8/8/8/4b3/3bwb2 w",
			Moves: []engine.Move{"e1xc1", "e1xe3", "e1xg1"},
		},
		{
			Name:     "captures: two ways to a square that take different men are two moves",
			Position: "8/8/8/8/3b1b2/8/3b1b2/4w3 w",
			Moves:    []engine.Move{"e1xc3xe5", "e1xg3xe5"},
		},
		{
			Name: "last row: a man arrives but once, wherever it does", Position: "8/4w3/7b/8/8/b7/1b1bbbb1/1bb1bbb1 w",
			Moves: []engine.Move{"e7-d8*d1*c2"},
		},
		{
			Name: "last row: two drops in either order are one move", Position: "8/3w4/7b/8/8/8/1bb1bb2/1bb1bbb1 w",
			Moves: []engine.Move{"d7-c8*d1*d2", "d7-c8*d1*g2", "d7-c8*d2*g2"},
		},
		{
			Name: "last row: one empty square, one drop", Position: "7b/6ww/8/8/8/8/1bbbbb2/1bbbbbb1 w",
			Moves: []engine.Move{"g7-f8*g2", "h7-g8*g2"},
		},
		{
			Name: "last row: none, no drop", Position: "8/7w/8/8/8/8/1bbbbbb1/1bbbbbb1 w",
			Moves: []engine.Move{"h7-g8*"},
		},
		{
			Name: "last row: Second drops on its own rows", Position: "1bb1bbb1/1bbbbb2/8/8/8/7b/6w1/8 b",
			Moves: []engine.Move{"h3xf1*g7*d8"},
		},
		{
			Name: "last row: by a jump", Position: "8/5ww1/6w1/8/8/8/1bbbbbb1/1bbbbbb1 w",
			Moves: []engine.Move{"f7-e8*", "g7-f8*", "g6-h7", "g6-e8*"},
		},
		{
			Name: "last row: by a capture, which goes no further", Position: "4b3/2b5/1w6/8/8/8/1bbbbbb1/1bbbbb2 w",
			Moves: []engine.Move{"b6xd8*g1"},
		},
		{
			Name: "last row: squares that the move made empty count", Position: "8/2b5/8/2b5/8/2b5/wb1bbbb1/1bbbbbb1 w",
			Moves: []engine.Move{"a2xc2xc4xc6xc8*b2*c2"},
		},
		{
			Name: "last row: two men that can be replaced by each other", Position: "8/2b5/8/2b5/8/2b5/1wbwbb2/1bbbbb2 w",
			Moves: []engine.Move{
				"d2xb4xd6xb8*g1*g2", "b2xd4xb6xd8*g1*g2",
				"b2xd4xb6xd8*g1*b2", // and d2xb4xd6xb8*g1*d2
				"b2xd4xb6xd8*b2*g2", // and d2xb4xd6xb8*d2*g2
			},
		},
		{
			Name: "end: no move, the last diagram of the seed", Position: "2bbb3/3w4/8/8/8/8/8/8 w",
		},
		{
			Name: "end: no men", Position: "8/8/8/8/8/8/8/w7 b",
		},
	})
}

// The number of drops due depends on the empty squares after the move.
func TestDropsDue(t *testing.T) {
	tests := []struct {
		position, from string
		want           int
	}{
		{"8/7w/b7/8/8/8/1wwwww2/1wwwwww1 w", "h7-g8*g2", 1},
		{"8/7w/b7/8/8/8/1wwwwww1/1wwwwww1 w", "h7-g8*", 1},
		{"8/7w/b7/8/8/8/8/8 w", "h7-", 66},
		{"8/8/8/8/8/8/b7/8 b", "a2-", 66},
	}
	for _, test := range tests {
		n := 0
		for m := range parsed(t, test.position).Moves() {
			if strings.HasPrefix(string(m), test.from) {
				n++
			}
		}
		if n != test.want {
			t.Errorf("%s: %d moves begin with %s, not %d", test.position, n, test.from, test.want)
		}
	}
}

func TestEnd(t *testing.T) {
	win := func(side engine.Side, reason engine.Code) engine.Outcome {
		return engine.Outcome{Winner: side, Reason: reason, Points: 1}
	}
	tests := []struct {
		name, start, moves string
		want               engine.Outcome // after the last move; before it the game goes on
	}{
		{"the last man captured", "8/8/8/8/3b4/2w5/8/8 w", "c3xe5", win(engine.First, engine.NoPieces)},
		{"the last man captured by Second", "8/8/3b4/2w5/8/8/8/8 b", "d6xb4", win(engine.Second, engine.NoPieces)},
		{"no move", "8/8/8/8/8/bbb5/b7/w7 b", "b3-b2", win(engine.Second, engine.NoMoves)},
		{"the last enemy gone, but not yet its turn", "8/8/8/8/8/8/w7/1wwwwww1 w", "a2-a3",
			win(engine.First, engine.NoPieces)},
		{"the man that arrives last finds no place", "8/7w/8/8/8/8/1bbbbbb1/1bbbbbb1 w", "h7-g8*", engine.Outcome{}},
		{"and loses on its turn", "8/8/8/8/8/8/1bbbbbb1/1bbbbbb1 b", "b2-a1*b7*c7", win(engine.Second, engine.NoPieces)},
		{
			"third time", "1bbbbbb1/bwbbbbb1/bb3b2/2w1b3/3w1b2/2w3ww/1wwwwwbw/1wwwwww1 w",
			"c2-c4-c6-a8*c2 f7-f5-f3-h1*f7 c2-a8 f7-h1", engine.Outcome{Reason: engine.Repetition},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			line := enginetest.Play(t, Eximo, test.start, strings.Fields(test.moves)...)
			if got := line.Outcome(); got != test.want {
				t.Errorf("%s: outcome %+v, want %+v", line.Position(), got, test.want)
			}
			if before := line.Back(1).Outcome(); before.Decided() {
				t.Errorf("over one move too early: %+v", before)
			}
		})
	}
}

// The counts of a board agree with its squares, one by one.
func TestBoard_Counts(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		men := random.Uint64() & random.Uint64()
		b := Board{Own: men & random.Uint64()}
		b.Opp = men &^ b.Own
		steps := 0
		for square := range 64 {
			for file := square%8 - 1; file <= square%8+1; file++ {
				to := square - square%8 + 8 + file
				if b.Own>>square&1 != 0 && file >= 0 && file < 8 && to < 64 && men>>to&1 == 0 {
					steps++
				}
			}
		}
		if got := b.Mobility(); got != steps {
			t.Fatalf("%+v has %d steps, not %d", b, steps, got)
		}
		if got := b.CanBeCaptured(); got != (b.Turned().CanCapture() != 0) {
			t.Fatalf("%+v can be captured: %t", b, got)
		}
	}
}
