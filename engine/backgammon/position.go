package backgammon

import (
	"iter"
	"slices"

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

// next is the position after a canonical move.
func (p position) next(m engine.Move) (position, bool) {
	if side, multiple, ok := p.resignation(m); ok {
		return p.over(resigned, indexOf(side.Other()), multiple), true
	}
	switch p.phase {
	case deciding:
		switch m {
		case roll:
			p.phase = rolling
			return p, true
		case double:
			p.phase = doubled
			return p, true
		}
		return p, false
	case doubled:
		switch m {
		case take:
			p.cube++
			p.owner = 1 - p.mover
			return p.decide(), true
		case drop:
			return p.over(dropped, p.mover, 1), true
		}
		return p, false
	case playing:
		if m == double && p.mayDouble(p.mover) == "" && len(p.plays()) > 0 {
			p.phase = doubled
			return p, true
		}
		return p.nextPlay(m)
	}
	if p.Turn() != engine.Chance || len(m) != 2 {
		return p, false
	}
	a, b := int(m[0])-'0', int(m[1])-'0'
	if min(a, b) < 1 || max(a, b) > 6 || a < b && !p.each() {
		return p, false
	}
	return p.thrown(a, b), true
}

// nextPlay is next for plays.
func (p position) nextPlay(m engine.Move) (position, bool) {
	plays := p.plays()
	if len(plays) == 0 {
		return p.after(play{own: p.sides[p.mover]}), m == engine.Pass
	}
	i := p.find(plays, m)
	if i < 0 {
		return p, false
	}
	return p.after(plays[i]), true
}

// find is the index of the play with a canonical text, -1 if there is none. Only the play that leads to the board that the
// text leads to is written down to be compared.
func (p position) find(plays []play, m engine.Move) int {
	t, ok := split(string(m))
	if !ok || !t.own || t.odd != "" {
		return -1
	}
	h := p.rules.hand(p.board())
	to := play{own: h.own}
	for _, l := range t.legs {
		if l.from > bar || l.to >= l.from || to.own.at(l.from) == 0 {
			return -1
		}
		to.own = to.own.moved(l.from, l.to)
		if l.to != off {
			to.hits |= h.blots & (1 << l.to)
		}
	}
	i := slices.IndexFunc(plays, to.same)
	if i < 0 || p.text(plays[i]) != m {
		return -1
	}
	return i
}

// after is the position after a play, or after a pass, which changes nothing on the board.
func (p position) after(m play) position {
	b := p.board().after(m)
	p.sides[p.mover], p.sides[1-p.mover] = b.own, b.opp
	p.mover = 1 - p.mover
	p.dice = [2]int{}
	if b.own.onBoard() == 0 {
		return p.over(bornOff, 1-p.mover, p.won(1-p.mover))
	}
	return p.decide()
}

// decide is the turn of the mover: he decides if there is something to decide, and plays if he has dice.
func (p position) decide() position {
	p.phase = rolling
	switch {
	case p.dice[0] != 0:
		p.phase = playing
	case p.mayDouble(p.mover) == "":
		p.phase = deciding
	}
	return p
}

// thrown is the position after a throw.
func (p position) thrown(a, b int) position {
	if p.phase == opening || p.phase == ended {
		each := p.each()
		if p.phase == ended {
			p = p.nextGame()
		}
		switch {
		case !each || a > b:
			p.mover = 0
		case a < b:
			p.mover = 1
		default:
			p.dice = [2]int{a, b}
			return p
		}
	}
	p.dice = [2]int{max(a, b), min(a, b)}
	p.phase = playing
	return p
}

// nextGame is the start of the next game. The game after the one in which a player came within a point of the match for
// the first time is the Crawford game: the winner has just come there, and the loser never was.
func (p position) nextGame() position {
	next := p.rules.begin()
	next.length, next.jacoby, next.score = p.length, p.jacoby, p.score
	next.crawford = p.rules.crawford && p.length > 1 && p.score[p.winner] == p.length-1 && p.score[1-p.winner] < p.length-1
	return next
}

// multiples tells whether a game can be worth more than the stake.
func (p position) multiples() bool {
	return p.rules.gammons && (!p.jacoby || p.cube > 0)
}

// won is the multiple of the stake for a side that has borne off all.
func (p position) won(winner int) int {
	loser := p.sides[1-winner]
	switch {
	case !p.multiples() || loser.at(off) > 0:
		return 1
	case loser.some()>>(across(home)) == 0:
		return 2
	}
	return 3
}

// over is the position in which a game has ended and is counted.
func (p position) over(how, winner, multiple int) position {
	p.phase, p.end, p.winner, p.multiple = ended, how, winner, multiple
	p.dice = [2]int{}
	p.score[winner] = min(p.score[winner]+p.Stake()*multiple, mostScore)
	return p
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
