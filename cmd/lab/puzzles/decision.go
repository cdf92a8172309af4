package puzzles

import (
	"context"
	"fmt"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/search"
)

// How likely the side that doubles or may double is to win where its decision makes a puzzle, of engine.ProbScale: outside
// there is little to think about.
const (
	leastWin = engine.ProbScale * 60 / 100
	mostWin  = engine.ProbScale * 90 / 100
)

// mostGap is by how many times MinimumGap one answer is better at most: beyond that the other one is absurd.
const mostGap = 5

// FindDecision reports whether the last position of a line, where a side may double or answer a double, is a puzzle:
// one
// of both answers is better by MinimumGap but not absurdly, with a hundred times the nodes still, and the game is
// neither even nor as good as won.
func FindDecision(ctx context.Context, brain engine.CubeEvaluator, line engine.Line,
	nodes int) (p Puzzle, ok bool, err error) {
	if turn := line.Turn(); turn != engine.First && turn != engine.Second || !analysis.IsCubeDecision(line.Position()) ||
		analysis.IsForced(line.Position()) {
		return Puzzle{}, false, nil
	}
	var before engine.Move
	for _, nodes := range []int{nodes, Proof * nodes} {
		thought, err := brain.Think(ctx, line, engine.Limits{Nodes: nodes, Best: 2})
		if err != nil {
			return Puzzle{}, false, err
		}
		best, next, win := thought.Moves[0], thought.Moves[1], chance(thought.Moves)
		if doubled(line.Position()) {
			win = engine.ProbScale - win
		}
		gap, least := best.Equity-next.Equity, MinimumGap(line.Position())
		if gap < least || gap > mostGap*least || win < leastWin || win > mostWin || before != "" && before != best.Move {
			return Puzzle{}, false, nil
		}
		before = best.Move
		p = Puzzle{Line: line, Solution: []engine.Move{best.Move}, Gap: gap, Value: best.Equity, Nodes: nodes,
			Win: chance(thought.Moves)}
	}
	cube, err := brain.Cube(ctx, line, engine.Limits{Nodes: Proof * nodes})
	p.Cube = &cube
	return p, err == nil, err
}

// chance is that of winning the game: to drop a double, which is weighed as well, leaves none.
func chance(list []engine.ScoredMove) (best int) {
	for _, w := range list {
		best = max(best, w.Win)
	}
	return best
}

// doubled reports whether a double waits for its answer.
func doubled(p engine.Position) bool {
	r, ok := p.(engine.DicePosition)
	return ok && r.Throw().Doubled > 0
}

// late is the number of plies that are played at most before decisions are looked for: in a match to other scores.
const late = 400

// kind is a kind of decision: what is right, and whether the game is a race.
type kind struct {
	engine.Move
	race bool
}

// kinds are how many there are: to roll, to double, to take and to drop, in a race or not.
const kinds = 8

func kindOf(p Puzzle) kind { return kind{p.Solution[0], p.Line.View().Points.Race()} }

// MakeDecisions lets the computer play games from a seed, with one set of options after the other, until it has come by
// decisions about the stake that make puzzles, so many with those that are known: as many of each kind, as far as they
// come up in so many games. Each is asked of the side that may double and, as if it had, of the other one.
func MakeDecisions(ctx context.Context, g *engine.Game, o []engine.Options, seed uint64, count, games, nodes int,
	known []Puzzle, progress func(string)) ([]Puzzle, error) {
	brain, ok := g.Brain.(engine.CubeEvaluator)
	if !ok {
		return nil, nil
	}
	most := (count + kinds - 1) / kinds
	var puzzles []Puzzle
	found, seen := map[kind]int{}, keys(known)
	for _, p := range known {
		found[kindOf(p)]++
	}
	full := func(race bool) bool { // of either kind of game
		n := 0
		for k, some := range found {
			if k.race == race && some >= most {
				n++
			}
		}
		return n == kinds/2
	}
	for game := 0; game < games && len(known)+len(puzzles) < count; game++ {
		random := search.NewRandom(seed, uint64(game))
		p, err := g.New(o[game%len(o)])
		if err != nil {
			return nil, err
		}
		line := g.NewLine(p)
		quiet := -random.Intn(late)
		for line.Turn() != engine.Nobody && line.Len() < 1000 && len(known)+len(puzzles) < count {
			for _, start := range asked(line.Position()) {
				key := start.Key()
				if quiet < 2*apart || seen[key] || full(start.View().Points.Race()) {
					continue
				}
				puzzle, ok, err := FindDecision(ctx, brain, g.NewLine(start), nodes)
				if err != nil {
					return nil, err
				}
				if !ok {
					continue
				}
				if found[kindOf(puzzle)] >= most {
					continue
				}
				seen[key], quiet = true, 0
				found[kindOf(puzzle)]++
				puzzles = append(puzzles, puzzle)
				progress(fmt.Sprintf("game %d, decision %d: %s", game+1, len(puzzles), puzzle.Text()))
			}
			move, err := Drawn(ctx, brain, line, random, careless)
			if err != nil {
				return nil, err
			}
			quiet++
			if line, err = line.Play(move); err != nil {
				return nil, err
			}
		}
	}
	return puzzles, nil
}

// asked are the questions about the stake at a position: whether to double, and the answer to that.
func asked(p engine.Position) (list []engine.Position) {
	if turn := p.Turn(); turn != engine.First && turn != engine.Second || !analysis.IsCubeDecision(p) || doubled(p) {
		return nil
	}
	if r := p.(engine.DicePosition); !r.MayDouble(p.Turn()) {
		return nil
	}
	for m := range p.Moves() {
		if next, err := p.Play(m); err == nil && doubled(next) {
			return []engine.Position{p, next}
		}
	}
	return nil
}
