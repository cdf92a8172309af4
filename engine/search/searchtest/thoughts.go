package searchtest

import (
	"fmt"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/goldentest"
	"tabuleiro/engine/search"
)

// Case is a game with options, a start position, and the levels to ask.
type Case struct {
	Game    *engine.Game
	Options engine.Options
	Start   string // "": the usual one
	Levels  []int
}

// Thoughts compares the evaluations of positions of random games with testdata/thoughts.txt. Below each position a
// line has the level, nodes, depth, and the two best moves with their equities.
func Thoughts(t *testing.T, cases ...Case) {
	t.Helper()
	const file = "testdata/thoughts.txt"
	var text strings.Builder
	for _, c := range cases {
		c.write(t, &text)
	}
	goldentest.Compare(t, file, text.String())
}

// write writes the lines of a case: the nodes of each level, and the evaluations of a given start and of every ninth
// position.
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

// think writes the evaluation of a position.
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
