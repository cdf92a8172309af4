// Package analysis looks at games that were played, and at positions, with the eyes of an engine.Brain: what each move
// has cost, how lucky the dice were, what to play and why, and where there is something to be found.
//
// It only asks brains; it knows no game. Chances and equities are in parts of engine.ProbScale.
package analysis

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"tabuleiro/engine"
)

// Mark is how bad a move was.
type Mark uint8

// Good is everything that is not marked.
const (
	Good Mark = iota
	Inaccuracy
	Mistake
	Blunder
)

// String is the sign that is written behind a move: "?!", "?", "??", or nothing.
func (m Mark) String() string { return [...]string{"", "?!", "?", "??"}[m&3] }

// Limits are the least losses for the marks.
type Limits [3]int

// The limits. In games without a stake they are those of lichess: 5, 10 and 15 points of winning chance. In games with
// a stake they are equities, as is usual in backgammon.
var (
	Chances  = Limits{500, 1000, 1500}
	Equities = Limits{400, 800, 1600}
)

// MarkFor is the mark for a loss.
func (l Limits) MarkFor(loss int) Mark {
	m := Good
	for _, least := range l {
		if loss >= least {
			m++
		}
	}
	return m
}

// LimitsOf are those for a position's game.
func LimitsOf(p engine.Position) Limits {
	if _, ok := p.(engine.StakeGame); ok {
		return Equities
	}
	return Chances
}

// Judged is a move of a line, looked at afterwards.
type Judged struct {
	Side engine.Side       // whose move it was; Chance for a throw, Nobody for the end of a game that was given up
	Move engine.Move       // what was played
	Best engine.ScoredMove // what would have been best; a forced move and a throw have none
	// equity for First after the move; in a game without stake its chances to win, and half those of a draw
	Value  int
	Loss   int // equity that the move gave away, at least 0
	Luck   int // of a throw: equity that it gave to the side that is on turn after it
	Mark   Mark
	Forced bool // there was nothing to decide
	// how the game was expected to go on after a move with a mark, in a game without dice
	Reply []engine.Move `json:",omitempty"`
	// of a move with a mark, in a game without dice: it, and the best one, each with what the first look expected then
	Seen   [][]engine.Move    `json:",omitempty"`
	Played *engine.ScoredMove `json:",omitempty"` // of a move with a mark: what it is worth, as the second look has it
	Cube   *engine.Cube       `json:",omitempty"` // of a decision about the stake that has a mark: what it is worth each way
	// a decision about the stake that was right, and everything else far worse: it says nothing about a player
	Plain bool
}

// far is by how much less everything else is worth where a decision about the stake is plain.
const far = engine.ProbScale * 16 / 100

// Report is a line, looked at afterwards.
type Report struct {
	Moves    []Judged
	Accuracy [2]int // of First and Second, forced moves left out; engine.ProbScale without any other
	Luck     [2]int // sum of what the dice gave
	Loss     [2]int // sum of what was given away
	Decided  [2]int // number of decisions, those left out that were forced or plain
}

// Rate is what a side has given away in a decision, in the mean. In a game with a stake it is the error rate.
func (r *Report) Rate(side int) int { return r.Loss[side] / max(1, r.Decided[side]) }

// Standards are how well somebody plays a game with a stake, the best first, with the least error rate that is too much
// for each: those of GNU Backgammon.
var Standards = []struct {
	Name  string
	Below int // of engine.ProbScale
}{{"world-class", 50}, {"expert", 80}, {"advanced", 120}, {"intermediate", 180}, {"casual", 260}, {"beginner", 350},
	{"novice", math.MaxInt}}

// StandardOf is the name of that of an error rate.
func StandardOf(rate int) (name string) {
	for _, s := range slices.Backward(Standards) {
		if rate < s.Below {
			name = s.Name
		}
	}
	return name
}

// Marked is the indices of the moves that have a mark, in order.
func (r *Report) Marked() (list []int) {
	for i, m := range r.Moves {
		if m.Mark != Good {
			list = append(list, i)
		}
	}
	return list
}

// Worst is the indices of the worst moves that have a mark, the worst first, at most n of them.
func (r *Report) Worst(n int) []int {
	list := r.Marked()
	slices.SortStableFunc(list, func(a, b int) int { return r.Moves[b].Loss - r.Moves[a].Loss })
	return list[:min(n, len(list))]
}

// Equities are what a marked move's game was worth to its side before the move, if the best one had been played, and
// after it; in a game without a stake they are its chances.
func (j *Judged) Equities() (before, after int) { return j.Best.Equity, j.Best.Equity - j.Loss }

// Analysis is an analysis of a line in small steps, from the last move to the first. Its progress may be dropped at any
// time.
type Analysis struct {
	brain    engine.Brain
	line     engine.Line
	task     engine.Limits
	stake    bool // the game has one
	judged   []Judged
	left     int // moves to be looked at
	value    int // equity for First of the position after them
	begun    bool
	nodes    int               // that the thought about it was bounded by, or took where the task bounds none
	near     bool              // in a game with a stake other plays come near to the best one
	expected []engine.Move     // how the game was expected to go on from the position that was looked at last
	found    engine.ScoredMove // what was found best there
	doubt    *doubt            // the move before them, if it has earned a mark that is not confirmed
}

// New begins an analysis with so hard a task for each position.
func New(brain engine.Brain, line engine.Line, task engine.Limits) *Analysis {
	_, stake := line.Position().(engine.StakeGame)
	return &Analysis{brain: brain, line: line, task: task, stake: stake, judged: make([]Judged, line.Len()), left: line.Len()}
}

