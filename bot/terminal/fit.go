package terminal

import (
	"bytes"
	"image"
	"image/png"
	"io"

	"golang.org/x/image/draw"
)

// legible is the least width of a board whose numbers can be read, in pixels.
const legible = 360

// tallest is the height of the tallest board of that width, with a banner, in pixels.
const tallest = 450

// Size is how large a window is, in pixels and in lines and columns of text; 0 is what a terminal does not tell.
type Size struct{ Width, Height, Lines, Columns int }

// roomy tells whether any board can be shown in the window as it is. Else boards are said as text from the outset, so
// that what is said of the pieces is what is seen of them.
func (t *Terminal) roomy() bool {
	if t.Window == nil {
		return true
	}
	s := t.Window()
	return s.Width <= 0 || s.Height <= 0 || s.Width >= legible && s.Height*max(s.Lines-2, 0)/max(s.Lines, 1) >= tallest
}

// show writes a picture so that all of it is seen, smaller if the window is. Where it could not be read any more
// nothing is written, and shown is false.
func (t *Terminal) show(w io.Writer, picture []byte) (shown bool, err error) {
	if t.Window != nil {
		s := t.Window()
		whole := picture
		for _, others := range []int{7, 2} { // the sentences above it and the prompt, or just the prompt and an empty line
			if picture, err = fit(whole, s.Width, s.Height*max(s.Lines-others, 0)/max(s.Lines, 1)); picture != nil ||
				err != nil {
				break
			}
		}
		if picture == nil || err != nil {
			return false, err
		}
	}
	err = t.Inline(w, picture)
	return err == nil, err
}

// fit is a PNG made so small that it fits a window; nil if that is too small for it. Of a window without a size nothing
// is known.
func fit(picture []byte, width, height int) ([]byte, error) {
	size, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil || width <= 0 || height <= 0 || size.Width <= width && size.Height <= height {
		return picture, err
	}
	width = min(width, size.Width*height/size.Height)
	if width < min(legible, size.Width) {
		return nil, nil
	}
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, err
	}
	small := image.NewRGBA(image.Rect(0, 0, width, size.Height*width/size.Width))
	draw.CatmullRom.Scale(small, small.Bounds(), img, img.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	err = png.Encode(&b, small)
	return b.Bytes(), err
}
