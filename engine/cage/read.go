package cage

import (
	"slices"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// Read implements engine.Position. A text names a step, or every landing of a jump sequence, or only its ends; with any
// signs, in letters of any case. A sequence that is not over is Incomplete, and its Choices are the next jumps.
func (p position) Read(text string) (engine.Move, error) {
	m, e := p.read(text)
	if e != nil {
		e.Text = text
		return "", e
	}
	return m.text(), nil
}

// passes are what people type for a pass besides its canonical text. Being ordinary words, they are heard only from who has
// to pass.
var passes = []string{"passo", "passar", "paso", "pasar"}

// read finds the legal move that a text means; its error lacks the text.
func (p position) read(text string) (move, *engine.MoveError) {
	word := strings.ToLower(strings.TrimRight(strings.TrimSpace(text), "!."))
	if word == string(engine.Pass) || slices.Contains(passes, word) {
		return p.readPass(word)
	}
	if bare := strings.TrimRight(text, "!?. "); strings.HasSuffix(bare, "*") {
		text = bare // the star belongs to the move, praise does not
	}
	typed, ok := grid.Split(text)
	if !ok {
		return move{}, &engine.MoveError{Kind: engine.NotMove}
	}
	r := reading{position: p, look: p.size.look(p.board()), typed: typed}
	if e := r.locate(); e != nil {
		return move{}, e
	}
	if e := r.whose(); e != nil {
		if len(r.squares) == 1 {
			e.Kind, e.Choices = engine.Incomplete, nil
		}
		return move{}, e
	}
	return r.move()
}

// readPass reads the word for a pass.
func (p position) readPass(word string) (move, *engine.MoveError) {
	over := p.Outcome().Decided()
	switch {
	case !over && !p.size.moves(p.board()):
		return move{pass: true}, nil
	case word != string(engine.Pass):
		return move{}, &engine.MoveError{Kind: engine.NotMove}
	case over:
		return move{}, illegal(gameOver)
	}
	return move{}, illegal(mayNotPass)
}

// reading is a text on its way to a move.
type reading struct {
	position
	look    look
	typed   grid.Typed
	squares []int
	ways    ways // of the checker on the first square
}

// locate finds the squares on the board. Numbers are no squares here: they are somebody's age, a date, a score; and so may
// be names that are not on the board.
func (r *reading) locate() *engine.MoveError {
	missing := ""
	for _, s := range r.typed.Squares {
		switch width := r.size.width; {
		case s.Number >= 0:
			return &engine.MoveError{Kind: engine.NotMove}
		case s.File < width && s.Rank >= 0 && s.Rank < width:
			r.squares = append(r.squares, s.Rank*stride+s.File)
		case missing == "":
			missing = s.Text
		}
	}
	switch {
	case missing == "":
		return nil
	case len(r.squares) == 0:
		return &engine.MoveError{Kind: engine.NotMove}
	}
	e := illegal(noSuchSquare)
	e.At = missing
	return e
}

// whose says what is wrong with moving what stands on the first square, if it is not the mover's or nothing can move.
func (r *reading) whose() *engine.MoveError {
	from := r.squares[0]
	switch {
	case r.Outcome().Decided():
		return illegal(gameOver)
	case r.look.opp.has(from):
		return illegalAt(opponents, from)
	case !r.look.own.has(from):
		return illegalAt(emptySquare, from)
	case r.look.movable(r.look.own).empty():
		e := illegal(mustPass)
		e.Choices = []string{string(engine.Pass)}
		return e
	}
	return nil
}

// move reads the squares as a move of an own checker, some of which can move.
func (r *reading) move() (move, *engine.MoveError) {
	from := r.squares[0]
	r.ways = r.look.ways(from)
	if len(r.squares) == 1 {
		var choices []string
		for _, to := range r.look.stepsOf(from) {
			choices = append(choices, string(move{from: from, to: to}.text()))
		}
		if choices = append(choices, r.next(nil)...); choices == nil {
			return move{}, &engine.MoveError{Kind: engine.Incomplete, Rule: pieceBlocked, At: name(from)}
		}
		return move{}, &engine.MoveError{Kind: engine.Incomplete, Choices: choices}
	}
	if to := r.squares[1]; r.look.free.has(to) && near(from, to) {
		return r.step(to)
	}
	way, e := r.jumps()
	if e != nil {
		if len(r.squares) == 2 && from != r.squares[1] { // a square named twice is rather a piece picked twice
			if m, open, ok := r.ends(); ok {
				return m, open
			}
		}
		return move{}, e
	}
	if len(r.next(way)) > 0 {
		return move{}, &engine.MoveError{Kind: engine.Incomplete, Choices: r.next(way)}
	}
	return r.whole(way), nil
}

// near tells whether two squares are neighbours in one of eight directions.
func near(a, b int) bool { return slices.Contains(around[:], b-a) }

// step reads the squares as a step to an empty neighbour, the second of them.
func (r *reading) step(to int) (move, *engine.MoveError) {
	m := move{from: r.squares[0], to: to}
	if e := r.explainStep(to); e != nil {
		return move{}, e
	}
	if len(r.squares) > 2 {
		e := illegalAt(oneStep, to)
		e.Choices = []string{string(m.text())}
		return move{}, e
	}
	return m, nil
}

// jumps follows the squares jump by jump. A way out of the board is named by the enemy on the edge, star or not: nothing
// else can be meant by it.
func (r *reading) jumps() (way []jump, e *engine.MoveError) {
	at, opp := r.squares[0], r.look.opp
	var room [4]jump
	for _, to := range r.squares[1:] {
		if at == out {
			e := illegalAt(offBoard, way[len(way)-1].over)
			e.Choices = []string{string(r.whole(way).text())}
			return nil, e
		}
		list := r.ways.next(at, opp, room[:0])
		i := slices.IndexFunc(list, func(j jump) bool { return j.to == to || j.to == out && j.over == to })
		if i < 0 {
			return nil, r.explainJump(way, at, to)
		}
		way = append(way, list[i])
		at, opp = list[i].to, opp.without(only(list[i].over))
	}
	return way, nil
}

// whole is the canonical form of a complete sequence.
func (r *reading) whole(way []jump) move {
	return move{from: r.squares[0], way: r.ways.canonical(taken(way))}
}

// next is the texts by which the beginning of a sequence goes on; none if it is complete.
func (r *reading) next(way []jump) []string {
	at := r.squares[0]
	if len(way) > 0 {
		at = way[len(way)-1].to
	}
	if at == out {
		return nil
	}
	var room [4]jump
	var choices []string
	for _, j := range r.ways.next(at, r.look.opp.without(taken(way)), room[:0]) {
		choices = append(choices, wayText(r.squares[0], append(slices.Clip(way), j)))
	}
	return choices
}

// What is searched for sequences of which only the ends were typed. If there are more, the way has to be told.
const (
	mostStates  = 20000
	mostChoices = 8
)

// ends looks for sequences between the two squares; ok if there are any.
func (r *reading) ends() (m move, e *engine.MoveError, ok bool) {
	var found []string
	w := walk{ways: r.ways, limit: mostStates}
	all := w.each(func(way []jump) bool {
		last := way[len(way)-1]
		if last.to == r.squares[1] || last.to == out && last.over == r.squares[1] {
			m = move{from: r.squares[0], way: slices.Clone(way)}
			found = append(found, string(m.text()))
		}
		return len(found) <= mostChoices
	})
	switch {
	case !all:
		return move{}, &engine.MoveError{Kind: engine.Incomplete, Choices: r.next(nil)}, true
	case len(found) > 1:
		return move{}, &engine.MoveError{Kind: engine.Ambiguous, Choices: found}, true
	}
	return m, nil, len(found) == 1
}
