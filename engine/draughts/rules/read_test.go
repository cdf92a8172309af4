package rules

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
	"tabuleiro/engine/longtest"
)

const start = "W:W1-12:B21-32"

func TestRead_Moves(t *testing.T) {
	tests := []struct {
		position string
		want     engine.Move
		texts    []string
	}{
		{start, "11-15", []string{
			"11-15", "11 15", "11/15", "11 – 15", "11—15", "11−15", "11‑15", "  11  -15 ", "11-15!", "11-15.", "11-15,",
			"11-15-", "11-15 !", "11--15", "11-->15", "11-15-15", "１１-１５", "11→15", "11 -> 15",
			"11>15", "11.15", "11,15", "11, 15", "11 a 15", "11 to 15", "de 11 para 15", "da 11 para a 15", "a 11 para a 15",
			"from the 11 to the 15", "de la casilla 11 a la 15", "11 até 15", "(11-15)", "1115", "1115.", "1) 11-15", "12... 11-15", "1. 11-15",
			"d3-c4", "d3c4", "D3C4", "d3 c4", "D3 - C4", "de d3 a c4",
		}},
		{start, "9-13", []string{"9-13", "09-13", "h3g4", "913"}},
		{"W:W11:B15", "11x20", []string{"11x20", "11:20", "11 20", "11-20", "11×20", "11X20", "d3xb5", "d3b5", "d3:b5",
			"D3*B5"}},
		{"W:W1,12:B5,13,K15", "1x10x17", []string{"1x10x17", "1-17", "1 17", "1:10:17", "1/10/17", "h1xf3xh5", "h1f3h5",
			"h1h5"}},
		{"W:WK32:B5,9,13,18,23,26", "32x14x21x30", []string{"32x14x21x30", "32x14x30", "32-21-30", "32 14 21 30",
			"a8e4g6e8"}},
		{"W:WK10:B32", "10-5", []string{"10-5"}},
		{"W:WK5:B32", "5-2", []string{"5-2", "5 - 2!"}},
		{"W:WK3:B32", "3-6", []string{"3-6", "D3-6", "d3 6", "K3-6", "R3→6", "d1-e2"}},
		{"W:WK17:BK7,K11,K13,K19,K20", "17x10x23x16x3", []string{"17.10.23.16.3", "17x10x16x3", "D17x10x23x16x3"}},
		// Kings that circle: each captures the same and comes back.
		{"W:WK2,K3,K17:BK10,12,K14,K15,22,23,26,K28", "3x13x31x24x11x21x30x16x3", []string{
			"3x3", "17x17", "17x6x24x31x18x7x16x30x17", "17x30x16x7x18x31x24x6x17", "3x16x30x21x11x24x31x13x3",
		}},
	}
	for _, test := range tests {
		p := parse(t, test.position)
		for _, text := range test.texts {
			if got, err := p.Read(text); err != nil || got != test.want {
				t.Errorf("%s: read %q: %q, %v; want %s", test.position, text, got, err, test.want)
			}
		}
	}
}

func TestRead_Talk(t *testing.T) {
	texts := []string{
		"", " ", "olá", "jogas?", "it is 11", "11 amigos", "11?", "45", "0", "100", "13h15", "13h15 tomorrow", "20:45",
		"20:30", "20/30", "20/11/2026", "20/11/26",
		"11:15", "10:30", "3,50", "11 a 16", "K11 15", "c3 8", "912 345 678", "+351 912 345 678", "21 345 67 89", "1 2 3",
		"10/10", "50-60", "3.5", "-11", "11 15 abc", "2-1", "1-0", "0-0", "3-2", "1-1", "2:1", "2x1", "2 - 1!", "x", "--",
		"a",
		"https://example.org/11-15", "k9", "d9", "d4!", "1x", "2026-11-20", "\xff11-15", "11-15\x00", "11-\xff",
	}
	p := parse(t, start)
	for _, text := range texts {
		_, err := p.Read(text)
		want := engine.NotMove
		if text == "1x" { // a man that cannot move is still a beginning
			want = engine.Incomplete
		}
		if wrong := (*engine.MoveError)(nil); !errors.As(err, &wrong) || wrong.Kind != want || wrong.Text != text {
			t.Errorf("read %q: %v", text, err)
		}
	}
}

