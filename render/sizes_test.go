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
	const around = 200 // bytes that are not packed
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
// Levels were chosen by what they made of the rows of 400 such boards, and of 16 boards of points, in the same 16 inks: time of
// one processor for compression alone, and bytes.
//
//	                              draughts                     points
//	                         us   median    max         us   median    max
//	a deflate of our own    780     8200  10246        864     9730  10680
//	klauspost level 5       585    11401  13877        514    11552  12286
//	klauspost level 6       677    10522  12999        591    11117  11846
//	klauspost level 7      1047    11327  13375        909    11679  12837
//	klauspost level 8      1228     8673  10553       1420    10207  11000
//	klauspost level 9      8166     7407   9368      19572    10716  14080
//	compress/zlib level 5  1315     9679  11957        989    11213  11801
//	compress/zlib level 6  1763     8169  10130       2017     9867  10771
//	compress/zlib level 9 20568     7358   9346      18890     9383  10302
//
// Level 8 takes 1.6 times as long as ours did for 5 % more bytes, so ours went. Level 6 is the fastest one that leaves
// nearly all boards within sizeLimit; level 8 serves the others, about one in forty, and nothing cheap tells which: how often
// neighbouring bytes differ hardly goes with the size (a correlation of 0.2). The filters of PNG make files larger.
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
