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
		red, black := b.Own.At(place), b.Opp.At(board.Across(place))
		switch {
		case red > 0 && place != board.Off:
			s.WriteByte('A' + byte(red-1))
		case black > 0 && place != board.Bar:
			s.WriteByte('a' + byte(black-1))
		default:
			s.WriteByte('-')
		}
	}
	owner := [...]int{-1, 1, Nobody: 0}[m.Owner]
	dice := fmt.Sprintf("%d%d", m.Dice[0], m.Dice[1])
	if m.Doubled {
		dice = "D"
	}
	rule := flag(m.Length > 0 && m.Crawford || m.Length == 0 && m.Jacoby)
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

const (
	wrongCube    = "the cube is out of range"
	wrongPlayers = "the players are 1 and -1"
	wrongScore   = "the score is out of range"
	wrongRules   = "the rules are out of range"
)

// xgFields are what the fields of an XGID may be that are numbers, and what is wrong elsewhere: cube, owner, turn, both
// scores, rules, length and the largest cube.
var xgFields = [...]struct {
	least, most int
	wrong       string
}{
	1: {0, CubeBits, wrongCube}, 2: {-1, 1, wrongPlayers}, 3: {-1, 1, wrongPlayers},
	5: {0, MostScore, wrongScore}, 6: {0, MostScore, wrongScore}, 7: {0, 3, wrongRules}, 8: {0, MostScore, wrongScore},
	9: {0, CubeBits, wrongCube},
}

func parseXGFields(fields []string) (b board.Board, m MatchID, err error) {
	if len(fields) != len(xgFields) || len(fields[0]) != XgidPlaces {
		return b, m, errors.New("it is not 26 letters and nine numbers between colons")
	}
	n, err := parseXGNumbers(fields)
	if err != nil {
		return b, m, err
	}
	length, rule := n[8], n[7]
	switch {
	case n[1] > n[9]:
		return b, m, errors.New(wrongCube)
	case n[3] == 0:
		return b, m, errors.New(wrongPlayers)
	case length > 0 && rule > 1:
		return b, m, errors.New(wrongRules)
	}
	m = MatchID{
		State: UnderWay, Cube: n[1], Owner: [...]int{0, Nobody, 1}[n[2]+1], Move: (n[3] + 1) / 2, Turn: (n[3] + 1) / 2,
		Length: length, Score: [2]int{n[6], n[5]}, Crawford: length > 0 && rule == 1, Jacoby: length == 0 && rule&1 == 1,
	}
	if err := m.parseXGDice(fields[4]); err != nil {
		return b, m, err
	}
	if b, err = parseXGPlaces(fields[0]); err == nil && m.Move == 0 {
		b = b.Turned()
	}
	return b, m, err
}

func parseXGNumbers(fields []string) (n [len(xgFields)]int, err error) {
	for i, f := range xgFields {
		if f.wrong == "" {
			continue
		}
		if n[i], err = strconv.Atoi(fields[i]); err != nil {
			return n, fmt.Errorf("field %s is not a number", fields[i])
		}
		if n[i] < f.least || n[i] > f.most {
			return n, errors.New(f.wrong)
		}
	}
	return n, nil
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
	own, opp := 0, 0
	for place, letter := range []byte(letters) {
		switch {
		case letter == '-':
		case letter >= 'A' && letter <= 'O' && place > 0:
			n := int(letter-'A') + 1
			b.Own, own = b.Own.With(place, n), own+n
		case letter >= 'a' && letter <= 'o' && place < board.Bar:
			n := int(letter-'a') + 1
			b.Opp, opp = b.Opp.With(board.Across(place), n), opp+n
		default:
			return b, fmt.Errorf("%q cannot stand on place %d", letter, place)
		}
	}
	if max(own, opp) > board.Checkers {
		return b, engine.Impossible("a side has more than %d checkers", board.Checkers)
	}
	b.Own, b.Opp = b.Own.With(board.Off, board.Checkers-own), b.Opp.With(board.Off, board.Checkers-opp)
	return b, nil
}
