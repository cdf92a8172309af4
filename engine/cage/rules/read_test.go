package rules

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
	"tabuleiro/engine/longtest"
)

const (
	figure3   = "8/8/8/1rb5/r7/1b6/8/8 r"
	twoWays   = "8/8/8/3b1b2/2b1b3/2r5/8/8 r"
	leaving   = "8/8/8/b1br4/8/8/8/8 r"
	blocked   = "8/8/8/8/3r4/8/8/b7 r"
	lastStand = "8/8/8/8/8/8/r7/b7 r"
	circle    = "6/6/2b3/1b1b2/1rb3/6 r"
	detour    = "8/8/8/3b4/2b1b3/rb1b4/2b5/8 r" // c3 is on the way to c1, and on a circle
)

func TestRead_Moves(t *testing.T) {
	tests := []struct {
		position string
		want     engine.Move
		texts    []string
	}{
		{figure3, "a4-a3", []string{"a4-a3", "A4-A3", "a4 a3", "a4a3", " a4 – a3 ", "a4→a3", "a4>a3", "a4.a3", "a4,a3",
			"de a4 a a3", "1) a4-a3", "a4-a3!", "a4-a3.", "a4-a3,", "a4-a3-", "a4-a3 !", "a4--a3", "a4-a3-a3", "ａ４-ａ３"}},
		{figure3, "b5xd5", []string{"b5xd5", "b5-d5", "B5 × D5", "b5d5", "b5:d5", "b5xd5,", "b5xd5-", "b5xd5xd5"}},
		{twoWays, "c3xc5xe5xe3", []string{"c3xc5xe5xe3", "c3 c5 e5 e3", "c3c5e5e3", "C3-C5-E5-E3", "c3:c5:e5:e3", "c3xe3",
			"c3 e3", "c3xc5xe3", "c3-e5-e3"}},
		{"8/8/8/8/3r4/3b4/b1b5/8 r", "d4xd2xb2xa2*", []string{"d4xb2xa2*", "d4xa2*", "d4xd2xa2", "d4 b2 a2"}},
		{leaving, "d5xb5xa5*", []string{"d5xb5xa5*", "d5xb5xa5", "d5 b5 a5", "d5xa5*", "d5a5", "D5XB5XA5*!", "d5xb5xa5*,",
			"d5xb5xa5＊"}},
		{lastStand, "a2xa1*", []string{"a2xa1*", "a2xa1", "a2-a1", "a2 a1*", "a2a1"}},
		{blocked, "pass", []string{"pass", "Pass", " PASS! ", "pass.", "passo", "Paso", "passar"}},
		{circle, "b2xd2xd4xb4xb2", []string{"b2xd2xd4xb4xb2", "b2xb4xd4xd2xb2", "b2b4d4d2b2"}},
	}
	for _, test := range tests {
		p := parseText(t, test.position)
		for _, text := range test.texts {
			if got, err := p.Read(text); err != nil || got != test.want {
				t.Errorf("%s: read %q: %q, %v; want %s", test.position, text, got, err, test.want)
			}
		}
	}
}

func TestRead_Talk(t *testing.T) {
	texts := []string{
		"", " ", "olá", "a", "it is a4", "a4?", "a4!", "45", "11-15", "20:45", "12/10/2026", "passo", "paso", "I pass",
		"pass me that",
		"passe", "k9", "d9", "j10", "a0", "i9-j10", "a4 b", "e5 12", "x", "-", "*", "https://example.org/a4-a3", "a4-6",
		"\xff", "a4-\xff", "a4-a3\x00", "D3-6", strings.Repeat("a4", 200),
	}
	p := parseText(t, figure3)
	for _, text := range texts {
		_, err := p.Read(text)
		if d := cmp.Diff(error(&engine.MoveError{Kind: engine.NotMove, Text: text}), err); d != "" {
			t.Errorf("read %q (-want +got):\n%s", text, d)
		}
	}
}

