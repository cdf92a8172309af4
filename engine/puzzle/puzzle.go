// Package puzzle has the puzzles that come with the program: positions from games of the house against itself, with one
// move that is much better than all others. They were made by
//
//	go run ./cmd/train -puzzles -o engine/puzzle/found GAME
//
// as package analysis finds them: with 10,000 nodes, again with 100,000, and not at level 3; those of Portuguese
// draughts with seed 2, as seed 1 comes by more endings of kings with a single move to be found. Of the five hundred,
// 105 have then been replaced by others from seed 3: they had three legal moves or fewer, or a million nodes found
// another move that is nearly as good. All that are made today are held against both. The tables of endings showed a
// second way to win in eleven: ten of Chilean draughts went, and one of Portuguese was replaced from seed 4. The other
// games of draughts have 64 each, from seed 1 (-scale 0.64). A hundred of a game take two to fifteen minutes of one
// core. A test holds the solutions against what the brains know now.
package puzzle

import (
	"embed"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/search"
)

// Puzzle is a position and its solution, in a game with its usual options.
type Puzzle struct {
	Position string        // as text; the side on turn is to move
	Gap      int           `json:",omitempty"` // by how much its first move is better than the next one, in equity of engine.Whole
	Solution []engine.Move // of both sides; it begins and ends with a move of the side on turn, all of which are much the best
	Rest     []engine.Move // how the game is expected to go on then, until what is gained is on the board
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
		gap, _ := strconv.Atoi(fields[1]) // a number: a test reads them all
		puzzles = append(puzzles, Puzzle{Position: fields[0], Gap: gap, Solution: list(fields[2]), Rest: list(fields[3])})
	}
	return puzzles
}

// list reads moves.
func list(text string) (moves []engine.Move) {
	for move := range strings.FieldsSeq(text) {
		moves = append(moves, engine.Move(strings.ReplaceAll(move, "_", " ")))
	}
	return moves
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
	o, err := g.Complete(nil)
	if err != nil {
		return engine.Line{}, err
	}
	start, err := g.Parse(p.Position, o)
	if err != nil {
		return engine.Line{}, fmt.Errorf("puzzle: %w", err)
	}
	return g.NewLine(start), nil
}
