package rules

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/render"
)

// Draw is the command that draws a position.
type Draw struct {
	start
	Theme  string   `placeholder:"NAME" help:"Colours: ${themes}."`
	Size   int      `placeholder:"N" help:"Width in pixels, ${sizes} (default: ${size})."`
	Flip   bool     `help:"The second player sits at the bottom."`
	Last   []string `placeholder:"MOVE" sep:"none" help:"Play this move first, and draw its way; given several times, the way of the last one."`
	Output string   `short:"o" required:"" placeholder:"FILE" help:"Where to write the picture; - is standard output."`
}

// Run writes the picture to the file or to standard output.
func (c *Draw) Run(out *bufio.Writer) error {
	line, err := c.line()
	if err != nil {
		return err
	}
	if c.Output == "" {
		return config.Mistakef("the name of the file is empty")
	}
	if ending := strings.ToLower(filepath.Ext(c.Output)); ending != "" && ending != ".png" {
		return config.Mistakef("a picture is a .png, not a %s: choose another name for the file", ending)
	}
	for _, move := range c.Last {
		if line, err = play(line, strings.TrimSpace(move)); err != nil {
			return config.Mistakef("--last: %w", err)
		}
	}
	view := line.View()
	picture, err := render.Picture(view, render.Style{Theme: c.Theme, Size: c.Size, Flip: c.Flip != view.Black})
	if err != nil {
		// a position that a game accepts can be drawn: what is left to be wrong is the style
		return config.Mistakef("%w", err)
	}
	if c.Output == "-" {
		_, err = out.Write(picture)
		return err
	}
	return os.WriteFile(c.Output, picture, 0o666)
}
