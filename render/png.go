package render

import (
	"bytes"
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

// encode is the picture as a PNG.
func (p *painter) encode() []byte {
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
