package analysis

import (
	"context"
	"slices"
	"strings"

	"tabuleiro/engine"
)

// Reason is why a move is good, for the last step of a hint.
type Reason string

// Reasons, the stronger first. One always applies.
const (
	OnlyMove Reason = "only-move" // no other move is legal
	Wins     Reason = "wins"      // a certain win
	Saves    Reason = "saves"     // every other move loses for certain
	Better   Reason = "better"    // every other move is a mistake
	Ahead    Reason = "ahead"     // every other move is an inaccuracy
	Equal    Reason = "equal"     // other moves are about as good
)

// Hint is help in three steps.
type Hint struct {
	Piece  string            // what to move, one of the position's Starts; "" if none
	Move   engine.ScoredMove // the best move
	Reason Reason
	Facts  []Fact // facts for it, confirmed by a second search; may be empty

	// In games with a stake:
	Best []engine.ScoredMove // the best moves, at most three
	Cube *engine.Cube        // evaluation of a cube decision; nil if there is none
}

// shown is the number of moves listed by a hint in games with a stake.
const shown = 3

// Advise returns a hint for the side on turn.
func Advise(ctx context.Context, brain engine.Brain, line engine.Line, task engine.Limits) (Hint, error) {
	if turn := line.Turn(); turn != engine.First && turn != engine.Second {
		return Hint{}, ErrNothing
	}
	_, stake := line.Position().(engine.StakeGame)
	if task.Best = 2; stake {
		task.Best = shown
	}
	thought, err := brain.Think(ctx, line, task)
	if err != nil {
		return Hint{}, err
	}
	best := thought.Moves[0]
	h := Hint{Move: best, Piece: Start(line.Position(), best.Move)}
	if stake {
		h.Best = thought.Moves[:min(shown, len(thought.Moves))]
		if h.Cube, err = Cube(ctx, brain, line, task); err != nil {
			return Hint{}, err
		}
	}
	if h.Facts, err = borneOut(ctx, brain, line, best, task); err != nil {
		return Hint{}, err
	}
	h.Reason = reason(line.Position(), thought.Moves)
	return h, nil
}

// reason returns why the best of the evaluated moves is good.
func reason(p engine.Position, moves []engine.ScoredMove) Reason {
	best := moves[0]
	switch {
	case IsForced(p):
		return OnlyMove
	case best.Proven && best.Win == engine.ProbScale:
		return Wins
	case len(moves) < 2:
		return Equal
	case lost(moves[1]) && !lost(best):
		return Saves
	}
	switch LimitsOf(p).MarkFor(best.Equity - moves[1].Equity) {
	case Good:
		return Equal
	case Inaccuracy:
		return Ahead
	}
	return Better
}

// Cube returns the evaluation of a cube decision, nil if the line is at none.
func Cube(ctx context.Context, brain engine.Brain, line engine.Line, task engine.Limits) (*engine.Cube, error) {
	gambler, ok := brain.(engine.CubeEvaluator)
	if !ok || !IsCubeDecision(line.Position()) {
		return nil, nil
	}
	c, err := gambler.Cube(ctx, line, task)
	return &c, err
}

func lost(w engine.ScoredMove) bool { return w.Proven && w.Win == 0 && w.Draw == 0 }

// Start returns the longest of a position's Starts with which a move begins, "" if there is none or if it is the
// whole move.
func Start(p engine.Position, m engine.Move) (found string) {
	for _, text := range p.Starts() {
		rest, ok := strings.CutPrefix(string(m), text)
		if ok && rest != "" && len(text) > len(found) && (rest[0] < '0' || rest[0] > '9') {
			found = text
		}
	}
	return found
}

// borneOut returns the facts for a move that follow from the expected continuation and, if they depend on it, also
// from that of a deeper search after the move.
func borneOut(ctx context.Context, brain engine.Brain, line engine.Line, best engine.ScoredMove,
	task engine.Limits) ([]Fact, error) {
	facts := Why(line, best.Line)
	next, err := line.Play(best.Move)
	if err != nil || !slices.ContainsFunc(facts, Fact.Expected) || next.Turn() != line.Turn().Other() {
		return facts, err
	}
	task.Best, task.Nodes = 1, sure*task.Nodes
	thought, err := brain.Think(ctx, next, task)
	if err != nil {
		return nil, err
	}
	again := Why(line, append([]engine.Move{best.Move}, thought.Moves[0].Line...))
	return slices.DeleteFunc(again, func(f Fact) bool {
		return f.Expected() && !slices.ContainsFunc(facts, func(g Fact) bool {
			return g.Code == f.Code && g.Count == f.Count && g.Other == f.Other
		})
	}), nil
}
