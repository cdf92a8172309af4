package analysis

import (
	"context"
	"slices"

	"tabuleiro/engine"
)

// sure is the factor of nodes with which a mark is confirmed.
const sure = 10

// handful is the number of plays that a second search evaluates if the play has no mark.
const handful = 6

// doubts reports whether a move needs a second search: a marked move whose first search has a known number of nodes,
// and a play whose alternatives are nearly as good as the best. For these the first search is too shallow to tell the
// loss.
func (r *analysis) doubts(j *Judged) bool { return (j.Mark != Good || r.near) && r.nodes > 0 }

// confirm searches the best move and the move played again. The loss is kept or lowered.
func (r *analysis) confirm(ctx context.Context, before engine.Line, j *Judged) error {
	deeper := analysis{brain: r.brain, task: r.task}
	deeper.task.Nodes, deeper.task.Best = sure*r.nodes, 1
	if r.stake {
		return r.confirmStake(ctx, before, j, deeper.task)
	}
	thought, err := r.brain.Think(ctx, before, deeper.task)
	if err != nil {
		return err
	}
	j.Best, r.value = thought.Moves[0], fromSide(thought.Moves[0].Equity, j.Side, false)
	if j.Best.Move == j.Move {
		j.Loss = 0
		return nil
	}
	after, err := before.Play(j.Move)
	if err != nil {
		return err
	}
	value, err := deeper.worth(ctx, after)
	if err != nil {
		return err
	}
	j.Reply = deeper.expected
	if w := deeper.found; w.Move != "" {
		j.Played = &engine.ScoredMove{Move: j.Move, Win: engine.ProbScale - w.Win - w.Draw, Draw: w.Draw,
			Equity: engine.ProbScale - w.Equity, Proven: w.Proven}
	}
	j.Loss = min(j.Loss, max(0, j.Best.Equity-fromSide(value, j.Side, false)))
	return nil
}

// confirmStake is confirm in a game with a stake, where one search evaluates both moves. The value for measuring luck
// stays that of the first search, which all rolls share.
func (r *analysis) confirmStake(ctx context.Context, before engine.Line, j *Judged, task engine.Limits) error {
	if task.Best = handful; j.Mark != Good {
		task.Best = everything
	}
	thought, err := r.brain.Think(ctx, before, task)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(thought.Moves, func(w engine.ScoredMove) bool { return w.Move == j.Move })
	if i < 0 { // not evaluated, like a resignation, or not among the best
		return nil
	}
	best, limits := thought.Moves[0], LimitsOf(before.Position())
	loss := best.Equity - thought.Moves[i].Equity
	j.Played = &thought.Moves[i]
	if j.Best = best; j.Mark == Good { // both searches must find the mark
		j.Loss = min(loss, limits[0]-1)
	} else {
		j.Loss = min(loss, j.Loss)
	}
	if j.Cube = nil; limits.MarkFor(j.Loss) != Good {
		j.Cube, err = Cube(ctx, r.brain, before, task)
	}
	return err
}

// Difference returns the fact that distinguishes a marked move on a line from the best one, according to both
// searches: see Agreed.
func (j *Judged) Difference(before engine.Line) (f Fact, ofBetter, found bool) {
	var earlier [2][]engine.Move
	copy(earlier[:], j.Seen)
	f, ofBetter, found = Agreed(before, earlier, [2][]engine.Move{append([]engine.Move{j.Move}, j.Reply...), j.Best.Line})
	switch g, telling := j.gammons(); {
	case telling:
		return g, false, true
	case found && !ofBetter:
	case j.Played != nil && j.Played.Proven && j.Played.Win+j.Played.Draw == 0:
		return Fact{Code: FactLosesGame}, false, true
	case j.Best.Proven && j.Best.Win == engine.ProbScale:
		return Fact{Code: FactWinsGame}, true, true
	}
	return f, ofBetter, found
}

// gammons returns the fact about games won or lost at more than the stake, if that accounts for at least half of the
// loss.
func (j *Judged) gammons() (f Fact, telling bool) {
	p := j.Played
	if p == nil || j.Cube != nil || j.Loss > far { // far behind, these chances are not known well enough
		return f, false
	}
	wins, loses := j.Best.WinMore-p.WinMore, p.LoseMore-j.Best.LoseMore
	rest := j.Loss - 2*(j.Best.Win-p.Win) // loss beyond won and lost games; none if more than the stake does not count
	switch {
	case 2*rest < j.Loss || 2*max(wins, loses) < j.Loss || max(wins, loses) < tellingGammons:
		return f, false
	case loses > wins:
		return Fact{Code: FactLosesMore, Count: percent(p.LoseMore), Other: percent(j.Best.LoseMore)}, true
	}
	return Fact{Code: FactWinsLess, Count: percent(p.WinMore), Other: percent(j.Best.WinMore)}, true
}

// tellingGammons is the least difference of their probability, of engine.ProbScale.
const tellingGammons = 300

// percent converts a part of engine.ProbScale to percent.
func percent(part int) int { return (100*part + engine.ProbScale/2) / engine.ProbScale }
