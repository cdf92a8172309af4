// Package id has the IDs by which backgammon programs exchange positions: those of GNU Backgammon, and XGID.
package id

import (
	"encoding/base64"
	"fmt"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// Maximum values of a Match ID.
const (
	CubeBits  = 15 // logarithm of the largest cube, without a limit by an option
	MostScore = 32767
)

const (
	positionBytes = 10
	matchBytes    = 9
	positionChars = 14
	matchChars    = 12
)

// encoding is the encoding of both IDs. Unused bits at the end must be zero.
var encoding = base64.RawStdEncoding.Strict()

// PositionID returns GNU Backgammon's Position ID of a board, as seen by the side on roll.
func PositionID(of board.Board) string {
	b := bits{bytes: make([]byte, positionBytes), write: true}
	b.board(&of)
	return encoding.EncodeToString(b.bytes)
}

// ParsePositionID parses a Position ID, and rejects impossible boards.
func ParsePositionID(text string) (at board.Board, err error) {
	b := bits{}
	if b.bytes, err = encoding.DecodeString(text); err != nil || len(b.bytes) != positionBytes {
		return at, fmt.Errorf("position ID %q: it is not %d characters of Base64", text, positionChars)
	}
	b.board(&at)
	if at.Own.Occupied()&board.Facing(at.Opp.Occupied()) != 0 || PositionID(at) != text {
		return board.Board{}, engine.InvalidPosition("position ID %q: there is no such board", text)
	}
	return at, nil
}

// States of a game in a Match ID.
const (
	NotBegun = iota
	UnderWay
	BornOff
	Resigned
	Dropped
)

// Nobody is the owner of a centred cube in a Match ID.
const Nobody = 3

// MatchID holds the fields of a Match ID, in order. Sides are 0 and 1: Black and Red.
type MatchID struct {
	Cube     int // logarithm to base 2
	Owner    int // 0, 1 or Nobody
	Move     int // the side on roll
	Crawford bool
	State    int
	Turn     int // the side that has to decide
	Doubled  bool
	Resigned int    // stakes of a resignation offered; 0: none
	Dice     [2]int // the larger first; 0: not rolled
	Length   int    // 0: a money game
	Score    [2]int
	Jacoby   bool
}

// IsOver reports whether the game has ended.
func (m MatchID) IsOver() bool {
	return m.State == BornOff || m.State == Resigned || m.State == Dropped
}

// String returns the Match ID of 12 characters. Every field must be in its range.
func (m MatchID) String() string {
	b := bits{bytes: make([]byte, matchBytes), write: true}
	m.pass(&b)
	return encoding.EncodeToString(b.bytes)
}

// ParseMatchID parses a Match ID. It accepts every value in the range of its field, whether or not the combination
// makes sense.
func ParseMatchID(text string) (m MatchID, err error) {
	b := bits{}
	if b.bytes, err = encoding.DecodeString(text); err != nil || len(b.bytes) != matchBytes {
		return m, fmt.Errorf("match ID %q: it is not %d characters of Base64", text, matchChars)
	}
	m.pass(&b)
	high, low := max(m.Dice[0], m.Dice[1]), min(m.Dice[0], m.Dice[1])
	if m.String() != text || m.Owner == 2 || m.State > Dropped || high > 6 || low == 0 && high > 0 {
		return MatchID{}, fmt.Errorf("match ID %q: a field is out of range", text)
	}
	m.Dice = [2]int{high, low}
	return m, nil
}

// pass writes or reads the fields in order.
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

// bits is a sequence of numbers, lowest bits first, that is written or read.
type bits struct {
	bytes []byte
	n     int // number of bits so far
	write bool
}

// number passes a number of width bits; bits beyond the end are 0.
func (b *bits) number(value *int, width int) {
	for i := range min(width, 8*len(b.bytes)-b.n) {
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

// board passes a one for each checker on a place, followed by a zero.
func (b *bits) board(at *board.Board) {
	for _, side := range []*board.Counts{&at.Opp, &at.Own} {
		off := board.Checkers
		for place := 1; place <= board.Bar; place++ {
			for left := side.At(place); ; left-- {
				more := left > 0
				if b.flag(&more); !more {
					break
				}
				if off--; !b.write {
					*side = side.Add(place, 1)
				}
			}
		}
		if !b.write {
			*side = side.Add(board.Off, off)
		}
	}
}

func flag(set bool) int {
	if set {
		return 1
	}
	return 0
}
