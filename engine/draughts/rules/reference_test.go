package rules

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/longtest"
)

// slow is draughts on an array of cells, written from the rules and independent of this package: rows from White's
// side, columns from White's right hand, both from 0. A cell holds w, W, b, B (capitals are kings), or 0.
type slow struct {
	slowRules
	cells [10][10]byte
	black bool // to move
}

type slowRules struct {
	width     int
	light     bool // the square at White's right hand is light, and squares are counted from the other end of the board
	limits    int  // of capturing kings: 0 none, 1 they land right behind, 2 also they stand next to the piece
	kingFirst bool // otherwise the most kings decide between equal captures
}

var (
	slowPortuguese = slowRules{width: 8}
	slowChilean    = func(limits int) slowRules {
		return slowRules{width: 10, light: true, limits: limits,
			kingFirst: true}
	}
)

// allTables pairs the tables of this package, without huffing, with the slow rules.
func allTables() map[*Variant]slowRules {
	return map[*Variant]slowRules{
		Classic:                         slowPortuguese,
		ChileanBy(Flying, HuffingOff):   slowChilean(0),
		ChileanBy(Behind, HuffingOff):   slowChilean(1),
		ChileanBy(Adjacent, HuffingOff): slowChilean(2),
	}
}

func (r slowRules) dark(row, column int) bool { return (row+column)%2 == 0 != r.light }

// squareAt returns the number of a dark cell: [2.1.3], or as on other boards of 10x10.
func (r slowRules) squareAt(row, column int) int {
	if r.light {
		row, column = r.width-1-row, r.width-1-column
	}
	return row*r.width/2 + column/2 + 1
}

func (r slowRules) on(row, column int) bool {
	return row >= 0 && row < r.width && column >= 0 && column < r.width
}

// randomSlow puts pieces at random, with more or fewer kings.
func randomSlow(r slowRules, random *rand.Rand) slow {
	s := slow{slowRules: r, black: random.IntN(2) == 0}
	pieces, kings := 2+random.IntN(16), random.IntN(5)
	for range pieces {
		row, column := random.IntN(r.width), random.IntN(r.width)
		if !r.dark(row, column) {
			continue
		}
		piece := "wb"[random.IntN(2)]
		if random.IntN(4) < kings || piece == 'w' && row == r.width-1 || piece == 'b' && row == 0 {
			piece -= 'a' - 'A'
		}
		s.cells[row][column] = piece
	}
	return s
}

func (s slow) String() string {
	var pieces [51]byte
	for row := range s.width {
		for column := range s.width {
			if s.dark(row, column) {
				pieces[s.squareAt(row, column)] = s.cells[row][column]
			}
		}
	}
	var lists [2][]string
	for n, piece := range pieces {
		switch piece {
		case 'w':
			lists[0] = append(lists[0], fmt.Sprint(n))
		case 'W':
			lists[0] = append(lists[0], fmt.Sprint("K", n))
		case 'b':
			lists[1] = append(lists[1], fmt.Sprint(n))
		case 'B':
			lists[1] = append(lists[1], fmt.Sprint("K", n))
		}
	}
	turn := "W"
	if s.black {
		turn = "B"
	}
	return turn + ":W" + strings.Join(lists[0], ",") + ":B" + strings.Join(lists[1], ",")
}

// mine reports whether a piece belongs to the side to move, and king whether it is one.
func (s slow) mine(piece byte) bool { return piece != 0 && (piece|0x20 == 'b') == s.black }
func king(piece byte) bool          { return piece == 'W' || piece == 'B' }

// slowMove is a finished move, with the position after it.
type slowMove struct {
	after         slow
	from, to      [2]int
	king          bool
	pieces, kings int // taken
}

func before(a, b slowMove, kingFirst bool) int {
	if !kingFirst {
		return cmp.Or(a.pieces-b.pieces, a.kings-b.kings)
	}
	if a.king != b.king {
		if a.king {
			return 1
		}
		return -1
	}
	return a.pieces - b.pieces
}

// moves lists the captures of the highest precedence, and the moves there would be if nothing had to be captured.
func (s slow) moves() (captures, quiet []slowMove) {
	var all []slowMove
	for row := range s.width {
		for column := range s.width {
			if piece := s.cells[row][column]; s.mine(piece) {
				without := s
				without.cells[row][column] = 0
				begun := slowMove{from: [2]int{row, column}, king: king(piece)}
				all = append(all, without.captures(begun, piece, row, column, nil)...)
				quiet = append(quiet, without.quiet(begun, piece, row, column)...)
			}
		}
	}
	for _, c := range all {
		if !slices.ContainsFunc(all, func(o slowMove) bool { return before(o, c, s.kingFirst) > 0 }) {
			captures = append(captures, c)
		}
	}
	return captures, quiet
}

