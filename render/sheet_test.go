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

// situations returns boards of all games, from the start to the end, with chains, hints, the cube and bearing off, from
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

// furthest returns the index of the view after the move with the longest path, not the first view.
func furthest(game []engine.View) int {
	at, most := 1, -1
	for i, v := range game[1:] {
		if n := len(v.Last.Path) + len(v.Last.Hops); n > most {
			at, most = i+1, n
		}
	}
	return at
}

// unmoved returns a view without its last move.
func unmoved(v engine.View) engine.View {
	v.Last = engine.Trace{}
	return v
}

// hinted returns a style with up to three of the next moves as numbered arrows, and a marked piece.
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

// Every board can be drawn as it is sent, in one of the themes or, with LONG, in each. With -sheet they are written as
// phones show them: 360 and 240 pixels wide, and in grey.
func TestContactSheet(t *testing.T) {
	list := situations(t)
	for n, theme := range Themes {
		var boards []image.Image
		for i, s := range list {
			if *contactSheet == "" && !longtest.All() && i%len(Themes) != n {
				continue
			}
			s.style.Theme = theme
			b, err := Picture(s.view, s.style)
			if err != nil {
				t.Fatalf("%s, %s: %v", s.name, theme, err)
			}
			if *contactSheet != "" {
				boards = append(boards, lossy(t, b))
			}
		}
		if *contactSheet != "" {
			writeSheets(t, theme+"-360", boards, 360, 4, 3, image.NewRGBA)
			writeSheets(t, theme+"-240", boards, 240, 6, 4, image.NewRGBA)
			writeSheets(t, theme+"-grey", boards, 240, 6, 4, image.NewGray)
		}
	}
}

// lossy returns a picture after JPEG compression of quality 80.
func lossy(t *testing.T, b []byte) image.Image {
	t.Helper()
	var file bytes.Buffer
	if err := jpeg.Encode(&file, decoded(t, b), &jpeg.Options{Quality: 80}); err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// writeSheets writes boards of a width on pages of columns and rows.
func writeSheets[I draw.Image](t *testing.T, name string, boards []image.Image, width, columns, rows int,
	page func(image.Rectangle) I) {
	t.Helper()
	const margin = 8
	high := 0
	for _, img := range boards {
		high = max(high, width*img.Bounds().Dy()/img.Bounds().Dx())
	}
	for n := 0; n*rows*columns < len(boards); n++ {
		sheet := page(image.Rect(0, 0, columns*(width+margin), rows*(high+margin)))
		draw.Draw(sheet, sheet.Bounds(), image.White, image.Point{}, draw.Src)
		for i, img := range boards[n*rows*columns : min(len(boards), (n+1)*rows*columns)] {
			at := image.Pt(i%columns*(width+margin), i/columns*(high+margin))
			place := image.Rect(0, 0, width, width*img.Bounds().Dy()/img.Bounds().Dx()).Add(at)
			draw.CatmullRom.Scale(sheet, place, img, img.Bounds(), draw.Src, nil)
		}
		var b bytes.Buffer
		if err := png.Encode(&b, sheet); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(*contactSheet, fmt.Sprintf("%s-%02d.png", name, n+1)), b.Bytes(),
			0o644); err != nil {
			t.Fatal(err)
		}
	}
}
