package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/longtest"
)

// slow is Cage on an array of cells, written from the rules and independent of this package: cells[rank][file] holds r,
// b or 0.
type slow struct {
	n     int
	cells [10][10]byte
	turn  byte
}

type cell struct{ rank, file int }

// slowMove is a move, by the squares of its text, and its result.
type slowMove struct {
	squares []cell // the origin first; the last of a jump out of the board is that of the enemy
	jump    bool
	out     bool
	after   slow
}

func (m slowMove) String() string {
	if m.squares == nil {
		return "pass"
	}
	var names []string
	for _, c := range m.squares {
		names = append(names, fmt.Sprintf("%c%d", 'a'+c.file, c.rank+1))
	}
	sign, end := "-", ""
	if m.jump {
		sign = "x"
	}
	if m.out {
		end = "*"
	}
	return strings.Join(names, sign) + end
}

var (
	orthogonal = []cell{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}
	diagonal   = []cell{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}
)

func (c cell) plus(d cell) cell { return cell{c.rank + d.rank, c.file + d.file} }

func (s *slow) on(c cell) bool { return c.rank >= 0 && c.rank < s.n && c.file >= 0 && c.file < s.n }

// at returns the content of a cell; 0 if empty, or off the board.
func (s *slow) at(c cell) byte {
	if !s.on(c) {
		return 0
	}
	return s.cells[c.rank][c.file]
}

func (s *slow) enemy() byte { return 'r' + 'b' - s.turn }

// beside counts the orthogonal neighbours of a kind.
func (s *slow) beside(c cell, kind byte) (n int) {
	for _, d := range orthogonal {
		if s.at(c.plus(d)) == kind {
			n++
		}
	}
	return n
}

// away returns four times the square of the distance from the centre.
func (s *slow) away(c cell) int {
	dr, df := 2*c.rank+1-s.n, 2*c.file+1-s.n
	return dr*dr + df*df
}

func (s slow) ended(to cell, stays bool) slow {
	if stays {
		s.cells[to.rank][to.file] = s.turn
	}
	s.turn = s.enemy()
	return s
}

// tooMany is the maximum number of sequences of one checker that are enumerated.
const tooMany = 300

// moves lists the legal moves, of those with equal results only the first in square order. It fails if there are too
// many.
func (s slow) moves() (list []slowMove, ok bool) {
	if s.pieces('r') == 0 || s.pieces('b') == 0 {
		return nil, true
	}
	if list, ok = s.active(); !ok || len(list) > 0 {
		return list, ok
	}
	pass := slowMove{after: s.ended(cell{}, false)}
	if theirs, ok := pass.after.active(); ok && len(theirs) == 0 {
		return nil, true // neither side has a move: a draw
	}
	return []slowMove{pass}, true
}

func (s slow) pieces(kind byte) (n int) {
	for _, row := range s.cells {
		n += strings.Count(string(row[:]), string(kind))
	}
	return n
}

// active lists the moves of all checkers, in order.
func (s slow) active() ([]slowMove, bool) {
	var list []slowMove
	for rank := range s.n {
		for file := range s.n {
			from := cell{rank, file}
			if s.at(from) != s.turn {
				continue
			}
			without := s
			without.cells[rank][file] = 0
			steps := without.steps(from)
			jumps := without.sequences([]cell{from}, nil)
			if len(jumps) > tooMany {
				return nil, false
			}
			slices.SortFunc(steps, inOrder)
			slices.SortFunc(jumps, inOrder)
			list = append(append(list, steps...), jumps...)
		}
	}
	seen := make(map[slow]bool)
	return slices.DeleteFunc(list, func(m slowMove) bool {
		defer func() { seen[m.after] = true }()
		return seen[m.after]
	}), true
}

func inOrder(a, b slowMove) int {
	return slices.CompareFunc(a.squares, b.squares, func(a, b cell) int {
		return (a.rank-b.rank)*10 + a.file - b.file
	})
}

// steps returns the steps of a checker lifted from its square.
func (s slow) steps(from cell) (list []slowMove) {
	touches := s.beside(from, s.enemy()) > 0
	for _, d := range slices.Concat(orthogonal, diagonal) {
		to := from.plus(d)
		if !s.on(to) || s.at(to) != 0 || s.beside(to, s.turn) > 0 {
			continue
		}
		touching := s.beside(to, s.enemy()) > 0
		if touches && !touching {
			continue
		}
		centering := s.away(to) < s.away(from)
		adjoining := !touches && touching
		if centering || adjoining {
			list = append(list, slowMove{squares: []cell{from, to}, after: s.ended(to, true)})
		}
	}
	return list
}

