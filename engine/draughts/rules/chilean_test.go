package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/grid"
)

// chileanPositions are starts for random games with kings, or with captures due, from the beginning.
var chileanPositions = []string{
	"W:WK46,K50,33:B20,29,41,32,44",
	"B:WK1,13,19,21,K38:BK42,K45,7,9",
	"W:WK2,20,27,38:B33,44,K50,11",
	"W:W33,38,43:B28,29,18,19,8",
	"B:WK2,K12,22,37,40:B4,19,20,25,30,33",
	"W:WK1,K5:BK46,K50:H30",
}

// by returns Chilean draughts with other defaults of king-capture and capture.
func by(kings, capture string) *engine.Game {
	g := *Chilean
	g.Options = slices.Clone(g.Options)
	g.Options[0].Default, g.Options[1].Default = kings, capture
	return &g
}

func TestChilean_Laws(t *testing.T) {
	enginetest.Laws(t, Chilean, enginetest.Games(200), enginetest.Plies(60), enginetest.Starts(chileanPositions...))
}

// The laws hold with huffing, where due captures are often omitted.
func TestHuffing_Laws(t *testing.T) {
	g := by("adjacent", "huff")
	g.Options = slices.Clone(g.Options)
	g.Options[1].Values = []string{"huff"}
	enginetest.Laws(t, g, enginetest.Games(100), enginetest.Plies(60), enginetest.Starts(huffingPositions...))
}

func TestChilean_Perft(t *testing.T) {
	enginetest.Perft(t, Chilean, "testdata/perft-chilean.jsonl", 400e6)
}

func FuzzReadChilean(f *testing.F) {
	enginetest.FuzzRead(f, by("behind", "huff"), slices.Concat(chileanPositions, huffingPositions),
		"a3-b4", "b10", "a10-b9", "51", "huff", "soplo", "¡te soplo la 33!", "soplar b4", "huff 60", "huff a2", "exijo",
		"demand.", "huff 33 28")
}

func FuzzParseChilean(f *testing.F) {
	enginetest.FuzzParse(f, by("flying", "huff"), slices.Concat(chileanPositions, huffingPositions, []string{
		"W:W1:B:Q1-2", "W:W38:B32,K1:QK12-1", "W:W38:B32:C", "W:W38:B32:C:Q1-2", "w:w36-50:b1-15.",
	})...)
}

// The rules of moves by sections of the source: positions and all their legal moves.
func TestChilean_Rules(t *testing.T) {
	with := func(reach string) engine.Options { return engine.Options{"king-capture": reach} }
	enginetest.Cases(t, Chilean, []enginetest.Case{
		{
			Name: "1.2 White opens", Position: "start",
			Moves: []engine.Move{"36-31", "37-31", "37-32", "38-32", "38-33", "39-33", "39-34", "40-34", "40-35"},
		},
		{
			Name: "1.3 men step forward", Position: "W:W28:B1",
			Moves: []engine.Move{"28-22", "28-23"},
		},
		{
			Name: "1.3 black men too", Position: "B:W50:B28",
			Moves: []engine.Move{"28-32", "28-33"},
		},
		{
			Name: "1.3 a king flies, back too", Position: "W:WK33,44:B3",
			Moves: []engine.Move{
				"33-29", "33-24", "33-20", "33-15", "33-28", "33-22", "33-17", "33-11", "33-6", "33-38", "33-42", "33-47",
				"33-39", "44-39", "44-40",
			},
		},
		{
			Name: "1.3 men capture forward only", Position: "W:W28:B32,33,22,19",
			Moves: []engine.Move{"28x17"},
		},
		{
			Name: "1.3 kings capture backwards too", Position: "W:WK28:B32,33",
			Moves: []engine.Move{"28x37", "28x39"},
		},
		{
			Name: "1.3 the square behind must be free", Position: "W:W28:B22,17,24",
			Moves: []engine.Move{"28-23"},
		},
		{
			Name: "1.3 captures chain", Position: "W:W47:B42,33,24",
			Moves: []engine.Move{"47x38x29x20"},
		},
		{
			Name: "1.3 too far", Position: "W:WK46:B28", Options: with("adjacent"),
			Moves: []engine.Move{"46-41", "46-37", "46-32"},
		},
		{
			Name: "ours: right behind", Position: "W:WK46:B28", Options: with("behind"),
			Moves: []engine.Move{"46x23"},
		},
		{
			Name: "ours: anywhere behind", Position: "W:WK46:B28", Options: with("flying"),
			Moves: []engine.Move{"46x23", "46x19", "46x14", "46x10", "46x5"},
		},
		{
			Name: "1.3 a chain in which each piece is next", Position: "W:WK46:B41,32,23", Options: with("adjacent"),
			Moves: []engine.Move{"46x37x28x19"},
		},
		{
			Name: "1.3 a chain ends where the next piece is too far", Position: "W:WK46:B41,28", Options: with("adjacent"),
			Moves: []engine.Move{"46x37"},
		},
		{
			Name: "ours: a chain over a distance", Position: "W:WK46:B41,23", Options: with("behind"),
			Moves: []engine.Move{"46x37x19"},
		},
		{
			Name: "1.3 the greatest number", Position: "W:W47,40:B42,33,34",
			Moves: []engine.Move{"47x38x29"},
		},
		{
			Name: "1.3 what is captured does not matter", Position: "W:W38,40:BK32,34",
			Moves: []engine.Move{"38x27", "40x29"},
		},
		{
			Name: "1.3 kings first", Position: "W:W33,K46:B20,29,41",
			Moves: []engine.Move{"46x37"},
		},
		{
			Name: "1.3 kings first from afar", Position: "W:W33,K46:B20,29,28,K39", Options: with("behind"),
			Moves: []engine.Move{"46x23x34x43"},
		},
		{
			Name: "1.3 a king that is too far does not count", Position: "W:W33,K46:B20,29,28",
			Moves: []engine.Move{"33x24x15"},
		},
		{
			Name: "1.3 the most among kings", Position: "W:WK46,K50:B32,41,44",
			Moves: []engine.Move{"46x37x28"},
		},
		{
			Name: "ours: captured pieces block until the move is over", Position: "W:WK33:B29,19,18,28",
			Moves: []engine.Move{"33x22x13x24x33"},
		},
		{
			Name: "ours: nothing is jumped twice", Position: "W:WK46:B41,1",
			Moves: []engine.Move{"46x37"},
		},
		{
			Name: "ours: promotion ends the move", Position: "W:W13:B8,9",
			Moves: []engine.Move{"13x2", "13x4"},
		},
		{
			Name: "1.1 over: no pieces", Position: "W:W:BK3",
		},
		{
			Name: "1.1 over: no moves", Position: "W:W36:B31,27",
		},
	})
}

