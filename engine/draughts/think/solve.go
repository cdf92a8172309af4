package think

import (
	"context"
	"fmt"

	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/search"
)

// solver works out tables: first those of few pieces and of few men, as pieces only become fewer and men kings.
type solver struct {
	tree  tree
	known [classes][]result // by number; unknown: not known yet, or the board cannot be
	moves []rules.Move
}

// solve works out the results of all boards with at most so many pieces.
func solve(ctx context.Context, most int, progress func(string)) (*solver, error) {
	s := &solver{tree: tree{variant: rules.Classic}}
	for pieces := 2; pieces <= most; pieces++ {
		for men := range pieces + 1 {
			for _, c := range classesOf(pieces, men) {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				if s.known[c.index()] == nil {
					s.pair(c)
				}
			}
		}
		progress(fmt.Sprintf("tables of %d pieces are done", pieces))
	}
	return s, nil
}

// classesOf lists the classes with so many pieces and men.
func classesOf(pieces, men int) (list []class) {
	for own := 1; own < pieces; own++ {
		for ownMen := max(0, men-(pieces-own)); ownMen <= min(own, men); ownMen++ {
			list = append(list, class{ownMen, own - ownMen, men - ownMen, pieces - own - (men - ownMen)})
		}
	}
	return list
}

// pair works out a class and the one that quiet moves lead to.
func (s *solver) pair(c class) {
	list := []class{c}
	if c != c.swapped() {
		list = append(list, c.swapped())
	}
	for _, c := range list {
		s.known[c.index()] = make([]result, c.size())
	}
	for changed := true; changed; {
		changed = false
		for _, c := range list {
			values := s.known[c.index()]
			for n := range values {
				if values[n] != unknown {
					continue
				}
				if sets, ok := c.setsOf(n); ok {
					if values[n] = s.value(sets.board()); values[n] != unknown {
						changed = true
					}
				}
			}
		}
	}
	for _, c := range list {
		values := s.known[c.index()]
		for n := range values {
			if _, ok := c.setsOf(n); ok && values[n] == unknown {
				values[n] = drawn
			}
		}
	}
}

// value is the result of a board as far as it follows from what is known; unknown if it does not.
func (s *solver) value(b rules.Board) result {
	s.moves = s.tree.variant.Moves(b, s.moves[:0])
	best := lost
	for _, m := range s.moves {
		after := s.tree.variant.After(b, m)
		r := lost
		if after.Own != 0 {
			sets := dense(after)
			c := sets.class()
			r = s.known[c.index()][sets.number(c)]
		}
		switch r {
		case lost:
			return won
		case unknown:
			best = unknown
		case drawn:
			if best == lost {
				best = drawn
			}
		}
	}
	return best
}

// tables packs what was worked out. Boards that need no entry have that of the one before, which makes long runs.
func (s *solver) tables(most int) *tables {
	t := &tables{most: most}
	for index, values := range s.known {
		c := classOf(index)
		if !c.tabled(most) {
			continue
		}
		t.values[index] = make([]byte, (len(values)+3)/4)
		last := drawn
		for n, r := range values {
			if r != last && r != unknown {
				if sets, _ := c.setsOf(n); !s.captures(sets.board()) {
					last = r
				}
			}
			t.values[index][n>>2] |= byte(last) << (n & 3 * 2)
		}
	}
	if most >= strong.pieces() {
		t.strong, t.weak = s.distances()
	}
	return t
}

// captures tells whether the side on turn has to capture.
func (s *solver) captures(b rules.Board) bool {
	return s.tree.Look(&node{Board: b}).Noise == search.Forced
}

// distances works out how many moves the stronger side needs in a forced ending. If the other side captures but loses all
// the same, that is a win, too: the counting is over.
func (s *solver) distances() (forStrong, forWeak []byte) {
	classes := [2]class{strong, strong.swapped()}
	var wins [2][]byte
	for i, c := range classes {
		wins[i] = make([]byte, c.size())
	}
	for moves, more := byte(1), true; more; moves++ {
		more = false
		for i, c := range classes {
			for n := range wins[i] {
				if wins[i][n] != 0 || s.known[c.index()][n] != [2]result{won, lost}[i] {
					continue
				}
				sets, _ := c.setsOf(n)
				if s.within(sets.board(), i, moves, &wins) {
					wins[i][n] = moves
					more = true
				}
			}
		}
	}
	for i, c := range classes {
		last, packed := byte(0), make([]byte, (c.size()+1)/2)
		for n, moves := range wins[i] {
			if sets, _ := c.setsOf(n); moves != last && !s.captures(sets.board()) {
				last = moves
			}
			packed[n>>1] |= last << (n & 1 * 4)
		}
		wins[i] = packed
	}
	return wins[0], wins[1]
}

// within tells whether the stronger side wins in so many moves, given what it wins in fewer. Side 0 is the stronger one.
func (s *solver) within(b rules.Board, side int, moves byte, wins *[2][]byte) bool {
	s.moves = s.tree.variant.Moves(b, s.moves[:0])
	for _, m := range s.moves {
		after := s.tree.variant.After(b, m)
		good := after.Own == 0 && side == 0
		if after.Own != 0 {
			sets := dense(after)
			c := sets.class()
			n := sets.number(c)
			switch {
			case c == strong:
				good = wins[0][n] != 0 && wins[0][n] <= moves
			case c == strong.swapped():
				good = wins[1][n] != 0 && wins[1][n] < moves
			default:
				good = s.known[c.index()][n] == [2]result{lost, won}[side]
			}
		}
		if good == (side == 0) {
			return good
		}
	}
	return side == 1
}