func TestRead_Errors(t *testing.T) {
	illegal := func(rule engine.Code, at string, choices ...string) *engine.MoveError {
		return &engine.MoveError{Kind: engine.Illegal, Rule: rule, At: at, Choices: choices}
	}
	some := func(kind engine.Kind, choices ...string) *engine.MoveError {
		return &engine.MoveError{Kind: kind, Choices: choices}
	}
	stuck := func(rule engine.Code, at string) *engine.MoveError {
		return &engine.MoveError{Kind: engine.Incomplete, Rule: rule, At: at}
	}
	const start8 = "brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb r"
	tests := []struct {
		position, text string
		want           *engine.MoveError
	}{
		// One step after the other.
		{figure3, "b5", some(engine.Incomplete, "b5-c4", "b5-c6", "b5xd5")},
		{figure3, "B5-", some(engine.Incomplete, "b5-c4", "b5-c6", "b5xd5")},
		{twoWays, "c3", some(engine.Incomplete, "c3-d4", "c3xc5")},
		{twoWays, "c3xc5", some(engine.Incomplete, "c3xc5xe5")},
		{twoWays, "c3 c5", some(engine.Incomplete, "c3xc5xe5")},
		{twoWays, "c3xc5xe5", some(engine.Incomplete, "c3xc5xe5xe3", "c3xc5xe5xg5")},
		{leaving, "d5xb5x", some(engine.Incomplete, "d5xb5xa5*")},
		{lastStand, "a2", some(engine.Incomplete, "a2xa1*")},
		{circle, "b2xb4", some(engine.Incomplete, "b2xb4xd4")}, // not the canonical way round

		// The ends of several sequences.
		{detour, "a3xc1", some(engine.Ambiguous, "a3xc3xc1", "a3xc3xe3xe5xc5xc3xc1")},
		{lattice, "e5xj1*", some(engine.Incomplete, "e5xe3", "e5xc5", "e5xg5", "e5xe7")},

		// A square from which nothing begins.
		{start8, "c3", stuck(pieceBlocked, "c3")},
		{start8, "c4", stuck(opponents, "c4")},
		{figure3, "h8", stuck(grid.EmptySquare, "h8")},
		{blocked, "d4", stuck(mustPass, "")},
		{"8/8/8/8/8/8/8/r7 b", "a1", stuck(grid.GameOver, "")},

		{figure3, "a4-a9", illegal(grid.NoSuchSquare, "a9")},
		{figure3, "a0-a4", illegal(grid.NoSuchSquare, "a0")},
		{figure3, "j4-a4", illegal(grid.NoSuchSquare, "j4")},
		{figure3, "h8-h7", illegal(grid.EmptySquare, "h8")},
		{figure3, "b3-b4", illegal(opponents, "b3")},
		{figure3, "a4-a4", illegal(grid.SameSquare, "a4")},
		{circle, "b2 b2", illegal(grid.SameSquare, "b2")},
		{"8/8/8/8/8/8/8/r7 b", "a1-a2", illegal(grid.GameOver, "")},
		{blocked, "d4-d5", illegal(mustPass, "", "pass")},
		{figure3, "pass", illegal(mayNotPass, "")},
		{"8/8/8/8/8/8/8/r7 b", "pass", illegal(grid.GameOver, "")},

		// Steps.
		{figure3, "a4-b5", illegal(grid.Occupied, "b5")},
		{figure3, "a4-a5", illegal(sideBySide, "b5")},
		{figure3, "a4-b4", illegal(sideBySide, "b5")},
		{figure3, "b5-b6", illegal(leavesEnemies, "b5")},
		{"6/6/6/rb4/6/6 r", "a3-a4", illegal(leavesEnemies, "a3")},
		{"8/8/8/3rb3/8/8/8/8 r", "d5-e6", illegal(notNearer, "e6")},
		{figure3, "a4-b4-c4", illegal(sideBySide, "b5")},
		{figure3, "a4-a3-b4", illegal(oneStep, "a3", "a4-a3")},
		{"6/6/2r3/6/6/r4b r", "c4-c5", illegal(neither, "c5")},
		{"6/6/2r3/6/6/r4b r", "c4-d4", illegal(neither, "d4")}, // as near, but not nearer

		// Jumps.
		{figure3, "b5xc5", illegal(grid.Occupied, "c5", "b5xd5")},
		{figure3, "a4-c3", illegal(notInLine, "c3")},
		{figure3, "a4-a8", illegal(grid.TooFar, "a8")},
		{figure3, "a4-c2", illegal(notDiagonal, "c2")},
		{figure3, "a4-c6", illegal(grid.TooFar, "c6")},
		{figure3, "a4-a2", illegal(grid.TooFar, "a2")},
		{figure3, "a4xa2", illegal(grid.NothingTaken, "a2")},
		{"6/6/6/2r3/b1b3/1r2r1 r", "c3xc1", illegal(sideBySide, "b1")},
		{"6/6/2b3/1rr3/6/6 r", "b3xd3", illegal(grid.OwnInTheWay, "c3")},
		{twoWays, "c3xc5xe5xe3xe5", illegal(alreadyTaken, "e4", "c3xc5xe5xe3")},
		{twoWays, "c3xc5xc7", illegal(grid.NothingTaken, "c7", "c3xc5xe5")},
		{twoWays, "c3xe5", illegal(grid.TooFar, "e5")},
		{twoWays, "c3xe5xc5", illegal(grid.TooFar, "e5")},
		{figure3, "a4xa3", illegal(grid.NothingTaken, "a3", "a4-a3")},
		{figure3, "a4:a3", illegal(grid.NothingTaken, "a3", "a4-a3")},
		{figure3, "a4-a3*", illegal(oneStep, "a3", "a4-a3")},
		{figure3, "b5xd5x", illegal(jumpOver, "d5", "b5xd5")},
		{figure3, "b5xd5*", illegal(jumpOver, "d5", "b5xd5")},
		{detour, "a3xc3xa5", illegal(grid.TooFar, "a5", "a3xc3xc1", "a3xc3xe3", "a3xc3xc5")},
		{detour, "a3xc3xe3xe5xc3", illegal(grid.TooFar, "c3", "a3xc3xe3xe5xc5")},
		{"8/8/8/3b4/2bbb3/rb1b4/2b5/8 r", "a3xc3xe5", illegal(notDiagonal, "e5", "a3xc3xc1", "a3xc3xe3", "a3xc3xc5")},
		{twoWays, "c3xc5xd5", illegal(grid.Occupied, "d5", "c3xc5xe5")},
		{twoWays, "c3xc5-c6", illegal(jumpGoesOn, "c5", "c3xc5xe5")},
		{twoWays, "c3xc5xe5xe3-e2", illegal(jumpOver, "e3", "c3xc5xe5xe3")},
		{twoWays, "c3xc5xe5xe3xe1", illegal(grid.NothingTaken, "e1", "c3xc5xe5xe3")},
		{"6/6/6/6/6/rbr3 r", "a1xb1*", illegal(notAtEdge, "b1")},
		{figure3, "b5xc5*", illegal(notAtEdge, "c5", "b5xd5")},
		{leaving, "d5xb5xa5xa7", illegal(offBoard, "a5", "d5xb5xa5*")},
		{lastStand, "a2xa1xa3", illegal(offBoard, "a1", "a2xa1*")},
	}
	for _, test := range tests {
		test.want.Text = test.text
		_, err := parseText(t, test.position).Read(test.text)
		if d := cmp.Diff(error(test.want), err); d != "" {
			t.Errorf("%s: read %q (-want +got):\n%s", test.position, test.text, d)
		}
	}
}

