package rules

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
)

// The third field of a text: the side on roll has decided to roll or, before a game, one side or both have thrown.
const (
	willRoll = "roll"
	bothRoll = "both"
)

// matchID is all but the board.
func (p Position) matchID() id.MatchID {
	m := id.MatchID{
		Cube: p.Cube, Owner: p.Owner, Move: p.Mover, Crawford: p.Crawford, State: id.UnderWay, Turn: p.Mover, Dice: p.Dice,
		Length: p.Length, Score: p.Score, Jacoby: p.Jacoby,
	}
	switch p.Phase {
	case Opening:
		m.State = id.NotBegun
	case Doubled:
		m.Doubled, m.Turn = true, 1-p.Mover
	case Ended:
		m.State = p.End
		switch p.End {
		case id.Resigned:
			m.Resigned, m.Turn = p.Multiple, p.Winner
		case id.Dropped:
			m.Turn = 1 - p.Mover
		}
	}
	return m
}

// String implements engine.Position.
func (p Position) String() string {
	text := id.PositionID(p.Board()) + ":" + p.matchID().String()
	switch {
	case p.Phase == Rolling && (p.Rules.Self || p.NoDouble(p.Mover) == ""), p.Ready == 1:
		text += ":" + willRoll
	case p.Ready == 2:
		text += ":" + bothRoll
	}
	if p.Begun != [2]int{} {
		text += ":" + string(Throw(p.Begun[0], p.Begun[1]))
	}
	return text
}

// parse reads the text of a position, or an XGID. A resignation on offer is left out: offers belong to the match.
func (r *rules) parse(text string) (Position, error) {
	text, begun := r.begun(text)
	b, m, rolls, err := parseText(text)
	if err != nil {
		return Position{}, err
	}
	p, err := r.place(b, m, rolls)
	if err != nil {
		return Position{}, fmt.Errorf("position %q: %w", text, err)
	}
	if begun != [2]int{} {
		if p.Phase != Rolling || (begun[0] > begun[1]) != (p.Mover == 0) || p.Score != [2]int{} ||
			p.Sides != r.Begin().Sides {
			return Position{}, fmt.Errorf("position %q: the dice %d and %d do not say who begins", text, begun[0], begun[1])
		}
		p.Begun = begun
	}
	return p, nil
}

// begun takes the dice that said who begins from the end of a text, where they can be there.
func (r *rules) begun(text string) (rest string, dice [2]int) {
	i := strings.LastIndexByte(text, ':')
	last := text[i+1:]
	if i < 0 || r.Opening != anew || len(last) != 2 || min(last[0], last[1]) < '1' || max(last[0], last[1]) > '6' ||
		last[0] == last[1] {
		return text, dice
	}
	return text[:i], [2]int{int(last[0] - '0'), int(last[1] - '0')}
}

// How GNU Backgammon gives a position: in one word, or in two lines that it prints under a board.
const gnubgPrefix = "GNUbgID="

var gnubgLines = regexp.MustCompile(`(?i)^(?:GNU Backgammon\s+)?Position ID\s*:\s*(\S+)\s+Match ID\s*:\s*(\S+)$`)

// parseText takes the text of a position, or an XGID, apart: the board seen by the side on roll, what a Match ID says,
// and how many sides have decided to roll.
func parseText(text string) (b board.Board, m id.MatchID, rolls int, err error) {
	text = strings.TrimPrefix(strings.TrimSpace(text), gnubgPrefix)
	if printed := gnubgLines.FindStringSubmatch(text); printed != nil {
		text = printed[1] + ":" + printed[2]
	}
	if b, err = id.ParsePositionID(text); err == nil && b.Own.OnBoard() > 0 && b.Opp.OnBoard() > 0 { // a money game
		return b, id.MatchID{State: id.UnderWay, Owner: id.Nobody}, 0, nil
	}
	if strings.HasPrefix(text, id.XgidPrefix) {
		b, m, err = id.ParseXGID(text)
		return b, m, 0, err
	}
	fields := strings.Split(text, ":")
	if len(fields) == 3 {
		rolls = 1 + slices.Index([]string{willRoll, bothRoll}, fields[2])
	}
	if len(fields) < 2 || len(fields) > 3 || len(fields) == 3 && rolls == 0 {
		return b, m, 0, fmt.Errorf("position %q: it is not PositionID:MatchID, PositionID:MatchID:%s or an XGID", text,
			willRoll)
	}
	if b, err = id.ParsePositionID(fields[0]); err == nil {
		m, err = id.ParseMatchID(fields[1])
	}
	return b, m, rolls, err
}