func TestChilean_End(t *testing.T) {
	draw := func(reason engine.Code) engine.Outcome { return engine.Outcome{Reason: reason} }
	win := func(side engine.Side, reason engine.Code) engine.Outcome {
		return engine.Outcome{Winner: side, Reason: reason, Points: 1}
	}
	tests := []struct {
		name, start, moves string
		want               engine.Outcome // after the last move; before it the game goes on
		text               string         // of the last position
	}{
		{
			"1.1 the last piece captured", "W:W38:B32", "38x27",
			win(engine.First, engine.NoPieces), "B:W27:B",
		},
		{
			"1.1 no move", "B:W36:B27,26", "26-31",
			win(engine.Second, engine.NoMoves), "W:W36:B27,31",
		},
		{
			"third time", "W:WK46,47:BK5,4",
			"46-41 5-10 41-46 10-5 46-41 5-10 41-46 10-5",
			draw(engine.Repetition), "W:WK46,47:B4,K5:H8",
		},
		{
			"twenty moves", "W:WK46:BK1:H38", "46-41 1-7",
			draw(twentyMoves), "W:WK41:BK7:H40",
		},
		{
			"a man's move starts the count again", "W:WK46,40:BK1:H39", "40-35 1-7",
			engine.Outcome{}, "W:W35,K46:BK7:H1",
		},
		{
			"so does a capture", "W:WK46:B41,K1:H39", "46x37",
			engine.Outcome{}, "B:WK37:BK1",
		},
		{
			"three kings against one are not counted", "W:WK46,K47,K5:BK2", "46-41 2-7",
			engine.Outcome{}, "W:WK5,K41,K47:BK7:H2",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			line := enginetest.Play(t, Chilean, test.start, strings.Fields(test.moves)...)
			if got := line.Outcome(); got != test.want {
				t.Errorf("outcome %+v, want %+v", got, test.want)
			}
			if got := line.Position().String(); got != test.text {
				t.Errorf("position %s, want %s", got, test.text)
			}
			if before := line.Back(1).Outcome(); before.Decided() {
				t.Errorf("over one move too early: %+v", before)
			}
		})
	}
}

func TestChilean_Read(t *testing.T) {
	p := ChileanBy(Adjacent, HuffingOff).Start()
	for _, text := range []string{"36-31", "36 31", "36/31", "a3-b4", "A3B4", "a3 b4"} {
		if got, err := p.Read(text); err != nil || got != "36-31" {
			t.Errorf("read %q: %q, %v", text, got, err)
		}
	}
	p, err := ChileanBy(Adjacent, HuffingOff).Parse("W:W10:B5,45")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Read("i9h10"); err != nil || got != "10-4" {
		t.Errorf("rank 10 is read as %q, %v", got, err)
	}
}

