// Package analysis analyses games that were played, and positions, with an engine.Brain: what each move lost, how
// lucky the dice were, what to play and why, and where there is a puzzle.
//
// It knows no game itself, and only asks brains. Winning chances and equities are in parts of engine.ProbScale.
package analysis

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"tabuleiro/engine"
)

// Mark classifies a mistake.
type Mark uint8

// Marks. Good is a move without a mark.
const (
	Good Mark = iota
	Inaccuracy
	Mistake
	Blunder
)

// String returns the annotation of a move: "?!", "?", "??", or nothing.
func (m Mark) String() string { return [...]string{"", "?!", "?", "??"}[m&3] }

// Limits are the least losses for the marks.
type Limits [3]int

// Limits for games without a stake, those of lichess (5, 10 and 15 points of winning chance), and for games with a
// stake, as equities, which are usual in backgammon.
var (
	Chances  = Limits{500, 1000, 1500}
	Equities = Limits{400, 800, 1600}
)

// MarkFor returns the mark for a loss.
func (l Limits) MarkFor(loss int) Mark {
	m := Good
	for _, least := range l {
		if loss >= least {
			m++
		}
	}
	return m
}

// LimitsOf returns the limits for a position's game.
func LimitsOf(p engine.Position) Limits {
	if _, ok := p.(engine.StakeGame); ok {
		return Equities
	}
	return Chances
}

// Judged is the analysis of a move of a line.
type Judged struct {
	Side engine.Side       // who moved; Chance for a roll, Nobody for an agreed resignation
	Move engine.Move       // the move played
	Best engine.ScoredMove // the best move; none for a forced move or a roll
	// equity for First after the move; in a game without a stake chance to win plus half that of a draw
	Value  int
	Loss   int // equity lost by the move, at least 0
	Luck   int // of a roll: equity gained by the side on turn after it
	Mark   Mark
	Forced bool // there was no decision
	// expected continuation after a marked move, in a game without dice
	Reply []engine.Move `json:",omitempty"`
	// of a marked move in a game without dice: it and the best move, each with the continuation expected by the first
	// search
	Seen   [][]engine.Move    `json:",omitempty"`
	Played *engine.ScoredMove `json:",omitempty"` // of a marked move: its evaluation by the second search
	Cube   *engine.Cube       `json:",omitempty"` // of a marked cube decision: its evaluation
	// a correct cube decision of which everything else is far worse, so that it says nothing about a player
	Plain bool
}

// far is the lead in equity from which on a cube decision is plain.
const far = engine.ProbScale * 16 / 100

// Report is the analysis of a line.
type Report struct {
	Moves    []Judged
	Accuracy [2]int // of First and Second, without forced moves; engine.ProbScale without decisions
	Luck     [2]int // sum of the luck of the dice
	Loss     [2]int // sum of the losses
	Decided  [2]int // number of decisions, without forced and plain ones
}

// Rate returns the mean loss of a side per decision. In a game with a stake that is the error rate.
func (r *Report) Rate(side int) int { return r.Loss[side] / max(1, r.Decided[side]) }

// Standards lists the classes of play in games with a stake, the best first, each with the error rate below which it
// applies: those of GNU Backgammon.
var Standards = []struct {
	Name  string
	Below int // of engine.ProbScale
}{{"world-class", 50}, {"expert", 80}, {"advanced", 120}, {"intermediate", 180}, {"casual", 260}, {"beginner", 350},
	{"novice", math.MaxInt}}

// StandardOf returns the class of an error rate.
func StandardOf(rate int) (name string) {
	for _, s := range slices.Backward(Standards) {
		if rate < s.Below {
			name = s.Name
		}
	}
	return name
}

// Marked returns the indexes of the marked moves, in order.
func (r *Report) Marked() (list []int) {
	for i, m := range r.Moves {
		if m.Mark != Good {
			list = append(list, i)
		}
	}
	return list
}

// Worst returns the indexes of at most n marked moves, the worst first.
func (r *Report) Worst(n int) []int {
	list := r.Marked()
	slices.SortStableFunc(list, func(a, b int) int { return r.Moves[b].Loss - r.Moves[a].Loss })
	return list[:min(n, len(list))]
}

// Equities returns the equity of a marked move's side before the move, with best play, and after it; in a game
// without a stake they are its winning chances.
func (j *Judged) Equities() (before, after int) { return j.Best.Equity, j.Best.Equity - j.Loss }

