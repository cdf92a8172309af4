package think

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/learn"
)

// tables know who wins on boards of Portuguese draughts with few pieces, from the point of view of the side on turn, as if
// nothing were counted. Boards with a capture are not in them.
type tables struct {
	most         int             // pieces
	values       [classes][]byte // four results a byte, the first in the lowest bits; nil: not known
	strong, weak []byte          // two distances a byte, by who is on turn
}

// result is what a table says.
type result uint8

const (
	unknown result = iota
	lost
	drawn
	won
)

// The tables are by class: how many men and kings each side has. The board is looked at so that the side on turn moves up.
const (
	mostPieces = 4
	radix      = mostPieces + 1
	classes    = radix * radix * radix * radix
)

// class is the number of men and kings of the side on turn and of the other.
type class struct{ men, kings, hisMen, hisKings int }

func (c class) pieces() int    { return c.men + c.kings + c.hisMen + c.hisKings }
func (c class) index() int     { return ((c.men*radix+c.kings)*radix+c.hisMen)*radix + c.hisKings }
func (c class) swapped() class { return class{c.hisMen, c.hisKings, c.men, c.kings} }

// size is how many boards of the class have a number. Some of them cannot be: men of both sides on one square.
func (c class) size() int {
	free := 32 - c.men - c.hisMen
	return choose(28, c.men) * choose(28, c.hisMen) * choose(free, c.kings) * choose(free-c.kings, c.hisKings)
}

// binomials are numbers of subsets.
var binomials = func() (t [33][radix + 1]int) {
	for n := range t {
		t[n][0] = 1
		for k := 1; k <= radix && n > 0; k++ {
			t[n][k] = t[n-1][k-1] + t[n-1][k]
		}
	}
	return t
}()

func choose(n, k int) int { return binomials[n][k] }

// sets are the pieces of a board, bit 0 being square 1, seen so that the side on turn moves up.
type sets32 struct{ men, kings, hisMen, hisKings uint32 }

// dense is the board without the unused bits, turned if need be.
func dense(b rules.Board) sets32 {
	own, opp, kings := pack(b.Own), pack(b.Opp), pack(b.Kings)
	if b.Near < 0 {
		own, opp, kings = bits.Reverse32(own), bits.Reverse32(opp), bits.Reverse32(kings)
	}
	return sets32{own &^ kings, own & kings, opp &^ kings, opp & kings}
}

// board is the board of an 8x8 variant, the side on turn moving up.
func (s sets32) board() rules.Board {
	return rules.Board{Own: unpack(s.men | s.kings), Opp: unpack(s.hisMen | s.hisKings), Kings: unpack(s.kings | s.hisKings), Near: 4}
}

// pack takes the unused bits out, unpack puts them in.
func pack(set uint64) uint32 {
	return uint32(set&0xf | set>>1&0xff0 | set>>2&0xff000 | set>>3&0xff00000 | set>>4&0xf0000000)
}

func unpack(set uint32) uint64 {
	s := uint64(set)
	return s&0xf | s&0xff0<<1 | s&0xff000<<2 | s&0xff00000<<3 | s&0xf0000000<<4
}

func (s sets32) class() class {
	return class{bits.OnesCount32(s.men), bits.OnesCount32(s.kings), bits.OnesCount32(s.hisMen), bits.OnesCount32(s.hisKings)}
}

// number is that of the board in its class.
func (s sets32) number(c class) int {
	men := s.men | s.hisMen
	n := rank(s.men, 0, 0)
	n = n*choose(28, c.hisMen) + rank(s.hisMen>>4, 0, 0)
	free := 32 - c.men - c.hisMen
	n = n*choose(free, c.kings) + rank(s.kings, men, 0)
	return n*choose(free-c.kings, c.hisKings) + rank(s.hisKings, men, s.kings)
}

// rank is the number of a set among those of its size, squares of two other sets not being counted.
func rank(set, without, too uint32) int {
	n, k := 0, 1
	for without |= too; set != 0; set &= set - 1 {
		at := bits.TrailingZeros32(set)
		n += choose(at-bits.OnesCount32(without&(1<<at-1)), k)
		k++
	}
	return n
}

