// Package search looks ahead in games of two sides without dice, for the brains of all of them.
//
// It is one alpha-beta search: iterative deepening, principal variation search with aspiration windows, a transposition
// table, moves ordered by killers and history, late moves searched less deeply and again if they turn out well, and no
// end at a position that is not quiet. A game brings Rules over boards of its own type. A search is bounded by the
// number of boards looked at and by nothing else, works on integers, starts with empty tables and uses one goroutine:
// the same root, task and rules give the same thought everywhere.
package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"tabuleiro/engine"
)

// Rules are a game as the search sees it. B is a board with all that matters for how the game goes on, M a move on it.
type Rules[B, M any] interface {
	// Classify says what kind of board it is.
	Classify(b *B) NodeInfo

	// Moves appends the legal moves of a board that is not over, always in the same order. There is at least one.
	Moves(b *B, list []M) []M

	// Play puts the board after a move into child.
	Play(b *B, m *M, child *B)

	// Hash identifies a board among those of a game, as far as repetition goes: without counters.
	Hash(b *B) uint64

	// HistoryIndex groups moves that are alike on different boards, from 0 to HistorySize-1.
	HistoryIndex(b *B, m *M) int

	// Evaluate is the value of a board that is not over for the side on turn, between -Known and Known.
	Evaluate(b *B) int

	// Pieces is by how many pieces the side on turn is ahead.
	Pieces(b *B) int

	// Veiled reports whether a move of a board is one that beginners overlook.
	Veiled(b *B, m *M) bool
}

// Extender is for Rules with moves that leave the same side on turn.
type Extender[B any] interface {
	// KeepsTurn reports whether the side on turn is the same on both boards.
	KeepsTurn(b, child *B) bool
}

// Capturer is for Rules in which capturing is not compulsory.
type Capturer[B, M any] interface {
	// Captures appends the moves of an Eager board that take something.
	Captures(b *B, list []M) []M
}

// NodeInfo is what a board is like.
type NodeInfo struct {
	Over  bool  // Value is exact: the game is over, or known from here on
	Noise Noise // why the board should not be evaluated yet
	Back  int16 // how many plies ago the same board may have been; 0: it is new
	Count int16 // of what is counted, as far as it matters for the value already; 0: not yet
	Value int32 // for the side on turn; losses at once are -Won
}

// Noise is why a board is not quiet.
type Noise uint8

// A board is quiet, or the side on turn has to capture, or it is about to lose something, or it can capture.
const (
	Quiet Noise = iota
	Forced
	Threatened
	Eager // only of Rules that are a Capturer
)

// Values of boards for the side on turn.
const (
	Won   = 30_000 // less one for each ply until then
	Sure  = 29_000 // values from here on are wins within reach
	Known = 20_000 // values from here on are wins that a table knows of, farther than can be seen
)

// HistorySize is the number of groups of moves.
const HistorySize = 1 << 13

// Root is where a search begins.
type Root[B any] struct {
	Board   B
	Choices []Choice[B] // what the side on turn can do; at least one
	Past    []uint64    // hashes of the boards before, the latest last
}

// Choice is a move at the root.
type Choice[B any] struct {
	Move    engine.Move
	Next    engine.Position
	Board   B
	Verdict Verdict
}

// Verdict is what is certain about a choice before any search.
type Verdict uint8

// For the side on turn at the root.
const (
	Unknown Verdict = iota
	Losing
	Drawing
	Winning
	WinningSoonest // of several that win
)

// rank orders verdicts; of what is of the same rank the search has to choose.
func (v Verdict) rank() int { return [...]int{1, 0, 1, 2, 3}[v] }

// Strength is how far a search goes.
type Strength struct {
	Nodes               int    // boards, at least 1; one ply is looked ahead in any case
	Depth               int    // plies; 0: no limit
	OverlookPermille    int    // of 1,000 moves beyond the first ply, of veiled ones twice as many, are not seen
	MaterialPercent     int    // of 100 parts of what a board is worth so many come from counting pieces
	EvalNoise           int    // evaluations are wrong by up to this
	BlunderGuardPercent int    // on 100 boards at the root so often no choice counts that gives a piece away soon
	Seed                uint64 // chooses what is overlooked, how evaluations are wrong, and where care is taken
	Best                int    // number of choices to be weighed exactly, at least 1
}

// Tuning is what is best for a game.
type Tuning struct {
	Piece    int // what a piece is worth to those who have learned no more than that
	LMRAfter int // so many moves of a quiet board are searched before others are searched less deeply; 0: never less
	// a margin: boards that are so much better than needed by a shallow search are not searched deeply; 0: never
	ProbCutMargin    int
	ProbCutReduction int  // how many plies shallower that search is
	Extend           bool // a single legal capture does not count as a ply
	Grabs            int  // so many captures in a row may follow the last ply of an Eager board
	Threats          bool // threatened boards are searched one ply more
	// a margin: quiet boards that are so much worse than needed a ply before the end are not searched; 0: never
	FutilityMargin int
}

