package backgammon

import (
	"iter"

	"tabuleiro/engine"
)

// phase is what is to be decided next.
type phase uint8

const (
	opening  phase = iota // Chance throws for the start of a game
	deciding              // the side on roll may double, or roll
	rolling               // Chance throws for the side on roll
	playing               // the side on roll has dice
	doubled               // the other side takes or drops
	ended                 // the game is over; if the match is not, Chance throws for the next one
)

// position is the turn around the board.
type position struct {
	rules *rules
	sides [2]counts // Black and Red, each by its own numbering
	phase phase
	mover int    // index of the side on roll
	dice  [2]int // the larger first; 0: not thrown. In an opening they are the last tie

	cube     int // logarithm
	owner    int // index of a side, or nobody
	length   int // of the match; 0: money
	score    [2]int
	crawford bool // this is the Crawford game
	jacoby   bool

	end      int // bornOff, resigned or dropped, once ended
	winner   int // index, once ended
	multiple int // of the stake that the winner gets, once ended
}

// begin is the position before the first throw.
func (r *rules) begin() position {
	p := position{rules: r, sides: [2]counts{setUp, setUp}, owner: nobody}
	if r.points > 1 {
		p.length = r.points
	} else {
		p.jacoby = r.jacoby
	}
	return p
}

// sideOf is the side with an index.
func sideOf(index int) engine.Side { return engine.First + engine.Side(index) }

// indexOf is the index of First or Second.
func indexOf(s engine.Side) int { return int(s - engine.First) }

// board is the position as the side on roll sees it.
func (p position) board() board { return board{p.sides[p.mover], p.sides[1-p.mover]} }

// more tells whether another game follows when this one has ended.
func (p position) more() bool {
	if p.length == 0 {
		return p.rules.points == 0
	}
	return max(p.score[0], p.score[1]) < p.length
}

// Turn implements engine.Position.
func (p position) Turn() engine.Side {
	switch p.phase {
	case deciding, playing:
		return sideOf(p.mover)
	case doubled:
		return sideOf(1 - p.mover)
	case ended:
		if !p.more() {
			return engine.Nobody
		}
	}
	return engine.Chance
}

// Outcome implements engine.Position. Its points are those of the last game.
func (p position) Outcome() engine.Outcome {
	if p.phase != ended || p.more() {
		return engine.Outcome{}
	}
	return p.gameOutcome()
}

// gameOutcome is how the game ended, whether or not the match goes on.
func (p position) gameOutcome() engine.Outcome {
	o := engine.Outcome{Winner: sideOf(p.winner), Points: p.Stake() * p.multiple}
	switch {
	case p.end == dropped:
		o.Reason = wonByDrop
	case p.end == resigned:
		o.Reason = wonByResigning
	default:
		o.Reason = [...]engine.Code{1: wonSingle, 2: wonGammon, 3: wonBackgammon}[p.multiple]
	}
	return o
}

// mayDouble is why a side may not double now; "" if it may.
func (p position) mayDouble(index int) engine.Code {
	switch {
	case p.rules.double == never:
		return cubeOff
	case p.crawford:
		return crawfordGame
	case p.owner != nobody && p.owner != index:
		return cubeNotYours
	case p.cube >= p.rules.cubeMost:
		return cubeAtMost
	case p.phase == playing && p.rules.double != turn:
		return doubleBefore
	}
	return ""
}

// Moves that are words.
const (
	roll   engine.Move = "roll"
	double engine.Move = "double"
	take   engine.Move = "take"
	drop   engine.Move = "drop"
)

// plays are those of the dice, in the order of Moves.
func (p position) plays() []play {
	return p.rules.plays(p.board(), p.dice[0], p.dice[1], nil)
}

// Moves implements engine.Position: throws by their numbers; plays with the larger die first, from the furthest place, and
// then the double where it may follow the roll.
func (p position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		switch p.phase {
		case deciding:
			_ = yield(roll) && yield(double)
		case doubled:
			_ = yield(take) && yield(drop)
		case playing:
			plays := p.plays()
			if len(plays) == 0 {
				yield(engine.Pass)
				return
			}
			for _, m := range plays {
				if !yield(p.text(m)) {
					return
				}
			}
			if p.mayDouble(p.mover) == "" {
				yield(double)
			}
		default:
			if p.Turn() == engine.Chance {
				p.throws(yield)
			}
		}
	}
}

// each tells whether the next throw is one where each side throws one die.
func (p position) each() bool {
	return p.rules.opening == each && (p.phase == opening || p.phase == ended)
}

func (p position) throws(yield func(engine.Move) bool) {
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			if (a >= b || p.each()) && !yield(throw(a, b)) {
				return
			}
		}
	}
}

func throw(a, b int) engine.Move { return engine.Move([]byte{'0' + byte(a), '0' + byte(b)}) }

// text is the canonical text of a play.
func (p position) text(m play) engine.Move {
	h := p.rules.hand(p.board())
	return engine.Move(h.text(m.list()))
}

// Play implements engine.Position.
func (p position) Play(m engine.Move) (engine.Position, error) {
	if next, ok := p.next(m); ok {
		return next, nil
	}
	canonical, err := p.Read(string(m))
	if err == nil {
		err = &engine.MoveError{Kind: engine.Illegal, Text: string(m), Rule: notCanonical, Choices: []string{string(canonical)}}
	}
	return nil, err
}

// Key implements engine.Position. Nothing repeats, so that it is all of the position.
func (p position) Key() string { return p.String() }

// Perft implements engine.Perfter.
func (p position) Perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for m := range p.successors() {
		if depth == 1 {
			n++
		} else {
			n += m.Perft(depth - 1)
		}
	}
	return n
}

// successors are the positions after all moves, in the order of Moves.
func (p position) successors() iter.Seq[position] {
	return func(yield func(position) bool) {
		if p.phase != playing {
			for m := range p.Moves() {
				if next, _ := p.next(m); !yield(next) {
					return
				}
			}
			return
		}
		plays := p.plays()
		for _, m := range plays {
			if !yield(p.after(m)) {
				return
			}
		}
		if len(plays) == 0 {
			yield(p.after(play{own: p.sides[p.mover]}))
		} else if p.mayDouble(p.mover) == "" {
			p.phase = doubled
			yield(p)
		}
	}
}
