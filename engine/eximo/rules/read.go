package rules

import (
	"slices"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// typed is a parsed text of a move.
type typed struct {
	grid.Typed // the path
	drops      []grid.Square
	star       bool // the text has a sign for drops
}

// split parses a text as a path with drops, and reports whether it is one. Drops begin with the first star or @, or
// after a square of the last row if only spaces and commas follow.
func split(text string, last int) (t typed, ok bool) {
	text = engine.Narrow(text)
	head, tail := text, ""
	if i := strings.IndexAny(text, "*@"); i >= 0 {
		head, tail = text[:i], strings.NewReplacer("*", " ", "@", " ").Replace(text[i:])
	}
	way, ok := grid.Split(head)
	if !ok {
		return typed{}, false
	}
	t = typed{Typed: way.Dedupe(), star: head != text} // no man can return
	for i, square := range t.Squares[:len(t.Squares)-1] {
		if i > 0 && square.Rank == last && loose(t.Signs[i:]) {
			t.Squares, t.drops = t.Squares[:i+1], t.Squares[i+1:]
			break
		}
	}
	if tail = strings.TrimRight(tail, "!?.,-–—− "); tail != "" {
		drops, ok := grid.Split(tail)
		if !ok || !loose(drops.Signs) {
			return typed{}, false
		}
		t.drops = append(t.drops, drops.Squares...)
	}
	return t, true
}

// loose reports whether there are only spaces and commas between squares.
func loose(signs []grid.Sign) bool {
	return !slices.ContainsFunc(signs, func(sign grid.Sign) bool {
		return sign != grid.Blank && sign != grid.Nothing &&
			sign != grid.Comma
	})
}

// reading is the state while a text is read. Its squares are as the side to move sees them.
type reading struct {
	position Position
	typed    typed
	squares  []int // of the path
	drops    []int
	paths    []path // of the man on the first square, if it can move, in square order, including equal results
	whole    []path // paths that the text may mean, one per result
	begun    []path // paths that the text may begin
}

// read returns the legal move that a text means, in canonical form. A text has all squares of a path, its ends and
// any squares between, or only the first squares, and then the drops in any order; all moves that it allows must have
// one result.
func (p Position) read(text string) (Move, *engine.MoveError) {
	m, e := p.readMove(text)
	if e != nil {
		e.Text = text
		return Move{}, e
	}
	return p.canonical(m), nil
}

func (p Position) readMove(text string) (Move, *engine.MoveError) {
	last := 7
	if p.Second {
		last = 0
	}
	t, ok := split(text, last)
	if !ok {
		return Move{}, &engine.MoveError{Kind: engine.NotMove}
	}
	squares, e := grid.Locate(slices.Concat(t.Squares, t.drops), 8)
	if e != nil {
		return Move{}, e
	}
	for i, square := range squares {
		squares[i] = p.real(square)
	}
	r := reading{position: p, typed: t, squares: squares[:len(t.Squares)], drops: squares[len(t.Squares):]}
	if man := r.squares[0]; p.movable()&(1<<man) != 0 {
		r.paths = p.ways(man)
	}
	if r.typed.Captures() && len(r.paths) > 0 && r.paths[0].taken == 0 {
		return Move{}, r.illegal(grid.NothingTaken, r.squares[1], r.choices(r.matching(r.squares))...)
	}
	if w, ok := r.match(); ok {
		return r.drop(w)
	}
	return Move{}, r.answer()
}

// match compares the text with the legal paths. It returns a path if the text lists all its squares, or if an
// abbreviated text fits no other; a man alone suffices before drops, because it must arrive.
func (r *reading) match() (path, bool) {
	ends := func(w path) bool { return !r.typed.EndsWithSign() || w.arrives() }
	for _, w := range r.paths {
		switch {
		case slices.Equal(r.squares, w.squares) && ends(w):
			return w, true
		case r.passes(w):
			r.whole = add(r.whole, w)
		case r.begins(w):
			r.begun = add(r.begun, w)
		}
	}
	switch {
	case len(r.drops) > 0:
		r.begun = nil // drops come after the path only
	case r.typed.EndsWithSign() && len(r.begun) > 0:
		r.whole = nil // a final sign means that more follows
	}
	if len(r.whole) == 1 && len(r.begun) == 0 && ends(r.whole[0]) {
		return r.whole[0], true
	}
	return path{}, false
}

// passes reports whether a path has the same ends as the text and lands on the squares between in order; if the text
// has only a man and drops, whether it arrives.
func (r *reading) passes(w path) bool {
	last := len(r.squares) - 1
	if last == 0 {
		return len(r.drops) > 0 && w.arrives()
	}
	return r.squares[last] == w.to() && w.lands(r.squares)
}

// lands reports whether a path lands on squares in order.
func (w path) lands(squares []int) bool {
	found := 0
	for _, square := range w.squares {
		if found < len(squares) && squares[found] == square {
			found++
		}
	}
	return found == len(squares)
}

// begins reports whether a path begins with the squares of the text and continues.
func (r *reading) begins(w path) bool {
	return len(r.squares) < len(w.squares) && slices.Equal(r.squares, w.squares[:len(r.squares)])
}

// drop reads the drops after a path.
func (r *reading) drop(w path) (Move, *engine.MoveError) {
	free, due := r.position.vacant(w), r.position.due(w)
	if r.typed.star && !w.arrives() { // without a sign, drops follow only the last row
		return Move{}, engine.NewIllegal(dropNotDue, "", r.choices([]path{w})...)
	}
	var chosen uint64
	fail := func(rule engine.Code, at int) (Move, *engine.MoveError) {
		return Move{}, r.illegal(rule, at, r.nextDrops(w, chosen)...)
	}
	for i, d := range r.drops {
		switch one := uint64(1) << d; {
		case one&Zone == 0:
			return fail(dropOutside, d)
		case one&free&^chosen == 0:
			return fail(dropOccupied, d)
		case i == due:
			_, e := fail(dropsTooMany, d)
			e.At, e.Count = "", due
			return Move{}, e
		default:
			chosen |= one
		}
	}
	m, ok := r.position.complete(w, chosen)
	if !ok {
		return Move{}, &engine.MoveError{Kind: engine.Incomplete, Choices: r.nextDrops(w, chosen)}
	}
	return m, nil
}

// nextDrops returns the texts with one more drop than those chosen, or the complete move if no choice is left.
func (r *reading) nextDrops(w path, chosen uint64) (list []string) {
	if m, ok := r.position.complete(w, chosen); ok {
		return []string{string(r.position.Text(m))}
	}
	for _, d := range r.position.ordered(r.position.vacant(w) &^ chosen) {
		list = append(list, string(r.position.Text(Move{w, chosen | 1<<d})))
	}
	return list
}

// choices returns texts of paths for Read: the complete move if no choice is left.
func (r *reading) choices(ways []path) []string {
	var list []string
	for i, w := range ways {
		if slices.ContainsFunc(ways[:i], w.equivalent) {
			continue
		}
		if m, ok := r.position.complete(w, 0); ok {
			list = append(list, string(r.position.Text(m)))
		} else {
			list = append(list, r.position.wayText(w))
		}
	}
	return list
}

// answer returns the error for a text that is not exactly one move.
func (r *reading) answer() *engine.MoveError {
	switch {
	case r.typed.EndsWithSign() && len(r.whole) > 0 && len(r.begun) == 0:
		return r.illegal(grid.MoveOver, r.squares[len(r.squares)-1], r.choices(r.whole)...)
	case len(r.whole) > 0:
		return &engine.MoveError{Kind: engine.Ambiguous, Choices: r.choices(append(r.whole, r.begun...))}
	case len(r.begun) == 1 && len(r.squares) == 1:
		return &engine.MoveError{Kind: engine.Incomplete, Choices: r.nextDrops(r.begun[0], 0)} // the only path is no choice
	case len(r.begun) > 0:
		return &engine.MoveError{Kind: engine.Incomplete, Choices: r.choices(r.begun)}
	case len(r.squares) == 1 && len(r.drops) == 0:
		e := r.explainMan()
		return &engine.MoveError{Kind: engine.Incomplete, Rule: e.Rule, At: e.At}
	}
	return r.explain()
}
