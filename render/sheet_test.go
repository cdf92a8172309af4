package render

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/image/draw"

	"tabuleiro/engine"
	games "tabuleiro/engine/table"
)

var contactSheet = flag.String("sheet", "", "write contact sheets of boards into this folder: as a JPEG of quality 80 leaves them, made 360 pixels wide")

// situation is a board of a contact sheet.
type situation struct {
	name  string
	view  engine.View
	style Style
}

// situations are boards of all games, from the start to the end, with chains, hints, the cube and bearing off, from
// both sides.
func situations(t testing.TB) (list []situation) {
	for n, g := range games.Games {
		game := played(t, g, rand.New(rand.NewPCG(uint64(n), 7)), 90)
		chain := len(game) / 2
		for i, v := range game {
			if len(v.Last.Path)+len(v.Last.Hops) > len(game[chain].Last.Path)+len(game[chain].Last.Hops) {
				chain = i
			}
		}
		for _, at := range []struct {
			name string
			n    int
		}{{"start", 0}, {"middle", min(30, len(game)/2)}, {"chain", chain}, {"end", len(game) - 1}} {
			list = append(list, situation{g.Name + " " + at.name, game[at.n], named})
		}
		flipped := named
		flipped.Flip = true
		list = append(list, situation{g.Name + " flipped", game[chain], flipped})
	}
	hint, style := hardest()
	hint.Last = engine.Trace{}
	style.Arrows = []Arrow{
		{Way: engine.Trace{Path: cells(hint, 8, 22, 29)}, Number: "1"},
		{Way: engine.Trace{Path: cells(hint, 9, 13)}, Number: "2", Worse: true},
	}
	won := named
	won.Banner = "Ana Luísa ganhou"
	list = append(list, situation{"hint", hint, style}, situation{"kings", middle(), named}, situation{"cage out", out(), named})
	points := named
	points.Marked, points.Arrows = []int{13}, []Arrow{
		{Way: engine.Trace{Hops: []engine.Hop{{From: 12, To: 17}, {From: 17, To: 18}}}},
		{Way: engine.Trace{Hops: []engine.Hop{{From: 19, To: 24}, {From: 17, To: 18}}}, Worse: true},
	}
	list = append(list, situation{"points hint", thrown(), points})
	for name, v := range map[string]engine.View{"contact": contact(), "entering": entering(), "bearing": bearing(), "doubled": doubled()} {
		list = append(list, situation{name, v, named})
	}
	return append(list, situation{"banner", middle(), won})
}

// Every board in every theme can be drawn as it is sent. With -sheet they are written as phones show them, for eyes.
func TestContactSheet(t *testing.T) {
	const width, columns, margin = 360, 4, 8
	list := situations(t)
	for _, theme := range Themes {
		var boards []image.Image
		high := 0
		for _, s := range list {
			s.style.Theme = theme
			b, err := Picture(s.view, s.style)
			if err != nil {
				t.Fatalf("%s, %s: %v", s.name, theme, err)
			}
			if *contactSheet == "" {
				continue
			}
			var lossy bytes.Buffer
			jpeg.Encode(&lossy, decoded(t, b), &jpeg.Options{Quality: 80})
			img, err := jpeg.Decode(&lossy)
			if err != nil {
				t.Fatal(err)
			}
			small := image.NewRGBA(image.Rect(0, 0, width, width*img.Bounds().Dy()/img.Bounds().Dx()))
			draw.CatmullRom.Scale(small, small.Rect, img, img.Bounds(), draw.Src, nil)
			boards, high = append(boards, small), max(high, small.Rect.Dy())
		}
		if *contactSheet == "" {
			continue
		}
		const rows = 2
		for page := 0; page*rows*columns < len(boards); page++ {
			sheet := image.NewRGBA(image.Rect(0, 0, columns*(width+margin), rows*(high+margin)))
			draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
			for i, img := range boards[page*rows*columns : min(len(boards), (page+1)*rows*columns)] {
				at := image.Pt(i%columns*(width+margin), i/columns*(high+margin))
				draw.Draw(sheet, img.Bounds().Add(at), img, image.Point{}, draw.Src)
			}
			var b bytes.Buffer
			png.Encode(&b, sheet)
			if err := os.WriteFile(filepath.Join(*contactSheet, theme+fmt.Sprintf("%02d", page+1)+".png"), b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
