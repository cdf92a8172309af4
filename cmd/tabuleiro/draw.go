package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"tabuleiro/render"
)

type drawCommand struct {
	start
	Theme   string `placeholder:"NAME" help:"Colours: ${themes}."`
	Size    int    `placeholder:"N" help:"Width in pixels (default: ${size})."`
	Flip    bool   `help:"The second player sits at the bottom."`
	Letters bool   `help:"Name squares by file and rank, also where they have numbers."`
	First   string `placeholder:"NAME" help:"The first player's name."`
	Second  string `placeholder:"NAME" help:"The second player's name."`
	Title   string `placeholder:"TEXT" help:"What stands above all."`
	Last    string `placeholder:"MOVE" help:"Play this move first, and draw its way."`
	Output  string `short:"o" required:"" placeholder:"FILE" help:"Where to write the picture; - is standard output."`
}

func (c *drawCommand) Run(out *bufio.Writer) error {
	g, p, err := c.open()
	if err != nil {
		return err
	}
	if c.Output == "" {
		return mistakef("draw: the name of the file is empty")
	}
	line := g.NewLine(p)
	if move := strings.TrimSpace(c.Last); move != "" {
		if line, err = play(line, move); err != nil {
			return mistakef("--last: %w", err)
		}
	}
	// A position that a game accepts can be drawn: only the style may still be wrong.
	png, err := render.Picture(line.View(), render.Style{
		Theme: c.Theme, Size: c.Size, Flip: c.Flip, Letters: c.Letters, First: c.First, Second: c.Second, Title: c.Title,
	})
	if err != nil {
		return mistake{err}
	}
	if c.Output == "-" {
		_, err = out.Write(png)
		return err
	}
	if err := os.WriteFile(c.Output, png, 0o666); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	return nil
}