// analysis is the state of Analyse between two moves.
type analysis struct {
	brain    engine.Brain
	line     engine.Line
	task     engine.Limits
	stake    bool              // the game has one
	value    int               // equity for First of the position analysed last
	expected []engine.Move     // its expected continuation
	found    engine.ScoredMove // best move there
	nodes    int               // node limit of the search for the best move, or the nodes searched if the limits give none
	near     bool              // in a game with a stake: other plays are nearly as good as the best
}

// Analyse analyses a line from the last move to the first, with the same limits for each position and ten times the
// nodes where it has to confirm a mark.
func Analyse(ctx context.Context, brain engine.Brain, line engine.Line, task engine.Limits) (Report, error) {
	_, stake := line.Position().(engine.StakeGame)
	r, judged := &analysis{brain: brain, line: line, task: task, stake: stake}, make([]Judged, line.Len())
	var err error
	if r.value, err = r.worth(ctx, line); err != nil {
		return Report{}, err
	}
	for n := range slices.Backward(judged) {
		if judged[n], err = r.judge(ctx, n); err != nil {
			return Report{}, err
		}
	}
	return r.report(judged), nil
}

// judge analyses move n, after those that follow it.
func (r *analysis) judge(ctx context.Context, n int) (j Judged, err error) {
	r.nodes, r.near = 0, false
	before := r.line.Back(r.line.Len() - n)
	j = Judged{Side: before.Turn(), Move: r.line.Move(n), Value: r.value}
	value := r.value
	switch {
	case resigned(before.Position(), j.Move): // agreed by both, whichever side is on turn
		j.Side, j.Forced = engine.Nobody, true
		value, err = r.worth(ctx, before)
	case j.Side == engine.Chance:
		value, err = r.rolls(ctx, before, j.Move, r.value)
		if after := r.line.At(n + 1).Turn(); after != engine.Chance {
			j.Luck = fromSide(r.value-value, after, true)
		}
		if won, ended := r.won(before); ended { // the roll opens the next game of a match
			value = won
		}
	case IsForced(before.Position()) || forced(before.Position(), j.Move):
		j.Forced, r.expected = true, append([]engine.Move{j.Move}, r.expected...)
	default:
		value, err = r.move(ctx, before, &j)
	}
	if err != nil {
		return j, err
	}
	r.value = value
	limits := LimitsOf(before.Position())
	if j.Mark = limits.MarkFor(j.Loss); j.Mark != Good {
		if j.Cube, err = Cube(ctx, r.brain, before, r.task); err != nil {
			return j, err
		}
	}
	if r.doubts(&j) {
		err = r.confirm(ctx, before, &j)
		j.Mark = limits.MarkFor(j.Loss)
	}
	if j.Mark == Good {
		j.Seen, j.Played = nil, nil
	}
	return j, err
}

// report sums up the moves of the line.
func (r *analysis) report(judged []Judged) Report {
	report := Report{Moves: judged, Accuracy: accuracies(judged, r.stake)}
	for n, j := range judged {
		side := j.Side
		if side == engine.Chance {
			side = r.line.At(n + 1).Turn()
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
	return report
}

// move analyses a move that was a choice. It returns the value of the position before it, for First.
func (r *analysis) move(ctx context.Context, before engine.Line, j *Judged) (int, error) {
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
		// Two searches do not agree exactly: the move played may have turned out better.
		best = max(best, played)
	}
	j.Plain = isCube && j.Loss == 0 && len(thought.Moves) > 1 && thought.Moves[0].Equity-thought.Moves[1].Equity >= far
	if !r.stake && j.Best.Move == j.Move {
		best = played
	}
	return fromSide(best, j.Side, r.stake), nil
}

// resigned reports whether a move is a resignation in a game with a stake.
func resigned(p engine.Position, move engine.Move) bool {
	_, stake := p.(engine.StakeGame)
	return stake && !slices.Contains(slices.Collect(p.Moves()), move) // no side is on turn for a resignation
}

// IsCubeDecision reports whether the side on turn decides about the cube, before a roll.
func IsCubeDecision(p engine.Position) bool {
	r, ok := p.(engine.DicePosition)
	return ok && r.Throw().Dice[0] == 0
}

// everything is more than the number of moves of any position.
const everything = 1 << 20

// forced reports whether a move left no decision, such as rolling when doubling is pointless.
func forced(p engine.Position, move engine.Move) bool {
	r, dice := p.(engine.DicePosition)
	if !dice {
		return false
	}
	m, ok := r.Forced()
	return ok && m == move
}

// IsForced reports whether a position has at most one move.
func IsForced(p engine.Position) bool {
	n := 0
	for range p.Moves() {
		if n++; n > 1 {
			return false
		}
	}
	return true
}

// ErrNothing is the error for a hint when no side is on turn.
var ErrNothing = errors.New("there is nothing to decide")
