package render_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"math/rand/v2"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
	"tabuleiro/render"
)

// played are the boards of a random game, the start first.
func played(tb testing.TB, g *engine.Game, moves int) []engine.View {
	tb.Helper()
	options, err := g.Complete(nil)
	if err != nil {
		tb.Fatal(err)
	}
	start, err := g.New(options)
	if err != nil {
		tb.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	l := g.NewLine(start)
	views := []engine.View{l.View()}
	for range moves {
		var all []engine.Move
		for m := range l.Position().Moves() {
			all = append(all, m)
		}
		if len(all) == 0 || l.Outcome().Decided() {
			break
		}
		if l, err = l.Play(all[random.IntN(len(all))]); err != nil {
			tb.Fatal(err)
		}
		views = append(views, l.View())
	}
	return views
}

var animated = []*engine.Game{draughts.Portuguese, draughts.Chilean, eximo.Eximo, cage.Cage, backgammon.Backgammon}

// Painted one on the other, the frames are what each board is alone.
func TestAnimation(t *testing.T) {
	for _, g := range animated {
		t.Run(g.Name, func(t *testing.T) {
			views := played(t, g, 30)
			s := render.Style{First: "Ana", Second: "Rui", Title: g.Name}
			film := decoded(t, views, s)
			if len(film.Image) != len(views) {
				t.Fatalf("%d frames of %d boards", len(film.Image), len(views))
			}
			screen := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
			alone := image.NewRGBA(screen.Rect)
			for n, frame := range film.Image {
				draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Over)
				still := decoded(t, views[n:n+1], s).Image[0]
				draw.Draw(alone, alone.Rect, still, image.Point{}, draw.Src)
				if !bytes.Equal(screen.Pix, alone.Pix) {
					t.Fatalf("board %d is not what it is alone", n)
				}
			}
		})
	}
}

// decoded is an animation as a reader sees it.
func decoded(t *testing.T, views []engine.View, s render.Style) *gif.GIF {
	t.Helper()
	b, err := render.Animation(views, s)
	if err != nil {
		t.Fatal(err)
	}
	film, err := gif.DecodeAll(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return film
}

func TestAnimationBounds(t *testing.T) {
	if _, err := render.Animation(nil, render.Style{}); err == nil {
		t.Error("nothing moves")
	}
	other := played(t, backgammon.Backgammon, 0)
	if _, err := render.Animation(append(played(t, draughts.Portuguese, 0), other...), render.Style{}); err == nil {
		t.Error("boards of different games were put into one")
	}
	if _, err := render.Animation(make([]engine.View, render.MaxFrames+1), render.Style{}); err == nil {
		t.Error("too many boards were taken")
	}
	for _, g := range animated {
		views := played(t, g, 60)
		b, err := render.Animation(views, render.Style{First: "Ana", Second: "Rui", Title: g.Name})
		if err != nil {
			t.Fatal(err)
		}
		if len(b) > 1_000_000 {
			t.Errorf("%s: %d bytes for %d boards", g.Name, len(b), len(views))
		}
	}
}

func BenchmarkAnimation(b *testing.B) {
	for _, g := range animated {
		b.Run(g.Name, func(b *testing.B) {
			views := played(b, g, 60)
			size := 0
			for b.Loop() {
				film, err := render.Animation(views, render.Style{First: "Ana", Second: "Rui", Title: g.Name})
				if err != nil {
					b.Fatal(err)
				}
				size = len(film)
			}
			b.ReportMetric(float64(size), "bytes")
			b.ReportMetric(float64(len(views)), "frames")
		})
	}
}
