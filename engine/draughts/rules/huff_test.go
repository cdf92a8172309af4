package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
)

// huffingPositions have captures due, or omitted.
var huffingPositions = []string{
	"W:W38,39,K46:B32,33,34",
	"B:W28,38,43:B17,18,32,K5",
	"B:W28,38:B1,32:Q33-28",
	"W:WK46,50:B14,K41:C:H3",
	"B:WK11,38:B22,32:QK17-11:H40",
}

// huffingAt reads a position of the game with huffing.
func huffingAt(t *testing.T, text string) Position {
	t.Helper()
	p, err := ChileanBy(Adjacent, HuffingOn).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Games with omitted captures: the typed texts, and the position after each.
func TestHuffing_Games(t *testing.T) {
	win := func(side engine.Side, reason engine.Code) engine.Outcome {
		return engine.Outcome{Winner: side, Reason: reason, Points: 1}
	}
	tests := []struct {
		name, start string
		steps       [][2]string
		want        engine.Outcome // after the last step; before it the game goes on
	}{
		{
			"who captures gives no right", "W:W33,38:B1,32",
			[][2]string{{"38x27", "B:W27,33:B1"}},
			engine.Outcome{},
		},
		{
			"playing on gives the right away, and may give one to the other", "W:W33,38:B1,32",
			[][2]string{{"33-28", "B:W28,38:B1,32:Q33-28"}, {"1-7", "W:W28,38:B7,32:Q1-7"}, {"38x27", "B:W27,28:B7"}},
			engine.Outcome{},
		},
		{
			"the capture demanded", "W:W33,38:B1,32",
			[][2]string{{"33-28", "B:W28,38:B1,32:Q33-28"}, {"exijo", "W:W33,38:B1,32:C"}, {"38x27", "B:W27,33:B1"}},
			engine.Outcome{},
		},
		{
			"huffing is not a turn", "W:W33,38:B1,32",
			[][2]string{{"33-28", "B:W28,38:B1,32:Q33-28"}, {"soplar 38", "B:W28:B1,32"}, {"1-7", "W:W28:B7,32"}},
			engine.Outcome{},
		},
		{
			"a piece that moved is huffed where it stands", "W:W38,40:B1,32",
			[][2]string{{"38-33", "B:W33,40:B1,32:Q38-33"}, {"huff 33", "B:W40:B1,32"}},
			engine.Outcome{},
		},
		{
			"or is named by where it stood", "W:W38,40:B1,32",
			[][2]string{{"38-33", "B:W33,40:B1,32:Q38-33"}, {"huff 38", "B:W40:B1,32"}},
			engine.Outcome{},
		},
		{
			"one of two is huffed, and the next capture left out by who huffed", "W:W37,38,50:B1,32",
			[][2]string{
				{"50-44", "B:W37,38,44:B1,32:Q50-44"}, {"huff 37", "B:W38,44:B1,32"}, {"1-7", "W:W38,44:B7,32:Q1-7"},
				{"demand", "B:W38,44:B1,32:C"}, {"32x43", "W:W44:B1,43"},
			},
			engine.Outcome{},
		},
		{
			"a man that was crowned is a man again", "W:W7,38:B32,K45",
			[][2]string{{"7-2", "B:WK2,38:B32,K45:Q7-2"}, {"demand", "W:W7,38:B32,K45:C"}},
			engine.Outcome{},
		},
		{
			"a king that moved is a king again; the count is not needed any more", "W:WK17,38:B22,K45:H7",
			[][2]string{{"17-11", "B:WK11,38:B22,K45:QK17-11:H8"}, {"demand", "W:WK17,38:B22,K45:C"},
				{"17x28", "B:WK28,38:BK45"}},
			engine.Outcome{},
		},
		{
			"the last piece is huffed", "W:W38:B32,K45",
			[][2]string{{"38-33", "B:W33:B32,K45:Q38-33"}, {"huff", "B:W:B32,K45"}},
			win(engine.Second, engine.NoPieces),
		},
		{
			"who has no other move may still huff, and then has none", "W:WK27,37,41,42:B31",
			[][2]string{{"41-36", "B:WK27,36,37,42:B31:Q41-36"}, {"huff 27", "B:W36,37,42:B31"}},
			win(engine.First, engine.NoMoves),
		},
		{
			"or demand", "W:WK27,37,41,42:B31",
			[][2]string{{"41-36", "B:WK27,36,37,42:B31:Q41-36"}, {"demand", "W:WK27,37,41,42:B31:C"},
				{"27x36", "B:WK36,37,41,42:B"}},
			win(engine.First, engine.NoPieces),
		},
		{
			"a move made instead of a capture draws by counting only once it is not answered", "W:WK17,38:B22,K45:H39",
			[][2]string{{"17-11", "B:WK11,38:B22,K45:QK17-11:H40"}, {"45-50", "W:WK11,38:B22,K50:H40"}},
			engine.Outcome{Reason: twentyMoves},
		},
		{
			"huffing begins the count again", "W:WK17,38:B22,K45:H39",
			[][2]string{{"17-11", "B:WK11,38:B22,K45:QK17-11:H40"}, {"huff 11", "B:W38:B22,K45"}, {"45-50", "W:W38:B22,K50:H1"}},
			engine.Outcome{},
		},
		{
			"the right counts for repetition", "B:WK11,38:B22,K45:QK17-11",
			[][2]string{
				{"45-50", "W:WK11,38:B22,K50:H1"}, {"11-17", "B:WK17,38:B22,K50:H2"}, {"50-45", "W:WK17,38:B22,K45:H3"},
				{"17-11", "B:WK11,38:B22,K45:QK17-11:H4"}, {"45-50", "W:WK11,38:B22,K50:H5"}, {"11-17", "B:WK17,38:B22,K50:H6"},
				{"50-45", "W:WK17,38:B22,K45:H7"}, {"17-11", "B:WK11,38:B22,K45:QK17-11:H8"},
			},
			engine.Outcome{Reason: engine.Repetition},
		},
		{
			"without it the position is another one", "B:WK11,38:B22,K45",
			[][2]string{
				{"45-50", "W:WK11,38:B22,K50:H1"}, {"11-17", "B:WK17,38:B22,K50:H2"}, {"50-45", "W:WK17,38:B22,K45:H3"},
				{"17-11", "B:WK11,38:B22,K45:QK17-11:H4"}, {"45-50", "W:WK11,38:B22,K50:H5"}, {"11-17", "B:WK17,38:B22,K50:H6"},
				{"50-45", "W:WK17,38:B22,K45:H7"}, {"17-11", "B:WK11,38:B22,K45:QK17-11:H8"},
			},
			engine.Outcome{},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			line := Chilean.NewLine(huffingAt(t, test.start))
			for _, step := range test.steps {
				if o := line.Outcome(); o.Decided() {
					t.Fatalf("over too early: %+v", o)
				}
				m, err := line.Position().Read(step[0])
				if err != nil {
					t.Fatal(err)
				}
				if line, err = line.Play(m); err != nil {
					t.Fatal(err)
				}
				if got := line.Position().String(); got != step[1] {
					t.Fatalf("after %s: %s, want %s", step[0], got, step[1])
				}
			}
			if got := line.Outcome(); got != test.want {
				t.Errorf("outcome %+v, want %+v", got, test.want)
			}
		})
	}
}

