package render

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"tabuleiro/engine"
)

// picture draws a board, which must succeed, and returns also the part of the picture that the board covers.
func picture(t interface {
	Helper()
	Fatal(...any)
}, v engine.View, s Style) ([]byte, *image.Paletted) {
	t.Helper()
	b, err := Picture(v, s)
	if err != nil {
		t.Fatal(err)
	}
	p := decoded(t, b)
	c := measureCaptions(s, p.Rect.Dx())
	from, to := c.above(), p.Rect.Dy()-c.player
	return b, &image.Paletted{Pix: p.Pix[from*p.Stride : to*p.Stride], Stride: p.Stride,
		Rect: image.Rect(0, 0, p.Rect.Dx(), to-from), Palette: p.Palette}
}

func TestPicture_Golden(t *testing.T) {
	for _, c := range []struct {
		name  string
		view  engine.View
		style Style
	}{
		{"start", startView(), Style{}},
		{"middle", middle(), Style{}},
		{"middle-flipped", middle(), Style{Flip: true, Size: 320}},
		{"large", large(), Style{}},
		{"plain", plain(), Style{Size: 480}},
		{"red", red(), Style{Size: 480}},
		{"letters", middle(), Style{Letters: true, Size: 480}},
		{"letters-flipped", opening(), Style{Letters: true, Flip: true, Size: 320, Theme: "slate"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, _ := picture(t, c.view, c.style)
			golden(t, c.name+".png", b)
		})
	}
}

func TestPicture_Errors(t *testing.T) {
	with := func(change func(*engine.View)) engine.View {
		v := startView()
		change(&v)
		return v
	}
	for _, c := range []struct {
		name string
		view engine.View
		size int
		want string
	}{
		{"no board", engine.View{}, 0, "0 cells in 0 files"},
		{"negative", engine.View{Files: -8, Ranks: -8, Cells: make([]engine.Cell, 64)}, 0, "-8 files"},
		{"huge", engine.View{Files: 1e9, Ranks: 1e9}, 0, "1 to 26"},
		{"overflow", engine.View{Files: 1 << 32, Ranks: 1 << 32}, 0, "1 to 26"},
		{"cell missing", with(func(v *engine.View) { v.Cells = v.Cells[1:] }), 0, "63 cells in 8 files and 8 ranks"},
		{"cell too many", with(func(v *engine.View) { v.Cells = append(v.Cells, engine.Cell{}) }), 0, "65 cells"},
		{"too narrow", startView(), MinSize - 1, "must be 96 to 2048"},
		{"too wide", startView(), 1e9, "must be 96 to 2048"},
		{"negative width", startView(), -640, "-640 pixels"},
		{"tiny cells", numbered(20), MinSize, "smaller than 8"},
		{"too high", engine.View{Files: 1, Ranks: 26, Cells: make([]engine.Cell, 26)}, 0, "higher than 4096"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := Picture(c.view, Style{Size: c.size})
			if err == nil || b != nil {
				t.Fatalf("got %d bytes and error %v, want none and an error", len(b), err)
			}
			if !strings.HasPrefix(err.Error(), "drawing the board: ") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q, want it to say %q", err, c.want)
			}
		})
	}
}

// belongs returns the side whose colour in the theme wood is nearest to c, Nobody for the squares'.
func belongs(c color.RGBA) (side engine.Side) {
	least := 1 << 30
	one, other := wood.plain.first, wood.plain.second
	for s, own := range [3][]color.RGBA{
		{wood.plain.light, wood.plain.dark},
		{one.outline, one.rim, one.face, one.groove, one.crown},
		{other.outline, other.rim, other.face, other.groove, other.crown},
	} {
		for _, is := range own {
			if d := distance(c, is); d < least {
				side, least = engine.Side(s), d
			}
		}
	}
	return side
}

// likest returns the side to which most pixels in the middle of a cell belong.
func likest(img *image.Paletted, f *squares, x, y int) engine.Side {
	var count [3]int
	cx, cy, r := f.x0+x*f.cell+f.cell/2, f.y0+y*f.cell+f.cell/2, f.cell/4
	for py := cy - r; py <= cy+r; py++ {
		for px := cx - r; px <= cx+r; px++ {
			count[belongs(img.At(px, py).(color.RGBA))]++
		}
	}
	return engine.Side(slices.Index(count[:], slices.Max(count[:])))
}

