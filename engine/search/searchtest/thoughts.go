package searchtest

import (
	"fmt"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/goldentest"
	"tabuleiro/engine/search"
)

// Case is a game with its options, a position to begin with, and the levels at which its brain is asked.
type Case struct {
	Game    *engine.Game
	Options engine.Options
	Start   string // "": the usual one
	Levels  []int
}

// Thoughts compares what computers think about positions of games at random with the table in testdata/thoughts.txt. Below
// each position a line has the level, positions looked at, plies, and the two best moves with their equities.
func Thoughts(t *testing.T, cases ...Case) {
	t.Helper()
	const file = "testdata/thoughts.txt"
	var text strings.Builder
	for _, c := range cases {
		c.write(t, &text)
	}
	goldentest.Compare(t, file, text.String())
}

// write writes the lines of a case: how far each level looks, and the thoughts about a start that is not the usual one and
// every ninth position of a game.
func (c Case) write(t *testing.T, text *strings.Builder) {
	t.Helper()
	options, err := c.Game.Complete(c.Options)
	if err != nil {
		t.Fatal(err)
	}
	start, err := c.Game.New(options)
	if c.Start != "" {
		start, err = c.Game.Parse(c.Start, options)
	}
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(text, c.Game.Name, " ", c.Options, ":")
	for level := 1; level <= engine.Max; level++ {
		fmt.Fprint(text, " ", c.Game.Brain.(engine.NodeBudgeter).Nodes(level))
	}
	text.WriteString("\n")
	random := search.NewRandom(7)
	for line := c.Game.NewLine(start); line.Turn() != engine.Nobody && line.Len() < 60; {
		if line.Len()%9 == 5 || c.Start != "" && line.Len() == 0 {
			fmt.Fprintln(text, line.Position())
			for _, level := range c.Levels {
				c.think(t, line, level, text)
			}
		}
		var moves []engine.Move
		for m := range line.Position().Moves() {
			moves = append(moves, m)
		}
		if line, err = line.Play(moves[random.Intn(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
}

// think writes what the computer thinks of a position.
func (c Case) think(t *testing.T, line engine.Line, level int, text *strings.Builder) {
	t.Helper()
	task := engine.Limits{Level: level, Seed: uint64(line.Len()), Best: 1 + level%2}
	switch n := c.Game.Brain.(engine.NodeBudgeter).Nodes(level); {
	case level == 0:
		task.Nodes = 20_000
	case n > 3000:
		task.Nodes = 3000
	}
	thought, err := c.Game.Brain.Think(t.Context(), line, task)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(text, "  %d: %d %d", level, thought.Nodes, thought.Depth)
	for _, w := range thought.Moves {
		fmt.Fprintf(text, ", %s %d %d %d", w.Move, w.Equity, w.Win, len(w.Line))
	}
	text.WriteString("\n")
}
