package render

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/longtest"
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
const sizeLimit = 20 << 10

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
	views, styles := middles(t, longtest.Count(3, 12))
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

// A picture that is packed once only is within the limit too, on the highest board of the default width.
func TestSmallEnough(t *testing.T) {
	const around = 400 // bytes that are not packed
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

// The first level of compression is enough for nearly all boards of games, plays of doubles and moves that take many
// pieces among them, and those with a banner; the second one for those with the most on them.
func TestLevels(t *testing.T) {
	const banner = "Ana Luísa ganhou por desistência"
	boards, more, seeds := 0, 0, longtest.Count(1, 3)
	for n, g := range everyGame {
		for seed := range uint64(seeds) {
			for i, v := range played(t, g, rand.New(rand.NewPCG(uint64(n), 1000+seed)), 100) {
				s := named
				s.Theme = Themes[i%len(Themes)]
				if i%5 == 4 {
					s.Banner = banner
				} else if len(v.Last.Hops) < 3 && len(v.Last.Taken) < 3 {
					continue
				}
				boards++
				if levelsOf(t, v, s) > 1 {
					more++
				}
			}
		}
	}
	if boards < 80*seeds || more > boards/50 {
		t.Errorf("%d of %d boards take more than one level", more, boards)
	}
	for _, full := range []struct { // of thousands these have the most on them
		game, theme string
		seed        uint64
		board       int
		banner      string
	}{
		{"backgammon", "slate", 12, 69, banner}, {"backgammon", "slate", 22, 25, banner},
		{"backgammon", "slate", 28, 17, banner},
		{"backgammon", "wood", 17, 49, banner}, {"backgammon", "wood", 7, 116, banner}, {"backgammon", "wood", 7, 116, ""},
		{"chilean", "wood", 28, 42, banner},
	} {
		n := slices.IndexFunc(everyGame, func(g *engine.Game) bool { return g.Name == full.game })
		v := played(t, everyGame[n], rand.New(rand.NewPCG(uint64(n), full.seed)), full.board)[full.board]
		s := named
		s.Theme, s.Banner = full.theme, full.banner
		for _, s.Flip = range []bool{false, true} {
			if n := levelsOf(t, v, s); n > 2 {
				t.Errorf("%+v, flip %t: %d levels", full, s.Flip, n)
			}
		}
	}
}

// levelsOf draws a board and counts the levels of compression that it takes.
func levelsOf(t *testing.T, v engine.View, s Style) int {
	t.Helper()
	p := packers.Get().(*packer)
	defer packers.Put(p)
	sheet, err := compose(v, s)
	if err != nil {
		t.Fatal(err)
	}
	defer sheets.Put(sheet)
	_, n := p.pack(sheet)
	return n
}

// BenchmarkPictureSize draws boards as they come in all games, the last one of a game with a banner, and reports their
// sizes, the mean time and that of the slowest: of each picture the shortest of a dozen drawings, as others have to do
// on the same machine.
func BenchmarkPictureSize(b *testing.B) {
	const drawings = 12
	for n, g := range everyGame {
		var views []engine.View
		for seed := range uint64(2) {
			views = append(views, played(b, g, rand.New(rand.NewPCG(uint64(n), 100+seed)), 80)...)
		}
		for _, theme := range Themes {
			b.Run(g.Name+"/"+theme, func(b *testing.B) {
				sizes, least := make([]int, len(views)), make([]time.Duration, len(views))
				for b.Loop() {
					for k := range drawings * len(views) {
						i := k % len(views)
						s := named
						s.Theme, s.Flip = theme, i%2 > 0
						if i == len(views)-1 {
							s.Banner = "Ana Luísa ganhou por desistência"
						}
						begin := time.Now()
						png, err := drawn(views[i], s)
						if err != nil {
							b.Fatal(err)
						}
						if took := time.Since(begin); least[i] == 0 || took < least[i] {
							least[i] = took
						}
						sizes[i] = len(png)
					}
				}
				sum := time.Duration(0)
				for _, took := range least {
					sum += took
				}
				slices.Sort(sizes)
				b.ReportMetric(sum.Seconds()*1000/float64(len(least)), "ms/picture")
				b.ReportMetric(slices.Max(least).Seconds()*1000, "ms/slowest")
				b.ReportMetric(float64(sizes[len(sizes)/2]), "bytes/median")
				b.ReportMetric(float64(sizes[len(sizes)-1]), "bytes/max")
			})
		}
	}
}