// results lists the positions after some moves, each once, sorted.
func results(moves []slowMove) []string {
	var list []string
	for _, m := range moves {
		list = append(list, m.after.String())
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// finish puts the piece down, removes the captured ones and gives the turn to the other side.
func (s slow) finish(m slowMove, piece byte, row, column int, taken [][2]int) slowMove {
	m.to, m.pieces = [2]int{row, column}, len(taken)
	for _, at := range taken {
		if king(s.cells[at[0]][at[1]]) {
			m.kings++
		}
		s.cells[at[0]][at[1]] = 0
	}
	if piece == 'w' && row == s.width-1 || piece == 'b' && row == 0 {
		piece -= 'a' - 'A'
	}
	s.cells[row][column] = piece
	s.black = !s.black
	m.after = s
	return m
}

func (s slow) quiet(begun slowMove, piece byte, row, column int) (list []slowMove) {
	for _, dr := range []int{-1, 1} {
		if !king(piece) && (dr > 0) == s.black {
			continue
		}
		for _, dc := range []int{-1, 1} {
			for r, c := row+dr, column+dc; s.on(r, c) && s.cells[r][c] == 0; r, c = r+dr, c+dc {
				list = append(list, s.finish(begun, piece, r, c, nil))
				if !king(piece) {
					break
				}
			}
		}
	}
	return list
}

func (s slow) captures(begun slowMove, piece byte, row, column int, taken [][2]int) (list []slowMove) {
	for _, dr := range []int{-1, 1} {
		if !king(piece) && (dr > 0) == s.black {
			continue
		}
		for _, dc := range []int{-1, 1} {
			r, c := row+dr, column+dc
			for king(piece) && s.limits < 2 && s.on(r, c) && s.cells[r][c] == 0 {
				r, c = r+dr, c+dc
			}
			if !s.on(r, c) || s.cells[r][c] == 0 || s.mine(s.cells[r][c]) || slices.Contains(taken, [2]int{r, c}) {
				continue
			}
			with := append(slices.Clone(taken), [2]int{r, c})
			for r, c = r+dr, c+dc; s.on(r, c) && s.cells[r][c] == 0; r, c = r+dr, c+dc {
				list = append(list, s.captures(begun, piece, r, c, with)...)
				if !king(piece) || s.limits > 0 {
					break
				}
			}
		}
	}
	if len(list) == 0 && taken != nil {
		list = append(list, s.finish(begun, piece, row, column, taken))
	}
	return list
}

// played lists the keys of the positions after some moves, sorted.
func played(t *testing.T, p engine.Position, moves []engine.Move) []string {
	t.Helper()
	var keys []string
	for _, m := range moves {
		next, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, next.Key())
	}
	slices.Sort(keys)
	return keys
}

// The generator, the texts of the moves and the fast count agree with the slow rules on positions full of kings.
func TestRules_AgainstSlowOnes(t *testing.T) {
	n := longtest.Count(1000, 20000)
	for v, r := range allTables() {
		t.Run(fmt.Sprint(v.Name, v.reach), func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, 4))
			circles := 0
			for range n {
				s := randomSlow(r, random)
				p, err := v.Parse(s.String())
				if err != nil || p.Own == 0 || p.Opp == 0 {
					continue // there may be no piece at all
				}
				captures, quiet := s.moves()
				want := results(captures)
				if len(captures) == 0 {
					want = results(quiet)
				}
				if d := gocmp.Diff(want, played(t, p, slices.Collect(p.Moves()))); d != "" {
					t.Fatalf("results from %s (-want +got):\n%s", s, d)
				}
				if count := p.Perft(1); count != uint64(len(want)) {
					t.Fatalf("%s: counted %d moves, there are %d", s, count, len(want))
				}
				circles += len(v.captures(p.Board, nil, true)) - len(v.captures(p.Board, nil, false))
			}
			t.Logf("%d moves of different kings had the same result", circles)
		})
	}
}

// With huffing the slow rules agree on the quiet moves that stand, and on the answers to each.
func TestHuffing_AgainstSlowRules(t *testing.T) {
	n := longtest.Count(200, 3000)
	for v, r := range allTables() {
		if v == Classic {
			continue
		}
		v := ChileanBy(v.reach, HuffingOn)
		t.Run(fmt.Sprint(v.Name, v.reach), func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 8))
			answered := 0
			for range n {
				s := randomSlow(r, random)
				p, err := v.Parse(s.String())
				if err != nil || p.Own == 0 || p.Opp == 0 {
					continue
				}
				answered += checkHuffing(t, s, p)
			}
			if answered == 0 {
				t.Error("nothing was ever huffed")
			}
		})
	}
}

// checkHuffing compares the moves of a position and all answers to them, and returns the number of answers.
func checkHuffing(t *testing.T, s slow, p Position) (answered int) {
	t.Helper()
	captures, quiet := s.moves()
	want := results(captures)
	origins := make(map[[2]int]bool)
	for _, c := range captures {
		origins[c.from] = true
	}
	for _, q := range quiet {
		if len(captures) == 0 {
			want = append(want, q.after.String())
			continue
		}
		sign := ""
		if q.king {
			sign = "K"
		}
		right := fmt.Sprintf("%s:Q%s%d-%d", q.after, sign, s.squareAt(q.from[0], q.from[1]), s.squareAt(q.to[0], q.to[1]))
		want = append(want, right)
		answers := []string{s.String() + ":C"}
		for at := range origins {
			without := q.after
			if at == q.from {
				at = q.to
			}
			without.cells[at[0]][at[1]] = 0
			answers = append(answers, without.String())
		}
		slices.Sort(answers)
		next, err := p.Variant.Parse(right)
		if err != nil {
			t.Fatal(err)
		}
		if d := gocmp.Diff(answers, played(t, next, next.Rights())); d != "" {
			t.Fatalf("answers to %s (-want +got):\n%s", right, d)
		}
		answered += len(answers)
	}
	slices.Sort(want)
	if d := gocmp.Diff(want, played(t, p, slices.Collect(p.Moves()))); d != "" {
		t.Fatalf("results from %s (-want +got):\n%s", s, d)
	}
	if len(captures) > 0 {
		demanded, err := p.Variant.Parse(s.String() + ":C")
		if err != nil {
			t.Fatal(err)
		}
		if d := gocmp.Diff(results(captures), played(t, demanded, slices.Collect(demanded.Moves()))); d != "" {
			t.Fatalf("results from %s (-want +got):\n%s", demanded, d)
		}
	}
	return answered
}
