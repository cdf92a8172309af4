package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/grid"
	"tabuleiro/engine/longtest"
)

const (
	chain   = "8/8/8/8/3w4/8/1ww5/1w6 w"          // b1-d3-d5
	five    = "8/8/8/8/2b2b2/2b5/4bbb1/4bwbb w"   // five captures of f1
	arrival = "8/w7/7b/8/8/2w5/8/3w4 w"           // a7 arrives, c3 and d1 stand there
	oneDrop = "8/7w/b7/8/8/8/1wwwww2/1wwwwww1 w"  // h7 arrives, g2 is free
	noDrop  = "8/7w/b7/8/8/8/1wwwwww1/1wwwwww1 w" // h7 arrives, nothing is free
	twoWays = "8/8/8/8/3b1b2/8/3b1b2/4w3 w"       // e1xc3xe5, e1xg3xe5
)

func parsed(t *testing.T, text string) engine.Position {
	t.Helper()
	p, err := Eximo.Parse(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRead_Moves(t *testing.T) {
	tests := []struct {
		position string
		want     engine.Move
		texts    []string
	}{
		{start, "b3-b4", []string{
			"b3-b4", "B3-B4", "b3 b4", "b3b4", "b3–b4", "b3 — b4", "b3−b4", "b3→b4", "b3>b4", "b3.b4", "b3,b4", "b3 a b4",
			"de b3 para b4", "1) b3-b4", "12... b3-b4", "b3/b4", " b3  -b4 ", "b3-b4!", "b3-b4.", "b3-b4,", "b3-b4-", "b3-b4 !",
			"b3--b4", "b3-b4-b4", "ｂ３-ｂ４",
		}},
		{chain, "b1-d3-d5", []string{"b1-d3-d5", "b1-d5", "b1 d5", "b1→d5", "b1d3d5", "B1 D3 D5"}},
		{five, "f1xd3xb3xd5", []string{"f1xd3xb3xd5", "f1xd5", "f1 d5", "f1×b3×d5", "f1:d3:b3:d5", "f1-d3-d5", "f1d3b3d5"}},
		{arrival, "a7-a8*b1*c2", []string{
			"a7-a8*b1*c2", "a7-a8*c2*b1", "a7-a8@b1@c2", "a7-a8 b1 c2", "a7-a8*b1 c2", "a7-a8 *b1 *c2", "a7-a8*b1c2", "a7a8b1c2",
			"A7 A8 C2 B1",
			"a7-b8*b1*c2", "a7-b8 c2*b1", "a7*b1*c2", "a7 * b1 @ c2!", "a7-a8*b1*c2.", "a7-a8**b1**c2", "a7-a8*b1,c2",
			"a7-a8 *b1, c2", "a7-a8 b1, c2,", "a7-a8＊b1＊c2",
		}},
		{oneDrop, "h7-g8*g2", []string{"h7-g8*g2", "h7-g8", "h7-h8", "h7-h8*", "h7h8g2", "h7*g2", "h7-h8 g2"}},
		{noDrop, "h7-g8*", []string{"h7-g8*", "h7-g8", "h7-h8@", "h7 h8"}},
		{"8/2b5/8/2b5/8/2b5/1wbwbb2/1bbbbb2 w", "b2xd4xb6xd8*b2*g2", []string{
			"b2xd4xb6xd8*b2*g2", "d2xb4xd6xb8*d2*g2", "d2xb8*g2*d2", "b2 d8 g2 b2",
		}},
		{"1bb1bbb1/1bbbbb2/8/8/8/7b/6w1/8 b", "h3xf1*g7*d8", []string{"h3xf1*g7*d8", "h3xf1*d8*g7", "h3 f1", "h3xf1 d8 g7"}},
	}
	for _, test := range tests {
		p := parsed(t, test.position)
		for _, text := range test.texts {
			if got, err := p.Read(text); err != nil || got != test.want {
				t.Errorf("%s: read %q: %q, %v; want %s", test.position, text, got, err, test.want)
			}
		}
	}
}

func TestRead_Talk(t *testing.T) {
	texts := []string{
		"", " ", "olá", "jogas?", "it is b3", "b3 is mine", "b3?", "b3!", "45", "12 8", "b3 8", "11-15", "b12", "k9", "d9",
		"i3-j4", "b2b", "B2B", "vitamin b12",
		"*", "@", "**", "*b1", "@ana", "*sigh*", "b3 @ana", "b3*4", "b3 * 4 = 12", "b3-b4*2", "D3-6", "-b3", "b3-b4 then b5",
		"https://b3-b4.pt",
		"b3@example.org", "２-３", "\xffb3-b4", "b3-b4\x00", "a7-a8*b1xc2", strings.Repeat("b3-b4-", 40),
		"b3*" + strings.Repeat(" b1", 100),
	}
	for _, text := range texts {
		_, err := parsed(t, start).Read(text)
		want := &engine.MoveError{Kind: engine.NotMove, Text: text}
		if d := cmp.Diff(error(want), err); d != "" {
			t.Errorf("read %q (-want +got):\n%s", text, d)
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
	stuck := func(rule engine.Code, at string) *engine.MoveError {
		return &engine.MoveError{Kind: engine.Incomplete, Rule: rule, At: at}
	}
	after := func(begun, squares string) (list []string) {
		for square := range strings.FieldsSeq(squares) {
			list = append(list, begun+square)
		}
		return list
	}
	const (
		zone     = "b1 c1 e1 f1 g1 b2 c2 d2 e2 f2 g2" // of the arrival
		mixed    = "8/8/8/2w5/1b6/2w5/1w6/8 w"        // c3xa5
		crossing = "8/8/8/8/8/3b4/3bb3/4w3 w"         // e1xc3xe3, e1xe3xc3
		longer   = "8/8/8/3w4/8/2w5/1w6/8 w"          // b2-d4-d6
		taking   = "8/8/8/3b4/8/2b5/1w3w2/8 w"        // b2xd4xd6
	)
	tests := []struct {
		position, text string
		want           *engine.MoveError
	}{
		// one step after the other
		{start, "b3", some(engine.Incomplete, "b3-a4", "b3-b4", "b3-c4")},
		{start, "B3-", some(engine.Incomplete, "b3-a4", "b3-b4", "b3-c4")},
		{chain, "b1-d3", some(engine.Incomplete, "b1-d3-d5")},
		{five, "f1xd3", some(engine.Incomplete, "f1xd3xb3xd5", "f1xd3xb5")},
		{arrival, "a7", some(engine.Incomplete, after("a7-a8*", zone)...)},
		{arrival, "a7-b8", some(engine.Incomplete, after("a7-b8*", zone)...)},
		{arrival, "a7-a8*", some(engine.Incomplete, after("a7-a8*", zone)...)},
		{arrival, "a7-a8-", some(engine.Incomplete, after("a7-a8*", zone)...)},
		{arrival, "a7-a8*b1", some(engine.Incomplete, after("a7-a8*b1*", "c1 e1 f1 g1 b2 c2 d2 e2 f2 g2")...)},
		{arrival, "a7-a8 b1", some(engine.Incomplete, after("a7-a8*b1*", "c1 e1 f1 g1 b2 c2 d2 e2 f2 g2")...)},
		{arrival, "a7*g1", some(engine.Incomplete,
			append(after("a7-a8*", "b1*g1 c1*g1 e1*g1 f1*g1"), after("a7-a8*g1*", "b2 c2 d2 e2 f2 g2")...)...)},
		{oneDrop, "h7", some(engine.Incomplete, "h7-g8*g2")},
		{noDrop, "h7", some(engine.Incomplete, "h7-g8*")},
		{"8/3bb3/2w5/8/8/8/8/8 w", "c6", some(engine.Incomplete, after("c6xe8*", "b1 c1 d1 e1 f1 g1 b2 c2 d2 e2 f2 g2")...)},
		{"3b4/2bbb3/3w4/8/8/8/8/8 w", "d6", some(engine.Incomplete, "d6xb8", "d6xf8")},
		{twoWays, "e1xe5", some(engine.Ambiguous, "e1xc3xe5", "e1xg3xe5")},
		{crossing, "e1xc3", some(engine.Ambiguous, "e1xe3xc3", "e1xc3xe3")},
		{crossing, "e1xc3x", some(engine.Incomplete, "e1xc3xe3")},
		{"3b4/2bbb3/3w4/8/8/8/8/8 w", "d6*b1", some(engine.Ambiguous, "d6xb8", "d6xf8")},

		// lone squares that begin nothing
		{start, "d5", stuck(grid.EmptySquare, "d5")},
		{start, "b6", stuck(opponents, "b6")},
		{"8/8/b7/b1w5/w7/8/8/8 w", "a4", some(engine.Incomplete, "a4-b5")},
		{"8/b1b5/bb6/wbb5/8/8/8/4w3 w", "a5", stuck(pieceBlocked, "a5")},
		{taking, "f2", stuck(grid.MustCapture, "")},
		{"8/8/8/8/8/8/8/w7 b", "a1", stuck(grid.GameOver, "")},

		// squares
		{start, "b3-b9", illegal(grid.NoSuchSquare, "b9")},
		{start, "i3-b4", illegal(grid.NoSuchSquare, "i3")},
		{arrival, "a7-a8*b1*j2", illegal(grid.NoSuchSquare, "j2")},
		{start, "d5-d6", illegal(grid.EmptySquare, "d5")},
		{start, "b6-b5", illegal(opponents, "b6")},
		{"8/8/8/8/8/8/8/w7 b", "a1-a2", illegal(grid.GameOver, "")},

		// hops
		{start, "b3xb4", illegal(grid.NothingTaken, "b4", "b3-b4")},
		{start, "b3:b4", illegal(grid.NothingTaken, "b4", "b3-b4")},
		{start, "b3-b4*", illegal(dropNotDue, "", "b3-b4")},
		{chain, "b1xd3xd5", illegal(grid.NothingTaken, "d3", "b1-d3-d5")},
		{five, "f1xd3xb3xd5x", illegal(grid.MoveOver, "d5", "f1xd3xb3xd5")},
		{start, "b3-b3", illegal(grid.SameSquare, "b3")},
		{start, "b2-b1", illegal(notBackwards, "b1")},
		{start, "c3-e1", illegal(notBackwards, "e1")},
		{start, "b3-a3", illegal(sidewaysTakes, "a3")},
		{start, "c3-e3", illegal(sidewaysTakes, "e3")},
		{start, "c3-a3", illegal(sidewaysTakes, "a3")},
		{start, "b3-f3", illegal(sidewaysTakes, "f3")},
		{start, "b3-b6", illegal(grid.TooFar, "b6")},
		{start, "b3-c5", illegal(grid.TooFar, "c5")},
		{start, "h8-a1", illegal(grid.EmptySquare, "h8")},
		{start, "b3-h4", illegal(grid.TooFar, "h4")},
		{start, "b2-b3", illegal(grid.Occupied, "b3")},
		{start, "b1-b3", illegal(grid.Occupied, "b3")},
		{taking, "b2-c3", illegal(grid.Occupied, "c3", "b2xd4xd6")},
		{start, "b3-b5", illegal(nothingToJump, "b4")},
		{start, "b3-d5", illegal(nothingToJump, "c4")},
		{start, "b3-b4-b5", illegal(stepEnds, "b4", "b3-b4")},
		{start, "d2-d3-d5", illegal(stepEnds, "d3", "d2-d3")},
		{start, "e1-e3-f4", illegal(onlyJumps, "f4", "e1-e3")},
		{longer, "b2-d4-c5", illegal(onlyJumps, "c5", "b2-d4-d6")},
		{"8/8/3b4/3w4/8/2w5/1w6/8 w", "b2-d4-d6", illegal(grid.Occupied, "d6")},

		// chains
		{longer, "b2-d4*b1", illegal(jumpGoesOn, "d4", "b2-d4-d6")},
		{"8/8/2b5/2b5/3b4/3b4/3w4/8 w", "d2-d4", illegal(grid.Occupied, "d4")},
		{taking, "b2xd4*b1", illegal(captureGoesOn, "d4", "b2xd4xd6")},
		{five, "f1xb3", illegal(captureGoesOn, "b3", "f1xd3xb3xd5")},
		{"8/8/8/3b4/8/2w5/1w6/8 w", "b2-d4-d6", illegal(jumpNoCapture, "d5", "b2-d4")},
		{"8/8/8/3w4/8/2b5/1w6/8 w", "b2xd4xd6", illegal(captureNoJump, "d5", "b2xd4")},
		{five, "f1xd3xf3", illegal(sidewaysTakes, "f3", "f1xd3xb3xd5", "f1xd3xb5")},
		{taking, "f2-f3", illegal(grid.MustCapture, "", "b2xd4xd6")},
		{mixed, "c5-c6", illegal(grid.MustCapture, "", "c3xa5")},
		{mixed, "b2-d4", illegal(grid.MustCapture, "", "c3xa5")},

		// the last row and drops
		{arrival, "a7-a8-b7", illegal(lastRowEnds, "a8", "a7-a8")},
		{arrival, "a7-a8*a1", illegal(dropOutside, "a1", after("a7-a8*", zone)...)},
		{arrival, "a7-a8*c3", illegal(dropOutside, "c3", after("a7-a8*", zone)...)},
		{arrival, "a7-a8*d1", illegal(dropOccupied, "d1", after("a7-a8*", zone)...)},
		{arrival, "a7-a8*b1*b1", illegal(dropOccupied, "b1", after("a7-a8*b1*", "c1 e1 f1 g1 b2 c2 d2 e2 f2 g2")...)},
		{arrival, "a7-a8*b1*c1*e1", counted(dropsTooMany, 2, "a7-a8*b1*c1")},
		{oneDrop, "h7-h8*b2", illegal(dropOccupied, "b2", "h7-h8*g2")},
		{noDrop, "h7-h8*b2", illegal(dropOccupied, "b2", "h7-h8*")},
		{start, "b3-b4*c3", illegal(dropNotDue, "", "b3-b4")},
		{start, "b3*b4", illegal(dropNotDue, "", "b3-a4", "b3-b4", "b3-c4")},
		{start, "d5*b4", illegal(grid.EmptySquare, "d5")},
		{"8/b1b5/bb6/wbb5/8/8/8/4w3 w", "a5*b1", illegal(pieceBlocked, "a5")},
	}
	for _, test := range tests {
		_, err := parsed(t, test.position).Read(test.text)
		test.want.Text = test.text
		if d := cmp.Diff(error(test.want), err); d != "" {
			t.Errorf("%s: read %q (-want +got):\n%s", test.position, test.text, d)
		}
		if err := enginetest.CheckRead(parsed(t, test.position), test.text); err != nil {
			t.Error(err)
		}
	}
}

func TestPlay_WantsCanonicalText(t *testing.T) {
	for text, want := range map[engine.Move]string{"a7-b8*b1*c2": "a7-a8*b1*c2", "a7-a8*c2*b1": "a7-a8*b1*c2",
		"A7-A8*b1*c2": "a7-a8*b1*c2"} {
		_, err := parsed(t, arrival).Play(text)
		e := &engine.MoveError{Kind: engine.Illegal, Text: string(text), Rule: engine.NotCanonical, Choices: []string{want}}
		if d := cmp.Diff(error(e), err); d != "" {
			t.Errorf("play %s (-want +got):\n%s", text, d)
		}
	}
}

// Every move can be picked in steps, with a draft, as the next text or as a whole: each offered text leads on.
func TestPick_InSteps(t *testing.T) {
	for _, start := range append(positions, start, arrival, twoWays, "8/2b5/8/2b5/8/2b5/1wbwbb2/1bbbbb2 w") {
		p := parsed(t, start)
		found := make(map[engine.Move]bool)
		var pick func(text string, depth int)
		pick = func(text string, depth int) {
			m, err := p.Read(text)
			if err == nil {
				found[m] = true
				return
			}
			e := err.(*engine.MoveError)
			if e.Kind != engine.Incomplete || len(e.Choices) == 0 || len(e.Choices) > 40 || depth == 4 {
				t.Fatalf("%s: %s leads nowhere: %v", start, text, err)
			}
			for _, choice := range e.Choices {
				pick(choice, depth+1)
				if _, err := p.Read(text + " " + choice); err == nil || len(err.(*engine.MoveError).Choices) > 0 &&
					err.(*engine.MoveError).Kind != engine.Illegal {
					t.Errorf("%s: %s and then %s is taken for a draft and the rest of it: %v", start, text, choice, err)
				}
			}
		}
		for _, text := range p.Starts() {
			pick(text, 1)
		}
		for m := range p.Moves() {
			if !found[m] {
				t.Errorf("%s: no steps lead to %s", start, m)
			}
			man, rest, _ := strings.Cut(strings.NewReplacer("-", " ", "x", " ").Replace(string(m)), " ")
			if got, err := p.Read(man + " " + strings.ReplaceAll(rest, "*", " *")); err != nil || got != m {
				t.Errorf("%s: %s in pieces: %s, %v", start, m, got, err)
			}
		}
	}
}

// Any two squares are a legal move, the beginning of one, or forbidden by a rule that fits.
func TestRead_Pairs(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	rules := make(map[engine.Code]int)
	lost := slow{black: true}
	for rank := range lost.cells {
		copy(lost.cells[rank][:], "        ")
	}
	lost.cells[2][5] = 'w'
	for n := range longtest.Count(40, 150) {
		s := randomSlow(random)
		if n == 0 {
			s = lost
		}
		p, err := parse(s.String())
		if err != nil {
			continue
		}
		legal := slices.Collect(p.Moves())
		for from := range 64 {
			for to := range 64 {
				text := squareName(from) + " " + squareName(to)
				got, err := p.Read(text)
				if err == nil {
					if !slices.Contains(legal, got) {
						t.Fatalf("%s: %s is read as %s", s, text, got)
					}
					continue
				}
				e := err.(*engine.MoveError)
				rules[e.Rule]++
				if !fits(s, legal, from, to, e) {
					t.Fatalf("%s: %s: %+v", s, text, *e)
				}
			}
		}
	}
	for _, rule := range []engine.Code{"", grid.GameOver, grid.EmptySquare, opponents, grid.SameSquare, notBackwards, sidewaysTakes,
		grid.TooFar, grid.Occupied, nothingToJump,
		grid.MustCapture, captureGoesOn, jumpGoesOn} {
		if rules[rule] == 0 {
			t.Errorf("the rule %q never stood in the way: %v", rule, rules)
		}
	}
}

func squareName(i int) string { return fmt.Sprintf("%c%d", 'a'+i%8, i/8+1) }

// fits reports whether the answer to a pair of squares agrees with the board.
func fits(s slow, legal []engine.Move, from, to int, e *engine.MoveError) bool {
	mine, there := s.at(from%8, from/8), s.at(to%8, to/8)
	files, ranks := to%8-from%8, to/8-from/8
	if s.black {
		ranks = -ranks
	}
	files = max(files, -files)
	straight := files%2 == 0 && ranks%2 == 0 && max(files, ranks) == 2
	between := s.at((from%8+to%8)/2, (from/8+to/8)/2)
	capturing := len(legal) > 0 && strings.Contains(string(legal[0]), "x")
	own := mine == s.mine()
	if e.Rule != "" && e.Kind != engine.Illegal {
		return false
	}
	switch e.Rule {
	case "":
		return own && e.Kind != engine.Illegal && len(e.Choices) > 0
	case grid.GameOver:
		return len(legal) == 0
	case grid.EmptySquare:
		return mine == ' ' && e.At == squareName(from)
	case opponents:
		return mine == s.theirs() && e.At == squareName(from)
	case grid.SameSquare:
		return own && from == to
	case notBackwards:
		return own && ranks < 0
	case sidewaysTakes:
		return own && ranks == 0 && !(files == 2 && between == s.theirs() && there == ' ')
	case grid.TooFar:
		return own && (files > 2 || ranks > 2 || files+ranks == 3)
	case grid.Occupied:
		return own && there != ' ' && e.At == squareName(to)
	case nothingToJump:
		return own && straight && between == ' '
	case grid.MustCapture:
		return own && capturing && len(e.Choices) > 0 && (max(files, ranks) == 1 || straight && between == s.mine()) &&
			there == ' '
	case jumpGoesOn, captureGoesOn:
		return own && capturing == (e.Rule == captureGoesOn) && len(e.Choices) > 0 &&
			strings.Contains(e.Choices[0], squareName(to))
	}
	return false
}