// The answers to a move, the other legal moves, and which of them are offered first.
func TestRights(t *testing.T) {
	tests := []struct{ name, text, moves, rights, starts string }{
		{
			"no capture was due", "W:W38:B1",
			"38-32 38-33", "", "38",
		},
		{
			"a capture is due, but nothing left out yet", "W:W38:B32",
			"38x27 38-33", "", "38",
		},
		{
			"the right comes last", "B:W28,38:B1,32:Q33-28",
			"1-6 1-7 32-37 32x43", "demand, huff 38", "1 32",
		},
		{
			"whatever could have captured", "B:W37,38,44:B1,32:Q50-44",
			"1-6 1-7 32x41 32x43", "demand, huff 37, huff 38", "1 32",
		},
		{
			"but not a man when a king could", "B:WK11,38:B22,32:QK17-11",
			"22-27 22-28 32-37 32x43", "demand, huff 11", "22 32",
		},
		{
			"nor who could only have captured less", "B:W37,47,44:B1,32,42,33:Q50-44",
			"1-6 1-7 32-38 32x41 33-38 33-39 42-48", "demand, huff 47", "1 32 33 42",
		},
		{
			"there may be nothing else", "B:WK27,36,37,42:B31:Q41-36",
			"", "demand, huff 27", "",
		},
		{
			"what is demanded is all there is", "W:W33,38:B1,32:C",
			"38x27", "", "38",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := huffingAt(t, test.text)
			var moves []string
			for m := range p.Moves() {
				moves = append(moves, string(m))
			}
			var rights []string
			for _, m := range p.Rights() {
				rights = append(rights, string(m))
			}
			if got := strings.Join(rights, ", "); got != test.rights {
				t.Errorf("rights %s, want %s", got, test.rights)
			}
			if d := cmp.Diff(slices.Concat(strings.Fields(test.moves), rights), moves); d != "" {
				t.Errorf("moves (-want +got):\n%s", d)
			}
			if d := cmp.Diff(slices.Concat(strings.Fields(test.starts), rights), p.Starts()); d != "" {
				t.Errorf("starts (-want +got):\n%s", d)
			}
		})
	}
}