// Result is what a search came to.
type Result struct {
	Weighed []Value // best first
	Nodes   int
	Depth   int // plies looked ahead completely
}

// Value is a choice and its value.
type Value struct {
	Choice int      // index in Root.Choices
	Value  int      // for the side on turn at the root
	Line   []uint64 // hashes of the boards expected after the choice, the choice's own first
}

// ErrOver is the error of a brain that is asked about a game in which no side is on turn.
var ErrOver = errors.New("the game is over: there is nothing to decide")

// Brain plays a game by searching.
type Brain[B, M any] struct {
	// Rules are those of a position at a level of play from 1 to engine.Max, or 0 for analysis. They may know verdicts
	// about the choices of its root.
	Rules func(p engine.Position, root *Root[B], level int) (Rules[B, M], error)

	// Node converts a position to which a move has led, "" if that does not matter.
	Node func(p engine.Position, last engine.Move) B

	// Each goes through what can be done in a position, and the position after it.
	Each func(p engine.Position, do func(m engine.Move, next engine.Position))

	Tuning Tuning
	Levels [engine.Max + 1]Strength // what each level may use; number 0 is for analysis
	Chance func(root *B, value int) (win, draw int)

	idle sync.Pool // of *Searcher[B, M]
}

// Think implements engine.Brain.
func (br *Brain[B, M]) Think(ctx context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	if t.Level < 0 || t.Level > engine.Max || t.Nodes < 0 || t.Best < 0 {
		return engine.SearchResult{}, fmt.Errorf("think at level %d with %d nodes about %d moves: levels are 0 to %d, and nothing is negative", t.Level, t.Nodes, t.Best, engine.Max)
	}
	if l.Outcome().Decided() {
		return engine.SearchResult{}, ErrOver
	}
	rules, root, err := br.Open(l, t.Level)
	if err != nil {
		return engine.SearchResult{}, err
	}
	s := br.Levels[t.Level]
	s.Seed, s.Best = t.Seed, max(1, t.Best)
	if t.Nodes > 0 {
		s.Nodes = t.Nodes
	}
	if Mix(rules.Hash(&root.Board), s.Seed+2)>>20%100 < uint64(s.BlunderGuardPercent) {
		root.Choices = safe(rules, &root)
	}
	searcher, _ := br.idle.Get().(*Searcher[B, M])
	if searcher == nil {
		searcher = new(Searcher[B, M])
	}
	defer br.idle.Put(searcher)
	r, err := searcher.Search(ctx, rules, br.Tuning, root, s)
	if err != nil {
		return engine.SearchResult{}, err
	}
	thought := engine.SearchResult{Nodes: r.Nodes, Depth: r.Depth}
	for _, v := range r.Weighed {
		thought.Moves = append(thought.Moves, br.scoredMove(rules, &root, v))
	}
	return thought, nil
}

// Open returns the rules of the position in which a line stands, and the root of its search.
func (br *Brain[B, M]) Open(l engine.Line, level int) (Rules[B, M], Root[B], error) {
	p := l.Position()
	root := Root[B]{Board: br.Node(p, ""), Choices: br.Choices(p)}
	rules, err := br.Rules(p, &root, level)
	if err != nil {
		return nil, root, err
	}
	for n := max(0, l.Len()-int(rules.Classify(&root.Board).Back)); n < l.Len(); n++ {
		b := br.Node(l.At(n), "")
		root.Past = append(root.Past, rules.Hash(&b))
	}
	return rules, root, nil
}

// Choices lists what can be done in a position.
func (br *Brain[B, M]) Choices(p engine.Position) (list []Choice[B]) {
	br.Each(p, func(m engine.Move, next engine.Position) {
		list = append(list, Choice[B]{Move: m, Next: next, Board: br.Node(next, m)})
	})
	return list
}

// Nodes implements engine.NodeBudgeter.
func (br *Brain[B, M]) Nodes(level int) int { return br.Levels[level].Nodes }

// scoredMove puts a value into words of the engine.
func (br *Brain[B, M]) scoredMove(rules Rules[B, M], root *Root[B], v Value) engine.ScoredMove {
	c := root.Choices[v.Choice]
	w := engine.ScoredMove{Move: c.Move, Line: []engine.Move{c.Move}}
	switch {
	case c.Verdict == Drawing:
		w.Draw, w.Proven = engine.ProbScale, true
	case v.Value >= Known:
		w.Win, w.Proven = engine.ProbScale, true
	case v.Value <= -Known:
		w.Proven = true
	case rules.Classify(&c.Board).Over && v.Value == 0:
		w.Draw, w.Proven = engine.ProbScale, true
	default:
		w.Win, w.Draw = br.Chance(&root.Board, v.Value)
	}
	w.Equity = w.Win + w.Draw/2
	p := c.Next
	for _, hash := range v.Line[min(1, len(v.Line)):] {
		choices := br.Choices(p)
		i := slices.IndexFunc(choices, func(c Choice[B]) bool { return rules.Hash(&c.Board) == hash })
		if i < 0 {
			break
		}
		w.Line, p = append(w.Line, choices[i].Move), choices[i].Next
	}
	return w
}
