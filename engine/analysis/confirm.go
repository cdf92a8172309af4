package analysis

import (
	"context"
	"slices"

	"tabuleiro/engine"
)

// sure is the number of times the nodes a mark is confirmed with before it is given.
const sure = 10

// doubt is a move that has earned a mark at the first look, on its way to a second one.
type doubt struct {
	judged Judged
	before engine.Line
	value  int  // equity for First of the position before it
	looked bool // Best is what the second look has found
}

// handful is the number of the best plays that a second look weighs where a play has no mark.
const handful = 6

// doubts reports whether a move has to be looked at again: one with a mark, where it is known how many nodes the first
// look took, and a play where others come near to the best one. There the first look, which goes less far than the best
// levels, does not tell what is lost.
func (r *Analysis) doubts(j *Judged) bool { return (j.Mark != Good || r.near) && r.nodes > 0 }

// confirm takes the next of two steps of a second look at a move with a mark: what was best, and what came of the move.
// The mark stays if the loss is as great as before, or goes down to what the loss is worth now.
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

// confirmStake is confirm in a game with a stake, in one step: one thought weighs what was best and what was played.
// The measure of luck stays as at the first look, which all throws have in common.
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
	if i < 0 { // a move that is not weighed, as to give up, or is none of the best, stays as it was judged
		r.judgeDoubt()
		return nil
	}
	loss := best.Equity - thought.Moves[i].Equity
	j.Played = &thought.Moves[i]
	if j.Best = best; j.Mark == Good { // a mark needs both looks
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

// judgeDoubt ends a doubt: the move is judged.
func (r *Analysis) judgeDoubt() {
	j := r.doubt.judged
	if j.Mark = LimitsOf(r.doubt.before.Position()).MarkFor(j.Loss); j.Mark == Good {
		j.Seen, j.Played = nil, nil
	}
	r.left--
	r.judged[r.left], r.value, r.doubt = j, r.doubt.value, nil
}

// Difference is the fact that tells a move with a mark, made on a line, from the best one, as both looks at it have it: see
// Agreed.
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

// gammons is what tells a move from the best one where that are the games that are won or lost at more than the stake:
// they make at least half of what the move gave away.
func (j *Judged) gammons() (f Fact, telling bool) {
	p := j.Played
	if p == nil || j.Cube != nil || j.Loss > far { // of plays far behind the chances are not known as well
		return f, false
	}
	wins, loses := j.Best.WinMore-p.WinMore, p.LoseMore-j.Best.LoseMore
	rest := j.Loss - 2*(j.Best.Win-p.Win) // what is given away besides games; nothing where more counts no more
	switch {
	case 2*rest < j.Loss || 2*max(wins, loses) < j.Loss || max(wins, loses) < tellingGammons:
		return f, false
	case loses > wins:
		return Fact{Code: FactLosesMore, Count: percent(p.LoseMore), Other: percent(j.Best.LoseMore)}, true
	}
	return Fact{Code: FactWinsLess, Count: percent(p.WinMore), Other: percent(j.Best.WinMore)}, true
}

// tellingGammons is by how much more likely they are at least, of engine.ProbScale.
const tellingGammons = 300

// percent is a part of engine.ProbScale of 100 games.
func percent(part int) int { return (100*part + engine.ProbScale/2) / engine.ProbScale }
