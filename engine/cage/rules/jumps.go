package rules

// Properties of jump sequences that need no list of them, and bounds of such a list.
//
// A checker jumps by two squares along files and ranks, so its possible landing squares form a lattice of at most 5x5
// nodes, and the enemies it can capture are the edges between them. No captured enemy stands on a node, and no node
// is adjacent to the start square, so the nodes where it may land do not change while it jumps. A sequence is a
// trail: it uses each edge once, and ends when no edge is left at its end or when it leaves the board.
//
//   - The end of a trail follows from its edges: start and end are the nodes with an odd number of them. An enemy
//     that can be jumped on the way off the board lies on no edge between two nodes, so a trail that leaves the
//     board has just one, the last. Hence two sequences of a checker have the same result exactly if they capture
//     the same enemies.
//   - Sequences of different checkers never have the same result. Both checkers would have to return to their
//     squares and to capture the same enemies. On the same lattice one would land on the other. On different
//     lattices each enemy would be jumped along its rank by one checker and along its file by the other. Consider a
//     leftmost enemy, and the node on its left where the checker that jumps it along the rank lands: that checker
//     visits the node once more or continues from it, but all other edges of the node would be farther left.
//   - So the first sequence in square order of those with the same result depends on one checker and one set of
//     enemies: see canonical. And a search through all sequences need not continue from a node that it has reached
//     before with the same enemies captured: see walk.

// jump is a jump of a sequence, or a step.
type jump struct {
	over int // the enemy; noSquare for a step
	to   int // landing square; noSquare if the checker leaves the board
}

// end returns the last square of a jump: over which it leaves the board, or where it lands.
func (j jump) end() int {
	if j.to == noSquare {
		return j.over
	}
	return j.to
}

const noSquare = -1

// jumpTargets describes where a checker can jump.
type jumpTargets struct {
	size *Size
	from int
	opp  Set // enemies before the first jump
	room Set // where it may land, including its own square
}

func (l *MoveInfo) targets(from int) jumpTargets {
	origin := SquareSet(from).Minus(l.Own.neighbours())
	return jumpTargets{size: l.Size, from: from, opp: l.Opp, room: l.room.Or(origin)}
}

// next appends the jumps from a square over the remaining enemies, in square order.
func (w *jumpTargets) next(at int, opp Set, list []jump) []jump {
	for i, by := range Straight {
		over := at + by
		if !opp.has(over) {
			continue
		}
		if w.size.edge[i].has(over) {
			list = append(list, jump{over, noSquare})
		} else if to := over + by; w.room.has(to) {
			list = append(list, jump{over, to})
		}
	}
	return list
}

// canonical returns the first sequence in square order that captures exactly these enemies; there must be one. At
// each node it takes the first edge after which all remaining edges are still connected with the next node, because
// they then form a trail again.
func (w *jumpTargets) canonical(taken Set) []jump {
	var way []jump
	var room [4]jump
	for at := w.from; !taken.Empty(); {
		for _, j := range w.next(at, taken, room[:0]) {
			rest := taken.Minus(SquareSet(j.over))
			if rest.Empty() || j.to != noSquare && w.connected(j.to, rest) {
				way, at, taken = append(way, j), j.to, rest
				break
			}
		}
	}
	return way
}

// connected reports whether jumps from a square reach all of some enemies.
func (w *jumpTargets) connected(at int, opp Set) bool {
	var room [4]jump
	seen, left := SquareSet(at), opp
	for border := []int{at}; len(border) > 0 && !left.Empty(); {
		at, border = border[len(border)-1], border[:len(border)-1]
		for _, j := range w.next(at, opp, room[:0]) {
			left = left.Minus(SquareSet(j.over))
			if j.to != noSquare && !seen.has(j.to) {
				seen = seen.Or(SquareSet(j.to))
				border = append(border, j.to)
			}
		}
	}
	return left.Empty()
}

// walk enumerates the sequences of a checker in square order, each result once, by continuing from a node only once
// for each set of captured enemies. It reaches a node first in the canonical way, because canonical ways begin with
// canonical ways.
type walk struct {
	jumpTargets
	way   []jump
	yield func(way []jump) bool // called with each complete sequence; returning false ends the walk
	count int                   // states visited
	limit int                   // maximum of count; 0: no limit

	seen map[trail]bool // states from which it has continued
}

// trail is a state of a sequence: the square reached, and the remaining enemies.
type trail struct {
	at  int
	opp Set
}

// each calls yield for every sequence of the checker, and reports whether it reached the end.
func (w *walk) each(yield func(way []jump) bool) bool {
	w.yield = yield
	return w.extend(trail{w.from, w.opp}, SquareSet(w.from), false)
}

// extend continues from a state. Only a sequence that returns to a square of its path can reach a state in two ways.
func (w *walk) extend(here trail, path Set, circle bool) bool {
	w.count++
	if w.limit != 0 && w.count > w.limit {
		return false
	}
	var room [4]jump
	list := w.next(here.at, here.opp, room[:0])
	if len(list) == 0 && len(w.way) > 0 {
		return w.yield(w.way)
	}
	for _, j := range list {
		w.way = append(w.way, j)
		if j.to == noSquare {
			if !w.yield(w.way) {
				return false
			}
		} else {
			next, back := trail{j.to, here.opp.Minus(SquareSet(j.over))}, circle || path.has(j.to)
			if (!back || w.isNew(next)) && !w.extend(next, path.Or(SquareSet(j.to)), back) {
				return false
			}
		}
		w.way = w.way[:len(w.way)-1]
	}
	return true
}

// isNew reports whether a state is reached for the first time.
func (w *walk) isNew(here trail) bool {
	if w.seen == nil {
		w.seen = make(map[trail]bool)
	}
	known := w.seen[here]
	w.seen[here] = true
	return !known
}

// captured returns the enemies captured by a way.
func captured(way []jump) Set {
	var s Set
	for _, j := range way {
		s = s.Or(SquareSet(j.over))
	}
	return s
}
