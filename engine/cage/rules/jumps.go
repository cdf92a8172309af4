package rules

// Facts about jump sequences that need no list of them, and the bounds of such a list.
//
// A checker jumps by two squares along files and ranks, so that the squares where it can land are a lattice of at most
// 5x5 nodes, and the enemies it can take are the edges between them. No enemy that it takes stands on a node, and no
// node is next to the square it came from; so which nodes it may land on does not change while it jumps. A sequence is
// a trail: it uses each edge once, and is over when the edges at its end are used up or when it leaves the board.
//
//   - Where a trail ends follows from its edges: the end and the origin are the nodes with an odd number of them. An enemy
//     that can be jumped out of the board lies on no edge between two nodes, so a trail that leaves the board has just one,
//     the last. Hence two sequences of one checker have the same result exactly when they take the same enemies.
//   - Sequences of different checkers never have the same result. Both checkers would have to come back to where they
//     stood and to take the same enemies. On the same lattice one would land on the other. On different ones, each enemy
//     would be jumped along its rank by one checker and along its file by the other. Take an enemy that none is to the left
//     of, and the node where its rank's jumper lands to the left of it: that checker comes there once more or goes on from
//     there, but all other edges of the node are further left.
//   - So the first sequence in square order among those with the same result is a matter of one checker and one set of
//     enemies: see canonical. And a search through all sequences need not go on from a node that it has reached before with
//     the same enemies taken: see walk.

// jump is one jump of a sequence.
type jump struct {
	over int // the enemy
	to   int // where the checker lands; out if it leaves the board
}

const noSquare = -1

// jumpTargets is where one checker can jump.
type jumpTargets struct {
	size *Size
	from int
	opp  Set // enemies before the first jump
	room Set // where it may land, its own square included
}

func (l *MoveInfo) targets(from int) jumpTargets {
	origin := SquareSet(from).Minus(l.Own.neighbours())
	return jumpTargets{size: l.Size, from: from, opp: l.Opp, room: l.room.Or(origin)}
}

// next appends the jumps from a square over some enemies, in square order.
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

// canonical is the first sequence in square order that takes just these enemies, given that there is one.
//
// It takes at each node the first edge that is not a bridge to where it could not come back from: the rest of the
// edges, still all connected with the next node, is then a trail again, as no node's number of edges can be wrong.
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

// connected reports whether jumps over some enemies lead from a square to all of them.
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

// walk goes through the sequences of one checker in square order, each result once: from a node it goes on once for each
// set of enemies taken. It always comes to a node first in the canonical way, because a canonical way begins with
// canonical ways.
type walk struct {
	jumpTargets
	way   []jump
	yield func(way []jump) bool // gets complete sequences; false ends the walk
	count int                   // of states gone through
	limit int                   // of count, where the walk is given up; 0: none

	seen map[trail]bool // from where it has gone on
}

// trail is all that matters for how a sequence can go on: where it came, and the enemies that are left.
type trail struct {
	at  int
	opp Set
}

// each calls yield for every sequence of the checker. It reports whether it came to the end.
func (w *walk) each(yield func(way []jump) bool) bool {
	w.yield = yield
	return w.extend(trail{w.from, w.opp}, SquareSet(w.from), false)
}

// extend goes on from a state. Only what has come twice to a square of its path can be reached in two ways.
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

// captured is the enemies that a way takes.
func captured(way []jump) Set {
	var s Set
	for _, j := range way {
		s = s.Or(SquareSet(j.over))
	}
	return s
}
