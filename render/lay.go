package render

import "image"

// lay copies a tile into the picture.
func lay(img *image.Paletted, k tileKey, x, y int) {
	pix := k.pixels()
	for len(pix) > 0 {
		copy(img.Pix[img.PixOffset(x, y):], pix[:k.w])
		pix = pix[k.w:]
		y++
	}
}

// paint fills a rectangle with one ink.
func paint(img *image.Paletted, r image.Rectangle, ink int) {
	if r.Empty() {
		return
	}
	first := img.Pix[img.PixOffset(r.Min.X, r.Min.Y):][:r.Dx()]
	for i := range first {
		first[i] = uint8(ink)
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(img.Pix[img.PixOffset(r.Min.X, y):], first)
	}
}

// around fills a rectangle but for a hole in it with one ink.
func around(img *image.Paletted, r, hole image.Rectangle, ink int) {
	paint(img, image.Rect(r.Min.X, r.Min.Y, r.Max.X, hole.Min.Y), ink)
	paint(img, image.Rect(r.Min.X, hole.Min.Y, hole.Min.X, hole.Max.Y), ink)
	paint(img, image.Rect(hole.Max.X, hole.Min.Y, r.Max.X, hole.Max.Y), ink)
	paint(img, image.Rect(r.Min.X, hole.Max.Y, r.Max.X, r.Max.Y), ink)
}
