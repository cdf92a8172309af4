package render

import (
	"bytes"
	"image"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"pgregory.net/rapid"

	"tabuleiro/engine"
)

func TestCaption_Golden(t *testing.T) {
	cage := played(t, everyGame[3], rand.New(rand.NewPCG(3, 0)), 34)
	for _, c := range []struct {
		name  string
		view  engine.View
		style Style
	}{
		{"captions", middle(), Style{First: "Ana Luísa", Second: "Дмитрий",
			Title: "Damas clássicas · abertura sorteada · #142", Size: 480}},
		{"captions-flipped", opening(), Style{First: "Ξένια", Second: "漢字", Flip: true, Size: 320, Theme: "slate"}},
		{"captions-long", red(), Style{First: strings.Repeat("Maria ", 20), Second: strings.Repeat("W", 500),
			Title: strings.Repeat("Título ", 30), Size: 320, Theme: "paper"}},
		{"captions-points", contact(), Style{First: "Ana", Second: "Bento 🎲", Title: "Gamão · até 7 · #7", Size: 480,
			Theme: "contrast"}},
		{"marked", plain(), Style{Marked: []int{3, 11, 35}, Size: 400}},
		{"cage", cage[34], Style{First: "Ana", Second: "Rui", Size: 400, Theme: "slate"}},
		{"shade", played(t, everyGame[2], rand.New(rand.NewPCG(3, 0)), 0)[0], Style{First: "Ana", Second: "Rui", Size: 400,
			Theme: "azulejo", Shade: "Sombreadas: as casas onde entram peças novas"}},
		{"cage-out", cage[29], Style{First: "Ana", Second: "Rui", Size: 400}},
		{"out-flipped", out(), Style{Size: 320, Flip: true, Theme: "contrast"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, _ := picture(t, c.view, c.style)
			golden(t, c.name+".png", b)
		})
	}
}

// out is the red board after a chain that ended beyond the edge.
func out() engine.View {
	v := red()
	v.Last = engine.Trace{Path: []int{17, 33, 32}, Taken: []int{25, 32},
		Lost: []engine.Cell{{Side: engine.Second}, {Side: engine.Second}}}
	return v
}

func TestReadable(t *testing.T) {
	for in, want := range map[string]string{
		"Ana":                         "Ana",
		"  Zé \t da\nSilva ":          "Zé da Silva",
		"Ze\u0301":                    "Zé",
		"Дмитрий Ωμέγα":               "Дмитрий Ωμέγα",
		"Bento 🎲👩\u200d👩":             "Bento",
		"Ph\u01a1 Łukasz":             "Phơ Łukasz",
		"X\ua7c2":                     "X",
		"漢字":                          "",
		"Li 漢字":                       "Li",
		"שלום":                        "",
		"\u202eabc\x00\x1b\xff\u200b": "abc",
		"🎲":                           "",
		"":                            "",
	} {
		if got := Readable(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// The typeface has every letter of today's Latin, Greek and Cyrillic alphabets.
func TestTypeface_IsComplete(t *testing.T) {
	for name, block := range map[string][2]rune{
		"Latin": {'A', '\u024f'}, "Latin with accents": {'\u1e00', '\u1eff'},
		"Greek": {'\u0370', '\u03ff'}, "Greek with accents": {'\u1f00', '\u1fff'}, "Cyrillic": {'\u0400', '\u04ff'},
	} {
		for r := block[0]; r <= block[1]; r++ {
			medieval := r == '\u1e9c' || r == '\u1e9d' || r >= '\u1efa'
			if unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) && !unicode.IsMark(r) && !medieval &&
				Readable(string(r)) == "" {
				t.Errorf("%s: %c (%U) is missing", name, r, r)
			}
		}
	}
}

// Readable text has a glyph for each character, and no odd spaces or line breaks.
func TestReadable_IsDrawable(t *testing.T) {
	var buf sfnt.Buffer
	rapid.Check(t, func(t *rapid.T) {
		got := Readable(rapid.OneOf(rapid.String(),
			rapid.StringOfN(rapid.RuneFrom(nil, unicode.Latin, unicode.Cyrillic, unicode.Greek), 0, 300, -1)).Draw(t, "text"))
		if strings.Join(strings.Fields(got), " ") != got {
			t.Fatalf("spaces in %q", got)
		}
		for _, r := range got {
			if g, err := fonts[1]().GlyphIndex(&buf, r); err != nil || g == 0 {
				t.Fatalf("%q has %U, which the typeface lacks", got, r)
			}
		}
	})
}

// Text of any length is shortened to end before the number behind it, and is not cut by the edge of its line. As much
// of it is shown as there is room for.
func TestCaption_Fits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := rapid.StringOfN(rapid.RuneFrom(nil, unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Digit), 0, 60,
			-1)
		line := Readable(rapid.SampledFrom([]string{"", "Ǘ₍gj,"}).Draw(t, "tall") + drawn.Draw(t, "text"))
		v := rapid.SampledFrom([]engine.View{middle(), contact(), startView(), large()}).Draw(t, "view")
		width := rapid.IntRange(160, 700).Draw(t, "width")
		s := Style{First: line, Second: line, Title: line}
		c, th := measureCaptions(s, width), wood.plain
		if v.Points != nil {
			th = wood.points
		}
		high := c.height(0)
		p := alone(width, high, th.field, func(d *drawing) { c.draw(d, v, s, th, image.Pt(width, high)) })
		border := max(width/240, 1)
		for _, plate := range []image.Rectangle{image.Rect(0, 0, width, c.title), image.Rect(0, c.title, width, c.above()),
			image.Rect(0, c.above(), width, high)} {
			if plate.Empty() {
				continue
			}
			inner := plate.Inset(border)
			for x := inner.Min.X; x < inner.Max.X; x++ {
				if p.RGBAAt(x, inner.Min.Y) != th.frame || p.RGBAAt(x, inner.Max.Y-1) != th.frame {
					t.Fatalf("%q: something lies on the upper or lower edge at %d", line, x)
				}
			}
			for y := inner.Min.Y; y < inner.Max.Y; y++ {
				if p.RGBAAt(inner.Min.X, y) != th.frame || p.RGBAAt(inner.Max.X-1, y) != th.frame {
					t.Fatalf("%q: something lies on the left or right edge at %d", line, y)
				}
			}
		}
		size, room := 0.56*float64(c.player), 0.6*float64(width)
		got, l := letters{size, true}.fit(line, room)
		switch {
		case got == line:
		case !strings.HasSuffix(got, "…") || !strings.HasPrefix(line, strings.TrimSuffix(got, "…")):
			t.Fatalf("%q was shortened to %q", line, got)
		case l.size < shrink*size*0.999:
			t.Fatalf("%q is written %.1f high instead of %.1f", got, l.size, size)
		}
	})
}

