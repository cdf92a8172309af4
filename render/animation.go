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
	// MaxFrames is the number of boards that an Animation may have.
	MaxFrames = 2000

	// MaxAnimation is the size of an Animation in bytes at most.
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

// Animation is boards one after the other as a GIF, drawn like Pictures: the first one for two seconds under
// Style.Title, the last one for four under Style.Banner, those between as long as Style.Pace says, each under its own
// of Style.Titles, if there are any, or else Style.Title. Then it begins again, as the programs that show such files in
// a chat do in any case. A frame holds only the rectangle that is not as before, and in it only the pixels that are
// not. Points are numbered for one player on all boards: for the one at the bottom, unless Style.Count names another.
//
// A board takes 4 to 6 kB at the default size. An animation above MaxAnimation is drawn smaller, down to a width of 240
// pixels.
//
// It is an error if there are no views or more than MaxFrames, or more than fit; if there are titles, but not one for
// each view; if the pace is out of bounds; if the pictures would have different sizes or colours, or if one is an error
// for Picture.
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

// animate is an animation of the size that the style has.
func animate(views []engine.View, s Style) ([]byte, error) {
	p := newPainter(nil)
	defer painters.Put(p)
	g, before := new(film), image.Paletted{}
	var look *theme
	for n, v := range views {
		style, time := s.frame(n, len(views))
		d, t, size, err := compose(v, style)
		if err != nil {
			return nil, fmt.Errorf("drawing board %d: %w", n+1, err)
		}
		if n == 0 {
			look = t
			p.addColours(t.flat())
		}
		if n > 0 && (size != before.Rect.Max || t != look) {
			return nil, fmt.Errorf("drawing board %d: it has another size or other colours than the one before", n+1)
		}
		p.draw(d, size)
		now := p.Paletted
		p.Pix = before.Pix
		frame := &now
		if n > 0 {
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

// frame is how board n of so many is drawn, and for how long it is shown. One line above it has the title, its own
// title or the banner; it is there in any case, as all boards have one size.
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

// leave turns a picture into what has to be laid over it to get another one, of the same size: clearInk where they are
// alike. It returns the rectangle where they are not, or a single pixel if there is none: a frame has to have something
// in it.
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

// clearInk is the colour of a palette that lets through what was there before.
const clearInk = maxInks

// film is a GIF frame by frame. The encoder of the standard library wants all frames at once, which for a long game are
// hundreds of megabytes: it encodes each as a GIF of its own, and what stands around it there is left out.
type film struct {
	head   []byte // with the palette of the newest frame, which has the others' colours too
	frames bytes.Buffer
}

// preamble is the length of what stands before a frame: signature and screen, then the palette.
const preamble = 13 + 3*(clearInk+1)

// forever has a GIF run again and again.
const forever = "\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00"

// add lays a picture over the frame before on a screen, to be seen for a time.
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

// file is a GIF of the frames that runs again and again.
func (f *film) file() []byte {
	return slices.Concat(f.head, []byte(forever), f.frames.Bytes(), []byte("\x3B"))
}
