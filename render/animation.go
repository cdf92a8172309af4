package render

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"slices"

	"tabuleiro/engine"
)

// MaxFrames is how many pictures an Animation may have.
const MaxFrames = 2000

// In hundredths of a second: how long a picture is shown, and the last one.
const (
	frameTime = 100
	finalTime = 500
)

// Animation is boards one after the other as a GIF, drawn like Pictures, a second each and the last one five; then it begins
// again. A frame holds only the rectangle that is not as before, and in it only the pixels that are not. It is an error if
// there are no views or more than MaxFrames, if they make pictures of different sizes, or if one is an error for Picture.
func Animation(views []engine.View, s Style) ([]byte, error) {
	if len(views) == 0 || len(views) > MaxFrames {
		return nil, fmt.Errorf("an animation of %d boards: must be 1 to %d", len(views), MaxFrames)
	}
	var g gif.GIF
	var before *sheet
	defer func() {
		if before != nil {
			sheets.Put(before)
		}
	}()
	for n, v := range views {
		now, err := compose(v, s)
		if err != nil {
			return nil, fmt.Errorf("drawing board %d: %w", n+1, err)
		}
		frame, err := change(before, now)
		if err != nil {
			sheets.Put(now)
			return nil, fmt.Errorf("drawing board %d: %w", n+1, err)
		}
		if before != nil {
			sheets.Put(before)
		}
		before = now
		g.Image = append(g.Image, frame)
		g.Delay = append(g.Delay, frameTime)
		g.Disposal = append(g.Disposal, gif.DisposalNone)
	}
	g.Delay[len(g.Delay)-1] = finalTime
	g.Config = image.Config{ColorModel: g.Image[0].Palette, Width: before.Rect.Dx(), Height: before.Rect.Dy()}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &g); err != nil {
		return nil, fmt.Errorf("writing an animation: %w", err)
	}
	return b.Bytes(), nil
}

// change is the rectangle of a sheet that is not as before, all of it if there was none. What is as before is transparent:
// that is the ink behind all others.
func change(before, now *sheet) (*image.Paletted, error) {
	palette := append(slices.Clip(now.Palette), color.RGBA{})
	if before == nil {
		frame := image.NewPaletted(now.Rect, palette)
		copy(frame.Pix, now.Pix)
		return frame, nil
	}
	if before.Rect != now.Rect {
		return nil, errors.New("it has another size than the one before")
	}
	changed := image.Rectangle{}
	for y := range now.Rect.Dy() {
		old, row := before.Pix[y*now.Stride:][:now.Stride], now.Pix[y*now.Stride:][:now.Stride]
		if bytes.Equal(old, row) {
			continue
		}
		first, last := 0, len(row)-1
		for old[first] == row[first] {
			first++
		}
		for old[last] == row[last] {
			last--
		}
		changed = changed.Union(image.Rect(first, y, last+1, y+1))
	}
	if changed.Empty() {
		changed = image.Rect(0, 0, 1, 1) // a frame has to have something in it
	}
	frame := image.NewPaletted(changed, palette)
	same := uint8(len(palette) - 1)
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		at := y*now.Stride + changed.Min.X
		old, row := before.Pix[at:][:changed.Dx()], now.Pix[at:][:changed.Dx()]
		for x, ink := range row {
			if ink == old[x] {
				ink = same
			}
			frame.Pix[(y-changed.Min.Y)*frame.Stride+x] = ink
		}
	}
	return frame, nil
}
