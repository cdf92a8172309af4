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
	"tabuleiro/engine/longtest"
	games "tabuleiro/engine/table"
)

var contactSheet = flag.String("sheet", "",
	"write contact sheets of boards into this folder: as a JPEG of quality 80 leaves them, made 360 pixels wide")

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
		chain := furthest(game)
		flipped := named
		flipped.Flip = true
		list = append(list,
			situation{g.Name + " start", game[0], named},
			situation{g.Name + " middle", game[min(30, len(game)/2)], named},
			situation{g.Name + " chain", game[chain], named},
			situation{g.Name + " flipped", game[chain], flipped},
			situation{g.Name + " hint", unmoved(game[chain-1]), hinted(game[chain-1:])},
			situation{g.Name + " end", game[len(game)-1], named},
		)
	}
	for n, g := range games.Games { // blind games do not come to their ends
		v := played(t, g, rand.New(rand.NewPCG(uint64(n), 7)), 0)[0]
		if v.Points == nil {
			continue
		}
		cube := v.Points.Cube
		off, double := bearing(), doubled()
		off.Points.Cube = min(off.Points.Cube, 8*cube)
		list = append(list, situation{g.Name + " bearing off", off, named})
		if cube > 0 {
			list = append(list, situation{g.Name + " cube", double, named})
		}
	}
	hint, style := hardest()
	style.Arrows = []Arrow{
		{Way: engine.Trace{Path: cells(hint, 8, 22, 29)}, Number: "1"},
		{Way: engine.Trace{Path: cells(hint, 9, 13)}, Number: "2", Worse: true},
	}
	won := named
	won.Banner = "Ana Luísa ganhou"
	list = append(list, situation{"hint", unmoved(hint), style}, situation{"kings", middle(), named},
		situation{"cage out", out(), named})
	points := named
	points.Marked, points.Arrows = []int{13}, []Arrow{
		{Way: engine.Trace{Hops: []engine.Hop{{From: 12, To: 17}, {From: 17, To: 18}}}},
		{Way: engine.Trace{Hops: []engine.Hop{{From: 19, To: 24}, {From: 17, To: 18}}}, Worse: true},
	}
	list = append(list, situation{"points hint", thrown(), points}, situation{"contact", contact(), named},
		situation{"entering", entering(), named})
	return append(list, situation{"banner", middle(), won})
}

// furthest is where in a game the move with the longest way led to; not its beginning.
func furthest(game []engine.View) int {
	at, most := 1, -1
	for i, v := range game[1:] {
		if n := len(v.Last.Path) + len(v.Last.Hops); n > most {
			at, most = i+1, n
		}
	}
	return at
}

// unmoved is a view without the move that led to it.
func unmoved(v engine.View) engine.View {
	v.Last = engine.Trace{}
	return v
}

// hinted shows what follows the first view of a game: up to three moves in numbered arrows, and a piece that is lit.
func hinted(game []engine.View) Style {
	s := named
	for _, v := range game[1:] {
		way := v.Last
		way.Taken, way.Lost = nil, nil
		if len(way.Path)+len(way.Drops)+len(way.Hops) == 0 || len(s.Arrows) == 3 {
			continue
		}
		s.Arrows = append(s.Arrows, Arrow{Way: way, Number: fmt.Sprint(len(s.Arrows) + 1)})
		if game[0].Points != nil {
			break // a throw lies between
		}
		if len(s.Marked) == 0 && len(way.Path) > 0 {
			s.Marked = way.Path[:1]
		}
	}
	return s
}

// Every board can be drawn as it is sent: in one of the themes, and at length in each. With -sheet they are written as phones show them, for eyes.
func TestContactSheet(t *testing.T) {
	const width, columns, margin = 360, 4, 8
	list := situations(t)
	for n, theme := range Themes {
		var boards []image.Image
		high := 0
		for i, s := range list {
			if *contactSheet == "" && !longtest.All() && i%len(Themes) != n {
				continue
			}
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
		const rows = 3
		for page := 0; page*rows*columns < len(boards); page++ {
			sheet := image.NewRGBA(image.Rect(0, 0, columns*(width+margin), rows*(high+margin)))
			draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
			for i, img := range boards[page*rows*columns : min(len(boards), (page+1)*rows*columns)] {
				at := image.Pt(i%columns*(width+margin), i/columns*(high+margin))
				draw.Draw(sheet, img.Bounds().Add(at), img, image.Point{}, draw.Src)
			}
			var b bytes.Buffer
			png.Encode(&b, sheet)
			if err := os.WriteFile(filepath.Join(*contactSheet, theme+fmt.Sprintf("%02d", page+1)+".png"), b.Bytes(),
				0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
