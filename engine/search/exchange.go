package search

import "slices"

// Gains counts the pieces that each choice at a root gains within so many plies: after it captures alone are looked at,
// and both sides choose what gains most.
func Gains[B, M any](rules Rules[B, M], root *Root[B], plies int) (gains []int) {
	x := exchange[B, M]{rules: rules, lists: make([][]M, plies)}
	x.capturer, _ = rules.(Capturer[B, M])
	before := rules.Pieces(&root.Board)
	for i := range root.Choices {
		gains = append(gains, x.after(&root.Board, &root.Choices[i].Board, plies-1)-before)
	}
	return gains
}

// carefulPlies is how far a level looks that takes care.
const carefulPlies = 3

// safe are the choices at a root that give no piece away within so many plies that another one keeps; what is certain
// by a table is left to it.
func safe[B, M any](rules Rules[B, M], root *Root[B]) (safe []Choice[B]) {
	if slices.ContainsFunc(root.Choices, func(c Choice[B]) bool { return c.Verdict != Unknown }) {
		return root.Choices
	}
	gains := Gains(rules, root, carefulPlies)
	most := slices.Max(gains)
	for i, c := range root.Choices {
		if gains[i] == most {
			safe = append(safe, c)
		}
	}
	return safe
}

// lostGame is the number of pieces a game counts that is over within an exchange.
const lostGame = 100

// exchange counts pieces some captures ahead.
type exchange[B, M any] struct {
	rules    Rules[B, M]
	capturer Capturer[B, M] // nil: capturing is compulsory
	lists    [][]M          // of moves, by the plies that are left
}

// after is by how much the side on turn on a board is ahead when the exchange that goes on with a child of it is over.
func (x *exchange[B, M]) after(b, child *B, plies int) int {
	if again, ok := x.rules.(Extender[B]); ok && again.KeepsTurn(b, child) {
		return x.value(child, plies)
	}
	return -x.value(child, plies)
}

// value is by how much the side on turn is ahead after so many captures at most.
func (x *exchange[B, M]) value(b *B, plies int) int {
	look := x.rules.Classify(b)
	best := x.rules.Pieces(b)
	switch {
	case look.Over && look.Value >= Sure:
		return lostGame
	case look.Over && look.Value <= -Sure:
		return -lostGame
	case look.Over || plies == 0 || look.Noise != Forced && look.Noise != Eager:
		return best
	}
	list := x.lists[plies][:0]
	if look.Noise == Eager {
		list = x.capturer.Captures(b, list)
	} else {
		list, best = x.rules.Moves(b, list), -2*lostGame
	}
	x.lists[plies] = list
	for i := range list {
		var child B
		x.rules.Play(b, &list[i], &child)
		best = max(best, x.after(b, &child, plies-1))
	}
	return best
}
