package render

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"

	"tabuleiro/engine"
)

// forParts is the contrast ratio that separates the parts of a picture.
const forParts = 3

var wood = families["wood"]

// kinds returns the themes of a family.
func (f *family) kinds() map[string]*theme {
	return map[string]*theme{"plain": f.plain, "red": f.red, "points": f.points}
}

const forText = 4.5

func TestThemes_CanBeRead(t *testing.T) {
	if len(Themes) != len(families) {
		t.Fatalf("%d names for %d themes", len(Themes), len(families))
	}
	for _, name := range Themes {
		for kind, th := range families[name].kinds() {
			least := func(want float64, what string, a, b color.RGBA) {
				t.Helper()
				if got := contrastOf(a, b); got < want {
					t.Errorf("%s, %s: %s has a contrast of %.2f, want %v", name, kind, what, got, want)
				}
			}
			least(forText, "names on the frame", th.letter, th.frame)
			least(forText, "lit names on the frame, and a banner", th.lamp, th.frame)
			grounds := map[string]color.RGBA{}
			for _, dark := range []bool{false, true} {
				shade, ink := "light", th.onLight
				if dark {
					shade, ink = "dark", th.onDark
				}
				if !dark && kind != "points" {
					for m := unmarked; m <= arrived; m++ {
						ground := th.square(false, true, m)
						grounds["shaded"+string('0'+rune(m))] = ground
						least(forParts, "arrow on a shaded square", th.cased(ground), ground)
					}
				}
				for m := unmarked; m <= arrived; m++ {
					ground := th.square(dark, false, m)
					grounds[shade+string('0'+rune(m))] = ground
					if kind != "points" {
						least(forText, "label on a "+shade+" square", ink, ground)
						least(forParts, "arrow on a "+shade+" square", th.cased(ground), ground)
					}
				}
			}
			if kind == "points" {
				delete(grounds, "light1") // no point is marked so
				delete(grounds, "dark1")
				grounds["field"] = th.field
				for _, lit := range []bool{false, true} {
					least(forText, "number in the tray", th.onLight, th.tray(lit))
					grounds[fmt.Sprint("tray ", lit)] = th.tray(lit)
				}
				least(forText, "cube", th.edge, th.cubeFace)
			}
			for _, p := range []*pieceTheme{&th.first, &th.second} {
				for where, ground := range grounds {
					if best := max(contrastOf(p.outline, ground), contrastOf(p.face, ground)); best < forParts {
						t.Errorf("%s, %s: neither outline nor face of %v stands out from %s: %.2f", name, kind, p.face, where, best)
					}
				}
				for where, ground := range grounds {
					least(forParts, "a ring on "+where, contrasting(ground, th.lamp, th.ringLine()), ground)
					least(forParts, "a ghost on "+where, contrasting(ground, p.outline, p.face), ground)
				}
				least(forText, "number or crown on a piece", p.crown, p.face)
			}
		}
	}
}

// cased returns the colour by which an arrow is seen on a ground: its own or that of its casing.
func (t *theme) cased(ground color.RGBA) color.RGBA {
	if contrastOf(t.casing, ground) > contrastOf(t.arrow, ground) {
		return t.casing
	}
	return t.arrow
}

// vision is a kind of colour vision: a matrix on linear red, green and blue.
type vision [3][3]float64

