package render

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/longtest"
)

// animation encodes an animation, which must succeed, and decodes it.
func animation(t *testing.T, views []engine.View, s Style) *gif.GIF {
	t.Helper()
	b, err := Animation(views, s)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) > MaxAnimation {
		t.Errorf("%d bytes", len(b))
	}
	film, err := gif.DecodeAll(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if len(film.Image) != len(views) {
		t.Fatalf("%d frames of %d boards", len(film.Image), len(views))
	}
	return film
}

// Painted one over the other, the frames equal each board drawn alone, pixel by pixel except for shades of edges.
func TestAnimation(t *testing.T) {
	for n, g := range everyGame {
		t.Run(g.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(n), 5))
			views := played(t, g, r, 25)
			s := named
			s.Banner, s.Pace = "Ana Luísa ganhou", 700*time.Millisecond
			s.Size, s.Theme, s.Flip, s.Letters = 320, Themes[n%len(Themes)], n%2 > 0, n == 1
			for i := range views {
				s.Titles = append(s.Titles, strings.Repeat("I", i%4))
			}
			film := animation(t, views, s)
			screen := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
			for i, frame := range film.Image {
				draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Over)
				one := s
				one.Count = sides[n%2] // at the bottom
				one.Title, one.Banner, one.unlit = "", cmp.Or(s.Titles[i], " "), true
				want := s.Pace
				switch i {
				case 0:
					one.Banner, want = s.Title, 2*time.Second
				case len(film.Image) - 1:
					one.Banner, one.unlit, want = s.Banner, false, 4*time.Second
				}
				alone, err := painted(views[i], one)
				if err != nil {
					t.Fatal(err)
				}
				if screen.Rect != alone.Rect {
					t.Fatalf("size %v, want %v", screen.Rect, alone.Rect)
				}
				for k, ink := range alone.Pix { // edges have colours of their own palettes
					shown := color.RGBA{screen.Pix[4*k], screen.Pix[4*k+1], screen.Pix[4*k+2], screen.Pix[4*k+3]}
					if c := alone.rgba[ink]; distance(shown, c) > 16*alike || shown.A < 255 {
						t.Fatalf("board %d: pixel %d,%d is %v, alone %v", i, k%alone.Stride, k/alone.Stride, shown, c)
					}
				}
				painters.Put(alone)
				if got := time.Duration(film.Delay[i]) * 10 * time.Millisecond; got != want {
					t.Errorf("board %d is shown for %v, want %v", i, got, want)
				}
			}
			if film.LoopCount != 0 {
				t.Error("it does not begin again")
			}
		})
	}
}