// A side that may omit the capture has no duty; a side of which it is demanded has.
func TestHuffing_Duty(t *testing.T) {
	for text, want := range map[string]*engine.MoveError{
		"W:W38:B1":              nil,
		"W:W38:B32":             nil,
		"B:W28,38:B1,32:Q33-28": nil,
		"W:W33,38:B1,32:C":      {Kind: engine.Illegal, Rule: demanded, Choices: []string{"38x27"}},
	} {
		if d := cmp.Diff(want, huffingAt(t, text).Duty()); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
	if d := cmp.Diff(([]engine.Move)(nil), Classic.Start().Rights()); d != "" {
		t.Errorf("rights in Portuguese draughts: %s", d)
	}
}

// The board shows what an answer does.
func TestAnswerTraces(t *testing.T) {
	p := huffingAt(t, "B:WK2,38:B32,K45:Q7-2")
	cell := func(n int) int { return p.Variant.cell[n] }
	for move, want := range map[engine.Move]engine.Trace{
		"demand":  {Path: []int{cell(2), cell(7)}},
		"huff 38": {Taken: []int{cell(38)}},
		"huff 2":  {},
	} {
		if d := cmp.Diff(want, p.Trace(move)); d != "" {
			t.Errorf("%s (-want +got):\n%s", move, d)
		}
	}
}

// hidden hides a position's own count.
type hidden struct{ engine.Position }

func (h hidden) Play(m engine.Move) (engine.Position, error) {
	next, err := h.Position.Play(m)
	return hidden{next}, err
}

// Perft counts answers as moves.
func TestHuffing_Perft(t *testing.T) {
	for _, text := range huffingPositions {
		p := huffingAt(t, text)
		p.Idling = 0 // draws do not count
		for depth := 1; depth <= 3; depth++ {
			if got, want := p.Perft(depth), engine.Perft(hidden{p}, depth); got != want {
				t.Errorf("%s: depth %d: counted %d, there are %d", text, depth, got, want)
			}
		}
	}
	over := huffingAt(t, "W:W:BK3")
	if n := over.Perft(1); n != 0 {
		t.Errorf("%d moves after the end", n)
	}
}

func TestParse_Huffing(t *testing.T) {
	for text, want := range map[string]string{
		"b:w28,38:b1,32:h3:q33-28": "B:W28,38:B1,32:Q33-28:H3",
		"W:C:W38:B32":              "W:W38:B32:C",
		"B:WK2,38:B32:Q7-2":        "B:WK2,38:B32:Q7-2",
		"B:WK1,38:B32:QK12-1":      "B:WK1,38:B32:QK12-1",
	} {
		if got := huffingAt(t, text).String(); got != want {
			t.Errorf("%s is read as %s, want %s", text, got, want)
		}
	}
	const notSo = "it must be a move without capture when a capture was due"
	for text, want := range map[string]string{
		"W:W38:B32:Q":               "Q: it must be a move, like Q33-28",
		"W:W38:B32:Q1":              "Q1: it must be a move",
		"W:W38:B32:Q1-51":           "there is no square 51",
		"W:W38:B32:QK0-1":           "there is no square 0",
		"W:W38:B32:C1":              `"C1" is neither a side (W, B) nor a counter (H, F)`,
		"W:W38:B1:C":                "C: there is nothing to capture",
		"W:W38:B32:C:Q28-32":        "has not been demanded yet",
		"B:W28,38:B1,32:Q33-29":     notSo, // no such piece, or square
		"B:W28,38:B1,32:Q38-28":     notSo, // no such piece, or square
		"W:W28,38:B1,32:Q33-28":     notSo, // no such piece, or square
		"B:W28,38:B1,32:QK33-28":    notSo, // of a man, or of a king
		"B:WK28,38:B1,32:Q33-28":    notSo, // of a man, or of a king
		"B:W28,38:B1,31:Q33-28":     notSo, // nothing was due
		"B:W28,38:B1,32:Q34-28":     notSo,
		"B:W28,38:B1,32:Q23-28":     notSo, // backwards
		"B:W28,38:B1,32:Q39-28":     notSo,
		"B:WK2,38:B32:Q13-2":        notSo, // two steps
		"B:WK1,38:B32,7:QK12-1":     notSo, // something stands between
		"B:W28,38:B1,32:Q33-28:H41": "counter H41",
	} {
		p, err := ChileanBy(Adjacent, HuffingOn).Parse(text)
		if err == nil {
			t.Errorf("%s is read as %s", text, p)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %q, want %q in it", text, err, want)
		}
	}
	const off = "they need the option capture=huff"
	for text, want := range map[string]string{"W:W38:B32:C": off, "B:W28,38:B1,32:Q33-28": off} {
		if _, err := ChileanBy(Adjacent, HuffingOff).Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s without huffing: error %v, want %q in it", text, err, want)
		}
	}
	if _, err := Classic.Parse("W:W1:B9:C"); err == nil {
		t.Error("Portuguese draughts has no huffing")
	}
}
