package rules

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine"
	"tabuleiro/render"
)

// Draw is the command that draws a position, or moves.
type Draw struct {
	start
	Theme   string        `placeholder:"NAME" help:"Colours: ${themes}."`
	Size    int           `placeholder:"N" help:"Width in pixels, ${sizes} (default: ${size})."`
	Flip    bool          `help:"The second player sits at the bottom."`
	Letters bool          `help:"Name squares by file and rank, also where they have numbers."`
	First   string        `placeholder:"NAME" help:"The first player's name."`
	Second  string        `placeholder:"NAME" help:"The second player's name."`
	Title   string        `placeholder:"TEXT" help:"Stands above all."`
	Banner  string        `placeholder:"TEXT" help:"How the game ended; stands lit above all."`
	Last    []string      `placeholder:"MOVE" sep:"none" help:"Play this move first, and draw its way; given several times, the way of the last one."`
	Pace    time.Duration `placeholder:"TIME" help:"How long a board of a GIF is shown, ${paces} (default: ${pace}); the first one has 2s, the last one 4s."`
	Output  string        `short:"o" required:"" placeholder:"FILE" help:"Where to write the picture; - is standard output. A file whose name ends in .gif becomes a moving picture of all moves."`
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
	if ending := strings.ToLower(filepath.Ext(c.Output)); !slices.Contains([]string{"", ".png", ".gif"}, ending) {
		return config.Mistakef("a picture is a .png or a .gif, not a %s: choose another name for the file", ending)
	}
	views := []engine.View{line.View()}
	for _, move := range c.Last {
		if line, err = play(line, strings.TrimSpace(move)); err != nil {
			return config.Mistakef("--last: %w", err)
		}
		views = append(views, line.View())
	}
	picture, err := c.picture(views)
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

// picture is the last of some views, or all of them one after the other if that is what the name of the file asks for.
func (c *Draw) picture(views []engine.View) ([]byte, error) {
	style := render.Style{
		Theme: c.Theme, Size: c.Size, Flip: c.Flip != views[0].Black, Letters: c.Letters, First: c.First, Second: c.Second,
		Title: c.Title, Banner: c.Banner, Pace: c.Pace,
	}
	if strings.HasSuffix(strings.ToLower(c.Output), ".gif") {
		return render.Animation(views, style)
	}
	return render.Picture(views[len(views)-1], style)
}