// A text that may be talk reports the rule it breaks if it is a move.
func TestRead_Firm(t *testing.T) {
	p := parse(t, start)
	for text, rule := range map[string]engine.Code{
		"6-5": notDiagonal, "3-2": notDiagonal, "2 a 3": notDiagonal, "22 a 18": opponents, "17 to 18": grid.EmptySquare,
		"45": "", "20/11/2026": "", "50-60": "", "it is 11": "",
	} {
		_, err := p.Read(text)
		var talk, firm *engine.MoveError
		if !errors.As(err, &talk) || talk.Kind != engine.NotMove {
			t.Errorf("read %q: %v", text, err)
		}
		if !errors.As(engine.WithIntent(err), &firm) || firm.Rule != rule || (firm.Kind == engine.Illegal) != (rule != "") {
			t.Errorf("read %q as a move: %+v", text, firm)
		}
	}
}

func TestRead_Errors(t *testing.T) {
	illegal := func(rule engine.Code, at string, choices ...string) *engine.MoveError {
		return &engine.MoveError{Kind: engine.Illegal, Rule: rule, At: at, Choices: choices}
	}
	counted := func(rule engine.Code, n int, choices ...string) *engine.MoveError {
		return &engine.MoveError{Kind: engine.Illegal, Rule: rule, Count: n, Choices: choices}
	}
	some := func(kind engine.Kind, choices ...string) *engine.MoveError {
		return &engine.MoveError{Kind: kind, Choices: choices}
	}
	stuck := func(rule engine.Code, at string, n int) *engine.MoveError {
		return &engine.MoveError{Kind: engine.Incomplete, Rule: rule, At: at, Count: n}
	}
	const twoWays = "W:WK32:B5,9,13,18,23,26"
	tests := []struct {
		position, text string
		want           *engine.MoveError
	}{
		{start, "11", some(engine.Incomplete, "11-14", "11-15")},
		{start, "11-", some(engine.Incomplete, "11-14", "11-15")},
		{start, "D3", some(engine.Incomplete, "11-14", "11-15")},
		{start, "4", stuck(pieceBlocked, "4", 0)},
		{start, "20", stuck(grid.EmptySquare, "20", 0)},
		{start, "22", stuck(opponents, "22", 0)},
		{"W:W1,12,16:B5", "16", stuck(grid.MustCapture, "", 0)},
		{"W:W1,12:B5,13,K15", "12", stuck(mustTakeMost, "", 2)},
		{"W:W10,12:B14,K15", "10", stuck(mustTakeKings, "", 1)},
		{"W:W:BK3", "3", stuck(grid.GameOver, "", 0)},

		{"W:W1,12:B5", "12-15-19", illegal(grid.MustCapture, "", "1x10")},
		{start, "11-33", illegal(grid.NoSuchSquare, "33")},
		{start, "0-11", illegal(grid.NoSuchSquare, "0")},
		{start, "d3-d9", illegal(grid.NoSuchSquare, "d9")},
		{start, "j3-c4", illegal(grid.NoSuchSquare, "j3")},
		{start, "d3-D4", illegal(lightSquare, "d4")},
		{start, "15-18", illegal(grid.EmptySquare, "15")},
		{start, "22-18", illegal(opponents, "22")},
		{start, "22 18", illegal(opponents, "22")},
		{start, "10>30", illegal(notDiagonal, "30")},
		{start, "11-11", illegal(grid.SameSquare, "11")},
		{start, "11-16", illegal(notDiagonal, "16")},
		{start, "12-20", illegal(notDiagonal, "20")},
		{start, "11-20", illegal(manOneStep, "20")},
		{start, "1-32", illegal(manOneStep, "32")},
		{start, "11x15", illegal(grid.NothingTaken, "15", "11-15")},
		{start, "d3xc4", illegal(grid.NothingTaken, "15", "11-15")},
		{start, "11-15x", illegal(grid.MoveOver, "15", "11-15")},
		{start, "d3-15", illegal(notKing, "3")},
		{start, "K11-15", illegal(notKing, "11")},
		{start, "K15-18", illegal(grid.EmptySquare, "15")},
		{start, "c3-15", illegal(mixedNames, "")},
		{start, "11-c4", illegal(mixedNames, "")},
		{"W:W1,12:B5,13,K15", "1x10x17x", illegal(grid.MoveOver, "17", "1x10x17")},
		{"W:W1,12:B5,13,K15", "12x16", illegal(grid.MustCapture, "", "1x10x17")},
		{start, "11x20", illegal(grid.NothingTaken, "20")},
		{start, "11-15-20", illegal(grid.MoveOver, "15", "11-15")},
		{start, "11-15-18", illegal(grid.MoveOver, "15", "11-15")},
		{start, "11x15x18", illegal(grid.NothingTaken, "15", "11-15")},
		{start, "8-12", illegal(grid.Occupied, "12")},
		{start, "8-15", illegal(grid.OwnInTheWay, "12")},
		{"W:WK2,8:BK32", "8-4", illegal(manBackwards, "4")},
		{"W:W23:B19,32", "23-14", illegal(manTakesBack, "19")},
		{"W:W23:B19,32", "23-10", illegal(manBackwards, "10")},
		{"W:W11:B15", "11-15", illegal(grid.Occupied, "15", "11x20")},
		{"W:W11:B15", "11-14", illegal(grid.MustCapture, "", "11x20")},
		{"W:W11,16:B15", "16-20", illegal(grid.MustCapture, "", "11x20")},
		{"W:W22:B27,28", "22x31x24", illegal(promotionEnds, "31", "22x31")},

		{"W:WK1:B14,19", "1-23", illegal(twoInLine, "14")},
		{"W:WK1,14:B19,23,25", "1-18", illegal(notDiagonal, "18")},
		{"W:WK1,14:B19,23,25", "1-19", illegal(grid.OwnInTheWay, "14")},
		{"W:WK1:B10,15,24", "1x14", counted(mustTakeMost, 2, "1x19x8", "1x19x12")},
		{"W:W1,12:B5,13,K15", "12x19", counted(mustTakeMost, 2, "1x10x17")},
		{"W:W10,12:B14,K15", "10x19", counted(mustTakeKings, 1, "12x19")},
		{"W:WK23:B14,28", "23x10x32", illegal(jumpedTwice, "14", "23x10")},

		{twoWays, "32", some(engine.Incomplete, "32x10x17x30", "32x14x21x30")},
		{twoWays, "32x14", some(engine.Incomplete, "32x14x21x30")},
		{twoWays, "32x14x", some(engine.Incomplete, "32x14x21x30")},
		{twoWays, "32x30", some(engine.Ambiguous, "32x10x17x30", "32x14x21x30")},
		{twoWays, "32x14x9", illegal(notDiagonal, "9", "32x14x21x30")},
		{twoWays, "32x14x28", illegal(jumpedTwice, "23", "32x14x21x30")},
		{twoWays, "32x14x21x17", illegal(grid.NothingTaken, "17", "32x14x21x30")},
		{"W:W:BK3", "3-6", illegal(grid.GameOver, "")},
	}
	for _, test := range tests {
		test.want.Text = test.text
		_, err := parse(t, test.position).Read(test.text)
		if d := cmp.Diff(error(test.want), err); d != "" {
			t.Errorf("%s: read %q (-want +got):\n%s", test.position, test.text, d)
		}
	}
}

