package draughts

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// slow is Portuguese draughts on an array of cells, written from the regulation and from nothing in this package: rows
// from White's side, columns from White's right hand, both from 0. A cell holds w, W, b, B (capitals are kings), or 0.
type slow struct {
	cells [8][8]byte
	black bool // to move
}

// squareAt is the number of a dark cell [2.1.3].
func squareAt(row, column int) int { return row*4 + column/2 + 1 }

// randomSlow puts pieces at random, with more or fewer kings.
func randomSlow(random *rand.Rand) slow {
	s := slow{black: random.IntN(2) == 0}
	pieces, kings := 2+random.IntN(16), random.IntN(5)
	for range pieces {
		row := random.IntN(8)
		column := random.IntN(4)*2 + row%2
		piece := "wb"[random.IntN(2)]
		if random.IntN(4) < kings || piece == 'w' && row == 7 || piece == 'b' && row == 0 {
			piece -= 'a' - 'A'
		}
		s.cells[row][column] = piece
	}
	return s
}

func (s slow) String() string {
	var lists [2][]string
	for row := range 8 {
		for column := row % 2; column < 8; column += 2 {
			n := fmt.Sprint(squareAt(row, column))
			switch s.cells[row][column] {
			case 'w':
				lists[0] = append(lists[0], n)
			case 'W':
				lists[0] = append(lists[0], "K"+n)
			case 'b':
				lists[1] = append(lists[1], n)
			case 'B':
				lists[1] = append(lists[1], "K"+n)
			}
		}
	}
	turn := "W"
	if s.black {
		turn = "B"
	}
	return turn + ":W" + strings.Join(lists[0], ",") + ":B" + strings.Join(lists[1], ",")
}

// mine tells whether a piece belongs to the side to move, and king whether it is one.
func (s slow) mine(piece byte) bool { return piece != 0 && (piece|0x20 == 'b') == s.black }
func king(piece byte) bool          { return piece == 'W' || piece == 'B' }

func on(row, column int) bool { return row >= 0 && row < 8 && column >= 0 && column < 8 }

// slowCapture is a finished capture.
type slowCapture struct {
	result        string
	pieces, kings int
}

// results lists the positions that the legal moves lead to, each once, sorted.
func (s slow) results() []string {
	var captures []slowCapture
	var quiet []string
	for row := range 8 {
		for column := range 8 {
			if piece := s.cells[row][column]; s.mine(piece) {
				without := s
				without.cells[row][column] = 0
				captures = append(captures, without.captures(piece, row, column, nil)...)
				quiet = append(quiet, without.quiet(piece, row, column)...)
			}
		}
	}
	if len(captures) == 0 {
		slices.Sort(quiet)
		return slices.Compact(quiet)
	}
	best := slices.MaxFunc(captures, func(a, b slowCapture) int { return (a.pieces-b.pieces)*100 + a.kings - b.kings })
	var results []string
	for _, c := range captures {
		if c.pieces == best.pieces && c.kings == best.kings {
			results = append(results, c.result)
		}
	}
	slices.Sort(results)
	return slices.Compact(results)
}

// finish puts the piece down, takes the captured ones off and gives the turn to the other side.
func (s slow) finish(piece byte, row, column int, taken [][2]int) string {
	for _, at := range taken {
		s.cells[at[0]][at[1]] = 0
	}
	if piece == 'w' && row == 7 || piece == 'b' && row == 0 {
		piece -= 'a' - 'A'
	}
	s.cells[row][column] = piece
	s.black = !s.black
	return s.String()
}

func (s slow) quiet(piece byte, row, column int) (results []string) {
	for _, dr := range []int{-1, 1} {
		if !king(piece) && (dr > 0) == s.black {
			continue
		}
		for _, dc := range []int{-1, 1} {
			for r, c := row+dr, column+dc; on(r, c) && s.cells[r][c] == 0; r, c = r+dr, c+dc {
				results = append(results, s.finish(piece, r, c, nil))
				if !king(piece) {
					break
				}
			}
		}
	}
	return results
}

func (s slow) captures(piece byte, row, column int, taken [][2]int) (list []slowCapture) {
	for _, dr := range []int{-1, 1} {
		if !king(piece) && (dr > 0) == s.black {
			continue
		}
		for _, dc := range []int{-1, 1} {
			r, c := row+dr, column+dc
			for king(piece) && on(r, c) && s.cells[r][c] == 0 {
				r, c = r+dr, c+dc
			}
			if !on(r, c) || s.cells[r][c] == 0 || s.mine(s.cells[r][c]) || slices.Contains(taken, [2]int{r, c}) {
				continue
			}
			with := append(slices.Clone(taken), [2]int{r, c})
			for r, c = r+dr, c+dc; on(r, c) && s.cells[r][c] == 0; r, c = r+dr, c+dc {
				list = append(list, s.captures(piece, r, c, with)...)
				if !king(piece) {
					break
				}
			}
		}
	}
	if len(list) == 0 && taken != nil {
		done := slowCapture{result: s.finish(piece, row, column, taken), pieces: len(taken)}
		for _, at := range taken {
			if king(s.cells[at[0]][at[1]]) {
				done.kings++
			}
		}
		list = append(list, done)
	}
	return list
}

// The generator, the texts of the moves and the fast counting agree with the slow rules on positions full of kings.
func TestAgainstSlowRules(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 2000
	}
	random := rand.New(rand.NewPCG(3, 4))
	circles := 0
	for range n {
		s := randomSlow(random)
		p, err := classic.parse(s.String())
		if err != nil {
			t.Fatal(err)
		}
		if p.sides[0] == 0 || p.sides[1] == 0 {
			continue
		}
		want := s.results()
		var got []string
		for m := range p.Moves() {
			next, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, next.Key())
		}
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("results from %s (-want +got):\n%s", s, d)
		}
		if count := p.Perft(1); count != uint64(len(want)) {
			t.Fatalf("%s: counted %d moves, there are %d", s, count, len(want))
		}
		circles += len(p.variant.captures(p.board(), nil, true)) - len(p.variant.captures(p.board(), nil, false))
	}
	t.Logf("%d moves of different kings had the same result", circles)
}
