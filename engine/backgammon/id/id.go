// Package id has the IDs by which programs for backgammon tell each other positions: those of GNU Backgammon, and XGID.
package id

import (
	"encoding/base64"
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
	if both := b.Own.Some() & board.Facing(b.Opp.Some()); both != 0 {
		return b, engine.Impossible("position %q: both sides have checkers on one point", text)
	}
	return b, nil
}

// The states of a game, as a Match ID has them.
const (
	NotBegun = iota
	UnderWay
	BornOff
	Resigned
	Dropped
)

// Nobody is the owner of a cube that is in the middle, in a Match ID.
const Nobody = 3

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

// Over reports whether the game has ended.
func (m MatchID) Over() bool { return m.State == BornOff || m.State == Resigned || m.State == Dropped }

// String is the Match ID of 12 characters. Every field must fit its place.
func (m MatchID) String() string {
	b := bits{write: true}
	m.pass(&b)
	return encoding.EncodeToString(b.bytes[:])
}

// ParseMatchID reads a Match ID. It accepts every value of a field that the format knows, whether or not it makes
// sense.
func ParseMatchID(text string) (MatchID, error) {
	var m MatchID
	short, err := encoding.DecodeString(text)
	if err != nil || len(short) != matchBytes || len(text) != matchChars {
		return m, fmt.Errorf("match ID %q: it is not %d characters of Base64", text, matchChars)
	}
	b, rest := bits{bytes: [matchBytes]byte(short)}, 0
	m.pass(&b)
	b.number(&rest, 8*matchBytes-b.n)
	switch {
	case rest != 0:
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

// pass writes or reads the fields, one after the other.
func (m *MatchID) pass(b *bits) {
	b.number(&m.Cube, 4)
	b.number(&m.Owner, 2)
	b.number(&m.Move, 1)
	b.flag(&m.Crawford)
	b.number(&m.State, 3)
	b.number(&m.Turn, 1)
	b.flag(&m.Doubled)
	b.number(&m.Resigned, 2)
	b.number(&m.Dice[0], 3)
	b.number(&m.Dice[1], 3)
	b.number(&m.Length, 15)
	b.number(&m.Score[0], 15)
	b.number(&m.Score[1], 15)
	without := !m.Jacoby
	b.flag(&without)
	m.Jacoby = !without
}

// bits are numbers one after the other, lowest bits first, written or read.
type bits struct {
	bytes [matchBytes]byte
	n     int // bits so far
	write bool
}

func (b *bits) number(value *int, width int) {
	for i := range width {
		at, bit := &b.bytes[b.n/8], byte(1)<<(b.n%8)
		switch {
		case b.write && *value>>i&1 != 0:
			*at |= bit
		case !b.write && *at&bit != 0:
			*value |= 1 << i
		}
		b.n++
	}
}

func (b *bits) flag(set *bool) {
	value := 0
	if b.write {
		value = flag(*set)
	}
	b.number(&value, 1)
	*set = value == 1
}

func flag(set bool) int {
	if set {
		return 1
	}
	return 0
}
