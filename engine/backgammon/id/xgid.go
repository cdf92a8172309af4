package id

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// The form of an XGID: a word before it, and a letter for each place of the board, both bars among them.
const (
	XgidPrefix = "XGID="
	XgidPlaces = 26
	xgidNoCube = 10 // the largest cube, where nothing limits it
)

// Xgid is a position in the notation of eXtreme Gammon: a board seen by the side on roll, what a Match ID says, and the
// logarithm of the largest cube. The player at the bottom is Red. It cannot say how a game ended, nor that a side has
// decided to roll.
func Xgid(b board.Board, m MatchID, most int) string {
	if m.Move == 0 {
		b = b.Turned()
	}
	var s strings.Builder
	s.WriteString(XgidPrefix)
	for place := range XgidPlaces {
		black, red := 0, b.Own.At(place)
		switch place {
		case 0:
			black, red = b.Opp.At(board.Bar), 0
		case board.Bar:
		default:
			black = b.Opp.At(board.Across(place))
		}
		switch {
		case red > 0:
			s.WriteByte('A' + byte(red-1))
		case black > 0:
			s.WriteByte('a' + byte(black-1))
		default:
			s.WriteByte('-')
		}
	}
	owner := 0
	if m.Owner != Nobody {
		owner = 2*m.Owner - 1
	}
	dice := fmt.Sprintf("%d%d", m.Dice[0], m.Dice[1])
	if m.Doubled {
		dice = "D"
	}
	rule := flag(m.Crawford)
	if m.Length == 0 {
		rule = flag(m.Jacoby)
	}
	if most == CubeBits {
		most = xgidNoCube
	}
	fmt.Fprintf(&s, ":%d:%d:%d:%s:%d:%d:%d:%d:%d", m.Cube, owner, 2*m.Move-1, dice, m.Score[1], m.Score[0], rule, m.Length,
		most)
	return s.String()
}

// ParseXGID reads an XGID: the board seen by the side on roll, and what a Match ID would say. Beavers and the largest
// cube are left out; the latter is an option.
func ParseXGID(text string) (board.Board, MatchID, error) {
	b, m, err := parseXGFields(strings.Split(strings.TrimPrefix(text, XgidPrefix), ":"))
	if err != nil {
		return board.Board{}, MatchID{}, fmt.Errorf("XGID %q: %w", text, err)
	}
	return b, m, nil
}

// xgNumbers are the fields of an XGID that are numbers, behind the letters and without the dice.
type xgNumbers struct{ cube, owner, turn, second, first, rule, length, most int }

func parseXGFields(fields []string) (b board.Board, m MatchID, err error) {
	if len(fields) != 10 || len(fields[0]) != XgidPlaces {
		return b, m, errors.New("it is not 26 letters and nine numbers between colons")
	}
	var n xgNumbers
	into := []*int{nil, &n.cube, &n.owner, &n.turn, nil, &n.second, &n.first, &n.rule, &n.length, &n.most}
	for i, field := range fields {
		if into[i] == nil {
			continue
		}
		if *into[i], err = strconv.Atoi(field); err != nil {
			return b, m, fmt.Errorf("field %s is not a number", field)
		}
	}
	if err := n.check(); err != nil {
		return b, m, err
	}
	m = n.match()
	if err := m.parseXGDice(fields[4]); err != nil {
		return b, m, err
	}
	if b, err = parseXGPlaces(fields[0]); err == nil && m.Move == 0 {
		b = b.Turned()
	}
	return b, m, err
}

// check tells what is out of range.
func (n xgNumbers) check() error {
	out := func(n, least, most int) bool { return n < least || n > most }
	switch {
	case out(n.most, 0, CubeBits) || out(n.cube, 0, n.most):
		return errors.New("the cube is out of range")
	case out(n.owner, -1, 1) || n.turn != -1 && n.turn != 1:
		return errors.New("the players are 1 and -1")
	case out(n.first, 0, MostScore) || out(n.second, 0, MostScore) || out(n.length, 0, MostScore):
		return errors.New("the score is out of range")
	case out(n.rule, 0, 3) || n.length > 0 && n.rule > 1:
		return errors.New("the rules are out of range")
	}
	return nil
}

// match is what the numbers say, the dice left out.
func (n xgNumbers) match() MatchID {
	m := MatchID{
		State: UnderWay, Cube: n.cube, Owner: Nobody, Move: (n.turn + 1) / 2, Length: n.length,
		Score:    [2]int{n.first, n.second},
		Crawford: n.length > 0 && n.rule == 1, Jacoby: n.length == 0 && n.rule&1 == 1,
	}
	if n.owner != 0 {
		m.Owner = (n.owner + 1) / 2
	}
	m.Turn = m.Move
	return m
}

// parseXGDice reads the dice, or that the side on roll has doubled.
func (m *MatchID) parseXGDice(dice string) error {
	switch {
	case dice == "D":
		m.Doubled, m.Turn = true, 1-m.Move
	case dice == "00":
	case len(dice) == 2 && strings.Trim(dice, "123456") == "":
		m.Dice = [2]int{int(max(dice[0], dice[1]) - '0'), int(min(dice[0], dice[1]) - '0')}
	default:
		return errors.New("the dice are neither two numbers from 1 to 6, 00 nor D")
	}
	return nil
}

// parseXGPlaces reads the letters of an XGID; the board is as the player at the bottom sees it.
func parseXGPlaces(letters string) (b board.Board, err error) {
	var total [2]int
	put := func(side *board.Counts, total *int, place, n int) {
		if *total += n; *total > board.Checkers {
			err = engine.Impossible("a side has more than %d checkers", board.Checkers)
			return
		}
		*side = side.With(place, n)
	}
	for place, letter := range []byte(letters) {
		switch {
		case err != nil:
			return b, err
		case letter == '-':
		case letter >= 'A' && letter <= 'O' && place > 0:
			put(&b.Own, &total[0], place, int(letter-'A')+1)
		case letter >= 'a' && letter <= 'o' && place < board.Bar:
			put(&b.Opp, &total[1], board.Across(place), int(letter-'a')+1)
		default:
			return b, fmt.Errorf("%q cannot stand on place %d", letter, place)
		}
	}
	if err == nil {
		b.Own = b.Own.With(board.Off, board.Checkers-total[0])
		b.Opp = b.Opp.With(board.Off, board.Checkers-total[1])
	}
	return b, err
}
