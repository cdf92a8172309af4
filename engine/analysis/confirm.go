package analysis

import (
	"context"
	"slices"

	"tabuleiro/engine"
)

// sure is the factor of nodes with which a mark is confirmed.
const sure = 10

// doubt is a move marked by the first search, waiting for a second one.
type doubt struct {
	judged Judged
	before engine.Line
	value  int  // equity for First before the move
	looked bool // Best is that of the second search
}

// handful is the number of plays that a second search evaluates if the play has no mark.
const handful = 6

// doubts reports whether a move needs a second search: a marked move whose first search has a known number of nodes,
// and a play whose alternatives are nearly as good as the best. For these the first search is too shallow to tell the
// loss.
func (r *Analysis) doubts(j *Judged) bool { return (j.Mark != Good || r.near) && r.nodes > 0 }

// confirm makes the next of two steps of the second search: for the best move, and for the move played. The mark is
// kept or lowered, depending on the new loss.
func (r *Analysis) confirm(ctx context.Context) error {
	d := r.doubt
	deeper := Analysis{brain: r.brain, task: r.task}
	deeper.task.Nodes = sure * r.nodes
	j := &d.judged
	if r.stake {
		return r.confirmStake(ctx, deeper.task)
	}
	if !d.looked {
		deeper.task.Best = 1
		thought, err := r.brain.Think(ctx, d.before, deeper.task)
		if err != nil {
			return err
		}
		j.Best, d.looked = thought.Moves[0], true
		d.value = fromSide(j.Best.Equity, j.Side, false)
		if j.Best.Move == j.Move {
			j.Loss = 0
			r.judgeDoubt()
		}
		return nil
	}
	after, err := d.before.Play(j.Move)
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
	r.judgeDoubt()
	return nil
}

// confirmStake is confirm in a game with a stake, in one step, because one search evaluates both moves. The value for
// measuring luck stays that of the first search, which all rolls share.
func (r *Analysis) confirmStake(ctx context.Context, task engine.Limits) error {
	d, j := r.doubt, &r.doubt.judged
	if task.Best = handful; j.Mark != Good {
		task.Best = everything
	}
	thought, err := r.brain.Think(ctx, d.before, task)
	if err != nil {
		return err
	}
	best := thought.Moves[0]
	i := slices.IndexFunc(thought.Moves, func(w engine.ScoredMove) bool { return w.Move == j.Move })
	if i < 0 { // not evaluated, like a resignation, or not among the best
		r.judgeDoubt()
		return nil
	}
	loss := best.Equity - thought.Moves[i].Equity
	j.Played = &thought.Moves[i]
	if j.Best = best; j.Mark == Good { // both searches must find the mark
		j.Loss = min(loss, LimitsOf(d.before.Position())[0]-1)
	} else {
		j.Loss = min(loss, j.Loss)
	}
	if LimitsOf(d.before.Position()).MarkFor(j.Loss) == Good {
		j.Cube = nil
	} else if j.Cube, err = Cube(ctx, r.brain, d.before, task); err != nil {
		return err
	}
	r.judgeDoubt()
	return nil
}

// judgeDoubt ends the second search and stores the result.
func (r *Analysis) judgeDoubt() {
	j := r.doubt.judged
	if j.Mark = LimitsOf(r.doubt.before.Position()).MarkFor(j.Loss); j.Mark == Good {
		j.Seen, j.Played = nil, nil
	}
	r.left--
	r.judged[r.left], r.value, r.doubt = j, r.doubt.value, nil
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
