package render

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"slices"
	"time"
)

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