func TestChilean_ReadErrors(t *testing.T) {
	illegal := func(rule engine.Code, at string, choices ...string) *engine.MoveError {
		return &engine.MoveError{Kind: engine.Illegal, Rule: rule, At: at, Choices: choices}
	}
	counted := func(rule engine.Code, n int, choices ...string) *engine.MoveError {
		return &engine.MoveError{Kind: engine.Illegal, Rule: rule, Count: n, Choices: choices}
	}
	stuck := func(rule engine.Code, at string) *engine.MoveError {
		return &engine.MoveError{Kind: engine.Incomplete, Rule: rule, At: at}
	}
	tests := []struct {
		kings, capture, position, text string
		want                           *engine.MoveError
	}{
		{"adjacent", "compulsory", "W:W36:B1", "36-51", illegal(grid.NoSuchSquare, "51")},
		{"adjacent", "compulsory", "W:W36:B1", "36-k4", &engine.MoveError{Kind: engine.NotMove}},
		{"adjacent", "compulsory", "W:W36:B1", "a3-a4", illegal(lightSquare, "a4")},
		{"adjacent", "compulsory", "W:W36:B1", "36-41", illegal(manBackwards, "41")},
		{"adjacent", "compulsory", "W:W28:B33,1", "28x39", illegal(manTakesBack, "33")},

		{"adjacent", "compulsory", "W:WK46:B28", "46x23", illegal(kingTooFar, "28")},
		{"adjacent", "compulsory", "W:WK46:B28", "46-19", illegal(kingTooFar, "28")},
		{"adjacent", "compulsory", "W:WK46:B28", "46-28", illegal(grid.Occupied, "28")},
		{"adjacent", "compulsory", "W:WK46:B28,23", "46-19", illegal(twoInLine, "28")},
		{"adjacent", "compulsory", "W:WK46,28:B1", "46-19", illegal(grid.OwnInTheWay, "28")},
		{"adjacent", "compulsory", "W:WK46:B41", "46x32", illegal(kingLandsBehind, "37", "46x37")},
		{"behind", "compulsory", "W:WK46:B28", "46x19", illegal(kingLandsBehind, "23", "46x23")},
		// nor may it capture there
		{"adjacent", "compulsory", "W:WK46,K50:B41,44,33", "46x32", illegal(kingLandsBehind, "37")},
		{"adjacent", "compulsory", "W:WK46:B41,28", "46x37x19", illegal(kingTooFar, "28", "46x37")},
		{"flying", "compulsory", "W:WK46:B28", "46-32", illegal(grid.MustCapture, "", "46x5", "46x10", "46x14", "46x19", "46x23")},

		{"adjacent", "compulsory", "W:W33,K46:B20,29,41", "33x24x15", illegal(mustUseKing, "", "46x37")},
		{"adjacent", "compulsory", "W:W33,K46:B20,29,41", "33x24", illegal(mustUseKing, "", "46x37")},
		{"adjacent", "compulsory", "W:W33,K46:B20,29,41", "33", stuck(mustUseKing, "")},
		{"adjacent", "compulsory", "W:W33,K46:B20,29,41", "46-32", illegal(kingLandsBehind, "37", "46x37")},
		{"adjacent", "compulsory", "W:WK46,K50:B32,41,44", "50x39", counted(mustTakeMost, 2, "46x37x28")},
		{"adjacent", "compulsory", "W:W47,40:B42,33,34", "40x29", counted(mustTakeMost, 2, "47x38x29")},
		{"adjacent", "compulsory", "W:W38:B32", "38-33", illegal(grid.MustCapture, "", "38x27")},

		// With huffing a capture can be omitted, but not replaced by a smaller one.
		{"adjacent", "huff", "W:W33,K46:B20,29,41", "33x24x15", illegal(mustUseKing, "", "46x37")},
		{"adjacent", "huff", "W:W47,40:B42,33,34", "40x29", counted(mustTakeMost, 2, "47x38x29")},
		{"adjacent", "huff", "W:W47,40:B42,33,34", "40",
			&engine.MoveError{Kind: engine.Incomplete, Choices: []string{"40-35"}}},
		{"adjacent", "huff", "W:W33,38:B1,32:C", "33-28", illegal(demanded, "", "38x27")},
		{"adjacent", "huff", "W:W33,38:B1,32:C", "33", stuck(demanded, "")},
		{"adjacent", "huff", "W:W38:B32", "38",
			&engine.MoveError{Kind: engine.Incomplete, Choices: []string{"38x27", "38-33"}}},
	}
	for _, test := range tests {
		want := *test.want
		want.Text = test.text
		p, err := ChileanBy(reaches[test.kings], huffings[test.capture]).Parse(test.position)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Read(test.text)
		if d := cmp.Diff(error(&want), err); d != "" {
			t.Errorf("%s, %s: %s: read %q (-want +got):\n%s", test.kings, test.capture, test.position, test.text, d)
		}
	}
}

func TestChilean_View(t *testing.T) {
	p, err := ChileanBy(Flying, HuffingOff).Parse("W:W46,K1:B45")
	if err != nil {
		t.Fatal(err)
	}
	v := p.View()
	if v.Files != 10 || v.Ranks != 10 {
		t.Errorf("a board of %d x %d", v.Files, v.Ranks)
	}
	for cell, want := range map[int]engine.Cell{
		0:  {Side: engine.First, Dark: true, Label: "46"},            // a1
		9:  {},                                                       // j1
		19: {Side: engine.Second, Dark: true, Label: "45"},           // j2
		90: {},                                                       // a10
		91: {Side: engine.First, King: true, Dark: true, Label: "1"}, // b10
		99: {Dark: true, Label: "5"},                                 // j10
	} {
		if v.Cells[cell] != want {
			t.Errorf("cell %d: %+v, want %+v", cell, v.Cells[cell], want)
		}
	}
}
