package measure

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"tabuleiro/cmd/lab/puzzles"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/search"
)

// reporting is the number of positions a report looks at for each of a game without dice.
const reporting = 50_000

// accuracyOf prints how accurate the moves of levels are in the same positions, so many, as a report judges them:
// the mean with its interval, and by how much it is more than that of the level below. Before them comes what a report
// itself would have played.
func accuracyOf(ctx context.Context, out io.Writer, g *engine.Game, r duel.Rules, from, to int) error {
	lines, err := decided(ctx, g, r)
	if err != nil {
		return err
	}
	_, stake := g.Brain.(engine.CubeEvaluator)
	measured := func(name string, task engine.Limits, below []float64) (list []float64, err error) {
		for _, l := range lines {
			thought, err := g.Brain.Think(ctx, l.Line, task)
			if err != nil {
				return nil, err
			}
			move := thought.Moves[0].Move
			if stake && task.Level == 0 { // a report looks again
				if _, move, err = l.judge(ctx, g, move, task); err != nil {
					return nil, err
				}
			}
			accuracy, err := l.accuracy(ctx, g, move)
			if err != nil {
				return nil, err
			}
			list = append(list, accuracy)
		}
		mean, half := interval(list)
		text := fmt.Sprintf("%s\t%s\t%.2f %%\t±%.2f", g.Name, name, mean, half)
		if below != nil {
			more := make([]float64, len(list))
			for i := range list {
				more[i] = list[i] - below[i]
			}
			mean, half := interval(more)
			text += fmt.Sprintf("\tmore by %+.2f\t±%.2f", mean, half)
		}
		_, err = fmt.Fprintf(out, "%s\t%d positions\n", text, len(list))
		return list, err
	}
	if _, err := measured("report", reportTask(g), nil); err != nil {
		return err
	}
	var below []float64
	for level := from; level <= to; level++ {
		if below, err = measured("level "+engine.LevelName(level), engine.Limits{Level: level, Seed: r.Seed},
			below); err != nil {
			return err
		}
	}
	return nil
}

// interval is the mean of a list, and half of what has the true one in it with a probability of 95 %.
func interval(list []float64) (mean, half float64) {
	n, squares := float64(len(list)), 0.0
	for _, x := range list {
		mean += x / n
	}
	for _, x := range list {
		squares += (x - mean) * (x - mean)
	}
	return mean, 1.96 * math.Sqrt(squares/max(1, n-1)/n)
}

// reportTask is how hard a report thinks about a position at first.
func reportTask(g *engine.Game) engine.Limits {
	if _, stake := g.Brain.(engine.CubeEvaluator); stake {
		return engine.Limits{}
	}
	return engine.Limits{Nodes: reporting}
}

// decision is a position in which there is something to decide, and how accurate moves in it have been found to be.
type decision struct {
	engine.Line
	known map[engine.Move]float64
}

// decided are so many positions as there are games, from games that drawn moves begin and level 5 goes on with.
func decided(ctx context.Context, g *engine.Game, r duel.Rules) (list []decision, err error) {
	const apart = 7
	for game := uint64(0); len(list) < r.Games; game++ {
		random := search.NewRandom(r.Seed, game)
		start, err := g.New(r.Options)
		if err != nil {
			return nil, err
		}
		line, last := g.NewLine(start), 0
		for line.Turn() != engine.Nobody && len(list) < r.Games {
			move, err := puzzles.Drawn(ctx, g.Brain, line, random, 5)
			if err != nil {
				return nil, err
			}
			if line.Len() >= r.Opening && line.Len()-last >= apart && line.Turn() != engine.Chance &&
				!analysis.IsForced(line.Position()) {
				list, last = append(list, decision{g.NewLine(line.Position()), map[engine.Move]float64{}}), line.Len()
			}
			if line, err = line.Play(move); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// accuracy is that of a move, in percent.
func (d decision) accuracy(ctx context.Context, g *engine.Game, move engine.Move) (float64, error) {
	if is, ok := d.known[move]; ok {
		return is, nil
	}
	report, _, err := d.judge(ctx, g, move, reportTask(g))
	if err != nil {
		return 0, err
	}
	if _, stake := g.Brain.(engine.CubeEvaluator); stake {
		d.known[move] = float64(analysis.Accuracy(report.Moves[0].Loss)) / 100
	} else {
		d.known[move] = float64(report.Accuracy[d.Turn()-engine.First]) / 100
	}
	return d.known[move], nil
}

// judge has a move judged as a report does, and returns what would have been best, too.
func (d decision) judge(ctx context.Context, g *engine.Game, move engine.Move,
	task engine.Limits) (report analysis.Report, best engine.Move, err error) {
	played, err := d.Play(move)
	if err != nil {
		return report, "", err
	}
	if report, err = analysis.Analyse(ctx, g.Brain, played, task); err != nil {
		return report, "", err
	}
	return report, report.Moves[0].Best.Move, nil
}

// lossOf prints what a game with dice loses a play, in equity of a stake, by what is seen at first sight and by
// levels: judged, in the same positions, by a look two plies ahead at the best plays. A play that is not among these
// counts as the last of them, and how many did is told.
func lossOf(ctx context.Context, out io.Writer, g *engine.Game, r duel.Rules, from, to int) error {
	const looked = 6
	lines, err := decided(ctx, g, r)
	if err != nil {
		return err
	}
	tasks := []engine.Limits{{Nodes: 1}}
	for level := from; level <= to; level++ {
		tasks = append(tasks, engine.Limits{Level: level, Seed: r.Seed})
	}
	lost, beyond := make([][]float64, len(tasks)), make([]int, len(tasks))
	for _, l := range lines {
		judged, err := g.Brain.Think(ctx, l.Line, engine.Limits{Level: engine.Max, Best: looked})
		if err != nil {
			return err
		}
		for i, task := range tasks {
			thought, err := g.Brain.Think(ctx, l.Line, task)
			if err != nil {
				return err
			}
			at := slices.IndexFunc(judged.Moves, func(w engine.ScoredMove) bool { return w.Move == thought.Moves[0].Move })
			if at < 0 {
				at = len(judged.Moves) - 1
				beyond[i]++
			}
			lost[i] = append(lost[i], float64(judged.Moves[0].Equity-judged.Moves[at].Equity)/engine.ProbScale)
		}
	}
	for i, task := range tasks {
		name := "first sight"
		if task.Level > 0 {
			name = "level " + engine.LevelName(task.Level)
		}
		mean, half := interval(lost[i])
		if _, err := fmt.Fprintf(out, "%s\t%s\t%.4f\t±%.4f\t%d plays\t%d beyond\n", g.Name, name, mean, half, len(lines),
			beyond[i]); err != nil {
			return err
		}
	}
	return nil
}
