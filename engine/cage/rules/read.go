package rules

import (
	"slices"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// Read implements engine.Position. A text has a step, or every landing of a jump sequence, or its ends and any landings
// between, ignoring case; an incomplete sequence is Incomplete, with the next jumps as Choices.
func (p Position) Read(text string) (engine.Move, error) {
	// A sign of captures allows only jumps.
	m, e := p.read(text)
	if e != nil {
		e.Text = text
		return "", e
	}
	return m.Text(), nil
}

// passes lists what people type for a pass besides the canonical text. They are ordinary words, so they count only
// when the player has to pass.
var passes = []string{"passo", "passar", "paso", "pasar"}

// read returns the legal move that a text means; its error lacks the text.
func (p Position) read(text string) (Move, *engine.MoveError) {
	plain, _ := engine.Normalize(text)
	word := strings.TrimRight(plain, "!.,- ")
	if word == string(engine.Pass) || slices.Contains(passes, word) {
		return p.readPass(word)
	}
	bare, star := strings.CutSuffix(strings.TrimRight(plain, "!?.,- "), "*")
	if star {
		text = bare // a star belongs to the move, but an exclamation mark does not
	}
	typed, ok := grid.Split(text)
	if !ok {
		return Move{}, &engine.MoveError{Kind: engine.NotMove}
	}
	return grid.Read(typed, func(t grid.Typed) (Move, *engine.MoveError) { return p.readTyped(t, star) }, Move.Text)
}

// readTyped returns the legal move of a parsed text; star says that the checker leaves the board.
func (p Position) readTyped(typed grid.Typed, star bool) (Move, *engine.MoveError) {
	cells, e := grid.Locate(typed.Squares, p.Size.Width)
	if e != nil {
		return Move{}, e
	}
	r := reading{position: p, look: p.Size.MoveInfo(p.Board()), typed: typed, star: star}
	for _, cell := range cells {
		r.squares = append(r.squares, cell/p.Size.Width*stride+cell%p.Size.Width)
	}
	if e := r.checkOwner(); e != nil {
		if len(r.squares) == 1 {
			e.Kind, e.Choices = engine.Incomplete, nil
		}
		return Move{}, e
	}
	m, e := r.move()
	if e != nil || !r.typed.EndsWithSign() && !(r.star && m.way[len(m.way)-1].to != noSquare) {
		return m, e
	}
	// The text continues after the end of the move, or wrongly says that it leaves the board.
	rule := jumpOver
	if m.way[0].over == noSquare {
		rule = oneStep
	}
	return m, illegal(rule, r.squares[len(r.squares)-1], string(m.Text()))
}

// readPass reads a word for a pass.
func (p Position) readPass(word string) (Move, *engine.MoveError) {
	over := p.Outcome().Decided()
	switch {
	case !over && !p.Size.Moves(p.Board()):
		return Move{}, nil
	case word != string(engine.Pass):
		return Move{}, &engine.MoveError{Kind: engine.NotMove}
	case over:
		return Move{}, engine.NewIllegal(grid.GameOver, "")
	}
	return Move{}, engine.NewIllegal(mayNotPass, "")
}

// reading is the state while a text is read.
type reading struct {
	position Position
	look     MoveInfo
	typed    grid.Typed
	star     bool // the text says that the checker leaves the board
	squares  []int
	ways     jumpTargets // of the checker on the first square
}

// checkOwner returns an error if the first square has no checker of the mover, or the mover has no move.
func (r *reading) checkOwner() *engine.MoveError {
	from := r.squares[0]
	e := grid.FirstReason(name,
		reason(r.position.Outcome().Decided(), grid.GameOver, noSquare),
		reason(r.look.Opp.has(from), opponents, from),
		reason(!r.look.Own.has(from), grid.EmptySquare, from))
	if e == nil && r.look.movable(r.look.Own).Empty() {
		e = engine.NewIllegal(mustPass, "", string(engine.Pass))
	}
	return e
}

// move reads the squares as a move of an own checker; some own checker can move.
func (r *reading) move() (Move, *engine.MoveError) {
	from := r.squares[0]
	r.ways = r.look.targets(from)
	if len(r.squares) == 1 {
		var choices []string
		for _, to := range r.look.stepsOf(from) {
			choices = append(choices, string(step(from, to).Text()))
		}
		if choices = append(choices, r.next(nil)...); choices == nil {
			return Move{}, &engine.MoveError{Kind: engine.Incomplete, Rule: pieceBlocked, At: name(from)}
		}
		return Move{}, &engine.MoveError{Kind: engine.Incomplete, Choices: choices}
	}
	if to := r.squares[1]; r.look.free.has(to) && adjacent(from, to) {
		return r.step(to)
	}
	way, e := r.jumps()
	switch {
	case e != nil:
		return r.matching(e)
	case len(r.next(way)) > 0:
		return Move{}, &engine.MoveError{Kind: engine.Incomplete, Choices: r.next(way)}
	}
	return r.canonical(way), nil
}

// adjacent reports whether two squares are neighbours in one of eight directions.
func adjacent(a, b int) bool { return slices.Contains(Neighbours[:], b-a) }

// step reads the squares as a step to an empty neighbour, the second of them.
func (r *reading) step(to int) (Move, *engine.MoveError) {
	m := step(r.squares[0], to)
	if e := r.explainStep(to); e != nil {
		return Move{}, e
	}
	switch {
	case len(r.squares) > 2:
		return Move{}, illegal(oneStep, to, string(m.Text()))
	case r.typed.Captures():
		return Move{}, illegal(grid.NothingTaken, to, string(m.Text()))
	}
	return m, nil
}

// jumps follows the squares jump by jump. A square of an enemy on the edge means the jump off the board, with or
// without a star, because nothing else can be meant.
func (r *reading) jumps() (way []jump, e *engine.MoveError) {
	at, opp := r.squares[0], r.look.Opp
	var room [4]jump
	for _, to := range r.squares[1:] {
		if at == noSquare {
			return nil, illegal(offBoard, way[len(way)-1].over, string(r.canonical(way).Text()))
		}
		list := r.ways.next(at, opp, room[:0])
		i := slices.IndexFunc(list, func(j jump) bool { return j.end() == to })
		if i < 0 {
			return nil, r.explainJump(way, at, to)
		}
		way = append(way, list[i])
		at, opp = list[i].to, opp.Minus(SquareSet(list[i].over))
	}
	return way, nil
}

// canonical returns the canonical form of a complete sequence.
func (r *reading) canonical(way []jump) Move {
	return Move{r.squares[0], r.ways.canonical(captured(way))}
}

// next returns the texts of the continuations of a sequence; none if it is complete.
func (r *reading) next(way []jump) []string {
	at := r.squares[0]
	if len(way) > 0 {
		at = way[len(way)-1].to
	}
	if at == noSquare {
		return nil
	}
	var room [4]jump
	var choices []string
	for _, j := range r.ways.next(at, r.look.Opp.Minus(captured(way)), room[:0]) {
		choices = append(choices, wayText(r.squares[0], append(slices.Clip(way), j)))
	}
	return choices
}

// Limits of the search for a sequence with only some landings typed; beyond them the whole way is needed.
const (
	mostStates  = 20000
	mostChoices = 8
)

// matching searches for sequences that land on the squares in order and end on the last; if there are none, the error
// is that of jumping from square to square.
func (r *reading) matching(wrong *engine.MoveError) (Move, *engine.MoveError) {
	if len(r.squares) == 2 && r.squares[0] == r.squares[1] { // a square named twice rather means a piece tapped twice
		return Move{}, wrong
	}
	var found []string
	var last Move
	w := walk{jumpTargets: r.ways, limit: mostStates}
	all := w.each(func(way []jump) bool {
		if r.passes(way) {
			last = Move{r.squares[0], slices.Clone(way)}
			found = append(found, string(last.Text()))
		}
		return len(found) <= mostChoices
	})
	switch {
	case !all:
		return Move{}, &engine.MoveError{Kind: engine.Incomplete, Choices: r.next(nil)}
	case found == nil:
		return Move{}, wrong
	case len(found) > 1:
		return Move{}, &engine.MoveError{Kind: engine.Ambiguous, Choices: found}
	}
	return last, nil
}

// passes reports whether a sequence lands on the squares in order, and ends on the last.
func (r *reading) passes(way []jump) bool {
	rest := r.squares[1:]
	for i, j := range way {
		if j.end() == rest[0] && (len(rest) > 1 || i == len(way)-1) {
			if rest = rest[1:]; len(rest) == 0 {
				return true
			}
		}
	}
	return false
}
