package search

import "slices"

// Gains returns the number of pieces gained by each choice at a root within a number of plies: captures only follow
// it, and both sides choose what gains most.
func Gains[B, M any](rules Rules[B, M], root *Root[B], plies int) (gains []int) {
	x := exchange[B, M]{rules: rules, lists: make([][]M, plies)}
	x.capturer, _ = rules.(Capturer[B, M])
	before := rules.Pieces(&root.Board)
	for i := range root.Choices {
		gains = append(gains, x.after(&root.Board, &root.Choices[i].Board, plies-1)-before)
	}
	return gains
}

// carefulPlies is the depth of the check for blunders.
const carefulPlies = 3

// safe returns the choices at a root that lose no more pieces than the best one within carefulPlies. If a table knows
// the verdict of any choice it returns all of them.
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

// lostGame is the value in pieces of a game lost within an exchange.
const lostGame = 100

// exchange searches captures for material.
type exchange[B, M any] struct {
	rules    Rules[B, M]
	capturer Capturer[B, M] // nil: capturing is compulsory
	lists    [][]M          // of moves, by remaining plies
}

// after returns the material lead of the side on turn on a board, after a child of it and the exchange that follows.
func (x *exchange[B, M]) after(b, child *B, plies int) int {
	if again, ok := x.rules.(Extender[B]); ok && again.KeepsTurn(b, child) {
		return x.value(child, plies)
	}
	return -x.value(child, plies)
}

// value returns the material lead of the side on turn after at most plies captures.
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
