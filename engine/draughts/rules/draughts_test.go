package rules

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
)

// positions are starts for random games with kings from the beginning.
var positions = []string{
	"W:W1,K13,K19,K24,K27,K30:BK3,9,K15,18,20,29",
	"W:WK30:B8,17,K18,21,32",
	"B:W2,K9,K22,24:BK3,10,K12,14,19,K25,K28,31",
	"W:WK32:B5,9,13,18,23,26",
	"W:WK2,K6,K9:BK20",
	"B:W1,7,16,K27,K29:BK31",
	"W:WK1,K4:BK29,K32:H30",
}

func TestLaws(t *testing.T) {
	enginetest.Laws(t, Portuguese, enginetest.Games(1000), enginetest.Starts(positions...))
}

// A finished game has no moves, though one side has pieces.
func TestPerft_Over(t *testing.T) {
	for _, text := range []string{"W:W1,9:B", "B:W1,9:B"} {
		p, err := Portuguese.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := engine.Perft(p, 1); n != 0 {
			t.Errorf("%s: %d moves", text, n)
		}
	}
}

func TestPerft(t *testing.T) {
	enginetest.Perft(t, Portuguese, "testdata/perft-portuguese.jsonl", 400e6)
}

// BenchmarkPerft counts under all rules, about as many sequences on both boards.
func BenchmarkPerft(b *testing.B) {
	for _, g := range append([]*engine.Game{Portuguese, Chilean}, others...) {
		depth := 11
		if g == Chilean || g == International {
			depth = 9
		}
		b.Run(g.Name, func(b *testing.B) { enginetest.BenchmarkPerft(b, g, depth) })
	}
}

func FuzzRead(f *testing.F) {
	enginetest.FuzzRead(f, Portuguese, positions,
		"d3-c4", "D3 x b5", "11:20", "32–30", "11-", "11-33", "20/11/2026", "13h15", "d4", "x", "+351 912 345 678")
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzParse(f, Portuguese, append(positions,
		"w: w k1 , 2 : b 21-32 .", `[FEN "B:B21-24:WK1,2"]`, "W:W1:B", "W:W:B", "W:W1,1:B2", "W:WK1,K2,K3:BK20:H39:F12")...)
}

// The articles on moves: a position and all its legal moves.
func TestArticles(t *testing.T) {
	enginetest.Cases(t, Portuguese, []enginetest.Case{
		{
			Name: "2.1.3 squares count from White's right hand", Position: "start",
			Moves: []engine.Move{"9-13", "10-13", "10-14", "11-14", "11-15", "12-15", "12-16"},
		},
		{
			Name: "2.23 then it is Black's turn", Position: "B:W1,2,3,4,5,6,7,8,9,10,12,15:B21,22,23,24,25,26,27,28,29,30,31,32",
			Moves: []engine.Move{"21-17", "21-18", "22-18", "22-19", "23-19", "23-20", "24-20"},
		},
		{
			Name: "2.26 promotion ends the move", Position: "W:W22:B27,28",
			Moves: []engine.Move{"22x31"},
		},
		{
			Name: "2.28 a man steps forward", Position: "W:W18,16:B32",
			Moves: []engine.Move{"16-20", "18-21", "18-22"},
		},
		{
			Name: "2.28 a black man steps forward", Position: "B:W1:B18,16",
			Moves: []engine.Move{"16-12", "18-13", "18-14"},
		},
		{
			Name: "2.28 a man captures forward", Position: "W:W18:B13,14,21",
			Moves: []engine.Move{"18x25"},
		},
		{
			Name: "2.28 a man goes on capturing", Position: "W:W1:B5,14,22",
			Moves: []engine.Move{"1x10x19x26"},
		},
		{
			Name: "2.28 a man captures from the square next to the piece", Position: "W:W22:B26,27",
			Moves: []engine.Move{"22x29", "22x31"},
		},
		{
			Name: "2.28 a king goes any distance", Position: "W:WK12:B25",
			Moves: []engine.Move{"12-15", "12-16", "12-19", "12-22", "12-26", "12-29", "12-3", "12-7", "12-8"},
		},
		{
			Name: "2.28 a king captures from a distance and lands on any square behind", Position: "W:WK1:B14",
			Moves: []engine.Move{"1x19", "1x23", "1x28", "1x32"},
		},
		{
			Name: "2.28 a king may go on along its diagonal", Position: "W:WK1:B10,19",
			Moves: []engine.Move{"1x14x23", "1x14x28", "1x14x32"},
		},
		{
			Name: "2.28 a king lands where it can take more", Position: "W:WK1:B10,15,24",
			Moves: []engine.Move{"1x19x8", "1x19x12"},
		},
		{
			Name: "2.2.9 a king does not pass over two pieces in line", Position: "W:WK1:B14,19",
			Moves: []engine.Move{"1-5", "1-10"},
		},
		{
			Name: "2.2.9 a king does not pass over its own pieces", Position: "W:WK1,14:B19,23,25",
			Moves: []engine.Move{"1-5", "1-10", "14-18"},
		},
		{
			Name: "2.2.9 nor twice over a piece, which stays until the move is over [2.2.10]", Position: "W:WK23:B14,28",
			Moves: []engine.Move{"23x1", "23x5", "23x10", "23x32"},
		},
		{
			Name: "2.2.10 the square that was left is empty", Position: "W:WK2,K3,K17:BK10,12,K14,K15,22,23,26,K28",
			Moves: []engine.Move{
				"3x13x31x24x11x21x30x16x3", // and 17x6x24x31x18x7x16x30x17, which does the same
				"3x16x30x21x11x24x31x13x6", "3x13x31x24x11x21x30x16x7", "17x30x16x7x18x31x24x6x13", "17x6x24x31x18x7x16x30x21",
			},
		},
		{
			Name: "3.1.1a capturing is compulsory", Position: "W:W4,10,11:B14",
			Moves: []engine.Move{"10x19", "11x18"},
		},
		{
			Name: "3.1.1b the greatest number", Position: "W:W1,12:B5,13,K15",
			Moves: []engine.Move{"1x10x17"},
		},
		{
			Name: "3.1.1c the greatest number of kings", Position: "W:W10,12:B14,K15",
			Moves: []engine.Move{"12x19"},
		},
		{
			Name: "3.1.1 the piece that captures does not matter", Position: "W:W10,K9:B14,22,26",
			Moves: []engine.Move{"10x19", "9x31", "9x27"},
		},
		{
			Name: "two ways with the same ends", Position: "W:WK32:B5,9,13,18,23,26",
			Moves: []engine.Move{"32x14x21x30", "32x10x17x30"},
		},
		{
			Name: "4.2a over: no pieces", Position: "W:W:BK3",
		},
		{
			Name: "4.2b over: no moves", Position: "W:W17:B21,25,26",
		},
	})
}
