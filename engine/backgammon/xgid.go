package backgammon

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tabuleiro/engine"
)

const (
	xgidPrefix = "XGID="
	xgidPlaces = 26
	xgidNoCube = 10 // the largest cube, where nothing limits it
)

// XGID is the position in the notation of eXtreme Gammon. The player at the bottom is Red. It cannot say how a game
// ended, nor that a side has decided to roll.
func (p position) XGID() string {
	var s strings.Builder
	s.WriteString(xgidPrefix)
	for place := range xgidPlaces {
		black, red := 0, p.sides[1].at(place)
		switch place {
		case 0:
			black, red = p.sides[0].at(bar), 0
		case bar:
		default:
			black = p.sides[0].at(across(place))
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
	if p.owner != nobody {
		owner = 2*p.owner - 1
	}
	dice := fmt.Sprintf("%d%d", p.dice[0], p.dice[1])
	if p.phase == doubled {
		dice = "D"
	}
	rule, most := flag(p.crawford), p.rules.cubeMost
	if p.length == 0 {
		rule = flag(p.jacoby)
	}
	if most == cubeBits {
		most = xgidNoCube
	}
	fmt.Fprintf(&s, ":%d:%d:%d:%s:%d:%d:%d:%d:%d", p.cube, owner, 2*p.mover-1, dice, p.score[1], p.score[0], rule, p.length, most)
	return s.String()
}

// parseXGID reads an XGID: the board seen by the side on roll, and what a Match ID would say. Beavers and the largest
// cube are left out; the latter is an option.
func parseXGID(text string) (board, matchID, error) {
	b, m, err := parseXGFields(strings.Split(strings.TrimPrefix(text, xgidPrefix), ":"))
	if err != nil {
		return board{}, matchID{}, fmt.Errorf("XGID %q: %w", text, err)
	}
	return b, m, nil
}

// xgNumbers are the fields of an XGID that are numbers, behind the letters and without the dice.
type xgNumbers struct{ cube, owner, turn, second, first, rule, length, most int }

func parseXGFields(fields []string) (b board, m matchID, err error) {
	if len(fields) != 10 || len(fields[0]) != xgidPlaces {
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
	if b, err = parseXGPlaces(fields[0]); err == nil && m.move == 0 {
		b = b.turned()
	}
	return b, m, err
}

// check tells what is out of range.
func (n xgNumbers) check() error {
	switch {
	case n.cube < 0 || n.cube > cubeBits || n.most < 0 || n.most > cubeBits || n.cube > n.most:
		return errors.New("the cube is out of range")
	case n.owner < -1 || n.owner > 1 || n.turn != -1 && n.turn != 1:
		return errors.New("the players are 1 and -1")
	case min(n.first, n.second) < 0 || max(n.first, n.second, n.length) > mostScore || n.length < 0:
		return errors.New("the score is out of range")
	case n.rule < 0 || n.rule > 3 || n.length > 0 && n.rule > 1:
		return errors.New("the rules are out of range")
	}
	return nil
}

// match is what the numbers say, the dice left out.
func (n xgNumbers) match() matchID {
	m := matchID{
		state: underWay, cube: n.cube, owner: nobody, move: (n.turn + 1) / 2, length: n.length, score: [2]int{n.first, n.second},
		crawford: n.length > 0 && n.rule == 1, jacoby: n.length == 0 && n.rule&1 == 1,
	}
	if n.owner != 0 {
		m.owner = (n.owner + 1) / 2
	}
	m.turn = m.move
	return m
}

// parseXGDice reads the dice, or that the side on roll has doubled.
func (m *matchID) parseXGDice(dice string) error {
	switch {
	case dice == "D":
		m.doubled, m.turn = true, 1-m.move
	case dice == "00":
	case len(dice) == 2 && strings.Trim(dice, "123456") == "":
		m.dice = [2]int{int(max(dice[0], dice[1]) - '0'), int(min(dice[0], dice[1]) - '0')}
	default:
		return errors.New("the dice are neither two numbers from 1 to 6, 00 nor D")
	}
	return nil
}

// parseXGPlaces reads the letters of an XGID; the board is as the player at the bottom sees it.
func parseXGPlaces(letters string) (b board, err error) {
	var total [2]int
	put := func(side *counts, total *int, place, n int) {
		if *total += n; *total > checkers {
			err = engine.Impossible("a side has more than %d checkers", checkers)
			return
		}
		*side = side.with(place, n)
	}
	for place, letter := range []byte(letters) {
		switch {
		case err != nil:
			return b, err
		case letter == '-':
		case letter >= 'A' && letter <= 'O' && place > 0:
			put(&b.own, &total[0], place, int(letter-'A')+1)
		case letter >= 'a' && letter <= 'o' && place < bar:
			put(&b.opp, &total[1], across(place), int(letter-'a')+1)
		default:
			return b, fmt.Errorf("%q cannot stand on place %d", letter, place)
		}
	}
	if err == nil {
		b.own = b.own.with(off, checkers-total[0])
		b.opp = b.opp.with(off, checkers-total[1])
	}
	return b, err
}