func TestPlay_WantsCanonicalText(t *testing.T) {
	for text, want := range map[engine.Move]*engine.MoveError{
		"32x30":       {Kind: engine.Ambiguous, Choices: []string{"32x10x17x30", "32x14x21x30"}},
		"32-21-30":    {Kind: engine.Illegal, Rule: engine.NotCanonical, Choices: []string{"32x14x21x30"}},
		"32x14x21x3":  {Kind: engine.Illegal, Rule: grid.OwnInTheWay},
		"32x14x21x30": nil,
	} {
		_, err := parse(t, "W:WK32:B5,9,13,18,23,26").Play(text)
		var got *engine.MoveError
		errors.As(err, &got)
		if want != nil {
			want.Text = string(text)
		}
		if text == "32x14x21x3" {
			want.Rule, want.At, want.Choices = notDiagonal, "3", []string{"32x14x21x30"}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("play %s (-want +got):\n%s", text, d)
		}
	}
}

// Any two squares are a legal move, the beginning of one, or forbidden by a rule.
func TestRead_Pairs(t *testing.T) {
	tables := allTables()
	tables[ChileanBy(Adjacent, HuffingOn)] = slowChilean(2)
	for v, r := range tables {
		t.Run(fmt.Sprint(v.Name, v.reach, v.Huffing), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkPairs(t, v, r) })
		})
	}
}

func checkPairs(t *rapid.T, v *Variant, r slowRules) {
	s := slow{slowRules: r, black: rapid.Bool().Draw(t, "black")}
	for row := range r.width {
		for column := range r.width {
			if !r.dark(row, column) {
				continue
			}
			s.cells[row][column] = rapid.SampledFrom([]byte{0, 0, 0, 0, 'W', 'B', 'w', 'b'}).Draw(t, "piece")
			if row == 0 && s.cells[row][column] == 'b' || row == r.width-1 && s.cells[row][column] == 'w' {
				s.cells[row][column] = 0
			}
		}
	}
	p, err := v.Parse(s.String())
	if err != nil {
		t.Skip(err)
	}
	legal := make(map[engine.Move]bool)
	for m := range p.Moves() {
		legal[m] = true
	}
	every := longtest.Count(20, 1)
	first := rapid.IntRange(0, every-1).Draw(t, "first pair")
	for pair := first; pair < v.Count*v.Count; pair += every {
		checkPair(t, p, legal, 1+pair/v.Count, 1+pair%v.Count)
	}
}

