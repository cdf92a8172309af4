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

// named is the style in which the bot draws boards: with names, and the game, its options and the match id as the
// title.
var named = Style{First: "Ana Luísa", Second: "Bernardo", Title: "Damas clássicas #k7q2"}

// hardest is the middle of a game with everything that a board of 64 squares may show.
func hardest() (engine.View, Style) {
	s := named
	s.Marked = cells(middle(), 8, 14, 16)
	return middle(), s
}

// sizeLimit is the maximum size in bytes of a picture of any board at the default width.
const sizeLimit = 25_000

func TestPicture_Sizes(t *testing.T) {
	within := func(what string, v engine.View, s Style) {
		t.Helper()
		b, err := Picture(v, s)
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

// Boards of whole games are within the limit, too: plays of doubles and long captures, some with a banner, and those of
// thousands that show the most.
func TestPicture_SizesInGames(t *testing.T) {
	const banner = "Ana Luísa ganhou por desistência"
	within := func(what string, v engine.View, s Style) {
		b, err := Picture(v, s)
		if err != nil {
			t.Fatal(err)
		}
		if len(b) > sizeLimit {
			t.Errorf("%s, %s: %d bytes, want at most %d", what, s.Theme, len(b), sizeLimit)
		}
	}
	for n, g := range everyGame {
		for seed := range uint64(longtest.Count(1, 3)) {
			for i, v := range played(t, g, rand.New(rand.NewPCG(uint64(n), 1000+seed)), 100) {
				s := named
				s.Theme = Themes[i%len(Themes)]
				if i%5 == 4 {
					s.Banner = banner
				} else if len(v.Last.Hops) < 3 && len(v.Last.Taken) < 3 {
					continue
				}
				within(g.Name, v, s)
			}
		}
	}
	for _, full := range []struct {
		game, theme string
		seed        uint64
		board       int
	}{
		{"backgammon", "slate", 12, 69}, {"backgammon", "slate", 22, 25}, {"backgammon", "slate", 28, 17},
		{"backgammon", "wood", 17, 49}, {"backgammon", "wood", 7, 116}, {"chilean", "wood", 28, 42},
	} {
		n := slices.IndexFunc(everyGame, func(g *engine.Game) bool { return g.Name == full.game })
		v := played(t, everyGame[n], rand.New(rand.NewPCG(uint64(n), full.seed)), full.board)[full.board]
		s := named
		s.Theme, s.Banner = full.theme, banner
		for _, s.Flip = range []bool{false, true} {
			within(full.game, v, s)
		}
	}
}

// BenchmarkPictureSize draws boards as they occur in all games, the last of a game with a banner, and reports their
// sizes, the mean time and that of the slowest board. The time of a board is the shortest of a dozen drawings, as other
// processes disturb some.
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
						png, err := Picture(views[i], s)
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
