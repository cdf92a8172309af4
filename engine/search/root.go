package search

import (
	"cmp"
	"math"
	"slices"
)

// iterativeDeepening searches the root to increasing depths, and only the choices of the best verdict if there are at
// least strength.Best of them.
func (s *Searcher[B, M]) iterativeDeepening(root Root[B]) Result {
	list := make([]Value, len(root.Choices))
	for i := range list {
		list[i] = Value{Choice: i, Value: -Won}
	}
	rank := func(v Value) int { return root.Choices[v.Choice].Verdict.rank() }
	byVerdict := func(a, b Value) int { return rank(b) - rank(a) }
	slices.SortStableFunc(list, byVerdict)
	best := min(s.strength.Best, len(list))
	top := 1
	for top < len(list) && rank(list[top]) == rank(list[0]) {
		top++
	}
	searched := list[:top]
	if best > top {
		best, searched = len(list), list
	}
	var r Result
	last := cmp.Or(s.strength.Depth, deepestRoot)
	for depth := 1; depth <= last && !s.stopped; depth++ {
		s.limit = s.strength.Nodes
		if depth == 1 {
			s.limit = math.MaxInt
		}
		s.root(root, searched, depth, best)
		if s.stopped {
			break
		}
		r.Depth = depth
		if decided(searched, best) {
			break
		}
	}
	slices.SortStableFunc(list, byVerdict)
	for i := range list {
		switch v := &list[i]; root.Choices[v.Choice].Verdict {
		case Winning, WinningSoonest:
			v.Value = max(v.Value, Known)
		case Losing:
			v.Value = min(v.Value, -Known)
		}
	}
	r.Nodes, r.Weighed = s.nodes, list[:min(s.strength.Best, len(list))]
	return r
}

// decided reports whether a deeper search cannot change the result.
func decided(list []Value, best int) bool {
	open := func(v Value) bool { return v.Value < Sure && v.Value > -Sure }
	return len(list) == 1 || !slices.ContainsFunc(list[:best], open)
}

// root searches the choices to a depth and sorts the best ones to the front. A search that is stopped counts as far
// as it got if only the best choice is wanted.
func (s *Searcher[B, M]) root(root Root[B], list []Value, depth, best int) {
	before := slices.Clone(list)
	done := 0 // list[:done] is sorted
	for i, v := range before {
		f := &s.frames[1]
		f.board = root.Choices[v.Choice].Board
		f.hash = s.rules.Hash(&f.board)
		var value int
		switch {
		case i < best && depth > 4 && best == 1:
			value = s.aspirationWindow(depth, v.Value)
		case i < best:
			value = s.child(0, depth-1, -Won, Won)
		default:
			least := list[best-1].Value
			value = s.child(0, depth-1, least, least+1)
			if value > least && !s.stopped {
				value = s.child(0, depth-1, least, Won)
			}
		}
		if s.stopped {
			// Unsearched choices stay behind the searched ones, unless all of these lose. If several choices are to be
			// compared, an incomplete search does not count.
			copy(list[done:], before[i:])
			if best > 1 {
				copy(list, before)
			} else {
				slices.SortStableFunc(list, func(a, b Value) int { return lossPly(a) - lossPly(b) })
			}
			return
		}
		at := 0 // of the best ones the choice comes after its equals, else after all
		for at < done && (at >= best || list[at].Value >= value) {
			at++
		}
		copy(list[at+1:done+1], list[at:done])
		list[at] = Value{v.Choice, value, slices.Clone(f.line)}
		done++
	}
}

// lossPly returns 1 for a choice that loses, 0 for any other.
func lossPly(v Value) int {
	if v.Value <= -Known {
		return 1
	}
	return 0
}

// aspirationWindow searches the first choice in a window around its last value, widened until the value is inside.
func (s *Searcher[B, M]) aspirationWindow(depth, guess int) int {
	width := 30
	low, high := max(guess-width, -Won), min(guess+width, Won)
	for {
		value := s.child(0, depth-1, low, high)
		switch {
		case s.stopped:
			return value
		case value <= low && low > -Won:
			width *= 3
			low = max(value-width, -Won)
		case value >= high && high < Won:
			width *= 3
			high = min(value+width, Won)
		default:
			return value
		}
	}
}
