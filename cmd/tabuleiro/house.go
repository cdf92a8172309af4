package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/duel"
)

// brain is a game that the house plays, with complete options.
func brain(name string, option map[string]string) (*engine.Game, engine.Options, error) {
	g, err := called(name)
	if err != nil {
		return nil, nil, err
	}
	options, err := g.Complete(option)
	if err != nil {
		return nil, nil, mistake{err}
	}
	if g.Brain == nil {
		return nil, nil, mistakef("the house does not play %s", g.Name)
	}
	return g, options, nil
}

type bestCommand struct {
	start
	Level houseLevel `help:"Play as the house does at this level: 1 to ${levels}, or max (0: as in analysis)."`
	Nodes int        `help:"Look at so many positions."`
	Seed  uint64     `help:"Chooses among what the level cannot tell apart."`
	Count int        `default:"1" help:"Print so many moves, the best first."`
}

// houseLevel is a level of the house, 0 for analysis.
type houseLevel int

func (l *houseLevel) UnmarshalText(text []byte) error {
	level, ok := engine.LevelNamed(string(text))
	if !ok && string(text) != "0" {
		return fmt.Errorf("%q is not 0 to %d or max", text, engine.Levels)
	}
	*l = houseLevel(level)
	return nil
}

// Help is what the help says below the usage.
func (*bestCommand) Help() string {
	return "Without --position it reads positions from standard input, one a line, and answers each at once; with --count several lines, " +
		"then an empty one. POSITION, tab, MOVE MOVE ... is the position after these moves, with underscores for the spaces in a move."
}

