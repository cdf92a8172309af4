package rules

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine"
	"tabuleiro/engine/duel"
)

// brain returns what game does, and fails if the computer does not play that game.
func (r *rules) brain() (*engine.Game, engine.Options, error) {
	g, options, err := r.game()
	if err == nil && g.Brain == nil {
		err = config.Mistakef("the bot does not play %s", g.Name)
	}
	return g, options, err
}

// Best is the command that prints what the computer would play.
type Best struct {
	start
	Level botLevel `xor:"how" help:"Play as the bot does at this level: 1 to ${levels}, or max (0: as in analysis)."`
	Nodes int      `xor:"how" help:"Look at so many positions."`
	Seed  uint64   `help:"Chooses among what the level cannot tell apart."`
	Count int      `default:"1" help:"Print so many moves, the best first."`
}

// botLevel is a level of the computer, 0 for analysis.
type botLevel int

func (l *botLevel) UnmarshalText(text []byte) error {
	level, ok := engine.LevelNamed(string(text))
	if !ok && string(text) != "0" {
		return fmt.Errorf("%q is not 0 to %d or max", text, engine.Levels)
	}
	*l = botLevel(level)
	return nil
}

// Help is what the help says below the usage.
func (*Best) Help() string {
	return "Without --position it reads positions from standard input, one a line, and answers each at once; with --count several lines, " +
		"then an empty one. POSITION, tab, MOVE MOVE ... is the position after these moves, with underscores for the spaces in a move."
}

// Run prints the best moves of the position, or of each one read from the input.
func (c *Best) Run(ctx context.Context, in io.Reader, out *bufio.Writer) error {
	g, options, err := c.brain()
	if err != nil {
		return err
	}
	if c.Nodes < 0 || c.Count < 1 {
		return config.Mistakef("--nodes has to be at least 0, --count at least 1")
	}
	if c.Position != nil {
		line, err := c.line()
		if err != nil {
			return err
		}
		return c.answer(ctx, g, line, out)
	}
	return eachLine(in, out, func(text string) error {
		line, err := readLine(g, options, text)
		if err != nil {
			return config.Mistakef("%w", err)
		}
		err = c.answer(ctx, g, line, out)
		if err == nil && c.Count > 1 {
			_, err = fmt.Fprintln(out)
		}
		return err
	})
}

// answer prints what the brain thinks of a line.
func (c *Best) answer(ctx context.Context, g *engine.Game, line engine.Line, out *bufio.Writer) error {
	if o := line.Outcome(); o.Decided() {
		return config.Mistakef("the game is over (%s: %s): there is nothing to decide", result(o), o.Reason)
	}
	thought, err := g.Brain.Think(ctx, line, engine.Limits{Nodes: c.Nodes, Level: int(c.Level), Seed: c.Seed, Best: c.Count})
	if err != nil {
		return err
	}
	for _, w := range thought.Moves {
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%d\t%d\n", w.Move, part(w.Win), part(w.Draw), part(w.Equity), thought.Nodes,
			thought.Depth)
	}
	return nil
}

// part prints parts of engine.ProbScale.
func part(parts int) string { return fmt.Sprintf("%.4f", float64(parts)/engine.ProbScale) }

// Duel is the command that lets the computer play against itself.
type Duel struct {
	rules
	First   how    `required:"" placeholder:"HOW" help:"How the first player thinks: level=5 or level=max, nodes=20000 or both with a comma."`
	Second  how    `required:"" placeholder:"HOW" help:"How the second player thinks."`
	Games   int    `default:"100" help:"How many games, an even number for equal chances."`
	Seed    uint64 `help:"Chooses the openings and the dice."`
	Opening int    `default:"${opening}" help:"Moves drawn at random at the beginning of a game without dice."`
}

// how says how a player of a duel thinks.
type how engine.Limits

func (h *how) UnmarshalText(text []byte) error {
	for field := range strings.SplitSeq(string(text), ",") {
		key, value, _ := strings.Cut(field, "=")
		number, err := strconv.Atoi(value)
		level, named := engine.LevelNamed(value)
		switch {
		case key == "level" && named:
			h.Level = level
		case key == "nodes" && err == nil && number > 0:
			h.Nodes = number
		default:
			return fmt.Errorf("%q is none of level=1 to level=%d, level=max, nodes=20000", field, engine.Levels)
		}
	}
	return nil
}

// Run plays the games, and prints the score now and then and at the end.
func (c *Duel) Run(ctx context.Context, out *bufio.Writer) error {
	g, options, err := c.brain()
	if err != nil {
		return err
	}
	if c.Games < 1 || c.Opening < 0 {
		return config.Mistakef("--games has to be at least 1, --opening at least 0")
	}
	player := func(h how) duel.Player {
		h.Seed = c.Seed
		return duel.NewPlayer(g.Brain, engine.Limits(h))
	}
	rules := duel.Rules{Game: g, Options: options, Games: c.Games, Seed: c.Seed, Opening: c.Opening}
	s, err := duel.Play(ctx, rules, player(c.First), player(c.Second))
	if err != nil {
		return err
	}
	low, high := s.Interval()
	_, err = fmt.Fprintf(out, "score\t%.4f\t%.4f\t%.4f\t%d\t%d\t%d\n", s.Share(), low, high, s.Wins, s.Draws, s.Losses)
	return err
}
