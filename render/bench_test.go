package render

import (
	"bytes"
	"image/png"
	"testing"
	"time"

	"tabuleiro/engine"
)

// BenchmarkPicture draws and encodes; beside it, in the same run, the same board in the same inks goes through
// image/png: times-slower and times-larger say how that compares.
func BenchmarkPicture(b *testing.B) {
	benchmark := func(name string, v engine.View, s Style) {
		for _, s.Theme = range Themes {
			b.Run(name+"/"+s.Theme, func(b *testing.B) {
				var n int
				b.ReportAllocs()
				for b.Loop() {
					p, err := drawn(v, s)
					if err != nil {
						b.Fatal(err)
					}
					n = len(p)
				}
				each := b.Elapsed() / time.Duration(b.N)
				const times = 5
				size, begin := 0, time.Now()
				for range times {
					size = standard(b, v, s)
				}
				b.ReportMetric(float64(n), "bytes/picture")
				b.ReportMetric(float64(time.Since(begin)/times)/float64(each), "times-slower")
				b.ReportMetric(float64(size)/float64(n), "times-larger")
			})
		}
	}
	for name, v := range boards() {
		benchmark(name, v, named)
	}
	v, s := hardest()
	benchmark("hardest", v, s)
}

// standard encodes a board with the standard library, and returns the size of the file.
func standard(b *testing.B, v engine.View, style Style) int {
	s, err := compose(v, style)
	if err != nil {
		b.Fatal(err)
	}
	defer sheets.Put(s)
	var out bytes.Buffer
	if err := png.Encode(&out, &s.Paletted); err != nil {
		b.Fatal(err)
	}
	return out.Len()
}

// BenchmarkPictureAgain is the price of a picture that was drawn before.
func BenchmarkPictureAgain(b *testing.B) {
	v := middle()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Picture(v, Style{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPictureNew draws boards of which less and less is known. The shortest of eight drawings, over all games and
// themes: a board whose tiles are all known takes 0.8 to 1.6 ms. Names of players who were not seen before add 0.5 ms.
// A board whose tiles are all to be drawn takes 2.3 to 8 ms, and the first one of a theme in a program, with its inks
// besides, up to 50.
func BenchmarkPictureNew(b *testing.B) {
	s := named
	for _, c := range []struct {
		name   string
		forget func()
	}{
		{"known", func() {}},
		{"names", func() { s.First, s.Second = s.First+"a", s.Second+"b" }},
		{"tiles", func() { tiles = newCache[tileKey](tiles.limit) }},
	} {
		for name, v := range map[string]engine.View{"squares": large(), "points": contact()} {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					if c.forget(); len(s.First) > 40 {
						s.First, s.Second = named.First, named.Second
					}
					b.StartTimer()
					if _, err := drawn(v, s); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkCompose leaves the encoding out.
func BenchmarkCompose(b *testing.B) {
	v := middle()
	for b.Loop() {
		s, err := compose(v, Style{})
		if err != nil {
			b.Fatal(err)
		}
		sheets.Put(s)
	}
}

// BenchmarkTile is the price of a tile that is not in the cache.
func BenchmarkTile(b *testing.B) {
	k := tileKey{theme: wood.plain, w: 72, h: 72, dark: true, text: "28", size: 64, side: engine.First, king: true}
	k.draw()
	for b.Loop() {
		k.draw()
	}
}

func BenchmarkInks(b *testing.B) {
	for b.Loop() {
		mixInks(wood.plain)
	}
}

// BenchmarkPointsCompose leaves the encoding out.
func BenchmarkPointsCompose(b *testing.B) {
	v := contact()
	for b.Loop() {
		img, err := compose(v, Style{})
		if err != nil {
			b.Fatal(err)
		}
		sheets.Put(img)
	}
}

func BenchmarkPointsText(b *testing.B) {
	v := contact()
	for b.Loop() {
		Text(v, Style{})
	}
}
