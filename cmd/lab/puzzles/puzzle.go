package puzzles

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/search"
)

// Puzzle is a position with one move that is much better than all others.
type Puzzle struct {
	Line     engine.Line   // its last position is the one to be solved
	Solution []engine.Move // the move, and how the game is expected to go on: it ends with the last move to be found
	Rest     []engine.Move // how the game is expected to go on after that, until what the solution gains is on the board
	Gap      int           // by how much the move is better than the next one, in equity
	Value    int           // what the move is worth, in equity
	Nodes    int           // that both were proven with
	Version  string        // of what proved them: see searchtest.Version
	Win      int           // of a decision about the stake: the chance to win the game
	Cube     *engine.Cube  // of a decision about the stake: what it is worth each way
}

// MinimumGap is the least by which the solution of a puzzle is better than any other move, in the game of a position:
// in a game with a stake what makes a blunder, as there is less to be gained by one move where dice follow, and in a
// decision about the stake what makes a mistake: there are two answers alone, and what they are worth is better known.
func MinimumGap(p engine.Position) int {
	if analysis.IsCubeDecision(p) {
		return analysis.Equities[analysis.Mistake-1]
	}
	if _, stake := p.(engine.StakeGame); stake {
		return analysis.Equities[analysis.Blunder-1]
	}
	return engine.ProbScale / 4
}

// Search settings of FindPuzzle.
const (
	thorough = 10  // times the nodes to make sure
	Proof    = 100 // times the nodes to prove that nothing else is as good
	tooEasy  = 3   // the level that must not find the solution
)

// FewestMoves is the number of legal moves a puzzle has at least: of less the solution is soon guessed.
const FewestMoves = 4

// FindPuzzle reports whether the last position of a line is a puzzle: it has FewestMoves, the best is better by
// MinimumGap, with ten times and with a hundred times the nodes still, and level 3 may play another one. A decision
// about the stake is looked at by FindDecision.
func FindPuzzle(ctx context.Context, brain engine.Brain, line engine.Line, nodes int) (Puzzle, bool, error) {
	position, turn := line.Position(), line.Turn()
	if turn != engine.First && turn != engine.Second || few(position) || analysis.IsCubeDecision(position) {
		return Puzzle{}, false, nil
	}
	first, _, clear, err := ahead(ctx, brain, line, nodes)
	if err != nil || !clear {
		return Puzzle{}, false, err
	}
	if easy, err := finds(ctx, brain, line, first.Move); err != nil || easy {
		return Puzzle{}, false, err
	}
	sure, _, clear, err := ahead(ctx, brain, line, thorough*nodes)
	if err != nil || !clear || sure.Move != first.Move {
		return Puzzle{}, false, err
	}
	proven, gap, clear, err := ahead(ctx, brain, line, Proof*nodes)
	if err != nil || !clear || proven.Move != first.Move {
		return Puzzle{}, false, err
	}
	p := Puzzle{Line: line, Gap: gap, Value: proven.Equity, Nodes: Proof * nodes}
	p.Solution, p.Rest, err = player{brain, thorough * nodes, Proof * nodes}.solution(ctx, line, sure.Line)
	return p, err == nil, err
}

// finds reports whether level tooEasy finds a move, whatever it overlooks: with each of three seeds.
func finds(ctx context.Context, brain engine.Brain, line engine.Line, move engine.Move) (bool, error) {
	for seed := range uint64(3) {
		thought, err := brain.Think(ctx, line, engine.Limits{Level: tooEasy, Seed: seed})
		if err != nil || thought.Moves[0].Move != move {
			return false, err
		}
	}
	return true, nil
}

// few reports whether a position has less than FewestMoves.
func few(p engine.Position) bool {
	n := 0
	for range p.Moves() {
		if n++; n == FewestMoves {
			return false
		}
	}
	return true
}