// visions are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
// Deficiency" (2009), at full severity.
var visions = map[string]vision{
	"all colours": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan":      {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deutan":      {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritan":      {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	"grey":        {{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}},
}

// sees returns a colour as it is seen, in sRGB.
func (v vision) sees(c color.RGBA) color.RGBA {
	var light, seen [3]float64
	for i, b := range []uint8{c.R, c.G, c.B} {
		if light[i] = float64(b) / 255; light[i] <= 0.04045 {
			light[i] /= 12.92
		} else {
			light[i] = math.Pow((light[i]+0.055)/1.055, 2.4)
		}
	}
	var out [3]uint8
	for i := range seen {
		for k := range light {
			seen[i] += v[i][k] * light[k]
		}
		if seen[i] = min(max(seen[i], 0), 1); seen[i] <= 0.0031308 {
			seen[i] *= 12.92
		} else {
			seen[i] = 1.055*math.Pow(seen[i], 1/2.4) - 0.055
		}
		out[i] = uint8(seen[i]*255 + 0.5)
	}
	return color.RGBA{out[0], out[1], out[2], 255}
}

// Lightness tells the sides apart for every kind of vision; in the theme made for it, shape does, too. The pieces of
// paper that are not plain are hatched.
func TestThemes_TellSides(t *testing.T) {
	for _, name := range Themes {
		for kind, th := range families[name].kinds() {
			for who, v := range visions {
				least := 3.0
				if who == "protan" { // to whom red is dark
					least = 2.7
				}
				if got := contrastOf(v.sees(th.first.face), v.sees(th.second.face)); got < least {
					t.Errorf("%s, %s, %s: a contrast of %.2f between the sides, want %.1f", name, kind, who, got, least)
				}
			}
			if name == "contrast" && th.first.sign == th.second.sign {
				t.Errorf("%s, %s: the sides have the same shape", name, kind)
			}
		}
	}
}

func TestTheme_Golden(t *testing.T) {
	for _, name := range Themes[1:] {
		for kind, v := range map[string]engine.View{"middle": middle(), "red": red(), "points": contact()} {
			t.Run(name+"-"+kind, func(t *testing.T) {
				b, _ := picture(t, v, Style{Theme: name, Size: 400})
				golden(t, "theme-"+name+"-"+kind+".png", b)
			})
		}
	}
	if _, err := Picture(startView(), Style{Theme: "glass"}); err == nil || !strings.Contains(err.Error(), `"glass"`) {
		t.Errorf("unknown theme: error %v", err)
	}
}

// Names of colours are true: a piece called red has a red face, and so on. Pieces called by a shape have it.
func TestColoursAreCalledWhatTheyAre(t *testing.T) {
	looks := map[string]func(p pieceTheme) bool{
		"white":   func(p pieceTheme) bool { return luminance(p.face) > 0.7 },
		"black":   func(p pieceTheme) bool { return luminance(p.face) < 0.05 && p.face.B < 0x40 },
		"red":     func(p pieceTheme) bool { return p.face.R > 0x80 && p.face.G < 0x90 && p.face.B < 0x90 },
		"blue":    func(p pieceTheme) bool { return p.face.B > 2*p.face.R && p.face.B > p.face.G },
		"orange":  func(p pieceTheme) bool { return p.face.R > 0xE0 && p.face.G > 0x90 && p.face.B < 0x40 },
		"hatched": func(p pieceTheme) bool { return p.sign == hatch },
	}
	for _, name := range Themes {
		f := families[name]
		for colour, p := range map[string]pieceTheme{"white": f.plain.first, "black": f.plain.second, "red": f.red.first,
			"blue": f.red.second} {
			if is := looks[ColourName(name, colour)]; is == nil || !is(p) {
				t.Errorf("%s: what is %s in a game is called %s, and is %+v", name, colour, ColourName(name, colour), p)
			}
		}
		if f.points.second != f.red.first || f.points.first != f.plain.second {
			t.Errorf("%s: the pieces of backgammon are others", name)
		}
	}
}

// The small piece beside a count stands out from the frame even in the smallest pictures: left and right of it the
// frame is bordered by something of another brightness.
func TestCounts_DoNotSink(t *testing.T) {
	for name, f := range families {
		for kind, th := range f.kinds() {
			for _, side := range sides {
				for _, size := range []int{360, 640} {
					r := 0.62 * float64(max(size/17, 20)-2)
					p := alone(30, 30, th.frame, func(d *drawing) { d.badge(th, side, false, th.letter, 15, 15, r) })
					best := 0.0
					for x := range 15 {
						best = max(best, contrastOf(p.RGBAAt(x, 15), th.frame))
					}
					if best < 3 {
						t.Errorf("%s, %s: a count of %v at %d pixels has a contrast of %.1f with the frame, want 3", name, kind, side,
							size, best)
					}
				}
			}
		}
	}
}
