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

// slow is Eximo on an array of cells, written from the rules and independent of this package: rank 1 first. A cell
// holds w, b or a space.
type slow struct {
	cells [8][8]byte
	black bool // to move
}

// slowMove is one of the texts of a move.
type slowMove struct {
	squares []int // of the way and of the drops: 8 * rank + file
	text    string
	result  slow
}

// randomSlow puts men at random: on some boards evenly, on others in long chains on every other rank.
func randomSlow(random *rand.Rand) slow {
	s := slow{black: random.IntN(2) == 0}
	mine, theirs := "wb"[btoi(s.black)], "bw"[btoi(s.black)]
	var chance [8][2]int // by rank as the side to move counts, in hundredths: that a man is there, that it is mine
	kind := random.IntN(4)
	for rank := range chance {
		chance[rank] = [2]int{random.IntN(60), random.IntN(100)}
		if odd := rank%2 == 0 && rank > 0; kind > 0 && odd {
			chance[rank] = [2]int{50 + random.IntN(50), []int{0, 100, 5, 95}[random.IntN(4)]}
		} else if kind > 1 && rank != 1 {
			chance[rank][0] /= 4
		}
	}
	chance[1][1] = 50 + random.IntN(50)
	if random.IntN(3) == 0 { // hardly a place to drop a man
		chance[0], chance[1] = [2]int{90 + random.IntN(11), random.IntN(100)}, [2]int{90 + random.IntN(11), random.IntN(100)}
	}
	for rank := range 8 {
		for file := range 8 {
			seen := rank
			if s.black {
				seen = 7 - rank
			}
			s.cells[rank][file] = ' '
			if random.IntN(100) >= chance[seen][0] || seen == 7 && random.IntN(4) > 0 {
				continue
			}
			s.cells[rank][file] = theirs
			if random.IntN(100) < chance[seen][1] {
				s.cells[rank][file] = mine
			}
		}
	}
	return s
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s slow) mine() byte   { return "wb"[btoi(s.black)] }
func (s slow) theirs() byte { return "bw"[btoi(s.black)] }

// at returns the content of a square, 0 beyond the board.
func (s slow) at(file, rank int) byte {
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return 0
	}
	return s.cells[rank][file]
}

func (s slow) String() string {
	var rows []string
	for rank := 7; rank >= 0; rank-- {
		row := string(s.cells[rank][:])
		for n := 8; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(" ", n), fmt.Sprint(n))
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + " " + string(s.mine())
}

// texts lists all texts of all moves.
func (s slow) texts() []slowMove {
	forward, last := 1, 7
	if s.black {
		forward, last = -1, 0
	}
	name := func(file, rank int) string { return string(rune('a'+file)) + fmt.Sprint(rank+1) }
	var list []slowMove
	finish := func(s slow, m slowMove) {
		s.black = !s.black
		m.result = s
		list = append(list, m)
	}
	arrive := func(s slow, m slowMove) {
		var free [][2]int
		for rank := range 8 {
			for file := 1; file < 7; file++ {
				if near := rank - (7 - last); near*forward >= 0 && near*forward < 2 && s.cells[rank][file] == ' ' {
					free = append(free, [2]int{file, rank})
				}
			}
		}
		drop := func(s slow, m slowMove, at [2]int) (slow, slowMove) {
			s.cells[at[1]][at[0]] = s.mine()
			m.squares = append(slices.Clone(m.squares), at[1]*8+at[0])
			m.text += "*" + name(at[0], at[1])
			return s, m
		}
		switch len(free) {
		case 0:
			m.text += "*"
			finish(s, m)
		case 1:
			finish(drop(s, m, free[0]))
		default:
			for i, first := range free {
				one, begun := drop(s, m, first)
				for _, second := range free[i+1:] {
					finish(drop(one, begun, second))
				}
			}
		}
	}
	// walk continues from a square, with the man off the board; kind is s, j or c for step, jump and capture, n the
	// number made.
	var walk func(s slow, m slowMove, kind byte, n, file, rank int)
	walk = func(s slow, m slowMove, kind byte, n, file, rank int) {
		if n > 0 && rank == last {
			arrive(s, m)
			return
		}
		more := false
		for _, d := range [][2]int{{-1, forward}, {0, forward}, {1, forward}, {-1, 0}, {1, 0}} {
			if d[1] == 0 && kind != 'c' || kind == 's' && n > 0 {
				continue
			}
			f, r, over := file+d[0], rank+d[1], s.mine()
			next := s
			if kind != 's' {
				if kind == 'c' {
					over = s.theirs()
				}
				if s.at(f, r) != over {
					continue
				}
				if kind == 'c' {
					next.cells[r][f] = ' '
				}
				f, r = f+d[0], r+d[1]
			}
			if s.at(f, r) != ' ' {
				continue
			}
			more = true
			sign := "-"
			if kind == 'c' {
				sign = "x"
			}
			walk(next, slowMove{squares: append(slices.Clone(m.squares), r*8+f), text: m.text + sign + name(f, r)}, kind, n+1, f,
				r)
		}
		if n > 0 && !more {
			s.cells[rank][file] = s.mine()
			finish(s, m)
		}
	}
	for _, kinds := range []string{"c", "sj"} {
		for _, kind := range []byte(kinds) {
			for i := range 64 {
				if file, rank := i%8, i/8; s.cells[rank][file] == s.mine() {
					without := s
					without.cells[rank][file] = ' '
					walk(without, slowMove{squares: []int{i}, text: name(file, rank)}, kind, 0, file, rank)
				}
			}
		}
		if len(list) > 0 {
			break // captures are compulsory
		}
	}
	slices.SortFunc(list, func(a, b slowMove) int { return slices.Compare(a.squares, b.squares) })
	return list
}