// checkPair compares the answer to a pair of squares with the board.
func checkPair(t *rapid.T, p Position, legal map[engine.Move]bool, from, to int) {
	text := fmt.Sprintf("%d-%d", from, to)
	got, err := p.Read(text)
	if err == nil {
		if !legal[got] {
			t.Fatalf("%s: %s is read as %s", p, text, got)
		}
		return
	}
	e := err.(*engine.MoveError)
	v := p.Variant
	own, opp := p.Own, p.Opp
	king := p.Kings&v.Bit[from] != 0
	forward := (to > from) == (p.IsUp())
	at, _ := strconv.Atoi(e.At)
	between := min(from, to) < at && at < max(from, to)
	var captures []string
	for m := range legal {
		if strings.Contains(string(m), "x") {
			captures = append(captures, string(m))
		}
	}
	var fits bool
	switch e.Rule {
	case "":
		fits = e.Kind != engine.Illegal && len(e.Choices) > 0
		if line, _ := v.Line(v.Bit[from], v.Bit[to]); e.Kind == engine.NotMove {
			fits = from < 10 && to < 10 && line == nil // it is a score
		}
	case grid.GameOver:
		fits = len(legal) == 0
	case grid.EmptySquare:
		fits = (own|opp)&v.Bit[from] == 0
	case opponents:
		fits = opp&v.Bit[from] != 0
	case grid.SameSquare:
		fits = from == to
	case grid.Occupied:
		fits = (own|opp)&v.Bit[to] != 0
	case notDiagonal:
		a, b := v.cell[from], v.cell[to]
		files, ranks := a%v.Width-b%v.Width, a/v.Width-b/v.Width
		fits = files != ranks && files != -ranks
	case manBackwards, manTakesBack:
		fits = !king && !forward
	case manOneStep:
		fits = !king && forward
	case grid.OwnInTheWay, twoInLine:
		fits = between && (own&v.Bit[at] != 0) == (e.Rule == grid.OwnInTheWay)
	case kingTooFar:
		fits = king && v.reach == Adjacent && between && opp&v.Bit[at] != 0
	case kingLandsBehind:
		fits = king && v.reach != Flying && between && (own|opp)&v.Bit[at] == 0
	case grid.MustCapture:
		fits = v.Huffing != HuffingOn && len(captures) > 0 && len(e.Choices) == len(captures) && e.Count == 0
	case mustTakeMost:
		fits = len(captures) > 0 && len(e.Choices) == len(captures) && e.Count > 0
	case mustTakeKings:
		fits = !v.kingFirst && len(captures) > 0 && len(e.Choices) == len(captures) && e.Count > 0
	case mustUseKing:
		fits = v.kingFirst && !king && len(captures) > 0 && len(e.Choices) == len(captures)
	}
	if !fits {
		t.Fatalf("%s: %s: %+v", p, text, *e)
	}
}

func parse(t *testing.T, text string) engine.Position {
	t.Helper()
	p, err := Portuguese.Parse(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A number before a move is the move number, and books in letters omit the rank of the start square.
func TestRead_AsInBooks(t *testing.T) {
	for _, c := range []struct {
		game           *engine.Game
		position, text string
		want           engine.Move
		rule           engine.Code
	}{
		{English, "", "1.11-15", "11-15", ""},
		{Portuguese, "", "1.11-14", "11-14", ""},
		{Portuguese, "", "12.14-18", "", "empty-square"},
		{Russian, "", "1.c3-d4", "c3-d4", ""},
		{Russian, "", "cd4", "c3-d4", ""},
		{Russian, "", "1.cd4", "c3-d4", ""},
		{Russian, "", "gh4", "g3-h4", ""},
		{Brazilian, "", "ab4", "a3-b4", ""},
		{Russian, "", "cd5", "", "light-square"},
		{Russian, "W:Wc3:Bd4,h8", "c:e5", "c3:e5", ""},
		{Russian, "W:Wc3,c7:Bd4,d6", "ce5", "", ""},
		{Portuguese, "", "cd4", "", ""},
	} {
		p, err := c.game.New(nil)
		if c.position != "" {
			p, err = c.game.Parse(c.position, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Read(c.text)
		var no *engine.MoveError
		errors.As(err, &no)
		if got != c.want || (err != nil) != (c.want == "") || no != nil && no.Rule != c.rule {
			t.Errorf("%s of %s is %s, %v", c.text, c.game.Name, got, err)
		}
	}
}
