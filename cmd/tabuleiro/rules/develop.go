// Package rules are the commands for the one who works on the rules of a game, or on its house.
package rules

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// start is what the commands for developers begin with.
type start struct {
	Game     string            `arg:"" help:"The game: ${games}."`
	Position *string           `placeholder:"TEXT" help:"Begin here instead of at the start."`
	Option   map[string]string `placeholder:"K=V" mapsep:"none" help:"An option of the game; may be given several times. ${options}."`
}

func (s *start) open() (*engine.Game, engine.Position, error) {
	g, err := called(s.Game)
	if err != nil {
		return nil, nil, err
	}
	options, err := g.Complete(s.Option)
	if err != nil {
		return nil, nil, config.Mistakef("%w", err)
	}
	if s.Position == nil {
		p, err := g.New(options)
		if err != nil {
			return nil, nil, config.Mistakef("start %s: %w", g.Name, err)
		}
		return g, p, nil
	}
	p, err := g.Parse(*s.Position, options)
	if err != nil {
		return nil, nil, config.Mistakef("--position: %w", err)
	}
	return g, p, nil
}

// Moves is the command that lists the legal moves of a position.
type Moves struct{ start }

func (c *Moves) Run(out *bufio.Writer) error {
	_, p, err := c.open()
	if err != nil {
		return err
	}
	for m := range p.Moves() {
		next, err := p.Play(m)
		if err != nil {
			return fmt.Errorf("play the listed move %s: %w", m, err)
		}
		if _, err := fmt.Fprintf(out, "%s\t%s\n", m, next); err != nil {
			return err
		}
	}
	return nil
}

// Perft is the command that counts the sequences of moves from a position.
type Perft struct {
	start
	Depth int `arg:"" help:"Count sequences of up to this many moves."`
}

func (c *Perft) Run(out *bufio.Writer) error {
	if c.Depth < 1 {
		return config.Mistakef("the depth is %d, but has to be at least 1", c.Depth)
	}
	_, p, err := c.open()
	if err != nil {
		return err
	}
	for depth := 1; depth <= c.Depth; depth++ {
		fmt.Fprintf(out, "%d\t%d\n", depth, engine.Perft(p, depth))
		// The next depth may take minutes: let this one be seen.
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// Replay is the command that plays moves or a record.
type Replay struct {
	start
	Mat      bool            `help:"The input is a .mat file, a record of backgammon games."`
	File     string          `type:"path" placeholder:"PATH" help:"Replay a record (PDN, .mat or plain text) instead of the input."`
	Pick     int             `placeholder:"N" help:"Which game of a record that has several; without it they are listed."`
	Find     string          `placeholder:"WORDS" help:"List only the games of a record that have these words in their names, event or date."`
	Language config.Language `placeholder:"LANG" help:"In which language it is said what is wrong with a record: ${languages} (default: as configured)."`
}

func (c *Replay) Run(file config.File, in io.Reader, out *bufio.Writer) error {
	switch {
	case c.File != "":
		f, err := os.Open(c.File)
		if err != nil {
			return config.Mistakef("--file: %w", err)
		}
		defer f.Close()
		return c.record(file, f, c.File, out)
	case c.Mat:
		return c.record(file, in, ".mat", out)
	}
	g, p, err := c.open()
	if err != nil {
		return err
	}
	line := g.NewLine(p)
	typed := bufio.NewReader(in)
	for number, end := 1, false; !end; number++ {
		text, err := typed.ReadString('\n')
		if end = errors.Is(err, io.EOF); err != nil && !end {
			return fmt.Errorf("read the moves: %w", err)
		}
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		if line, err = play(line, text); err != nil {
			return config.Mistakef("line %d: %w", number, err)
		}
		if _, err := fmt.Fprintf(out, "%d\t%s\t%s\n", line.Len(), line.Move(line.Len()-1), line.Position()); err != nil {
			return err
		}
		// A person who types, or waits for an answer before the next move, sees each line at once.
		if typed.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	return printResult(engine.Record{Line: line}, out)
}

// printResult prints how a record ended. Where neither side can win any more, a match would be over as well.
func printResult(r engine.Record, out *bufio.Writer) error {
	o := r.Outcome()
	if p, ok := r.Line.Position().(engine.Drawer); ok && !o.Decided() && p.Dead() {
		o = engine.Outcome{Reason: match.NobodyWins}
	}
	_, err := fmt.Fprintf(out, "result\t%s\t%s\t%d\n", result(o), o.Reason, o.Points)
	return err
}

func play(line engine.Line, text string) (engine.Line, error) {
	if o := line.Outcome(); o.Decided() {
		return line, fmt.Errorf("%q comes after the end of the game (%s: %s)", text, result(o), o.Reason)
	}
	// A move that both sides have agreed on, like a resignation at a price, is in a record but is nobody's to type.
	move, err := engine.ReadMove(line.Position(), text)
	if err != nil {
		return line, explain(err)
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

// explain puts a MoveError into a sentence for developers of the rules. Players get other sentences.
func explain(err error) error {
	var e *engine.MoveError
	if !errors.As(err, &e) {
		return err
	}
	var b strings.Builder
	switch e.Kind {
	case engine.NotMove:
		fmt.Fprintf(&b, "%q is not a move", e.Text)
	case engine.Illegal:
		fmt.Fprintf(&b, "%q is illegal", e.Text)
	case engine.Ambiguous:
		fmt.Fprintf(&b, "%q is ambiguous", e.Text)
	case engine.Incomplete:
		fmt.Fprintf(&b, "%q is incomplete", e.Text)
	}
	if e.Rule != "" {
		fmt.Fprintf(&b, "; rule in the way: %s", e.Rule)
	}
	if e.At != "" {
		fmt.Fprintf(&b, " at %s", e.At)
	}
	if e.Count != 0 {
		fmt.Fprintf(&b, " (%d)", e.Count)
	}
	if len(e.Choices) > 0 {
		fmt.Fprintf(&b, "; try %s", strings.Join(e.Choices, ", "))
	}
	return errors.New(b.String())
}
