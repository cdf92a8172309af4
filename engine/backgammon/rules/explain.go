package rules

import (
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// explain says why a text that begins no legal play does not. It plays the legs one after the other with the dice that
// are left, and the first thing in the way is the reason.
func (r *reading) explain() *engine.MoveError {
	dice, m := r.from.dice(), r.hand.Begin()
	for _, l := range r.typed.legs {
		var e *engine.MoveError
		if m, dice, e = r.try(m, dice, l); e != nil {
			return e
		}
	}
	if r.typed.open >= 0 {
		if e := r.open(m, dice); e != nil {
			return e
		}
	}
	return r.unfinished()
}

// open is why nothing can go on from the place at the end of the text; nil if a die can.
func (r *reading) open(m board.Made, dice []int) *engine.MoveError {
	from := r.typed.open
	if e := r.source(m, from); e != nil {
		return e
	}
	e := at(noDieLeft, board.PlaceName(from))
	e.Count = int(m.N)
	for i, die := range dice {
		if r.hand.Sources(m.Occupied, die)>>from&1 != 0 {
			return nil
		}
		if i == 0 {
			e = r.landing(m, m, from, die)
		}
	}
	return e
}

func at(rule engine.Code, place string) *engine.MoveError {
	e := illegal(rule)
	e.At = place
	return e
}

// unfinished is the answer where every step can be made, but other plays use more, or the larger die.
func (r *reading) unfinished() *engine.MoveError {
	e := illegal(mustUseBoth, choices(r.from, r.plays)...)
	for _, m := range r.plays {
		e.Count = max(e.Count, int(m.N))
	}
	if e.Count == 1 {
		e.Rule, e.Count = mustUseLarger, r.plays[0].Steps[0].Die()
	}
	return e
}

// source is why no checker can go from a place, whatever the die; nil if one can.
func (r *reading) source(m board.Made, from int) *engine.MoveError {
	switch {
	case m.Own.At(board.Bar) > 0 && from != board.Bar:
		e := illegal(barFirst)
		e.Count = m.Own.At(board.Bar)
		if m.N == 0 {
			for _, way := range r.ways {
				e.Choices = addTo(e.Choices, r.hand.Text(way.Steps[:1]))
			}
		}
		return e
	case m.Own.At(from) > 0:
		return nil
	case from != board.Bar && (r.hand.Blocked|r.hand.Blots&^m.Hits)>>from&1 != 0:
		return at(notYours, board.PlaceName(from))
	}
	return at(emptyPoint, board.PlaceName(from))
}

// try plays a leg with some of the dice, and returns those that are left.
func (r *reading) try(m board.Made, dice []int, l leg) (board.Made, []int, *engine.MoveError) {
	if l.to >= l.from {
		return m, dice, at(wrongWay, l.String())
	}
	if e := r.source(m, l.from); e != nil {
		return m, dice, e
	}
	if l.star && r.hand.Blots>>l.to&1 == 0 {
		return m, dice, at(noBlot, board.PlaceName(l.to))
	}
	if len(dice) == 0 {
		e := at(noDieLeft, l.String())
		e.Count = int(m.N)
		return m, dice, e
	}
	if e := r.outside(m, m, l.from); l.to == board.Off && e != nil {
		return m, dice, e
	}
	w := wayOf{reading: r, leg: l, begin: m, wrong: r.noDie(dice, l)}
	w.search(m, l.from, dice)
	if w.reached == nil {
		return m, dice, w.wrong
	}
	return *w.reached, w.left, nil
}

// noDie is that no die of those left, or sum of them, goes as far as a leg.
func (r *reading) noDie(left []int, l leg) *engine.MoveError {
	e := at(dieNotThrown, l.String())
	if e.Count = l.from - l.to; l.die != 0 {
		e.Count = l.die
	}
	if !slices.Contains(left, e.Count) && (e.Count == r.from.Dice[0] || e.Count == r.from.Dice[1]) {
		e.Rule = dieThrownOnce
	}
	return e
}

// outside is that checkers are not home, besides the one that moves from a place; nil if they are. Now is the play in
// the making, and begin what has been typed of it, which counts.
func (r *reading) outside(begin, now board.Made, from int) *engine.MoveError {
	others, all := 0, 0
	for place := board.Home + 1; place <= board.Bar; place++ {
		others += now.Own.At(place)
		all += begin.Own.At(place)
	}
	if from > board.Home {
		others--
	}
	if others <= 0 {
		return nil
	}
	e := illegal(needsHome)
	e.Count = all
	return e
}

// wayOf looks for dice that take a checker along a leg.
type wayOf struct {
	reading *reading
	leg     leg
	begin   board.Made
	wrong   *engine.MoveError // what is in the way of the last step that was tried
	reached *board.Made
	left    []int // dice, once it is reached
}

// search goes on from a place with some dice.
func (w *wayOf) search(m board.Made, from int, dice []int) {
	l := w.leg
	for i, die := range dice {
		to := max(from-die, board.Off)
		if w.reached != nil || to < l.to || slices.Contains(dice[:i], die) || l.die != 0 && die != l.die {
			continue
		}
		rest := slices.Delete(slices.Clone(dice), i, i+1)
		if to != l.to && !sums(rest, to-l.to, l.to == board.Off) {
			continue
		}
		if w.reading.hand.Sources(m.Occupied, die)>>from&1 == 0 {
			w.wrong = w.reading.landing(w.begin, m, from, die)
			continue
		}
		next := w.reading.hand.Make(m, from, die)
		if to == l.to {
			w.reached, w.left = &next, rest
			return
		}
		w.search(next, to, rest)
	}
}

// sums reports whether some of the dice make a distance; with more, they may go beyond it.
func sums(dice []int, distance int, more bool) bool {
	for set := range 1 << len(dice) {
		sum := 0
		for i, die := range dice {
			if set>>i&1 != 0 {
				sum += die
			}
		}
		if sum == distance || more && sum > distance {
			return true
		}
	}
	return false
}

// landing is why a checker cannot go from a place by one die. Begin is what has been typed of the play before, which
// counts.
func (r *reading) landing(begin, m board.Made, from, die int) *engine.MoveError {
	to := max(from-die, board.Off)
	if m.Own.At(board.Bar) > 0 && from != board.Bar {
		e := illegal(barFirst)
		e.Count = m.Own.At(board.Bar)
		return e
	}
	if to != board.Off {
		return at(pointBlocked, board.PlaceName(to))
	}
	if e := r.outside(begin, m, from); e != nil {
		return e
	}
	rearmost := board.Home
	for m.Own.At(rearmost) == 0 {
		rearmost--
	}
	e := at(rearmostFirst, board.PlaceName(rearmost))
	e.Count = die
	return e
}