// views generates boards of any size with pieces anywhere, and a style that can show them.
func views() *rapid.Generator[engine.View] {
	return rapid.Custom(func(t *rapid.T) engine.View {
		v := engine.View{
			Files: rapid.IntRange(1, 12).Draw(t, "files"),
			Edges: rapid.Bool().Draw(t, "edges"),
			Turn:  engine.Side(rapid.IntRange(0, 3).Draw(t, "turn")),
		}
		v.Ranks = rapid.IntRange(1, min(12, 3*v.Files)).Draw(t, "ranks")
		labels := rapid.Bool().Draw(t, "labels")
		for i := range v.Files * v.Ranks {
			c := engine.Cell{Dark: (i%v.Files+i/v.Files)%2 == 0}
			if c.Dark && labels {
				c.Label = fmt.Sprint(i + 1)
			}
			c.Side = engine.Side(rapid.IntRange(0, 2).Draw(t, "side"))
			c.King = rapid.Bool().Draw(t, "king")
			v.Cells = append(v.Cells, c)
		}
		return v
	})
}

func TestPicture_ShowsPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := views().Draw(t, "view")
		s := Style{Flip: rapid.Bool().Draw(t, "flip"), Size: rapid.IntRange(MinSize+60, 480).Draw(t, "size")}
		b, img := picture(t, v, s)
		f, err := measure(v, s)
		if err != nil {
			t.Fatal(err)
		}
		if got := img.Rect.Size(); got != (image.Point{s.Size, f.height}) {
			t.Fatalf("size %v, want %d x %d", got, s.Size, f.height)
		}
		if len(img.Palette) > 256 {
			t.Fatalf("%d colours", len(img.Palette))
		}
		if f.cell >= 24 { // in smaller ones outline and crown leave little of the face
			for i, c := range v.Cells {
				x, y := f.place(i)
				if got := likest(img, f, x, y); got != c.Side {
					t.Fatalf("cell %d (king %v) looks like %v, want %v", i, c.King, got, c.Side)
				}
			}
		}
		if again, _ := picture(t, v, s); !bytes.Equal(b, again) {
			t.Fatal("the same view gives another picture")
		}
	})
}

// holds reports whether a cell contains a colour.
func holds(img *image.Paletted, f *squares, i int, c color.RGBA) bool {
	x, y := f.place(i)
	for py := range f.cell {
		for px := range f.cell {
			if img.At(f.x0+x*f.cell+px, f.y0+y*f.cell+py) == c {
				return true
			}
		}
	}
	return false
}

func TestPicture_TellsKings(t *testing.T) {
	v := numbered(8)
	v = put(v, engine.First, true, 1)
	v = put(v, engine.First, false, 2)
	v = put(v, engine.Second, true, 3)
	v = put(v, engine.Second, false, 4)
	for _, size := range []int{160, 320, 640, 1280} {
		_, img := picture(t, v, Style{Size: size})
		f, err := measure(v, Style{Size: size})
		if err != nil {
			t.Fatal(err)
		}
		first, second := wood.plain.first.crown, wood.plain.second.crown
		for _, c := range []struct {
			label int
			crown color.RGBA
			want  bool
		}{{1, first, true}, {2, first, false}, {3, second, true}, {4, second, false}} {
			if got := holds(img, f, cell(v, c.label), c.crown); got != c.want {
				t.Errorf("width %d, square %d: crown is %v, want %v", size, c.label, got, c.want)
			}
		}
	}
}

// The lower left corner of a square is free of labels, pieces and this arrow: it shows the tint.
func TestPicture_MarksLastMove(t *testing.T) {
	for _, flip := range []bool{false, true} {
		v := put(numbered(8), engine.First, false, 15)
		v.Last = engine.Trace{Path: cells(v, 6, 15), Taken: cells(v, 32)}
		_, img := picture(t, v, Style{Flip: flip})
		f, err := measure(v, Style{Flip: flip})
		if err != nil {
			t.Fatal(err)
		}
		for label, want := range map[int]mark{6: left, 15: arrived, 32: taken, 5: unmarked, 31: unmarked} {
			x, y := f.place(cell(v, label))
			got := img.At(f.x0+x*f.cell+1, f.y0+(y+1)*f.cell-2)
			if got != wood.plain.square(true, false, want) {
				t.Errorf("flip %v, square %d: %v, want %v", flip, label, got, wood.plain.square(true, false, want))
			}
		}
		// Half-way from 6 to 15 there is the arrow.
		x, y := f.place(cell(v, 6))
		ex, ey := f.place(cell(v, 15))
		mx, my := f.x0+(x+ex+1)*f.cell/2, f.y0+(y+ey+1)*f.cell/2
		bare := v
		bare.Last = engine.Trace{}
		_, without := picture(t, bare, Style{Flip: flip})
		if img.At(mx, my) == without.At(mx, my) {
			t.Errorf("flip %v: no arrow at %d,%d", flip, mx, my)
		}
	}
}