// The moves with their order and texts, their results, the reading of texts, and the count agree with the slow rules.
func TestRules_AgainstSlowOnes(t *testing.T) {
	n := longtest.Count(400, 2000)
	random := rand.New(rand.NewPCG(3, 4))
	var seen struct{ merged, men, captureMen, single, none, long int } // men: different men with the same result
	for range n {
		s := randomSlow(random)
		start := s.String()
		p, err := parse(start)
		if err != nil {
			if strings.Trim(start, "8/ wb") == "" {
				continue // not a single man
			}
			t.Fatal(err)
		}
		first := make(map[slow]slowMove)
		var want []engine.Move
		texts := s.texts()
		for _, m := range texts {
			if old, ok := first[m.result]; ok {
				seen.merged++
				if old.squares[0] != m.squares[0] {
					seen.men++
					seen.captureMen += strings.Count(m.text[:3], "x")
				}
				continue
			}
			first[m.result] = m
			want = append(want, engine.Move(m.text))
			seen.long = max(seen.long, len(m.squares))
			switch {
			case strings.HasSuffix(m.text, "*"):
				seen.none++
			case strings.Count(m.text, "*") == 1:
				seen.single++
			}
		}
		if d := cmp.Diff(want, slices.Collect(p.Moves())); d != "" {
			t.Fatalf("moves of %s (-want +got):\n%s", start, d)
		}
		if got := engine.Perft(p, 1); got != uint64(len(want)) {
			t.Fatalf("%s: counted %d moves, there are %d", start, got, len(want))
		}
		var second uint64
		for _, m := range texts[:min(len(texts), 60)] {
			got, err := p.Read(m.text)
			if canonical := first[m.result].text; err != nil || string(got) != canonical {
				t.Fatalf("%s: read %s: %q, %v; want %s", start, m.text, got, err, canonical)
			}
			next, err := p.Play(got)
			if err != nil || next.String() != m.result.String() {
				t.Fatalf("%s: %s leads to %v, %v; want %s", start, got, next, err, m.result)
			}
			if m.text == string(got) {
				second += engine.Perft(next, 1)
			}
		}
		if len(texts) <= 60 {
			if got := engine.Perft(p, 2); got != second {
				t.Fatalf("%s: counted %d sequences of two moves, there are %d", start, got, second)
			}
		}
	}
	if seen.men == 0 || seen.captureMen == 0 || seen.single == 0 || seen.none == 0 || seen.long < 7 {
		t.Errorf("the random positions are too tame: %+v", seen)
	}
	t.Logf("%+v", seen)
}