// sequences returns the continuations of a lifted checker's path.
func (s slow) sequences(way []cell, list []slowMove) []slowMove {
	if len(list) > tooMany {
		return list
	}
	at, stuck := way[len(way)-1], true
	for _, d := range orthogonal {
		over := at.plus(d)
		to := over.plus(d)
		if s.at(over) != s.enemy() || s.at(to) != 0 || s.beside(to, s.turn) > 0 && s.on(to) {
			continue
		}
		stuck = false
		next := s
		next.cells[over.rank][over.file] = 0
		if s.on(to) {
			list = next.sequences(append(slices.Clip(way), to), list)
		} else {
			list = append(list, slowMove{append(slices.Clip(way), over), true, true, next.ended(to, false)})
		}
	}
	if stuck && len(way) > 1 {
		list = append(list, slowMove{way, true, false, s.ended(at, true)})
	}
	return list
}

func (s slow) String() string {
	var rows []string
	for rank := s.n - 1; rank >= 0; rank-- {
		row, empty := "", 0
		for file := range s.n {
			if s.cells[rank][file] == 0 {
				empty++
				continue
			}
			if empty > 0 {
				row += fmt.Sprint(empty)
			}
			row, empty = row+string(s.cells[rank][file]), 0
		}
		if empty > 0 {
			row += fmt.Sprint(empty)
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + " " + string(s.turn)
}

// randomSlow scatters checkers; on most boards red and blue keep to the square colours of their start, so that there
// are many captures.
func randomSlow(random *rand.Rand) slow {
	s := slow{n: 6 + 2*random.IntN(3), turn: "rb"[random.IntN(2)]}
	if random.IntN(3) == 0 { // hardly anything can move
		for range 2 + random.IntN(4) {
			s.cells[random.IntN(s.n)][random.IntN(s.n)] = "rb"[random.IntN(2)]
		}
		return s
	}
	anywhere, red, blue := random.IntN(4) == 0, random.IntN(13), random.IntN(13)
	for rank := range s.n {
		for file := range s.n {
			kind := "rb"[(rank+file)%2]
			if anywhere {
				kind = "rb"[random.IntN(2)]
			}
			if kind == 'r' && random.IntN(12) < red || kind == 'b' && random.IntN(12) < blue {
				s.cells[rank][file] = kind
			}
		}
	}
	return s
}

// The generator, the texts, their order and the fast count agree with the slow rules.
func TestRules_AgainstSlowOnes(t *testing.T) {
	n := longtest.Count(300, 2000)
	random := rand.New(rand.NewPCG(5, 6))
	skipped, circles, passes := 0, 0, 0
	for range n {
		s := randomSlow(random)
		p, err := Cage.Parse(s.String(), nil)
		if err != nil {
			t.Fatal(err)
		}
		list, ok := s.moves()
		if !ok {
			skipped++
			continue
		}
		var want, got []string
		for _, m := range list {
			want = append(want, m.String()+" "+m.after.String())
			if len(m.squares) > 2 && slices.Contains(m.squares[1:], m.squares[0]) {
				circles++
			}
			if m.squares == nil {
				passes++
			}
		}
		for m := range p.Moves() {
			next, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(m)+" "+next.String())
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("moves of %s (-want +got):\n%s", s, d)
		}
		if count := engine.Perft(p, 1); count != uint64(len(want)) {
			t.Fatalf("%s: counted %d moves, there are %d", s, count, len(want))
		}
		if sum, ok := s.sum(list); ok && engine.Perft(p, 2) != sum {
			t.Fatalf("%s: counted %d sequences of two moves, there are %d", s, engine.Perft(p, 2), sum)
		}
	}
	t.Logf("%d boards with too many sequences, %d circles, %d passes", skipped, circles, passes)
	if skipped > n/10 || circles < n/10 || passes < n/500 {
		t.Errorf("the boards are not what they should be")
	}
}

// sum returns the number of moves after each of a list.
func (s slow) sum(list []slowMove) (n uint64, ok bool) {
	for _, m := range list {
		next, ok := m.after.moves()
		if !ok {
			return 0, false
		}
		n += uint64(len(next))
	}
	return n, true
}
