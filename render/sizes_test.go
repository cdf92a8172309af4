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

// What is packed once only is within the limit too, on the highest board of the default width.
func TestSmallEnough(t *testing.T) {
	const around = 120 // bytes that are not packed
	v, s := hardest()
	s.Banner = "Ana Luísa wins"
	sheet, err := compose(v, s)
	if err != nil {
		t.Fatal(err)
	}
	defer sheets.Put(sheet)
	if most := max(smallEnough, len(sheet.rows)/smallPart) + around; most > sizeLimit {
		t.Errorf("%d bytes are left as they are, want at most %d", most, sizeLimit)
	}
}

// BenchmarkPictureSize draws boards as they come in games of draughts, and reports their sizes.
//
// Levels and filters were chosen by what they made of the rows of 80 boards of all games and themes, in 16 inks: time of
// one processor for compression alone, and bytes. Up is the filter of PNG that subtracts the row above, here on the rows of
// the board alone; on the letters around it makes files larger.
//
//	                      squares with labels          without          points
//	                         us   mean    max       us  mean    max    us   mean    max
//	klauspost level 4       480  12170  13660      360 10220  12990   290  11200  11930
//	klauspost level 5       550  11180  12880      440  8530  10120   300  10050  10960
//	klauspost level 6       710  10290  11790      540  8200  10070   440   9540  10430
//	klauspost level 4, Up   415  10740  12320      390 10130  12130   280  10620  11590
//	klauspost level 5, Up   470  10190  11950      540  9280  10900   300  10040  11040
//	klauspost level 6, Up   750   9780  11580      680  8800  10450   470   9590  10500
//
// Level 8 takes twice the time of level 5 and serves boards with more on them than games bring about.
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
