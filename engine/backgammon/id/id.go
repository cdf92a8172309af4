package id

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// The most that a Match ID can say.
const (
	CubeBits  = 15 // logarithm of the cube, where no option limits it
	MostScore = 32767
)

const (
	positionBytes = 10
	matchBytes    = 9
	positionChars = 14
	matchChars    = 12
)

// encoding is that of both IDs. Bits that are left over at the end of a text must be zero.
var encoding = base64.RawStdEncoding.Strict()

// PositionID is the Position ID of GNU Backgammon for a board, seen by the side on roll.
func PositionID(b board.Board) string {
	var bits [positionBytes]byte
	n := 0
	for _, side := range []board.Counts{b.Opp, b.Own} {
		for place := 1; place <= board.Bar; place++ {
			for range side.At(place) {
				bits[n/8] |= 1 << (n % 8)
				n++
			}
			n++
		}
	}
	return encoding.EncodeToString(bits[:])
}

// ParsePositionID reads what positionID writes, and no board that cannot be.
func ParsePositionID(text string) (board.Board, error) {
	var b board.Board
	bits, err := encoding.DecodeString(text)
	if err != nil || len(bits) != positionBytes || len(text) != positionChars { // the decoder passes over line breaks
		return b, fmt.Errorf("position ID %q: it is not %d characters of Base64", text, positionChars)
	}
	n := 0
	for _, side := range []*board.Counts{&b.Opp, &b.Own} {
		total := 0
		for place := 1; place <= board.Bar; {
			one := bits[n/8]>>(n%8)&1 != 0
			n++
			if !one {
				place++
				continue
			}
			if total++; total > board.Checkers {
				return b, engine.Impossible("position ID %q: a side has more than %d checkers", text, board.Checkers)
			}
			*side = side.With(place, 1)
		}
		*side = side.With(board.Off, board.Checkers-total)
	}
	for ; n < 8*positionBytes; n++ {
		if bits[n/8]>>(n%8)&1 != 0 {
			return b, fmt.Errorf("position ID %q: something follows the checkers", text)
		}
	}
	return b, check(b, text)
}

// check refuses boards on which both sides are on a point.
func check(b board.Board, text string) error {
	if both := b.Own.Some() & board.Facing(b.Opp.Some()); both != 0 {
		return engine.Impossible("position %q: both sides have checkers on one point", text)
	}
	return nil
}

// The states of a game, as a Match ID has them.
const (
	NotBegun = iota
	UnderWay
	BornOff
	Resigned
	Dropped
)

const Nobody = 3 // as the owner of the cube, in a Match ID

// MatchID is what a Match ID says, field by field in its order. Sides are 0 and 1: Black and Red.
type MatchID struct {
	Cube     int // logarithm to base 2
	Owner    int // 0, 1 or nobody
	Move     int // the side on roll
	Crawford bool
	State    int
	Turn     int // the side that decides
	Doubled  bool
	Resigned int    // what a resignation on offer is worth, in stakes; 0: none is
	Dice     [2]int // the larger first; 0: not rolled
	Length   int    // 0: a money game
	Score    [2]int
	Jacoby   bool
}

// Over tells whether the game has ended.
func (m MatchID) Over() bool { return m.State == BornOff || m.State == Resigned || m.State == Dropped }

// String is the Match ID of 12 characters. Every field must fit its place.
func (m MatchID) String() string {
	w := bitWriter{}
	w.number(m.Cube, 4)
	w.number(m.Owner, 2)
	w.number(m.Move, 1)
	w.flag(m.Crawford)
	w.number(m.State, 3)
	w.number(m.Turn, 1)
	w.flag(m.Doubled)
	w.number(m.Resigned, 2)
	w.number(m.Dice[0], 3)
	w.number(m.Dice[1], 3)
	w.number(m.Length, 15)
	w.number(m.Score[0], 15)
	low := w.bits | uint64(m.Score[1])<<51
	high := uint64(m.Score[1])>>13 | uint64(flag(!m.Jacoby))<<2
	var bytes [16]byte
	binary.LittleEndian.PutUint64(bytes[:], low)
	binary.LittleEndian.PutUint64(bytes[8:], high)
	return encoding.EncodeToString(bytes[:matchBytes])
}

// ParseMatchID reads a Match ID. It accepts every value of a field that the format knows, whether or not it makes sense.
func ParseMatchID(text string) (MatchID, error) {
	var m MatchID
	short, err := encoding.DecodeString(text)
	if err != nil || len(short) != matchBytes || len(text) != matchChars {
		return m, fmt.Errorf("match ID %q: it is not %d characters of Base64", text, matchChars)
	}
	var bytes [16]byte
	copy(bytes[:], short)
	low, high := binary.LittleEndian.Uint64(bytes[:]), binary.LittleEndian.Uint64(bytes[8:])
	r := bitReader{low}
	m.Cube = r.number(4)
	m.Owner = r.number(2)
	m.Move = r.number(1)
	m.Crawford = r.flag()
	m.State = r.number(3)
	m.Turn = r.number(1)
	m.Doubled = r.flag()
	m.Resigned = r.number(2)
	m.Dice = [2]int{r.number(3), r.number(3)}
	m.Length = r.number(15)
	m.Score[0] = r.number(15)
	m.Score[1] = int(low>>51 | high&3<<13)
	m.Jacoby = high&4 == 0
	switch {
	case high>>3 != 0:
		return m, fmt.Errorf("match ID %q: something follows the rule of Jacoby", text)
	case m.Owner == 2:
		return m, fmt.Errorf("match ID %q: the cube has owner 2", text)
	case m.State > Dropped:
		return m, fmt.Errorf("match ID %q: the game is in state %d", text, m.State)
	case m.Dice[0] > 6 || m.Dice[1] > 6 || (m.Dice[0] == 0) != (m.Dice[1] == 0):
		return m, fmt.Errorf("match ID %q: the dice are %d and %d", text, m.Dice[0], m.Dice[1])
	}
	m.Dice = [2]int{max(m.Dice[0], m.Dice[1]), min(m.Dice[0], m.Dice[1])}
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