// setsOf is the board with a number; false if it cannot be.
func (c class) setsOf(n int) (sets32, bool) {
	free := 32 - c.men - c.hisMen
	hisKings := choose(free-c.kings, c.hisKings)
	kings := choose(free, c.kings)
	hisMen := choose(28, c.hisMen)
	var s sets32
	s.men = unrank(n/hisKings/kings/hisMen, c.men, 0)
	s.hisMen = unrank(n/hisKings/kings%hisMen, c.hisMen, 0) << 4
	if s.men&s.hisMen != 0 {
		return s, false
	}
	s.kings = unrank(n/hisKings%kings, c.kings, s.men|s.hisMen)
	s.hisKings = unrank(n%hisKings, c.hisKings, s.men|s.hisMen|s.kings)
	return s, true
}

// unrank is the set of a size with a number.
func unrank(n, size int, without uint32) uint32 {
	var set uint32
	for k := size; k > 0; k-- {
		at := k - 1
		for choose(at+1, k) <= n {
			at++
		}
		n -= choose(at, k)
		set |= nth(at, without)
	}
	return set
}

// nth is the square that n squares come before, those of a set not being counted.
func nth(n int, without uint32) uint32 {
	for at := uint32(1); ; at <<= 1 {
		if at&without == 0 {
			if n == 0 {
				return at
			}
			n--
		}
	}
}

// look finds a board without a capture; unknown if it is not there.
func (t *tables) look(b rules.Board) result {
	s := dense(b)
	c := s.class()
	values := t.values[c.index()]
	if values == nil {
		return unknown
	}
	n := s.number(c)
	return result(values[n>>2] >> (n & 3 * 2) & 3)
}

// distance is, of a board of a forced ending without a capture, how many moves the stronger side needs to win or to win by
// other pieces; 0: it cannot.
func (t *tables) distance(b rules.Board) int {
	s := dense(b)
	list, c := &t.strong, strong
	if s.kings&(s.kings-1) == 0 {
		list, c = &t.weak, strong.swapped()
	}
	if *list == nil {
		return 0
	}
	n := s.number(c)
	return int((*list)[n>>1] >> (n & 1 * 4) & 15)
}

// strong is the class of a forced ending with the stronger side on turn.
var strong = class{kings: 3, hisKings: 1}

// file is the tables as a file: flate of the most pieces of a board, then of the values by class, then of the distances.
func (t *tables) file(most int) []byte {
	return learn.Deflate(slices.Concat([][]byte{{byte(most)}}, t.values[:], [][]byte{t.strong, t.weak})...)
}

// readTables reads what file wrote.
func readTables(file []byte) (*tables, error) {
	raw, err := learn.Inflate(file)
	if err != nil || len(raw) == 0 || raw[0] > mostPieces {
		return nil, fmt.Errorf("tables of endings: damaged: %v", err)
	}
	t := &tables{most: int(raw[0])}
	raw = raw[1:]
	take := func(size int) []byte {
		part := raw[:min(size, len(raw))]
		raw = raw[len(part):]
		return part
	}
	for index := range classes {
		c := classOf(index)
		if c.tabled(t.most) {
			t.values[index] = take((c.size() + 3) / 4)
		}
	}
	if t.most >= strong.pieces() {
		t.strong, t.weak = take((strong.size()+1)/2), take((strong.size()+1)/2)
		if len(t.weak) == 0 {
			return nil, errors.New("tables of endings: the file ends too early")
		}
	}
	return t, nil
}

// tabled tables are those where both sides have pieces, and distances do not tell more.
func (c class) tabled(most int) bool {
	return c.men+c.kings > 0 && c.hisMen+c.hisKings > 0 && c.pieces() <= most && c != strong && c != strong.swapped()
}

func classOf(index int) class {
	return class{index / radix / radix / radix, index / radix / radix % radix, index / radix % radix, index % radix}
}
