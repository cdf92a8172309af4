// Package puzzle has the puzzles that come with the program: positions from games of the computer against itself with
// one move that is much better than all others, and in backgammon cube decisions with one such answer. cmd/lab makes
// and proves them.
//
// Each holds what it was proven with: gap, value, nodes, and the version of the computer's knowledge, which changes
// when the computer learns.
package puzzle

import (
	"embed"
	"hash/fnv"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/search"
)

// Puzzle is a position with its solution, in a game with default options.
type Puzzle struct {
	Position string // as text; the side on turn is to move
	// lead of the first move of the solution over the next best one, in equity of engine.ProbScale
	Gap     int    `json:",omitempty"`
	Value   int    `json:",omitempty"` // value of that move, in the same units
	Nodes   int    `json:",omitempty"` // nodes with which both were proven
	Version string `json:",omitempty"` // version of the knowledge that proved them
	// of both sides, beginning and ending with a move of the side on turn, whose moves are all much the best
	Solution []engine.Move
	Rest     []engine.Move // expected continuation, until the gain is on the board
	// for a cube decision: the chance to win the game, of engine.ProbScale
	Win  int          `json:",omitempty"`
	Cube *engine.Cube `json:",omitempty"` // for a cube decision: its evaluation
}

//go:embed found
var found embed.FS

// Of lists the puzzles of a game, always in the same order; there may be none.
func Of(g *engine.Game) []Puzzle {
	file, err := found.ReadFile("found/" + g.Name + ".puzzles")
	if err != nil {
		return nil
	}
	var puzzles []Puzzle
	for line := range strings.Lines(string(file)) {
		fields := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "", "", "")
		p := Puzzle{Position: fields[0], Version: fields[4], Solution: engine.ParseMoves(fields[5]),
			Rest: engine.ParseMoves(fields[6])}
		numbers := []*int{&p.Gap, &p.Value, &p.Nodes}
		if chances := fields[7]; chances != "" {
			p.Cube = new(engine.Cube)
			numbers = append(numbers, &p.Win, &p.Cube.NoDouble, &p.Cube.Take, &p.Cube.Drop)
			fields = append(fields[:4], strings.Fields(chances)...)
		}
		for i, n := range numbers {
			*n, _ = strconv.Atoi(fields[1+i]) // valid numbers: a test reads them all
		}
		puzzles = append(puzzles, p)
	}
	return puzzles
}

// Next returns the number, from 0, of the puzzle of a game to show in a place after shown others, of count. Each
// puzzle comes once before any repeats, and every place has its own order.
func Next(game, place string, shown, count int) int {
	h := fnv.New64a()
	h.Write([]byte(game + "\x00" + place))
	random := search.NewRandom(h.Sum64(), uint64(shown/count))
	order := make([]int, count)
	for i := range order {
		k := random.Intn(i + 1)
		order[i], order[k] = order[k], i
	}
	return order[shown%count]
}

// Line returns the position of a puzzle as a line.
func (p Puzzle) Line(g *engine.Game) (engine.Line, error) {
	r, err := g.NewRecord(nil, p.Position)
	return r.Line, err
}
