// Package puzzle has the puzzles that come with the program: positions from games of the computer against itself, with one
// move that is much better than all others, and of backgammon decisions about the stake, of which one is. cmd/lab makes
// and proves them.
//
// Each has with it what it was proven by: gap, value, nodes and the version of what the computer knew, which changes with
// what it learns.
package puzzle

import (
	"embed"
	"hash/fnv"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/search"
)

// Puzzle is a position and its solution, in a game with its usual options.
type Puzzle struct {
	Position string // as text; the side on turn is to move
	// by how much its first move is better than the next one, in equity of engine.ProbScale
	Gap     int    `json:",omitempty"`
	Value   int    `json:",omitempty"` // what that move is worth, in the same
	Nodes   int    `json:",omitempty"` // that both were proven with
	Version string `json:",omitempty"` // of what the computer knew that proved them
	// of both sides; it begins and ends with a move of the side on turn, all of which are much the best
	Solution []engine.Move
	Rest     []engine.Move // how the game is expected to go on then, until what is gained is on the board
	// of a decision about the stake: the chance to win the game, of engine.ProbScale
	Win  int          `json:",omitempty"`
	Cube *engine.Cube `json:",omitempty"` // of a decision about the stake: what it is worth each way
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
			*n, _ = strconv.Atoi(fields[1+i]) // a number: a test reads them all
		}
		puzzles = append(puzzles, p)
	}
	return puzzles
}

// Next is the number, from 0, of the puzzle of a game that comes after shown others in a place, of count that there
// are. Each comes once before any comes again, and places have orders of their own.
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

// Line is the position of a puzzle as a line, from where it is solved.
func (p Puzzle) Line(g *engine.Game) (engine.Line, error) {
	r, err := g.NewRecord(nil, p.Position)
	return r.Line, err
}
