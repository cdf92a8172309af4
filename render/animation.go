package render

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"time"

	"tabuleiro/engine"
)

const (
	// MaxFrames is how many boards an Animation may have.
	MaxFrames = 2000

	// MaxAnimation is how many bytes an Animation has at most.
	MaxAnimation = 1_000_000
)

// How long a board of an animation is shown: the bounds of Style.Pace, and what does not depend on it.
const (
	MinPace     = 100 * time.Millisecond
	MaxPace     = 10 * time.Second
	DefaultPace = time.Second
	titleTime   = 2 * time.Second
	finalTime   = 4 * time.Second
)

// minAnimation is the width in pixels below which an animation is not made smaller than was asked for.
const minAnimation = 240

// errLarge is that an animation would be larger than MaxAnimation.
var errLarge = errors.New("it would be larger than a megabyte")

// Animation is boards one after the other as a GIF, drawn like Pictures: the first one for two seconds under Style.Title,
// the last one for four under Style.Banner, those between as long as Style.Pace says, each under its own of Style.Titles, if
// there are any, or else Style.Title. Then it begins again, as the programs that show such files in a chat do in any case. A
// frame holds only the rectangle that is not as before, and in it only the pixels that are not.
//
// A board takes 4 to 8 kB at the default size. An animation above MaxAnimation is drawn smaller, down to a width of
// 240 pixels.
//
// It is an error if there are no views or more than MaxFrames, or more than fit; if there are titles, but not one for each
// view; if the pace is out of bounds; if the pictures would have different sizes or colours, or if one is an error for
// Picture.
func Animation(views []engine.View, s Style) ([]byte, error) {
	if len(views) == 0 || len(views) > MaxFrames {
		return nil, fmt.Errorf("an animation of %d boards: must be 1 to %d", len(views), MaxFrames)
	}
	if len(s.Titles) != 0 && len(s.Titles) != len(views) {
		return nil, fmt.Errorf("an animation of %d boards with %d titles", len(views), len(s.Titles))
	}
	if s.Pace = cmp.Or(s.Pace, DefaultPace); s.Pace < MinPace || s.Pace > MaxPace {
		return nil, fmt.Errorf("an animation with %v for each board: must be %v to %v", s.Pace, MinPace, MaxPace)
	}
	for {
		b, n, err := animate(views, s)
		if !errors.Is(err, errLarge) {
			return b, err
		}
		// The size of a board grows a little faster than its width.
		width := cmp.Or(s.Size, DefaultSize)
		if s.Size = width * n / len(views) * 15 / 16; s.Size < minAnimation {
			s.Size = minAnimation
		}
		if s.Size >= width {
			return nil, fmt.Errorf("an animation of %d boards: %w", len(views), err)
		}
	}
}

// animate is an animation of the size that the style has. If that would be too large, n boards would fit.
func animate(views []engine.View, s Style) (b []byte, n int, err error) {
	var g *gifWriter
	var before *sheet
	defer func() {
		if before != nil {
			sheets.Put(before)
		}
	}()
	for n, v := range views {
		style, time := s.frame(n, len(views))
		now, err := compose(v, style)
		if err != nil {
			return nil, 0, fmt.Errorf("drawing board %d: %w", n+1, err)
		}
		if before == nil {
			g = newGIF(now.Rect.Size(), now.in)
			g.frame(now.Rect, now.Pix, now.Stride, time)
		} else {
			if before.Rect != now.Rect || before.in != now.in {
				sheets.Put(now)
				return nil, 0, fmt.Errorf("drawing board %d: it has another size or other colours than the one before", n+1)
			}
			changed := before.leave(now, g.clear)
			g.frame(changed, before.Pix[changed.Min.Y*before.Stride+changed.Min.X:], before.Stride, time)
			sheets.Put(before)
		}
		if before = now; g.size() > MaxAnimation {
			return nil, n, errLarge
		}
	}
	return g.bytes(), len(views), nil
}

// frame is how board n of so many is drawn, and for how long it is shown. One line above it has the title, its own title or
// the banner; it is there in any case, as all boards have one size.
func (s Style) frame(n, of int) (Style, time.Duration) {
	line, lit, shown := s.Title, false, s.Pace
	if len(s.Titles) > 0 {
		line = s.Titles[n]
	}
	switch {
	case n == of-1:
		shown = finalTime
		if s.Banner != "" {
			line, lit = s.Banner, true
		}
	case n == 0:
		line, shown = cmp.Or(s.Title, line), titleTime
	}
	s.Title, s.Banner, s.unlit = "", cmp.Or(line, " "), !lit
	return s, shown
}

// leave turns a sheet into what has to be laid over it to get another one, of the same size: the ink clear where they are
// alike. It returns the rectangle where they are not, or a single pixel if there is none: a frame has to have something in
// it.
func (s *sheet) leave(now *sheet, clear uint8) image.Rectangle {
	changed := image.Rectangle{}
	for y := range s.Rect.Dy() {
		old, row := s.Pix[y*s.Stride:][:s.Stride], now.Pix[y*s.Stride:][:s.Stride]
		first, last := -1, 0
		for x, ink := range row {
			if ink == old[x] {
				old[x] = clear
				continue
			}
			old[x], last = ink, x
			if first < 0 {
				first = x
			}
		}
		if first < 0 {
			continue
		}
		changed = changed.Union(image.Rect(first, y, last+1, y+1))
	}
	if changed.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return changed
}
