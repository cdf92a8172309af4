package rules

import (
	"math/bits"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// explain returns why a text begins no legal play. It plays the legs in order with the remaining dice and returns the
// first obstacle.
func (r *reading) explain() *engine.MoveError {
	dice, m := r.from.dice(), r.hand.Begin()
	for _, l := range r.typed.legs {
		var e *engine.MoveError
		if m, dice, e = r.try(m, dice, l); e != nil {
			return e
		}
	}
	if r.typed.open != board.Off {
		if e := r.explainEnd(m, dice); e != nil {
			return e
		}
	}
	// All steps are possible, so other plays use more dice, or the larger one.
	e := illegal(mustUseBoth, choices(r.from, r.plays)...)
	for _, m := range r.plays {
		e.Count = max(e.Count, int(m.N))
	}
	if e.Count == 1 {
		e.Rule, e.Count = mustUseLarger, r.plays[0].Steps[0].Die()
	}
	return e
}

// explainEnd returns why no checker can move from the place at the end of the text; nil if one can.
func (r *reading) explainEnd(m board.PartialPlay, dice []int) *engine.MoveError {
	from := r.typed.open
	first := errorAt(noDieLeft, board.PlaceName(from))
	first.Count = int(m.N)
	for i, die := range dice {
		_, _, e := r.try(m, dice, leg{from: from, to: max(from-die, board.Off), die: die})
		if e == nil {
			return nil
		}
		if i == 0 {
			first = e
		}
	}
	return first
}

func errorAt(rule engine.Code, place string) *engine.MoveError {
	e := illegal(rule)
	e.At = place
	return e
}

// source returns why no checker can move from a place with any die; nil if one can.
func (r *reading) source(m board.PartialPlay, from int) *engine.MoveError {
	switch {
	case m.Own.At(board.Bar) > 0 && from != board.Bar:
		e := illegal(barFirst)
		e.Count = m.Own.At(board.Bar)
		if m.N == 0 {
			for _, way := range r.ways {
				e.Choices = engine.Add(e.Choices, r.hand.Text(way.Steps[:1]))
			}
		}
		return e
	case m.Own.At(from) > 0:
		return nil
	case from != board.Bar && (r.hand.Blocked|r.hand.Blots&^m.Hits)>>from&1 != 0:
		return errorAt(notYours, board.PlaceName(from))
	}
	return errorAt(emptyPoint, board.PlaceName(from))
}

// try plays a leg with some of the dice, and returns those that are left.
func (r *reading) try(m board.PartialPlay, dice []int, l leg) (board.PartialPlay, []int, *engine.MoveError) {
	if e := r.cannotBegin(m, dice, l); e != nil {
		return m, dice, e
	}
	wrong := errorAt(dieNotThrown, l.String())
	if wrong.Count = l.from - l.to; l.die != 0 {
		wrong.Count = l.die
	}
	if !slices.Contains(dice, wrong.Count) && slices.Contains(r.from.Dice[:], wrong.Count) {
		wrong.Rule = dieThrownOnce
	}
	for _, way := range spell([]leg{l}, dice) {
		next, left := m, slices.Clone(dice)
		for _, s := range way {
			if wrong = r.landing(next, s.From(), s.Die()); wrong != nil {
				break
			}
			i := slices.Index(left, s.Die())
			next, left = r.hand.Make(next, s.From(), s.Die()), slices.Delete(left, i, i+1)
		}
		if wrong == nil {
			return next, left, nil
		}
	}
	return m, dice, wrong
}

// cannotBegin returns why a leg cannot be played with any dice; nil if it can.
func (r *reading) cannotBegin(m board.PartialPlay, dice []int, l leg) *engine.MoveError {
	if l.to >= l.from {
		rule := wrongWay
		if r.from.Rules.Absolute && r.from.Mover == 0 {
			rule = wrongWayUp
		}
		return errorAt(rule, l.String())
	}
	if e := r.source(m, l.from); e != nil {
		return e
	}
	away := 0 // checkers not home
	for place := board.Home + 1; place <= board.Bar; place++ {
		away += m.Own.At(place)
	}
	switch {
	case l.star && r.hand.Blots>>l.to&1 == 0:
		return errorAt(noBlot, board.PlaceName(l.to))
	case len(dice) == 0:
		return &engine.MoveError{Kind: engine.Illegal, Rule: noDieLeft, At: l.String(), Count: int(m.N)}
	case l.to == board.Off && (away > 1 || away == 1 && l.from <= board.Home):
		return &engine.MoveError{Kind: engine.Illegal, Rule: needsHome, Count: away}
	}
	return nil
}

// landing returns why a checker cannot move from a place with a die, nil if it can; if it bears off, all others are
// home.
func (r *reading) landing(m board.PartialPlay, from, die int) *engine.MoveError {
	if r.hand.Sources(m.Occupied, die)>>from&1 != 0 {
		return nil
	}
	if e := r.source(m, from); e != nil {
		return e
	}
	if to := from - die; to > board.Off {
		return errorAt(pointBlocked, board.PlaceName(to))
	}
	e := errorAt(rearmostFirst, board.PlaceName(bits.Len32(m.Occupied)-1))
	e.Count = die
	return e
}