// ahead is the best move of a line, and by how much it is better than any other. It is clear if that is MinimumGap or
// more.
func ahead(ctx context.Context, brain engine.Brain, line engine.Line,
	nodes int) (best engine.ScoredMove, gap int, clear bool, err error) {
	thought, err := brain.Think(ctx, line, engine.Limits{Nodes: nodes, Best: 2})
	if err != nil {
		return engine.ScoredMove{}, 0, false, err
	}
	if best = thought.Moves[0]; len(thought.Moves) > 1 {
		gap = best.Equity - thought.Moves[1].Equity
	}
	return best, gap, gap >= MinimumGap(line.Position()), nil
}

// Text is the puzzle as a line of a file, in columns behind tabs: the position, the gap, the value, the nodes, the
// version, the solution, the rest, and of a decision about the stake the chance to win with what it is worth not
// doubled, taken and dropped. A move has underscores for spaces.
func (p Puzzle) Text() string {
	text := fmt.Sprintf("%s\t%d\t%d\t%d\t%s", p.Line.Position(), p.Gap, p.Value, p.Nodes, p.Version)
	for _, list := range [][]engine.Move{p.Solution, p.Rest} {
		text += "\t"
		for n, m := range list {
			text += [2]string{"", " "}[min(n, 1)] + strings.ReplaceAll(string(m), " ", "_")
		}
	}
	if p.Cube != nil {
		text += fmt.Sprintf("\t%d %d %d %d", p.Win, p.Cube.NoDouble, p.Cube.Take, p.Cube.Drop)
	}
	return strings.TrimRight(text, "\t")
}

// careless is the level at which both sides play the games in which puzzles are looked for, so that there is something
// to be found.
const careless = 4

// MakePuzzles lets the computer play games from a seed until it has come by so many puzzles that are not known.
func MakePuzzles(ctx context.Context, g *engine.Game, o engine.Options, seed uint64, count, nodes int, known []Puzzle,
	progress func(string)) ([]Puzzle, error) {
	var puzzles []Puzzle
	seen := keys(known)
	for game := uint64(0); len(puzzles) < count; game++ {
		random := search.NewRandom(seed, game)
		p, err := g.New(o)
		if err != nil {
			return nil, err
		}
		line := g.NewLine(p)
		quiet := 0 // plies since the last puzzle
		for line.Turn() != engine.Nobody && line.Len() < 300 && len(puzzles) < count {
			if key := line.Position().Key(); line.Len() >= randomPlies && quiet >= apart && !seen[key] {
				shown := g.NewLine(line.Position()) // a puzzle has no past in which a position could have come before
				puzzle, ok, err := FindPuzzle(ctx, g.Brain, shown, nodes)
				if err != nil {
					return nil, err
				}
				if ok {
					seen[key] = true
					puzzles, quiet = append(puzzles, puzzle), 0
					progress(fmt.Sprintf("game %d, puzzle %d: %s", game+1, len(puzzles), puzzle.Text()))
				}
			}
			move, err := Drawn(ctx, g.Brain, line, random, careless)
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

// keys has the positions of puzzles.
func keys(list []Puzzle) map[string]bool {
	seen := make(map[string]bool)
	for _, p := range list {
		seen[p.Line.Position().Key()] = true
	}
	return seen
}

const (
	randomPlies = 6 // at the beginning of the games in which puzzles are looked for
	apart       = 8 // plies between two puzzles of one game
)

// Drawn is the move that a game goes on with in which positions are looked for: the first few are drawn, and a level
// goes on. In a game with dice these alone are drawn.
func Drawn(ctx context.Context, brain engine.Brain, line engine.Line, random *search.Random,
	level int) (engine.Move, error) {
	_, dice := line.Position().(engine.DicePosition)
	if line.Turn() == engine.Chance {
		return thrown(line, random)
	}
	moves := slices.Collect(line.Position().Moves())
	if move := moves[random.Intn(len(moves))]; len(moves) == 1 || line.Len() < randomPlies && !dice {
		return move, nil
	}
	thought, err := brain.Think(ctx, line, engine.Limits{Level: level, Seed: random.Uint64()})
	if err != nil {
		return "", err
	}
	return thought.Moves[0].Move, nil
}

// thrown is a throw of the dice.
func thrown(line engine.Line, random *search.Random) (engine.Move, error) {
	return line.Position().(engine.DicePosition).Roll(1+random.Intn(6), 1+random.Intn(6))
}
