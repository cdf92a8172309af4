package analysis

import (
	"context"
	"strings"

	"tabuleiro/engine"
)

// Reason is why a move is good, for a hint's last step.
type Reason string

// Reasons, the weightier first. There is always one.
const (
	OnlyMove Reason = "only-move" // nothing else is allowed
	Wins     Reason = "wins"      // the game is won for certain
	Saves    Reason = "saves"     // everything else loses for certain
	Takes    Reason = "takes"     // Count pieces
	Gains    Reason = "gains"     // after the answer that has to be expected, Count pieces more are taken than lost
	Better   Reason = "better"    // than anything else, which is a mistake
	Ahead    Reason = "ahead"     // of anything else, which is an inaccuracy
	Equal    Reason = "equal"     // other moves are about as good
)

// Hint is help in three steps.
type Hint struct {
	Piece  string         // what to move, one of the position's Starts; "" if it has none
	Move   engine.Weighed // what to play
	Reason Reason
	Count  int // see Reason

	// In games with a stake:
	Best []engine.Weighed // the best moves, at most three
	Cube *engine.Cube     // what a decision about the stake is worth each way; nil where there is none
}

// shown is how many moves a hint lists in games with a stake.
const shown = 3

// Advise finds a hint for the side on turn.
func Advise(ctx context.Context, brain engine.Brain, line engine.Line, task engine.Task) (Hint, error) {
	if turn := line.Turn(); turn != engine.First && turn != engine.Second {
		return Hint{}, ErrNothing
	}
	_, stake := line.Position().(engine.Contest)
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
		if h.Cube, err = cube(ctx, brain, line, task); err != nil {
			return Hint{}, err
		}
	}
	taken, balance := captures(line, best.Line)
	margin := Good
	if len(thought.Moves) > 1 {
		margin = LimitsOf(line.Position()).Of(best.Equity - thought.Moves[1].Equity)
	}
	switch {
	case Only(line.Position()):
		h.Reason = OnlyMove
	case best.Proven && best.Win == engine.Whole:
		h.Reason = Wins
	case len(thought.Moves) > 1 && lost(thought.Moves[1]) && !lost(best):
		h.Reason = Saves
	case taken > 0:
		h.Reason, h.Count = Takes, taken
	case balance > 0:
		h.Reason, h.Count = Gains, balance
	case margin >= Mistake:
		h.Reason = Better
	case margin == Inaccuracy:
		h.Reason = Ahead
	default:
		h.Reason = Equal
	}
	return h, nil
}

// cube is what a decision about the stake is worth, nil if a line is at none.
func cube(ctx context.Context, brain engine.Brain, line engine.Line, task engine.Task) (*engine.Cube, error) {
	gambler, ok := brain.(engine.Gambler)
	if r, dice := line.Position().(engine.Roller); !ok || !dice || r.Throw().Dice[0] != 0 {
		return nil, nil
	}
	c, err := gambler.Cube(ctx, line, task)
	return &c, err
}

func lost(w engine.Weighed) bool { return w.Proven && w.Win == 0 && w.Draw == 0 }

// Start is the longest beginning of a move that a position has among its Starts, "" if it has none or the move is a single
// word.
func Start(p engine.Position, m engine.Move) string {
	s, ok := p.(engine.Starter)
	if !ok {
		return ""
	}
	found := ""
	for _, text := range s.Starts() {
		rest, ok := strings.CutPrefix(string(m), text)
		if ok && rest != "" && len(text) > len(found) && (rest[0] < '0' || rest[0] > '9') {
			found = text
		}
	}
	return found
}

// captures counts what the first move of a continuation takes, and what the side on turn takes more than the other one in
// its first three plies and as long as captures follow. It gains nothing where the other side could go on with them.
func captures(line engine.Line, moves []engine.Move) (taken, balance int) {
	side := line.Turn()
	for i, m := range moves {
		turn, n := line.Turn(), len(line.Position().Trace(m).Taken)
		if i >= 3 && n == 0 {
			return taken, balance
		}
		next, err := line.Play(m)
		if err != nil {
			break
		}
		if i == 0 {
			taken = n
		}
		if turn != side {
			n = -n
		}
		balance += n
		line = next
	}
	if line.Turn() == side.Other() {
		for m := range line.Position().Moves() {
			if len(line.Position().Trace(m).Taken) > 0 {
				return taken, 0
			}
		}
	}
	return taken, balance
}
