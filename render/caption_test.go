package render

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"pgregory.net/rapid"

	"tabuleiro/engine"
)

func TestCaptionGolden(t *testing.T) {
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
		{"cage-out", cage[29], Style{First: "Ana", Second: "Rui", Size: 400}},
		{"out-flipped", out(), Style{Size: 320, Flip: true, Theme: "contrast"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, _ := picture(t, c.view, c.style)
			golden(t, c.name+".png", b)
		})
	}
}

// out is red after a chain that ended beyond the edge.
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

// Every letter of the alphabets that are written today with Latin, Greek and Cyrillic letters is there.
func TestTypefaceIsComplete(t *testing.T) {
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

// Nothing is shown as a box, and no spaces or lines come through.
func TestReadableIsDrawable(t *testing.T) {
	var buf sfnt.Buffer
	rapid.Check(t, func(t *rapid.T) {
		got := Readable(rapid.OneOf(rapid.String(),
			rapid.StringOfN(rapid.RuneFrom(nil, unicode.Latin, unicode.Cyrillic, unicode.Greek), 0, 300, -1)).Draw(t, "text"))
		if strings.Join(strings.Fields(got), " ") != got {
			t.Fatalf("spaces in %q", got)
		}
		for _, r := range got {
			if g, err := bold().GlyphIndex(&buf, r); err != nil || g == 0 {
				t.Fatalf("%q has %U, which the typeface lacks", got, r)
			}
		}
	})
}

// No text is cut, however long: it ends before the number behind it, and nothing of it lies on the edge of its line. As
// much of it is there as the room allows.
func TestCaptionFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringOfN(rapid.RuneFrom(nil, unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Digit), 0, 60,
			-1)
		text := Readable(rapid.SampledFrom([]string{"", "Ǘ₍gj,"}).Draw(t, "tall") + letters.Draw(t, "text"))
		k := tileKey{theme: wood.plain, kind: rapid.SampledFrom([]kind{title, player}).Draw(t, "kind"), side: engine.First,
			text: text, men: rapid.IntRange(0, 375).Draw(t, "men"), kings: rapid.IntRange(0, 3).Draw(t, "kings")}
		if rapid.Bool().Draw(t, "pips") {
			k.tail = "167 pips   3/7"
		}
		width := rapid.IntRange(MinSize, 700).Draw(t, "width")
		c := measureCaptions(Style{First: "a", Title: "b"}, width)
		k.w, k.h = width-2, c.title-2
		if k.kind == player {
			k.h = c.player - 2
		}
		img := k.paintCaption()
		frame := image.NewUniform(wood.plain.frame)
		for x := range k.w {
			if img.At(x, 0) != frame.C || img.At(x, k.h-1) != frame.C {
				t.Fatalf("%q: something lies on the upper or lower edge at %d", text, x)
			}
		}
		for y := range k.h {
			if img.At(0, y) != frame.C || img.At(k.w-1, y) != frame.C {
				t.Fatalf("%q: something lies on the left or right edge at %d", text, y)
			}
		}
		size, room := 0.56*float64(k.h), 0.6*float64(k.w)
		got, small := fit(text, size, room)
		switch {
		case got == text:
		case !strings.HasSuffix(got, "…") || !strings.HasPrefix(text, strings.TrimSuffix(got, "…")):
			t.Fatalf("%q was shortened to %q", text, got)
		case small < shrink*size*0.999:
			t.Fatalf("%q is written %.1f high instead of %.1f", got, small, size)
		}
	})
}

func TestCaptionsNameThePlayers(t *testing.T) {
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

func TestMarkedErrors(t *testing.T) {
	for _, i := range []int{-1, 64} {
		_, err := Picture(plain(), Style{Marked: []int{i}})
		if want := fmt.Sprintf("cell %d of 64", i); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// A way that leads out of the board reaches its edge; one that ends where a piece stands, or in the middle, does not.
func TestArrowLeavesTheBoard(t *testing.T) {
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

// The thing that a number counts stands beside it and covers nothing of it, not even of a digit that reaches far to the
// left.
func TestCountsAreWhole(t *testing.T) {
	const h = 33 // of a picture 640 pixels wide
	for _, name := range Themes {
		look := families[name].plain
		for n := range 10 {
			k := tileKey{theme: look, side: engine.Second, w: 636, h: h, men: n}
			drawn, alone := newCanvas(k.w, h, look.frame), newCanvas(k.w, h, look.frame)
			to := k.w - 12
			k.paintCounts(drawn, float64(to), 0.56*h)
			alone.write(strconv.Itoa(n), 0.56*h, look.letter, math.Inf(1), func(width, height float64) (x, y float64) {
				return float64(to) - width, (h + height) / 2
			})
			for y := range h {
				for x := to - 12; x < to; x++ {
					if got, want := drawn.img.RGBAAt(x, y), alone.img.RGBAAt(x, y); want == look.letter && got != want {
						t.Fatalf("%s: %d at %d, %d is %v, not %v", name, n, x, y, got, want)
					}
				}
			}
		}
	}
}