// Step looks at one more position; at one that a mark hangs on with ten times the nodes. It reports whether there is
// nothing left to do. After an error, that of ctx for example, it may be called again.
func (r *Analysis) Step(ctx context.Context) (done bool, err error) {
	if !r.begun {
		if r.value, err = r.worth(ctx, r.line); err != nil {
			return false, err
		}
		r.begun = true
		return r.left == 0, nil
	}
	if r.left == 0 {
		return true, nil
	}
	if r.doubt != nil {
		err := r.confirm(ctx)
		return r.left == 0, err
	}
	n := r.left - 1
	r.nodes, r.near = 0, false
	before := r.line.Back(r.line.Len() - n)
	j := Judged{Side: before.Turn(), Move: r.line.Move(n), Value: r.value}
	value := r.value
	switch {
	case resigned(before.Position(), j.Move): // both have agreed on it, whichever side is on turn
		j.Side, j.Forced = engine.Nobody, true
		value, err = r.worth(ctx, before)
	case j.Side == engine.Chance:
		value, err = r.throw(ctx, before, &j)
		if won, ended := r.won(before); ended { // it opens the next game of a match
			value = won
		}
	case IsForced(before.Position()) || forced(before.Position(), j.Move):
		j.Forced, r.expected = true, append([]engine.Move{j.Move}, r.expected...)
	default:
		value, err = r.move(ctx, before, &j)
	}
	if err != nil {
		return false, err
	}
	if j.Mark = LimitsOf(before.Position()).MarkFor(j.Loss); j.Mark != Good {
		if j.Cube, err = Cube(ctx, r.brain, before, r.task); err != nil {
			return false, err
		}
	}
	if r.doubts(&j) {
		r.doubt = &doubt{judged: j, before: before, value: value}
		return false, nil
	}
	if j.Mark == Good {
		j.Seen = nil
	}
	r.judged[n], r.value, r.left = j, value, n
	return n == 0, nil
}

// Report is what was found out; all of it when Step said so.
func (r *Analysis) Report() Report {
	report := Report{Moves: r.judged}
	for n, j := range r.judged[r.left:] {
		side := j.Side
		if side == engine.Chance {
			side = r.line.At(r.left + n + 1).Turn()
		}
		if side != engine.First && side != engine.Second {
			continue
		}
		i := side - engine.First
		report.Loss[i] += j.Loss
		report.Luck[i] += j.Luck
		if j.Side != engine.Chance && !j.Forced && !j.Plain {
			report.Decided[i]++
		}
	}
	report.Accuracy = accuracies(r.judged[r.left:], r.stake)
	return report
}

// move judges a move that somebody chose. It returns the value of the position before it, for First.
func (r *Analysis) move(ctx context.Context, before engine.Line, j *Judged) (int, error) {
	task, isCube := r.task, IsCubeDecision(before.Position())
	if task.Best = 1; r.stake {
		task.Best = everything
	}
	thought, err := r.brain.Think(ctx, before, task)
	if err != nil {
		return 0, err
	}
	r.nodes = cmp.Or(task.Nodes, thought.Nodes)
	j.Best = thought.Moves[0]
	if !r.stake {
		j.Seen = [][]engine.Move{append([]engine.Move{j.Move}, r.expected...), j.Best.Line}
		r.expected = j.Best.Line
	}
	best, played := j.Best.Equity, fromSide(r.value, j.Side, r.stake)
	if r.stake {
		r.near = !isCube && len(thought.Moves) > 1 && Equities.MarkFor(best-thought.Moves[1].Equity) == Good
		for _, w := range thought.Moves {
			if w.Move == j.Move {
				played = w.Equity
			}
		}
	}
	if j.Best.Move != j.Move {
		j.Loss = max(0, best-played)
		// Two searches do not agree to the last point: what was played may have turned out better.
		best = max(best, played)
	}
	j.Plain = isCube && j.Loss == 0 && len(thought.Moves) > 1 && thought.Moves[0].Equity-thought.Moves[1].Equity >= far
	if !r.stake && j.Best.Move == j.Move {
		best = played
	}
	return fromSide(best, j.Side, r.stake), nil
}

// resigned reports whether a side gives up a game of several.
func resigned(p engine.Position, move engine.Move) bool {
	_, stake := p.(engine.StakeGame)
	return stake && !slices.Contains(slices.Collect(p.Moves()), move) // no side is on turn for that
}

// IsCubeDecision reports whether the side on turn decides about the stake, before its throw.
func IsCubeDecision(p engine.Position) bool {
	r, ok := p.(engine.DicePosition)
	return ok && r.Throw().Dice[0] == 0
}

// everything is more moves than any position has that is worth weighing.
const everything = 1 << 20

// forced reports whether a move was made for want of anything worth deciding, as rolling where a double could gain
// nothing.
func forced(p engine.Position, move engine.Move) bool {
	r, dice := p.(engine.DicePosition)
	if !dice {
		return false
	}
	m, ok := r.Forced()
	return ok && m == move
}

// IsForced reports whether a position has just one move.
func IsForced(p engine.Position) bool {
	n := 0
	for range p.Moves() {
		if n++; n > 1 {
			return false
		}
	}
	return true
}

// ErrNothing is the error of a hint where nobody can move.
var ErrNothing = errors.New("there is nothing to decide")
