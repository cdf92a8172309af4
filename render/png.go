package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"sync"
)

// buffers lends the working memory of the encoder.
type buffers struct{ sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	e, _ := b.Pool.Get().(*png.EncoderBuffer)
	return e
}

func (b *buffers) Put(e *png.EncoderBuffer) { b.Pool.Put(e) }

var encoder = png.Encoder{BufferPool: new(buffers)}

// png is the drawing in a picture of a size, whose palette begins with some colours.
func (d *drawing) png(flat []color.RGBA, size image.Point) []byte {
	p := newPainter(flat)
	defer painters.Put(p)
	p.draw(d, size)
	p.Palette = p.Palette[:0]
	for _, c := range p.rgba {
		p.Palette = append(p.Palette, c)
	}
	var out bytes.Buffer
	if err := encoder.Encode(&out, &p.Paletted); err != nil {
		panic("render: a picture in memory cannot be written: " + err.Error())
	}
	return out.Bytes()
}
