package render

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"slices"
	"time"

	"tabuleiro/engine"
)

const (
	// MaxFrames is the maximum number of boards of an Animation.
	MaxFrames = 2000

	// MaxAnimation is the maximum size of an Animation in bytes.
	MaxAnimation = 1_000_000
)

// How long an animation shows a board: the bounds and default of Style.Pace, and the times of the first and last
// board.
const (
	MinPace     = 100 * time.Millisecond
	MaxPace     = 10 * time.Second
	DefaultPace = time.Second
	titleTime   = 2 * time.Second
	finalTime   = 4 * time.Second
)

// minAnimation is the width in pixels below which an animation is not scaled down.
const minAnimation = 240

// errLarge says that an animation would be larger than MaxAnimation.
var errLarge = errors.New("it would be larger than a megabyte")

// Animation returns boards as a GIF that repeats for ever, drawn as by Picture, scaled down to a width of at least
// 240 pixels if it exceeds MaxAnimation. It returns an error if a board is one for Picture or differs in size, or if
// the number of views (1 to MaxFrames), the number of titles, the pace or the size is out of bounds.
//
//	first board   Style.Title, for two seconds
//	other boards  its own of Style.Titles, if there are any, else Style.Title, for Style.Pace
//	last board    Style.Banner, for four seconds
//	points        numbered for one player throughout: Style.Count, else the one at the bottom
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
	s.Count = cmp.Or(s.Count, table{flip: s.Flip}.sitting(true))
	for {
		b, err := animate(views, s)
		if !errors.Is(err, errLarge) {
			return b, err
		}
		width := cmp.Or(s.Size, DefaultSize)
		if s.Size = max(width*4/5, minAnimation); s.Size >= width {
			return nil, fmt.Errorf("an animation of %d boards: %w", len(views), err)
		}
	}
}

// animate returns an animation of the style's size.
func animate(views []engine.View, s Style) ([]byte, error) {
	p := newPainter()
	defer painters.Put(p)
	g, before := new(film), image.Paletted{}
	for n, v := range views {
		style, time := s.frame(n, len(views))
		d, size, err := compose(v, style)
		if err != nil {
			return nil, fmt.Errorf("drawing board %d: %w", n+1, err)
		}
		if n > 0 && size != before.Rect.Max {
			return nil, fmt.Errorf("drawing board %d: it has another size than the one before", n+1)
		}
		p.draw(d, size)
		now := p.Paletted
		p.Pix = before.Pix
		frame := &now
		if n > 0 {
			// A frame holds only the rectangle that has changed, and in it only the changed pixels.
			frame = before.SubImage(leave(&before, &now)).(*image.Paletted)
		}
		g.add(frame, p.rgba, size, time)
		before = now
		if preamble+len(forever)+g.frames.Len() >= MaxAnimation { // a byte ends the file
			return nil, errLarge
		}
	}
	return g.file(), nil
}

// frame returns the style of board n of so many, and how long it is shown. One line above the board always holds the
// title, the board's own title or the banner, so that all boards have the same size.
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

// leave turns picture before into the overlay that makes it picture now, of the same size: unchanged pixels become
// clearInk. It returns the rectangle that has changed, or a single pixel if none has, because a frame must not be
// empty.
func leave(before, now *image.Paletted) image.Rectangle {
	changed := image.Rectangle{}
	for y := range now.Rect.Dy() {
		old, row := before.Pix[y*before.Stride:][:before.Stride], now.Pix[y*now.Stride:][:now.Stride]
		first, last := -1, 0
		for x, ink := range row {
			if old[x] == ink {
				old[x] = clearInk
				continue
			}
			if old[x], last = ink, x; first < 0 {
				first = x
			}
		}
		if first >= 0 {
			changed = changed.Union(image.Rect(first, y, last+1, y+1))
		}
	}
	if changed.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return changed
}

// clearInk is the transparent colour of a palette.
const clearInk = maxInks

// film builds a GIF frame by frame. The encoder of the standard library needs all frames at once, hundreds of
// megabytes for a long game, so film encodes each frame as a GIF and cuts the frame out of it.
type film struct {
	head   []byte // header with the palette of the newest frame, which includes those of the others
	frames bytes.Buffer
}

// preamble is the length of a GIF before its first frame: signature, screen and palette.
const preamble = 13 + 3*(clearInk+1)

// forever is the extension that makes a GIF repeat without end.
const forever = "\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00"

// add appends a frame, drawn over the one before on a screen and shown for a time.
func (f *film) add(p *image.Paletted, inks []color.RGBA, screen image.Point, shown time.Duration) {
	palette := slices.Repeat(color.Palette{black}, clearInk+1)
	for i, c := range inks {
		palette[i] = c
	}
	palette[clearInk] = color.RGBA{}
	p.Palette = palette
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &gif.GIF{
		Image: []*image.Paletted{p}, Delay: []int{int(shown / (10 * time.Millisecond))}, Disposal: []byte{gif.DisposalNone},
		Config: image.Config{ColorModel: palette, Width: screen.X, Height: screen.Y},
	}); err != nil {
		panic("render: a picture in memory cannot be written: " + err.Error())
	}
	f.head = b.Bytes()[:preamble]
	f.frames.Write(b.Bytes()[preamble : b.Len()-1])
}

// file returns the frames as a GIF that repeats for ever.
func (f *film) file() []byte {
	return slices.Concat(f.head, []byte(forever), f.frames.Bytes(), []byte("\x3B"))
}
