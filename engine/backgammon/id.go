package backgammon

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"tabuleiro/engine"
)

const (
	positionBytes = 10
	matchBytes    = 9
	positionChars = 14
	matchChars    = 12
)

// encoding is that of both IDs. Bits that are left over at the end of a text must be zero.
var encoding = base64.RawStdEncoding.Strict()

// positionID is the Position ID of GNU Backgammon for a board, seen by the side on roll.
func positionID(b board) string {
	var bits [positionBytes]byte
	n := 0
	for _, side := range []counts{b.opp, b.own} {
		for place := 1; place <= bar; place++ {
			for range side.at(place) {
				bits[n/8] |= 1 << (n % 8)
				n++
			}
			n++
		}
	}
	return encoding.EncodeToString(bits[:])
}

// parsePositionID reads what positionID writes, and no board that cannot be.
func parsePositionID(text string) (board, error) {
	var b board
	bits, err := encoding.DecodeString(text)
	if err != nil || len(bits) != positionBytes || len(text) != positionChars { // the decoder passes over line breaks
		return b, fmt.Errorf("position ID %q: it is not %d characters of Base64", text, positionChars)
	}
	n := 0
	for _, side := range []*counts{&b.opp, &b.own} {
		total := 0
		for place := 1; place <= bar; {
			one := bits[n/8]>>(n%8)&1 != 0
			n++
			if !one {
				place++
				continue
			}
			if total++; total > checkers {
				return b, engine.Impossible("position ID %q: a side has more than %d checkers", text, checkers)
			}
			*side = side.with(place, 1)
		}
		*side = side.with(off, checkers-total)
	}
	for ; n < 8*positionBytes; n++ {
		if bits[n/8]>>(n%8)&1 != 0 {
			return b, fmt.Errorf("position ID %q: something follows the checkers", text)
		}
	}
	return b, b.check(text)
}

// check refuses boards on which both sides are on a point.
func (b board) check(text string) error {
	if both := b.own.some() & facing(b.opp.some()); both != 0 {
		return engine.Impossible("position %q: both sides have checkers on one point", text)
	}
	return nil
}

// The states of a game, as a Match ID has them.
const (
	notBegun = iota
	underWay
	bornOff
	resigned
	dropped
)

const nobody = 3 // as the owner of the cube, in a Match ID

// matchID is what a Match ID says, field by field in its order. Sides are 0 and 1: Black and Red.
type matchID struct {
	cube     int // logarithm to base 2
	owner    int // 0, 1 or nobody
	move     int // the side on roll
	crawford bool
	state    int
	turn     int // the side that decides
	doubled  bool
	resigned int    // what a resignation on offer is worth, in stakes; 0: none is
	dice     [2]int // the larger first; 0: not rolled
	length   int    // 0: a money game
	score    [2]int
	jacoby   bool
}

// String is the Match ID of 12 characters. Every field must fit its place.
func (m matchID) String() string {
	w := bitWriter{}
	w.number(m.cube, 4)
	w.number(m.owner, 2)
	w.number(m.move, 1)
	w.flag(m.crawford)
	w.number(m.state, 3)
	w.number(m.turn, 1)
	w.flag(m.doubled)
	w.number(m.resigned, 2)
	w.number(m.dice[0], 3)
	w.number(m.dice[1], 3)
	w.number(m.length, 15)
	w.number(m.score[0], 15)
	low := w.bits | uint64(m.score[1])<<51
	high := uint64(m.score[1])>>13 | uint64(flag(!m.jacoby))<<2
	var bytes [16]byte
	binary.LittleEndian.PutUint64(bytes[:], low)
	binary.LittleEndian.PutUint64(bytes[8:], high)
	return encoding.EncodeToString(bytes[:matchBytes])
}

// parseMatchID reads a Match ID. It accepts every value of a field that the format knows, whether or not it makes sense.
func parseMatchID(text string) (matchID, error) {
	var m matchID
	short, err := encoding.DecodeString(text)
	if err != nil || len(short) != matchBytes || len(text) != matchChars {
		return m, fmt.Errorf("match ID %q: it is not %d characters of Base64", text, matchChars)
	}
	var bytes [16]byte
	copy(bytes[:], short)
	low, high := binary.LittleEndian.Uint64(bytes[:]), binary.LittleEndian.Uint64(bytes[8:])
	r := bitReader{low}
	m.cube = r.number(4)
	m.owner = r.number(2)
	m.move = r.number(1)
	m.crawford = r.flag()
	m.state = r.number(3)
	m.turn = r.number(1)
	m.doubled = r.flag()
	m.resigned = r.number(2)
	m.dice = [2]int{r.number(3), r.number(3)}
	m.length = r.number(15)
	m.score[0] = r.number(15)
	m.score[1] = int(low>>51 | high&3<<13)
	m.jacoby = high&4 == 0
	switch {
	case high>>3 != 0:
		return m, fmt.Errorf("match ID %q: something follows the rule of Jacoby", text)
	case m.owner == 2:
		return m, fmt.Errorf("match ID %q: the cube has owner 2", text)
	case m.state > dropped:
		return m, fmt.Errorf("match ID %q: the game is in state %d", text, m.state)
	case m.dice[0] > 6 || m.dice[1] > 6 || (m.dice[0] == 0) != (m.dice[1] == 0):
		return m, fmt.Errorf("match ID %q: the dice are %d and %d", text, m.dice[0], m.dice[1])
	}
	m.dice = [2]int{max(m.dice[0], m.dice[1]), min(m.dice[0], m.dice[1])}
	return m, nil
}

func flag(set bool) int {
	if set {
		return 1
	}
	return 0
}

// bitWriter puts numbers one after the other, the first one lowest.
type bitWriter struct {
	bits uint64
	n    int
}

func (w *bitWriter) number(value, width int) {
	w.bits |= uint64(value) << w.n
	w.n += width
}

func (w *bitWriter) flag(set bool) { w.number(flag(set), 1) }

// bitReader takes them off again.
type bitReader struct{ bits uint64 }

func (r *bitReader) number(width int) int {
	value := r.bits & (1<<width - 1)
	r.bits >>= width
	return int(value)
}

func (r *bitReader) flag() bool { return r.number(1) == 1 }
