package backgammon

import (
	"fmt"
	"strconv"
	"strings"
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
	var b board
	m := matchID{state: underWay, owner: nobody}
	fail := func(what string) (board, matchID, error) { return b, m, fmt.Errorf("XGID %q: %s", text, what) }
	fields := strings.Split(strings.TrimPrefix(text, xgidPrefix), ":")
	if len(fields) != 10 || len(fields[0]) != xgidPlaces {
		return fail("it is not 26 letters and nine numbers between colons")
	}
	var number [10]int
	for i, field := range fields {
		if i == 0 || i == 4 {
			continue
		}
		n, err := strconv.Atoi(field)
		if err != nil {
			return fail("field " + field + " is not a number")
		}
		number[i] = n
	}
	cube, owner, turn, rule, length, most := number[1], number[2], number[3], number[7], number[8], number[9]
	switch {
	case cube < 0 || cube > cubeBits || most < 0 || most > cubeBits || cube > most:
		return fail("the cube is out of range")
	case owner < -1 || owner > 1 || turn != -1 && turn != 1:
		return fail("the players are 1 and -1")
	case min(number[5], number[6]) < 0 || max(number[5], number[6], length) > mostScore || length < 0:
		return fail("the score is out of range")
	case rule < 0 || rule > 3 || length > 0 && rule > 1:
		return fail("the rules are out of range")
	}
	m.cube, m.length, m.score = cube, length, [2]int{number[6], number[5]}
	if owner != 0 {
		m.owner = (owner + 1) / 2
	}
	m.move = (turn + 1) / 2
	m.turn = m.move
	m.crawford, m.jacoby = length > 0 && rule == 1, length == 0 && rule&1 == 1
	switch dice := fields[4]; {
	case dice == "D":
		m.doubled, m.turn = true, 1-m.move
	case dice == "00":
	case len(dice) == 2 && strings.Trim(dice, "123456") == "":
		m.dice = [2]int{int(max(dice[0], dice[1]) - '0'), int(min(dice[0], dice[1]) - '0')}
	default:
		return fail("the dice are neither two numbers from 1 to 6, 00 nor D")
	}
	b, err := parseXGPlaces(fields[0])
	if err != nil {
		return fail(err.Error())
	}
	if m.move == 0 {
		b = b.turned()
	}
	return b, m, nil
}

// parseXGPlaces reads the letters of an XGID; the board is as the player at the bottom sees it.
func parseXGPlaces(letters string) (board, error) {
	var b board
	var total [2]int
	for place, letter := range []byte(letters) {
		side, n := &b.own, 0
		own := 0
		switch {
		case letter == '-':
			continue
		case letter >= 'A' && letter <= 'O' && place > 0:
			n = int(letter-'A') + 1
		case letter >= 'a' && letter <= 'o' && place < bar:
			side, own, n = &b.opp, 1, int(letter-'a')+1
			place = across(place)
		default:
			return b, fmt.Errorf("%q cannot stand on place %d", letter, place)
		}
		if total[own] += n; total[own] > checkers {
			return b, fmt.Errorf("a side has more than %d checkers", checkers)
		}
		*side = side.with(place, n)
	}
	b.own = b.own.with(off, checkers-total[0])
	b.opp = b.opp.with(off, checkers-total[1])
	return b, nil
}
