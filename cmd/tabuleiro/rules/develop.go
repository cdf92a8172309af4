// Package rules are the commands for the one who works on the rules of a game, or on its brain.
package rules

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
)

// rules names a game and its options, as a command takes them.
type rules struct {
	Game   string   `arg:"" help:"The game: ${games}."`
	Option []string `placeholder:"K=V" sep:"none" help:"An option of the game; may be given several times. ${options}."`
}

// game returns the named game, by its stable name or an alias in any letter case, with complete options.
func (r *rules) game() (*engine.Game, engine.Options, error) {
	g := table.Find(r.Game)
	if g == nil {
		return nil, nil, config.Mistakef("there is no game %q: choose %s", r.Game, Names())
	}
	chosen := engine.Options{}
	for _, option := range r.Option {
		name, value, is := strings.Cut(option, "=")
		if _, twice := chosen[name]; twice || !is {
			return nil, nil, config.Mistakef("--option %s: each option once, as name=value", option)
		}
		chosen[name] = value
	}
	options, err := g.Complete(chosen)
	if err != nil {
		return nil, nil, config.Mistakef("%w", err)
	}
	return g, options, nil
}

// Names lists the stable names of the games.
func Names() string {
	var names []string
	for _, g := range table.Games {
		names = append(names, g.Name)
	}
	return strings.Join(names, ", ")
}

// Options lists what the games let choose: "cage: size=10|8|6; ...".
func Options() string {
	const few = 4 // values that are listed
	var list []string
	for _, g := range table.Games {
		var options []string
		for _, o := range g.Options {
			values := strings.Join(o.Values, "|")
			if len(o.Values) > few {
				values = o.Values[0] + "|" + o.Values[1] + "|...|" + o.Values[len(o.Values)-1]
			}
			options = append(options, o.Name+"="+values)
		}
		if options != nil {
			list = append(list, g.Name+": "+strings.Join(options, ", "))
		}
	}
	return strings.Join(list, "; ")
}

// start is a position to begin with.
type start struct {
	rules
	Position *string `placeholder:"TEXT" help:"Begin here instead of at the start; behind a tab the moves since may follow."`
}

// line returns the game from the position on, with the moves that follow it.
func (s *start) line() (line engine.Line, err error) {
	g, options, err := s.game()
	if err != nil {
		return line, err
	}
	if s.Position == nil {
		p, err := g.New(options)
		if err != nil {
			return line, config.Mistakef("start %s: %w", g.Name, err)
		}
		return g.NewLine(p), nil
	}
	if line, err = readLine(g, options, *s.Position); err != nil {
		return line, config.Mistakef("--position: %w", err)
	}
	return line, nil
}

// readLine reads a position and, behind a tab, the moves since: in canonical text, with underscores for spaces in a
// move.
func readLine(g *engine.Game, options engine.Options, text string) (line engine.Line, err error) {
	text, moves, _ := strings.Cut(text, "\t")
	p, err := g.Parse(strings.TrimSpace(text), options)
	if err != nil {
		return line, err
	}
	line = g.NewLine(p)
	for _, move := range engine.ParseMoves(moves) {
		if line, err = line.Play(move); err != nil {
			return line, err
		}
	}
	return line, nil
}

// longestLine is how long a line of the input may be, in bytes.
const longestLine = 1 << 20

// eachLine calls do with each line of the input that is not empty, and flushes the output after each, for programs that
// wait for an answer before the next line.
func eachLine(in io.Reader, out *bufio.Writer, do func(text string) error) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	for number := 1; lines.Scan(); number++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" {
			continue
		}
		if err := do(text); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read the input: %w", err)
	}
	return nil
}

// Moves is the command that lists the legal moves of a position.
type Moves struct{ start }

// Run prints each move with the position after it, separated by a tab.
func (c *Moves) Run(out *bufio.Writer) error {
	line, err := c.line()
	if err != nil {
		return err
	}
	p := line.Position()
	for m := range p.Moves() {
		next, err := p.Play(m)
		if err != nil {
			return fmt.Errorf("play the listed move %s: %w", m, err)
		}
		fmt.Fprintf(out, "%s\t%s\n", m, next)
	}
	return nil
}

// Perft is the command that counts the sequences of moves from a position.
type Perft struct {
	start
	Depth int `arg:"" help:"Count sequences of up to this many moves."`
}

// Run prints each depth with its count, separated by a tab, as soon as it is counted.
func (c *Perft) Run(out *bufio.Writer) error {
	if c.Depth < 1 {
		return config.Mistakef("the depth is %d, but has to be at least 1", c.Depth)
	}
	line, err := c.line()
	if err != nil {
		return err
	}
	for depth := 1; depth <= c.Depth; depth++ {
		fmt.Fprintf(out, "%d\t%d\n", depth, engine.Perft(line.Position(), depth))
		// The next depth may take minutes: let this one be seen.
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// printResult prints how a record ended. Where neither side can win any more, a match would be over as well.
func printResult(r engine.Record, out *bufio.Writer) {
	o := r.Outcome()
	if p, ok := r.Line.Position().(engine.Drawer); ok && !o.Decided() && p.IsDeadPosition() {
		o = engine.Outcome{Reason: match.NobodyWins}
	}
	fmt.Fprintf(out, "result\t%s\t%s\t%d\n", result(o), o.Reason, o.Points)
}

func play(line engine.Line, text string) (engine.Line, error) {
	if o := line.Outcome(); o.Decided() {
		return line, fmt.Errorf("%q comes after the end of the game (%s: %s)", text, result(o), o.Reason)
	}
	// A move that both sides have agreed on, like a resignation at a price, is in a record but is nobody's to type.
	move, err := engine.ReadMove(line.Position(), text)
	if err != nil {
		return line, err
	}
	return line.Play(move)
}

func result(o engine.Outcome) string {
	switch {
	case !o.Decided():
		return "unfinished"
	case o.Draw():
		return "draw"
	}
	return o.Winner.String()
}
