package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
)

// The third field of a text: the side on roll has decided to roll or, before a game, one side or both have.
const (
	willRoll = "roll"
	bothRoll = "both"
)

// matchID returns everything except the board.
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
	return id.PositionID(p.Board()) + ":" + p.matchID().String() + p.suffix()
}

// suffix returns the fields after the IDs: decisions to roll, and the dice that decided who begins.
func (p Position) suffix() (text string) {
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

// parse parses the text of a position, or an XGID. It ignores an offered resignation, because offers belong to the
// match.
func (r *rules) parse(text string) (Position, error) {
	b, m, more, err := parseText(text)
	if err != nil {
		return Position{}, err
	}
	p := r.place(b, m)
	if !p.canBe(m) {
		return Position{}, engine.InvalidPosition("position %q: no game of %s comes to it", text, r.name)
	}
	for _, field := range more {
		if r.Opening == anew && slices.Contains(throws(true), engine.Move(field)) {
			p.Begun = [2]int{int(field[0] - '0'), int(field[1] - '0')}
			continue
		}
		p = p.ready(1 + slices.Index([]string{willRoll, bothRoll}, field))
	}
	fresh := p.Phase == Rolling && p.Score == [2]int{} && p.Sides == r.Begin().Sides
	if p.Begun != [2]int{} && (!fresh || p.Begun[p.Mover] <= p.Begun[1-p.Mover]) ||
		len(more) > 0 && ":"+strings.Join(more, ":") != p.suffix() {
		return Position{}, notPosition(text)
	}
	return p, nil
}

// ready returns the position after sides decisions to roll, as far as they are possible.
func (p Position) ready(sides int) Position {
	for range sides {
		switch {
		case p.Turn() != engine.Nobody && awaits(p):
			p.Ready++
		case p.Phase == Deciding && sides == 1:
			p.Phase = Rolling
		}
	}
	return p
}

func notPosition(text string) error {
	return fmt.Errorf("position %q: it is not PositionID:MatchID, PositionID:MatchID:%s or an XGID", text, willRoll)
}

// Forms in which GNU Backgammon shows a position: as one word, or in two lines below a board.
const gnubgPrefix = "GNUbgID="

var gnubgLines = regexp.MustCompile(`(?i)^(?:GNU Backgammon\s+)?Position ID\s*:\s*(\S+)\s+Match ID\s*:\s*(\S+)$`)

// parseText parses the text of a position, or an XGID, to the board seen by the side on roll, the fields of a Match
// ID, and the fields that follow.
func parseText(text string) (b board.Board, m id.MatchID, more []string, err error) {
	text = strings.TrimPrefix(strings.TrimSpace(text), gnubgPrefix)
	if printed := gnubgLines.FindStringSubmatch(text); printed != nil {
		text = printed[1] + ":" + printed[2]
	}
	if b, err = id.ParsePositionID(text); err == nil && b.Own.OnBoard() > 0 && b.Opp.OnBoard() > 0 { // a money game
		return b, id.MatchID{State: id.UnderWay, Owner: id.Nobody}, nil, nil
	}
	if strings.HasPrefix(text, id.XgidPrefix) {
		b, m, err = id.ParseXGID(text)
		return b, m, nil, err
	}
	fields := strings.Split(text, ":")
	if len(fields) < 2 {
		return b, m, nil, notPosition(text)
	}
	if b, err = id.ParsePositionID(fields[0]); err == nil {
		m, err = id.ParseMatchID(fields[1])
	}
	return b, m, fields[2:], err
}

// place returns the position of a board, seen by the side on roll, and the fields of a Match ID.
func (r *rules) place(b board.Board, m id.MatchID) Position {
	p := Position{
		Rules: r, Mover: m.Move, Dice: m.Dice, Cube: m.Cube, Owner: m.Owner, Length: m.Length, Score: m.Score,
		Crawford: m.Crawford && m.Length > 0, Jacoby: m.Jacoby && m.Length == 0,
	}
	p.Sides[p.Mover], p.Sides[1-p.Mover] = b.Own, b.Opp
	switch {
	case m.IsOver():
		return p.placeEnded(m)
	case m.State == id.NotBegun:
		p.Mover = 0
	case m.Doubled:
		p.Phase = Doubled
	default:
		p = p.decide()
	}
	return p
}

// canBe reports whether a game can reach a position made from a Match ID.
func (p Position) canBe(m id.MatchID) bool {
	first, second := p.Sides[0].OnBoard(), p.Sides[1].OnBoard()
	switch {
	case max(first, second) > p.Rules.Checkers(), p.Cube == 0 && p.Owner != id.Nobody, first == 0 && second == 0,
		(min(first, second) == 0) != (m.State == id.BornOff):
		return false
	case m.IsOver():
		return p.Multiple > 0 && p.Multiple <= p.Rules.Most()
	case p.Length > 0 && max(p.Score[0], p.Score[1]) >= p.Length:
		return false
	case m.State == id.NotBegun:
		tie := p.Rules.Opening == Each || p.Rules.Opening == anew
		return !m.Doubled && p.Dice[0] == p.Dice[1] && (p.Dice[0] == 0 || tie)
	}
	return !m.Doubled || p.Owner != 1-p.Mover && p.Cube < id.CubeBits
}

// placeEnded is place for a game that is over.
func (p Position) placeEnded(m id.MatchID) Position {
	p.Phase, p.End, p.Dice, p.Multiple = Ended, m.State, [2]int{}, 1
	switch m.State {
	case id.Dropped:
		p.Winner = p.Mover
	case id.Resigned:
		p.Winner, p.Multiple = m.Turn, m.Resigned
	default:
		p.Winner = 1
		if p.Sides[0].OnBoard() == 0 {
			p.Winner = 0
		}
		p.Multiple = p.won(p.Winner)
	}
	return p
}