// All boards of points are numbered for one player: the one at the bottom, unless the style names the other.
func TestAnimation_Numbers(t *testing.T) {
	views := played(t, backgammon.Backgammon, rand.New(rand.NewPCG(17, 5)), 9)
	film := func(s Style) string {
		b, err := Animation(views, s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for i, flip := range []bool{false, true} {
		low, high := sides[i], sides[1-i]
		any := film(Style{Flip: flip})
		if any != film(Style{Flip: flip, Count: low}) || any == film(Style{Flip: flip, Count: high}) {
			t.Errorf("flipped %t, it is not numbered for %v", flip, low)
		}
	}
}

// A frame after a move is small, as little changes.
func TestAnimation_IsSmall(t *testing.T) {
	for n, g := range everyGame {
		views := played(t, g, rand.New(rand.NewPCG(uint64(n), 6)), longtest.Count(15, 60))
		b, err := Animation(views, named)
		if err != nil {
			t.Fatal(err)
		}
		if most := 30_000 + 10_000*len(views); len(b) > most {
			t.Errorf("%s: %d bytes for %d boards, want at most %d", g.Name, len(b), len(views), most)
		}
	}
}

// Animations that would be too large are scaled down. Boards with nothing in common take the most space.
func TestAnimation_Shrinks(t *testing.T) {
	views := slices.Repeat([]engine.View{red(), {Files: 8, Ranks: 8, Cells: make([]engine.Cell, 64), Red: true,
		Edges: true}}, 60)
	film := animation(t, views, Style{})
	if w := film.Config.Width; w >= DefaultSize || w < minAnimation {
		t.Errorf("it is %d pixels wide", w)
	}
}

// A board equal to the one before changes a single pixel, as every frame needs one.
func TestAnimation_Still(t *testing.T) {
	film := animation(t, slices.Repeat([]engine.View{middle()}, 4), Style{Title: "x", Size: 240})
	if got := film.Image[2].Bounds(); got != image.Rect(0, 0, 1, 1) {
		t.Errorf("%v changes", got)
	}
}

func TestAnimation_Errors(t *testing.T) {
	start := startView()
	for name, c := range map[string]struct {
		views []engine.View
		style Style
		want  string
	}{
		"none":     {nil, Style{}, "of 0 boards"},
		"too many": {make([]engine.View, MaxFrames+1), Style{}, "of 2001 boards"},
		"too large": {slices.Repeat([]engine.View{red(), {Files: 8, Ranks: 8, Cells: make([]engine.Cell, 64), Red: true,
			Edges: true}}, 300), Style{Size: minAnimation}, "larger than a megabyte"},
		"too fast":     {[]engine.View{start}, Style{Pace: time.Millisecond}, "1ms for each board: must be 100ms to 10s"},
		"too slow":     {[]engine.View{start}, Style{Pace: time.Minute}, "1m0s for each board"},
		"titles":       {[]engine.View{start}, Style{Titles: []string{"a", "b"}}, "1 boards with 2 titles"},
		"no board":     {[]engine.View{start, {}}, Style{}, "board 2: 0 cells"},
		"no theme":     {[]engine.View{start}, Style{Theme: "glass"}, "board 1: no theme"},
		"another size": {[]engine.View{start, contact()}, Style{}, "board 2: it has another size"},
	} {
		if b, err := Animation(c.views, c.style); err == nil || b != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %d bytes and error %v, want %q", name, len(b), err, c.want)
		}
	}
}

func BenchmarkAnimation(b *testing.B) {
	for n, g := range everyGame {
		for _, boards := range []int{60, 200} {
			b.Run(fmt.Sprint(g.Name, "/", boards), func(b *testing.B) {
				var views []engine.View // of several games, where one is too short
				for seed := uint64(8); len(views) < boards; seed++ {
					views = append(views, played(b, g, rand.New(rand.NewPCG(uint64(n), seed)), boards-len(views)-1)...)
				}
				var film []byte
				b.ReportAllocs()
				for b.Loop() {
					var err error
					if film, err = Animation(views, named); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(film)), "bytes")
				b.ReportMetric(float64(binary.LittleEndian.Uint16(film[6:])), "pixels-wide")
			})
		}
	}
}

// TestFilm draws the film of the README: a whole game of Portuguese draughts, from the challenge to the result.
func TestFilm(t *testing.T) {
	views := played(t, everyGame[0], rand.New(rand.NewPCG(filmSeed, 59)), 80)
	s := Style{First: "Ana", Second: "Rui", Title: "Rui challenges Ana", Size: 320, Pace: 600 * time.Millisecond}
	for i := range views {
		s.Titles = append(s.Titles, fmt.Sprintf("Portuguese draughts · %d/%d", i, len(views)-1))
	}
	s.Banner = fmt.Sprintf("Rui wins in %d moves", len(views)-1)
	film := animation(t, views, s)
	men := func(c engine.Cell) bool { return c.Side == engine.First }
	if slices.ContainsFunc(views[len(views)-1].Cells, men) || film.LoopCount != 0 {
		t.Error("the film does not end with the last piece captured, or is shown once only")
	}
	b, err := Animation(views, s)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "film.gif", b)
}

// filmSeed gives a game that Second wins soon.
const filmSeed = 99