func (c *bestCommand) Run(in io.Reader, out *bufio.Writer) error {
	g, options, err := brain(c.Game, c.Option)
	if err != nil {
		return err
	}
	if c.Nodes < 0 || c.Count < 1 {
		return mistakef("--nodes has to be at least 0, --count at least 1")
	}
	ctx, stop := untilStopped(context.Background())
	defer stop()
	if c.Position != nil {
		line, err := readLine(g, options, *c.Position)
		if err != nil {
			return mistakef("--position: %w", err)
		}
		return c.answer(ctx, g, line, out)
	}
	typed := bufio.NewReader(in)
	for number, end := 1, false; !end; number++ {
		text, err := typed.ReadString('\n')
		if end = errors.Is(err, io.EOF); err != nil && !end {
			return fmt.Errorf("read the positions: %w", err)
		}
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		line, err := readLine(g, options, text)
		if err != nil {
			return mistakef("line %d: %w", number, err)
		}
		if err := c.answer(ctx, g, line, out); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if c.Count > 1 {
			fmt.Fprintln(out)
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// readLine reads a position and, behind a tab, the moves since: in canonical text, with underscores for spaces in a move.
func readLine(g *engine.Game, options engine.Options, text string) (engine.Line, error) {
	text, moves, _ := strings.Cut(text, "\t")
	p, err := g.Parse(strings.TrimSpace(text), options)
	if err != nil {
		return engine.Line{}, err
	}
	line := g.NewLine(p)
	for move := range strings.FieldsSeq(moves) {
		if line, err = line.Play(engine.Move(strings.ReplaceAll(move, "_", " "))); err != nil {
			return line, explain(err)
		}
	}
	return line, nil
}

// answer prints what the brain thinks of a line.
func (c *bestCommand) answer(ctx context.Context, g *engine.Game, line engine.Line, out *bufio.Writer) error {
	if o := line.Outcome(); o.Decided() {
		return mistakef("the game is over (%s: %s): there is nothing to decide", result(o), o.Reason)
	}
	thought, err := g.Brain.Think(ctx, line, engine.Task{Nodes: c.Nodes, Level: int(c.Level), Seed: c.Seed, Best: c.Count})
	if err != nil {
		return err
	}
	for _, w := range thought.Moves {
		if _, err := fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%d\t%d\n", w.Move,
			part(w.Win), part(w.Draw), part(w.Equity), thought.Nodes, thought.Depth); err != nil {
			return err
		}
	}
	return nil
}

// part prints parts of engine.Whole.
func part(parts int) string { return fmt.Sprintf("%.4f", float64(parts)/engine.Whole) }

type duelCommand struct {
	Game    string            `arg:"" help:"The game: ${games}."`
	First   string            `required:"" placeholder:"HOW" help:"How the first player thinks: level=5 or level=max, nodes=20000 or both with a comma; program=FILE lets another build of this program think."`
	Second  string            `required:"" placeholder:"HOW" help:"How the second player thinks."`
	Games   int               `default:"100" help:"How many games, an even number for equal chances."`
	Seed    uint64            `help:"Chooses the openings and the dice."`
	Opening int               `default:"${opening}" help:"Moves drawn at random at the beginning of a game without dice."`
	Option  map[string]string `placeholder:"K=V" mapsep:"none" help:"An option of the game; may be given several times. ${options}."`
}

func (c *duelCommand) Run(out *bufio.Writer) error {
	g, options, err := brain(c.Game, c.Option)
	if err != nil {
		return err
	}
	if c.Games < 1 || c.Opening < 0 {
		return mistakef("--games has to be at least 1, --opening at least 0")
	}
	ctx, stop := untilStopped(context.Background())
	defer stop()
	var players [2]duel.Player
	for i, how := range []string{c.First, c.Second} {
		player, end, err := c.player(ctx, g, options, how)
		if err != nil {
			return mistakef("--%s: %w", []string{"first", "second"}[i], err)
		}
		defer end()
		players[i] = player
	}
	rules := duel.Rules{Game: g, Options: options, Games: c.Games, Seed: c.Seed, Opening: c.Opening}
	score, err := duel.Play(ctx, rules, players[0], players[1], func(s duel.Score) {
		if s.Games()%20 == 0 && s.Games() < c.Games {
			printScore(out, "so far", s)
			out.Flush() // an error of it comes back with the next one
		}
	})
	if err != nil {
		return err
	}
	return printScore(out, "score", score)
}

func printScore(out io.Writer, word string, s duel.Score) error {
	low, high := s.Interval()
	_, err := fmt.Fprintf(out, "%s\t%.4f\t%.4f\t%.4f\t%d\t%d\t%d\n", word, s.Share(), low, high, s.Wins, s.Draws, s.Losses)
	return err
}

type trainCommand struct {
	Game    string  `arg:"" help:"The game: ${games}."`
	Seed    uint64  `default:"1" help:"Chooses the games that are played."`
	Scale   float64 `default:"1" help:"Length of the training, 1 being the full one."`
	Puzzles bool    `help:"Make puzzles instead, a hundred at full length."`
	Output  string  `short:"o" required:"" placeholder:"DIR" type:"path" help:"Where to write the files."`
}

func (c *trainCommand) Run() error {
	g, err := called(c.Game)
	if err != nil {
		return err
	}
	if g.Train == nil && !c.Puzzles || g.Brain == nil {
		return mistakef("there is nothing to train for %s", g.Name)
	}
	if !(c.Scale > 0 && c.Scale <= 100) {
		return mistakef("--scale is %v, but has to be more than 0 and at most 100", c.Scale)
	}
	if err := os.MkdirAll(c.Output, 0o777); err != nil {
		return err
	}
	ctx, stop := untilStopped(context.Background())
	defer stop()
	progress := func(text string) { fmt.Fprintln(os.Stderr, text) }
	var files map[string][]byte
	if c.Puzzles {
		files, err = c.puzzles(ctx, g, progress)
	} else {
		files, err = g.Train(ctx, c.Seed, c.Scale, progress)
	}
	if err != nil {
		return err
	}
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(c.Output, name), files[name], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// puzzles makes the file with a game's puzzles.
func (c *trainCommand) puzzles(ctx context.Context, g *engine.Game, progress func(string)) (map[string][]byte, error) {
	options, err := g.Complete(nil)
	if err != nil {
		return nil, err
	}
	list, err := analysis.MakePuzzles(ctx, g, options, c.Seed, max(1, int(100*c.Scale)), puzzleNodes, progress)
	if err != nil {
		return nil, err
	}
	var file strings.Builder
	for _, p := range list {
		file.WriteString(p.Text() + "\n")
	}
	return map[string][]byte{g.Name + ".puzzles": []byte(file.String())}, nil
}

// puzzleNodes is how many positions are looked at for a first look at a puzzle.
const puzzleNodes = 10_000