// place makes a position of a board, seen by the side on roll, and of what a Match ID says. So many sides
// have decided to roll.
func (r *rules) place(b board.Board, m id.MatchID, rolls int) (Position, error) {
	p := Position{
		Rules: r, Mover: m.Move, Dice: m.Dice, Cube: m.Cube, Owner: m.Owner, Length: m.Length, Score: m.Score,
		Crawford: m.Crawford && m.Length > 0, Jacoby: m.Jacoby && m.Length == 0,
	}
	p.Sides[p.Mover], p.Sides[1-p.Mover] = b.Own, b.Opp
	if err := checkPlaced(p, m, rolls); err != nil {
		return p, err
	}
	switch {
	case m.Over():
		p, err := placeEnded(p, m)
		if err != nil {
			return p, err
		}
		return ready(p, rolls)
	case m.State == id.NotBegun:
		p.Mover = 0
		return ready(p, rolls)
	case m.Doubled:
		p.Phase = Doubled
		return p, nil
	}
	p = p.decide()
	if rolls > 0 {
		if p.Phase != Deciding {
			return p, errors.New("there is nothing but to roll")
		}
		p.Phase = Rolling
	}
	return p, nil
}

// ready is a position before a game in which so many sides have thrown.
func ready(p Position, sides int) (Position, error) {
	for range sides {
		if p.Turn() == engine.Nobody || !awaits(p) {
			return p, engine.Impossible("neither side can have decided to roll")
		}
		p.Ready++
	}
	return p, nil
}

// checkPlaced tells what cannot be together.
func checkPlaced(p Position, m id.MatchID, rolls int) error {
	off := 0 // sides that have borne off everything
	for _, side := range p.Sides {
		if most, has := p.Rules.Checkers(), side.OnBoard(); has > most {
			return engine.Impossible("in %s a side has %d checkers, and here one has %d", p.Rules.name, most, has)
		} else if has == 0 {
			off++
		}
	}
	switch {
	case p.Cube == 0 && p.Owner != id.Nobody:
		return engine.Impossible("a cube that shows 1 has no owner")
	case off == 2:
		return engine.Impossible("both sides have borne off everything")
	case off == 1 && m.State != id.BornOff:
		return engine.Impossible("a side has borne off everything, and the game is not over")
	case off == 0 && m.State == id.BornOff:
		return engine.Impossible("the game is over, and no side has borne off everything")
	case rolls > 0 && !mayRoll(p, m, rolls):
		return engine.Impossible("neither side can have decided to roll")
	case m.Over():
		return nil
	}
	return checkOpen(p, m)
}

// checkOpen is checkPlaced for a game that is not over.
func checkOpen(p Position, m id.MatchID) error {
	begun, anyTie := m.State != id.NotBegun, p.Rules.Opening == Each || p.Rules.Opening == anew
	switch {
	case p.Length > 0 && max(p.Score[0], p.Score[1]) >= p.Length:
		return engine.Impossible("the match is over, but not the game")
	case !begun && m.Doubled:
		return engine.Impossible("neither side can double before the game")
	case !begun && (p.Dice[0] != p.Dice[1] || p.Dice[0] != 0 && !anyTie):
		return engine.Impossible("the dice of the opening are no tie")
	case m.Doubled && (p.Owner == 1-p.Mover || p.Cube == id.CubeBits):
		return engine.Impossible("the side on roll cannot have doubled")
	}
	return nil
}

// mayRoll reports whether so many sides can have decided to roll.
func mayRoll(p Position, m id.MatchID, rolls int) bool {
	if m.State != id.UnderWay {
		return p.Rules.Self
	}
	return !m.Doubled && p.Dice[0] == 0 && rolls == 1
}

// placeEnded is place for a game that is over.
func placeEnded(p Position, m id.MatchID) (Position, error) {
	p.Phase, p.End, p.Dice, p.Multiple = Ended, m.State, [2]int{}, 1
	switch m.State {
	case id.Dropped:
		p.Winner = p.Mover
	case id.Resigned:
		p.Winner, p.Multiple = m.Turn, m.Resigned
		if p.Multiple == 0 || p.Multiple > p.Rules.Most() {
			return p, fmt.Errorf("a resignation is worth 1 to %d stakes", p.Rules.Most())
		}
	default:
		p.Winner = 1
		if p.Sides[0].OnBoard() == 0 {
			p.Winner = 0
		}
		p.Multiple = p.won(p.Winner)
	}
	return p, nil
}