func TestPlay_WantsCanonicalText(t *testing.T) {
	for text, want := range map[engine.Move]*engine.MoveError{
		"b2xb4xd4xd2xb2": {Kind: engine.Illegal, Rule: engine.NotCanonical, Choices: []string{"b2xd2xd4xb4xb2"}},
		"b2 c3":          {Kind: engine.Illegal, Rule: engine.NotCanonical, Choices: []string{"b2-c3"}},
		"b2xd2":          {Kind: engine.Incomplete, Choices: []string{"b2xd2xd4"}},
		"b2-b3":          {Kind: engine.Illegal, Rule: grid.Occupied, At: "b3", Choices: []string{"b2xb4"}},
		"b2xd2xd4xb4xb2": nil,
	} {
		_, err := parseText(t, circle).Play(text)
		var got *engine.MoveError
		errors.As(err, &got)
		if want != nil {
			want.Text = string(text)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("play %s (-want +got):\n%s", text, d)
		}
	}
}

func TestStarts(t *testing.T) {
	for text, want := range map[string][]string{
		figure3:              {"a4", "b5"},
		twoWays:              {"c3"},
		blocked:              {"pass"},
		"8/8/8/8/8/8/8/r7 b": nil,
		"6/6/2r3/6/6/r4b r":  {"a1"},
	} {
		if got := parseText(t, text).Starts(); !slices.Equal(got, want) {
			t.Errorf("%s: begins with %v, want %v", text, got, want)
		}
	}
}

