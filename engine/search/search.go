// Package search is a game tree search for two-sided games without dice, used by all their brains.
//
// It is an alpha-beta search: iterative deepening, principal variation search with aspiration windows, a
// transposition table, move ordering by killers and history, late move reductions, and quiescence. A game provides
// Rules over boards of its own type. A search is limited by the number of nodes only, uses integers, starts with
// empty tables and runs in one goroutine, so the same root, limits and rules give the same result everywhere.
package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"tabuleiro/engine"
)

// Rules is a game as the search sees it. B is a board with all that matters for the rest of the game, M a move on it.
type Rules[B, M any] interface {
	// Classify returns the properties of a board.
	Classify(b *B) NodeInfo

	// Moves appends the legal moves of a board that is not over, at least one, always in the same order.
	Moves(b *B, list []M) []M

	// Play sets child to the board after a move.
	Play(b *B, m *M, child *B)

	// Hash identifies a board for repetition: without counters.
	Hash(b *B) uint64

	// HistoryIndex maps a move to an index of the history table, from 0 to HistorySize-1; similar moves on different
	// boards share one.
	HistoryIndex(b *B, m *M) int

	// Evaluate returns the value of a board that is not over for the side on turn, between -Known and Known.
	Evaluate(b *B) int

	// Pieces returns the lead in pieces of the side on turn.
	Pieces(b *B) int

	// Veiled reports whether beginners tend to overlook a move.
	Veiled(b *B, m *M) bool
}

// Extender is implemented by Rules with moves that keep the same side on turn.
type Extender[B any] interface {
	// KeepsTurn reports whether the side on turn is the same on both boards.
	KeepsTurn(b, child *B) bool
}

// Capturer is implemented by Rules in which capturing is not compulsory.
type Capturer[B, M any] interface {
	// Captures appends the capturing moves of an Eager board.
	Captures(b *B, list []M) []M
}

// NodeInfo holds the properties of a board.
type NodeInfo struct {
	Over  bool  // Value is exact: the game is over, or its result is known
	Noise Noise // why the board should not be evaluated yet
	Back  int16 // how many plies back an equal board may be; 0: none
	Count int16 // counter towards a draw, if it affects the value; else 0
	Value int32 // for the side on turn; an immediate loss is -Won
}

// Noise says why a board is not quiet.
type Noise uint8

// A board is quiet, or the side on turn must capture, is about to lose something, or can capture.
const (
	Quiet Noise = iota
	Forced
	Threatened
	Eager // only with Rules that implement Capturer
)

// Values of boards for the side on turn.
const (
	Won   = 30_000 // less one for each ply to the win
	Sure  = 29_000 // wins found by the search have at least this value
	Known = 20_000 // wins known from a table, beyond the search, have at least this value
)

// HistorySize is the size of the history table.
const HistorySize = 1 << 13

// Root is the start of a search.
type Root[B any] struct {
	Board   B
	Choices []Choice[B] // moves of the side on turn, at least one
	Past    []uint64    // hashes of the earlier boards, the latest last
}

// Choice is a move at the root.
type Choice[B any] struct {
	Move    engine.Move
	Next    engine.Position
	Board   B
	Verdict Verdict
}

// Verdict is what is certain about a choice before the search.
type Verdict uint8

// Verdicts for the side on turn at the root.
const (
	Unknown Verdict = iota
	Losing
	Drawing
	Winning
	WinningSoonest // the fastest of several wins
)

// rank orders verdicts; the search chooses among choices of the highest rank.
func (v Verdict) rank() int { return [...]int{1, 0, 1, 2, 3}[v] }

// Strength limits and weakens a search.
type Strength struct {
	Nodes               int    // maximum number of boards, at least 1; the first ply is always searched
	Depth               int    // maximum plies; 0: no limit
	OverlookPermille    int    // per 1,000 moves beyond the first ply, how many are overlooked; twice as many veiled ones
	MaterialPercent     int    // percentage of the evaluation that comes from counting pieces
	EvalNoise           int    // maximum error of evaluations
	BlunderGuardPercent int    // percentage of root boards on which choices that soon lose a piece are excluded
	Seed                uint64 // for what is overlooked, the errors of evaluations, and where blunders are excluded
	Best                int    // number of choices to evaluate exactly, at least 1
}

// Tuning holds the search parameters of a game.
type Tuning struct {
	Piece    int // value of a piece for MaterialPercent
	LMRAfter int // moves of a quiet board searched before late move reductions; 0: no reductions
	// margin of ProbCut: boards whose reduced search exceeds beta by it are cut off; 0: no ProbCut
	ProbCutMargin    int
	ProbCutReduction int  // plies by which the search of ProbCut is reduced
	Extend           bool // a single legal capture does not count as a ply
	Grabs            int  // maximum captures in a row after the last ply, on Eager boards
	Threats          bool // search Threatened boards one ply deeper
	// margin of futility pruning: quiet boards at depth 1 that are worse than alpha by it are not searched; 0: no
	// pruning
	FutilityMargin int
}

// Result is the result of a search.
type Result struct {
	Weighed []Value // best first
	Nodes   int
	Depth   int // plies searched completely
}

// Value is a choice with its value.
type Value struct {
	Choice int      // index in Root.Choices
	Value  int      // for the side on turn at the root
	Line   []uint64 // hashes of the expected boards, beginning with the choice's own
}

// ErrOver is the error of a brain asked about a game in which no side is on turn.
var ErrOver = errors.New("the game is over: there is nothing to decide")

// Brain plays a game by searching.
type Brain[B, M any] struct {
	// Rules returns the rules for a position at a level, 1 to engine.Max, or 0 for analysis. It may set verdicts of the
	// choices of the root.
	Rules func(p engine.Position, root *Root[B], level int) (Rules[B, M], error)

	// Node converts a position; last is the move that led to it, "" if it does not matter.
	Node func(p engine.Position, last engine.Move) B

	// Each calls do for each move of a position, with the position after it.
	Each func(p engine.Position, do func(m engine.Move, next engine.Position))

	Tuning Tuning
	Levels [engine.Max + 1]Strength // strength of each level; index 0 is analysis
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

// Open returns the rules for the last position of a line, and the root of its search.
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

// Choices lists the moves of a position.
func (br *Brain[B, M]) Choices(p engine.Position) (list []Choice[B]) {
	br.Each(p, func(m engine.Move, next engine.Position) {
		list = append(list, Choice[B]{Move: m, Next: next, Board: br.Node(next, m)})
	})
	return list
}

// Nodes implements engine.NodeBudgeter.
func (br *Brain[B, M]) Nodes(level int) int { return br.Levels[level].Nodes }

// scoredMove converts a value to an engine.ScoredMove.
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
