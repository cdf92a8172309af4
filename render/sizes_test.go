package render

import (
	"fmt"
	"slices"
	"testing"

	"tabuleiro/engine"
)

// named is how the bot draws boards: with names, and the game, its options and the number of the match above them.
var named = Style{First: "Ana Luísa", Second: "Bernardo", Title: "Damas clássicas #k7q2"}

// hardest is the middle of a game with everything that a board of 64 squares may have.
func hardest() (engine.View, Style) {
	s := named
	s.Marked = cells(middle(), 8, 14, 16)
	return middle(), s
}

// sizeLimit is what a picture of any board may take, in bytes, at the default size.
const sizeLimit = 12_000

func TestPictureSizes(t *testing.T) {
	within := func(what string, v engine.View, s Style) {
		t.Helper()
		b, err := drawn(v, s)
		if err != nil {
			t.Fatal(err)
		}
		if len(b) > sizeLimit {
			t.Errorf("%s, %s: %d bytes, want at most %d", what, s.Theme, len(b), sizeLimit)
		}
	}
	views, styles := middles(t, 12)
	for _, theme := range Themes {
		for name, v := range boards() {
			s := named
			s.Theme = theme
			within(name, v, s)
		}
		v, s := hardest()
		s.Theme = theme
		within("hardest", v, s)
		for i, v := range views {
			s := styles[i]
			s.Theme = theme
			within(fmt.Sprint("middle ", i), v, s)
		}
	}
}

// BenchmarkPictureSize draws boards as they come in games of draughts, and reports their sizes.
func BenchmarkPictureSize(b *testing.B) {
	views, styles := middles(b, 100)
	for _, theme := range Themes {
		b.Run(theme, func(b *testing.B) {
			var sizes []int
			for b.Loop() {
				sizes = sizes[:0]
				for i, v := range views {
					s := styles[i]
					s.Theme = theme
					png, err := drawn(v, s)
					if err != nil {
						b.Fatal(err)
					}
					sizes = append(sizes, len(png))
				}
			}
			slices.Sort(sizes)
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*len(sizes)), "ms/picture")
			b.ReportMetric(float64(sizes[len(sizes)/2]), "bytes/median")
			b.ReportMetric(float64(sizes[len(sizes)*9/10]), "bytes/90%")
			b.ReportMetric(float64(sizes[len(sizes)-1]), "bytes/max")
		})
	}
}
