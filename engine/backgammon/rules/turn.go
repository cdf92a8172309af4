package rules

import (
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
)

// next returns the position after a canonical move.
func (p Position) next(m engine.Move) (Position, bool) {
	if side, multiple, ok := p.resignation(m); ok {
		return p.finish(id.Resigned, IndexOf(side.Other()), multiple), true
	}
	if m == Double && p.canDouble() {
		p.Phase = Doubled
		return p, true
	}
	switch p.Phase {
	case Deciding:
		p.Phase = Rolling
		return p, m == Roll
	case Doubled:
		return p.answered(m)
	case Playing:
		return p.played(m)
	}
	if p.Turn() != engine.Nobody && awaits(p) && m == Roll {
		p.Ready++
		return p, true
	}
	if p.Turn() != engine.Chance || !slices.Contains(throws(p.IsOpeningRoll()), m) {
		return p, false
	}
	return p.Thrown(int(m[0]-'0'), int(m[1]-'0')), true
}

// canDouble reports whether the side on turn may double; after a roll only if it has a play.
func (p Position) canDouble() bool {
	turn := p.Phase == Deciding || p.Phase == Playing && len(p.Plays()) > 0
	return turn && p.NoDouble(p.Mover) == ""
}

// answered returns the position after a double is taken or dropped.
func (p Position) answered(m engine.Move) (Position, bool) {
	switch m {
	case Take:
		p.Cube++
		p.Owner = 1 - p.Mover
		return p.decide(), true
	case Drop:
		return p.finish(id.Dropped, p.Mover, 1), true
	}
	return p, false
}

// played returns the position after a play, or a pass.
func (p Position) played(m engine.Move) (Position, bool) {
	plays := p.Plays()
	if len(plays) == 0 {
		return p.AfterPlay(board.Play{Own: p.Sides[p.Mover]}), m == engine.Pass
	}
	if i := indexOf(p, plays, m); i >= 0 {
		return p.AfterPlay(plays[i]), true
	}
	return p, false
}

// indexOf returns the index of the play with a canonical text, -1 if there is none.
func indexOf(p Position, plays []board.Play, m engine.Move) int {
	return slices.IndexFunc(plays, func(play board.Play) bool { return p.Text(play) == m })
}

// AfterPlay returns the position after a play, or after a pass, which changes no checkers.
func (p Position) AfterPlay(m board.Play) Position {
	b := p.Board().After(m)
	p.Sides[p.Mover], p.Sides[1-p.Mover] = b.Own, b.Opp
	p.Mover = 1 - p.Mover
	p.Dice = [2]int{}
	if b.Own.OnBoard() == 0 {
		return p.finish(id.BornOff, 1-p.Mover, p.won(1-p.Mover))
	}
	return p.decide()
}

// decide sets the phase of the mover's turn: playing with dice, deciding if there is a decision, else rolling.
func (p Position) decide() Position {
	p.Phase = Rolling
	switch {
	case p.Dice[0] != 0:
		p.Phase = Playing
	case p.Rules.Self || p.NoDouble(p.Mover) == "":
		p.Phase = Deciding
	}
	return p
}

// Thrown returns the position after a roll.
func (p Position) Thrown(a, b int) Position {
	p.Ready = 0
	if p.Phase == Opening || p.Phase == Ended {
		each, again, won := p.IsOpeningRoll(), p.Rules.Opening == anew, p.Winner
		if p.Phase == Ended {
			p = p.nextGame()
		}
		switch {
		case again && !each:
			p.Mover = won
		case !each || a > b:
			p.Mover = 0
		case a < b:
			p.Mover = 1
		default:
			p.Dice = [2]int{a, b}
			return p
		}
		if again && each {
			p.Dice, p.Begun = [2]int{}, [2]int{a, b}
			return p.decide()
		}
	}
	p.Dice, p.Begun = [2]int{max(a, b), min(a, b)}, [2]int{}
	p.Phase = Playing
	return p
}

// nextGame returns the start of the next game. It is the Crawford game if the winner has just come within one point
// of the match, and the loser has not been there before.
func (p Position) nextGame() Position {
	next := p.Rules.Begin()
	next.Length, next.Jacoby, next.Score = p.Length, p.Jacoby, p.Score
	next.Crawford = p.Rules.Crawford && p.Length > 1 && p.Score[p.Winner] == p.Length-1 && p.Score[1-p.Winner] < p.Length-1
	return next
}

// multiples reports whether a game can be worth more than the stake.
func (p Position) multiples() bool {
	return p.Rules.Gammons && (!p.Jacoby || p.Cube > 0)
}

// won returns the multiple of the stake for a side that has borne off all checkers.
func (p Position) won(winner int) int {
	loser := p.Sides[1-winner]
	switch {
	case !p.multiples() || loser.OnBoard() < p.Rules.Checkers():
		return 1
	case loser.Occupied()>>(board.Mirror(board.Home)) == 0 || p.Rules.Most() == 2:
		return 2
	}
	return 3
}

// finish ends a game and adds its points to the score.
func (p Position) finish(how, winner, multiple int) Position {
	p.Phase, p.End, p.Winner, p.Multiple = Ended, how, winner, multiple
	p.Dice, p.Begun, p.Ready = [2]int{}, [2]int{}, 0
	p.Score[winner] = min(p.Score[winner]+p.Stake()*multiple, id.MostScore)
	return p
}
