package render

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"tabuleiro/engine"
)

// luminance and contrastOf are defined by WCAG 2.
func luminance(c color.RGBA) float64 {
	channel := func(b uint8) float64 {
		v := float64(b) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(c.R) + 0.7152*channel(c.G) + 0.0722*channel(c.B)
}

func contrastOf(a, b color.RGBA) float64 {
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}

// kinds are the themes of a family.
func (f *family) kinds() map[string]*theme {
	return map[string]*theme{"plain": f.plain, "red": f.red, "points": f.points}
}

const (
	forText  = 4.5
	forParts = 3
)

func TestThemesCanBeRead(t *testing.T) {
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
			least(forText, "lit names on the frame", th.lamp, th.frame)
			grounds := map[string]color.RGBA{}
			for _, dark := range []bool{false, true} {
				shade, ink := "light", th.onLight
				if dark {
					shade, ink = "dark", th.onDark
				}
				for m := unmarked; m <= arrived; m++ {
					ground := th.square(dark, m)
					grounds[shade+string('0'+rune(m))] = ground
					if !th.points {
						least(forText, "label on a "+shade+" square", ink, ground)
						least(forParts, "arrow on a "+shade+" square", th.arrow, ground)
					}
				}
			}
			if th.points {
				delete(grounds, "light1") // no point is marked so
				delete(grounds, "dark1")
				grounds["field"] = th.field
				for _, m := range []mark{unmarked, arrived} {
					least(forText, "number in the tray", th.onLight, th.tray(m))
					grounds["tray"+string('0'+rune(m))] = th.tray(m)
				}
				least(forText, "cube", th.edge, th.cubeFace)
			}
			for _, p := range []*pieceTheme{&th.first, &th.second} {
				for where, ground := range grounds {
					if best := max(contrastOf(p.outline, ground), contrastOf(p.face[1], ground)); best < forParts {
						t.Errorf("%s, %s: neither outline nor face of %v stands out from %s: %.2f", name, kind, p.face[1], where, best)
					}
				}
				for _, face := range p.face {
					least(forText, "number or crown on a piece", p.crown, face)
				}
			}
		}
	}
}

// Where colour may not be seen, lightness tells the sides, and in the themes made for that, shape.
func TestThemesTellSides(t *testing.T) {
	for _, name := range Themes {
		for kind, th := range families[name].kinds() {
			shape := th.first.sign != th.second.sign
			lightness := contrastOf(th.first.face[1], th.second.face[1]) >= forParts
			switch {
			case name == "contrast" && !(shape && lightness):
				t.Errorf("%s, %s: shape %v and lightness %v tell the sides, want both", name, kind, shape, lightness)
			case name == "paper" && !lightness, kind == "plain" && !lightness:
				t.Errorf("%s, %s: lightness does not tell the sides", name, kind)
			}
		}
	}
}

func TestThemeGolden(t *testing.T) {
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