// Any two squares are a legal move, the beginning of one, or forbidden by a rule that fits the board.
func TestRead_Pairs(t *testing.T) {
	boards := longtest.Count(30, 100)
	random := rand.New(rand.NewPCG(7, 8))
	seen := make(map[engine.Code]int)
	for range boards {
		s := randomSlow(random)
		list, ok := s.moves()
		if !ok {
			continue
		}
		p := parseText(t, s.String())
		for i := range s.n * s.n {
			for k := range s.n * s.n {
				seen[checkPair(t, s, p, list, cell{i / s.n, i % s.n}, cell{k / s.n, k % s.n})]++
			}
		}
	}
	for _, c := range []engine.Code{
		grid.GameOver, mustPass, grid.EmptySquare, opponents, grid.SameSquare, grid.Occupied, notInLine, grid.TooFar, notDiagonal, sideBySide,
		leavesEnemies, notNearer, neither, grid.OwnInTheWay,
	} {
		if seen[c] == 0 {
			t.Errorf("no pair of squares breaks %s", c)
		}
	}
}

// checkPair compares the answer to a pair of squares with the slow rules. It returns the rule that forbids it.
func checkPair(t *testing.T, s slow, p Position, legal []slowMove, from, to cell) engine.Code {
	text := slowMove{squares: []cell{from, to}}.String()
	pair := func(m slowMove) bool {
		return len(m.squares) > 1 && m.squares[0] == from && m.squares[len(m.squares)-1] == to
	}
	got, err := p.Read(text)
	if err == nil {
		if !slices.ContainsFunc(legal, func(m slowMove) bool { return m.String() == string(got) && pair(m) }) {
			t.Fatalf("%s: %s is read as %s", s, text, got)
		}
		return ""
	}
	e := err.(*engine.MoveError)
	own, enemy := s.turn, s.enemy()
	dr, df := to.rank-from.rank, to.file-from.file
	far := max(dr, -dr, df, -df)
	straight := dr == 0 || df == 0
	between := cell{(from.rank + to.rank) / 2, (from.file + to.file) / 2}
	without := s
	without.cells[from.rank][from.file] = 0
	mine := s.at(from) == own
	var fits bool
	switch e.Rule {
	case "": // the beginning of a sequence, or the ends of several
		fits = mine && len(e.Choices) > 0
	case grid.GameOver:
		fits = len(legal) == 0
	case mustPass:
		fits = mine && len(legal) == 1 && legal[0].squares == nil
	case grid.EmptySquare:
		fits = s.at(from) == 0
	case opponents:
		fits = s.at(from) == enemy
	case grid.SameSquare:
		fits = mine && from == to
	case grid.Occupied:
		fits = mine && s.at(to) != 0
	case notInLine:
		fits = mine && !straight && dr != df && dr != -df
	case grid.TooFar:
		fits = mine && far > 1 && !(straight && far == 2 && s.at(between) != 0)
	case notDiagonal:
		fits = mine && !straight && far == 2 && s.at(between) == enemy
	case grid.OwnInTheWay:
		fits = mine && straight && far == 2 && s.at(between) == own
	case sideBySide:
		fits = mine && without.beside(to, own) > 0 && (far == 1 || straight && far == 2 && s.at(between) == enemy)
	case leavesEnemies:
		fits = mine && far == 1 && s.beside(from, enemy) > 0 && without.beside(to, enemy) == 0
	case notNearer:
		fits = mine && far == 1 && s.beside(from, enemy) > 0 && without.beside(to, enemy) > 0 && s.away(to) >= s.away(from)
	case neither:
		fits = mine && far == 1 && s.beside(from, enemy) == 0 && without.beside(to, enemy) == 0 && s.away(to) >= s.away(from)
	}
	if e.Rule != "" && slices.ContainsFunc(legal, func(m slowMove) bool { return pair(m) && from != to }) {
		fits = false
	}
	if !fits {
		t.Fatalf("%s: %s: %+v", s, text, *e)
	}
	return e.Rule
}
