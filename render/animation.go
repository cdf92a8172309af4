package render

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"math"
	"sync"
	"sync/atomic"
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

// shrinking is how the width of boards follows the bytes that they may have; a little more than it was seen to.
const shrinking = 0.85

// errLarge is that an animation would be larger than MaxAnimation.
var errLarge = errors.New("it would be larger than a megabyte")

// Animation is boards one after the other as a GIF, drawn like Pictures: the first one for two seconds under
// Style.Title, the last one for four under Style.Banner, those between as long as Style.Pace says, each under its own
// of Style.Titles, if there are any, or else Style.Title. Then it begins again, as the programs that show such files in
// a chat do in any case. A frame holds only the rectangle that is not as before, and in it only the pixels that are
// not. Points are numbered for one player on all boards: for the one at the bottom, unless Style.Count names another.
//
// A board takes 4 to 6 kB at the default size. An animation above MaxAnimation is drawn smaller, down to a width of 240
// pixels. Two processors draw at once.
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
		b, size, err := animate(views, s)
		if !errors.Is(err, errLarge) {
			return b, err
		}
		width := cmp.Or(s.Size, DefaultSize)
		s.Size = max(int(float64(width)*math.Pow(aim/float64(size), shrinking)), minAnimation)
		if s.Size >= width {
			return nil, fmt.Errorf("an animation of %d boards: %w", len(views), err)
		}
	}
}

// Frames are drawn in reels of so many, and reels by so many goroutines at once. Neither has to do with what the bytes
// are.
const (
	reelFrames = 4
	drawers    = 2
)

// Each round draws one in so many reels, from all parts of an animation, until there is more of it than it may have, or
// half of it foretells that there will be. Then it is drawn smaller, for so many bytes.
const (
	rounds = 8
	aim    = 0.95 * MaxAnimation
)

// animate is an animation of the size that the style has. If that would be too large, it returns about how many bytes
// it would have.
func animate(views []engine.View, s Style) (b []byte, size int, err error) {
	reels := make([]*gifWriter, (len(views)+reelFrames-1)/reelFrames)
	frames, bytes := 0, len(gifEnd)
	for round := range rounds {
		var some []int
		for i := round; i < len(reels); i += rounds {
			some = append(some, i)
		}
		if err := drawReels(reels, some, views, s); err != nil {
			return nil, 0, err
		}
		for _, i := range some {
			frames += min(reelFrames, len(views)-i*reelFrames)
			bytes += reels[i].out.Len()
		}
		if size = bytes * len(views) / frames; bytes > MaxAnimation || size > MaxAnimation && round == rounds/2-1 {
			return nil, size, errLarge
		}
	}
	for _, g := range reels {
		b = append(b, g.out.Bytes()...)
	}
	return append(b, gifEnd...), 0, nil
}

// drawReels draws some of the reels. The error is the first one's, as they are numbered.
func drawReels(reels []*gifWriter, some []int, views []engine.View, s Style) error {
	var wg sync.WaitGroup
	var next atomic.Int32
	errs := make([]error, len(some))
	for range drawers {
		wg.Go(func() {
			for {
				k := int(next.Add(1)) - 1
				if k >= len(some) {
					return
				}
				from := some[k] * reelFrames
				reels[some[k]], errs[k] = reel(views, s, from, min(from+reelFrames, len(views)))
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// reel is some boards of an animation as they stand in its file: the first one of all behind the head of the file,
// another one as what is not as on the board before.
func reel(views []engine.View, s Style, from, to int) (g *gifWriter, err error) {
	var before *sheet
	defer func() {
		if before != nil {
			sheets.Put(before)
		}
	}()
	for n := max(from-1, 0); n < to; n++ {
		style, time := s.frame(n, len(views))
		now, err := compose(views[n], style)
		if err != nil {
			return nil, fmt.Errorf("drawing board %d: %w", n+1, err)
		}
		if g == nil {
			g = newGIF(now.in)
		}
		switch {
		case n == 0:
			g.begin(now.Rect.Size(), now.in)
			g.frame(now.Rect, now.Pix, now.Stride, time)
		case before == nil:
		case before.Rect != now.Rect || before.in != now.in:
			sheets.Put(now)
			return nil, fmt.Errorf("drawing board %d: it has another size or other colours than the one before", n+1)
		default:
			changed := before.leave(now, g.clear)
			g.frame(changed, before.Pix[changed.Min.Y*before.Stride+changed.Min.X:], before.Stride, time)
			sheets.Put(before)
		}
		before = now
	}
	return g, nil
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

// leave turns a sheet into what has to be laid over it to get another one, of the same size: the ink clear where they
// are alike. It returns the rectangle where they are not, or a single pixel if there is none: a frame has to have
// something in it.
func (s *sheet) leave(now *sheet, clear uint8) image.Rectangle {
	changed := image.Rectangle{}
	const eight = 8
	clears := uint64(clear) * 0x0101010101010101
	for y := range s.Rect.Dy() {
		old, row := s.Pix[y*s.Stride:][:s.Stride], now.Pix[y*s.Stride:][:s.Stride]
		first, last := -1, 0
		for x := 0; x < len(row); x++ {
			// most are alike
			if len(row)-x >= eight && binary.LittleEndian.Uint64(row[x:]) == binary.LittleEndian.Uint64(old[x:]) {
				binary.LittleEndian.PutUint64(old[x:], clears)
				x += eight - 1
				continue
			}
			if row[x] == old[x] {
				old[x] = clear
				continue
			}
			old[x], last = row[x], x
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
