package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// Get implements png.EncoderBufferPool.
func (p *painter) Get() *png.EncoderBuffer { return p.encoding }

// Put implements png.EncoderBufferPool.
func (p *painter) Put(b *png.EncoderBuffer) { p.encoding = b }

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
	encoder := png.Encoder{BufferPool: p}
	if err := encoder.Encode(&out, &p.Paletted); err != nil {
		panic("render: a picture in memory cannot be written: " + err.Error())
	}
	return out.Bytes()
}