func TestCaptions_NameThePlayers(t *testing.T) {
	draw := func(s Style) []byte {
		b, _ := picture(t, middle(), s)
		return b
	}
	both := draw(Style{First: "Ana", Second: "Rui"})
	for name, s := range map[string]Style{
		"swapped": {First: "Rui", Second: "Ana"},
		"titled":  {First: "Ana", Second: "Rui", Title: "T"},
		"flipped": {First: "Ana", Second: "Rui", Flip: true},
		"one":     {First: "Ana"},
		"none":    {},
	} {
		if bytes.Equal(draw(s), both) {
			t.Errorf("%s: the same picture", name)
		}
	}
	if !bytes.Equal(draw(Style{First: "Ana", Second: "漢"}), draw(Style{First: "Ana", Second: "🎲"})) {
		t.Error("names that cannot be written do not look alike")
	}
}

// An arrow that leaves the board reaches its edge; one that ends on a piece, or within the board, does not.
func TestArrow_LeavesTheBoard(t *testing.T) {
	for _, flip := range []bool{false, true} {
		v := out()
		s := Style{Flip: flip}
		f, err := measure(v, s)
		if err != nil {
			t.Fatal(err)
		}
		x, y := f.place(32)
		px := f.x0 + 5 // a little inside the outer edge of the last square
		if flip {
			px = f.x0 + f.files*f.cell - 6
		}
		py := f.y0 + y*f.cell + f.cell/2
		reaches := func(v engine.View) bool {
			_, img := picture(t, v, s)
			return img.At(px, py) == wood.red.arrow
		}
		if !reaches(v) {
			t.Errorf("flip %v: no arrow at %d,%d in column %d", flip, px, py, x)
		}
		v.Last.Taken, v.Last.Lost = v.Last.Taken[:1], v.Last.Lost[:1]
		if reaches(v) {
			t.Errorf("flip %v: the arrow leaves the board though nothing was taken on the edge", flip)
		}
	}
}

// The piece beside a count does not cover any part of it, not even of a digit that reaches far to the left.
func TestCounts_AreWhole(t *testing.T) {
	const w, h = 636, 33 // of a picture 640 pixels wide
	for _, name := range Themes {
		look := families[name].plain
		for n := range 10 {
			v := engine.View{}
			for range n {
				v.Cells = append(v.Cells, engine.Cell{Side: engine.Second})
			}
			number := alone(w, h, look.frame, func(d *drawing) {
				d.write(strconv.Itoa(n), letters{0.56 * h, true}, look.letter, rightAligned, w-12, h/2)
			})
			counts := alone(w, h, look.frame, func(d *drawing) { d.counts(look, engine.Second, v, w-12, h, 0.56*h) })
			for y := range h {
				for x := w - 24; x < w; x++ {
					if got, want := counts.RGBAAt(x, y), number.RGBAAt(x, y); want == look.letter && got != want {
						t.Fatalf("%s: %d at %d, %d is %v, not %v", name, n, x, y, got, want)
					}
				}
			}
		}
	}
}