func TestPicture_ShowsTurn(t *testing.T) {
	for _, c := range []struct {
		turn        engine.Side
		flip        bool
		top, bottom bool
	}{
		{engine.First, false, false, true},
		{engine.First, true, true, false},
		{engine.Second, false, true, false},
		{engine.Second, true, false, true},
		{engine.Nobody, false, false, false},
		{engine.Chance, false, false, false},
	} {
		v := startView()
		v.Turn = c.turn
		top, bottom := litPlayers(t, v, Style{Flip: c.flip, First: "Ana", Second: "Rui"})
		if top != c.top || bottom != c.bottom {
			t.Errorf("%v on turn, flip %v: lit top %v bottom %v, want %v %v", c.turn, c.flip, top, bottom, c.top, c.bottom)
		}
	}
}

// litPlayers reports which of the two name lines are filled for the player on turn, in the theme wood.
func litPlayers(t *testing.T, v engine.View, s Style) (top, bottom bool) {
	t.Helper()
	b, _ := picture(t, v, s)
	img := decoded(t, b)
	c := measureCaptions(s, img.Rect.Dx())
	lit := func(from int) bool {
		n := 0
		for y := from; y < from+c.player; y++ {
			for x := range img.Rect.Dx() {
				if img.At(x, y) == wood.plain.lamp {
					n++
				}
			}
		}
		return n > 20*c.player
	}
	return lit(c.banner + c.title), lit(img.Rect.Dy() - c.player)
}

func TestPicture_Concurrent(t *testing.T) {
	type job struct {
		v engine.View
		s Style
	}
	var jobs []job
	var want [][]byte
	for _, v := range []engine.View{startView(), middle(), large(), plain(), contact(), entering()} {
		for _, s := range []Style{{Size: 211}, {Size: 212, Flip: true}} {
			jobs = append(jobs, job{v, s})
			b, _ := picture(t, v, s)
			want = append(want, bytes.Clone(b))
		}
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for k := range jobs {
				i := (k + g) % len(jobs)
				got, err := Picture(jobs[i].v, jobs[i].s)
				if err != nil || !bytes.Equal(got, want[i]) {
					t.Errorf("job %d: other bytes than alone (error %v)", i, err)
				}
			}
		})
	}
	wg.Wait()
}

// boards returns boards in the middle of games, by name.
func boards() map[string]engine.View {
	return map[string]engine.View{
		"8x8": opening(), "8x8-chain": middle(), "10x10": large(), "plain": plain(), "red": red(),
		"points-start": thrown(), "points": contact(), "points-entering": entering(), "points-bearing": bearing(),
	}
}

// With letters, a board with edge names and no labels is drawn like one that had them, and one without labels stays as
// it was.
func TestLetters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := views().Draw(t, "view")
		s := Style{Flip: rapid.Bool().Draw(t, "flip"), Size: 320}
		like := v
		like.Cells = slices.Clone(v.Cells)
		for i := range like.Cells {
			if like.Cells[i].Label != "" {
				like.Cells[i].Label, like.Edges = "", true
			}
		}
		text := Text(like, s)
		still, _ := picture(t, like, s)
		s.Letters = true
		if got := Text(v, s); got != text {
			t.Fatalf("got\n%s\nwant\n%s", got, text)
		}
		if got, _ := picture(t, v, s); !bytes.Equal(got, still) {
			t.Fatal("the picture is not that of a board with edges and no labels")
		}
	})
	if v := contact(); Text(v, Style{Letters: true}) != Text(v, Style{}) {
		t.Error("a board of points is another one")
	}
}

// The signs of both sides on a text board follow from their colours.
func TestLetters_OfColours(t *testing.T) {
	for colours, want := range map[[2]string]string{{"white", "black"}: "OX", {"black", "white"}: "XO", {"red", "blue"}: "rb",
		{"red", "white"}: "rb", {"black", "red"}: "OX"} {
		if got := Letters(colours); string(got[:]) != want {
			t.Errorf("%q are %q, not %s", colours, string(got[:]), want)
		}
	}
}

// A number beside a piece is left out where it would be too small to read.
func TestPictureLabels_Narrow(t *testing.T) {
	v, bare := large(), large()
	for i, c := range bare.Cells {
		if c.Side != engine.Nobody {
			bare.Cells[i].Label = ""
		}
	}
	for _, size := range []int{240, 320} {
		with, err := Picture(v, Style{Size: size})
		if err != nil {
			t.Fatal(err)
		}
		without, err := Picture(bare, Style{Size: size})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(with, without) {
			t.Errorf("width %d: there are numbers beside pieces", size)
		}
	}
}

// measure returns the layout of a board of cells.
func measure(v engine.View, s Style) (*squares, error) {
	b := &squares{view: v, style: s}
	_, err := b.measure()
	return b, err
}
