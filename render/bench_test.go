package render

import (
	"testing"

	"tabuleiro/engine"
)

// BenchmarkPicture draws and encodes boards in all themes.
func BenchmarkPicture(b *testing.B) {
	benchmark := func(name string, v engine.View, s Style) {
		for _, s.Theme = range Themes {
			b.Run(name+"/"+s.Theme, func(b *testing.B) {
				n := 0
				b.ReportAllocs()
				for b.Loop() {
					p, err := Picture(v, s)
					if err != nil {
						b.Fatal(err)
					}
					n = len(p)
				}
				b.ReportMetric(float64(n), "bytes/picture")
			})
		}
	}
	for name, v := range boards() {
		benchmark(name, v, named)
	}
	v, s := hardest()
	benchmark("hardest", v, s)
}

// BenchmarkPaint draws without encoding.
func BenchmarkPaint(b *testing.B) {
	for name, v := range boards() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p, err := painted(v, named)
				if err != nil {
					b.Fatal(err)
				}
				painters.Put(p)
			}
		})
	}
}

func BenchmarkPointsText(b *testing.B) {
	v := contact()
	for b.Loop() {
		Text(v, Style{})
	}
}
