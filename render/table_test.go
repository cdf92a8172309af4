package render_test

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"tabuleiro/engine/longtest"
	"tabuleiro/render"
)

// standings returns a table of some people and rounds.
func standings(people, rounds int) render.Table {
	t := render.Table{Title: "#4jmk5 Damas Clássicas", Head: []string{"", ""}, Lit: 1}
	names := []string{"Ana", "Rui Vasconcelos", "Zé", "Maria da Conceição Albuquerque e Castro", "Ева", "O'Neill", "x",
		"João Pedro"}
	for r := range rounds {
		t.Head = append(t.Head, fmt.Sprint(r+1))
	}
	t.Head = append(t.Head, "Pts", "Bh")
	for i := range people {
		row := []string{fmt.Sprint(i + 1), names[i%len(names)]}
		for r := range rounds {
			row = append(row, fmt.Sprintf("%c%d", "+=-"[(i+r)%3], (i+r+1)%people+1))
		}
		t.Rows = append(t.Rows, append(row, fmt.Sprint(2*rounds-i/2), fmt.Sprint(30+i)))
	}
	return t
}

// Tables are readable on a phone in every theme, and small.
func TestCrosstable(t *testing.T) {
	for _, theme := range append([]string{""}, render.Themes[:longtest.Count(1, len(render.Themes))]...) {
		for _, size := range [][2]int{{2, 1}, {8, 4}} {
			data, err := render.Crosstable(standings(size[0], size[1]), theme)
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if w, h := img.Bounds().Dx(), img.Bounds().Dy(); w != 720 || h != 48*(size[0]+2) {
				t.Errorf("%s %v: %dx%d", theme, size, w, h)
			}
			if len(data) > 100_000 {
				t.Errorf("%s %v: %d bytes", theme, size, len(data))
			}
			if dir := os.Getenv("TABLES"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("table-%s-%d.png", theme, size[0])), data,
					0o600); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if data, err := render.Crosstable(standings(64, 8), ""); err != nil || len(data) > 100_000 {
		t.Errorf("the largest has %d bytes, %v", len(data), err)
	}
	light, _ := render.Crosstable(standings(8, 4), "")
	other := standings(8, 4)
	other.Rows[3][4] = "-8"
	if changed, _ := render.Crosstable(other, ""); bytes.Equal(light, changed) {
		t.Error("another result is the same picture")
	}
}

// A table that is too large is refused.
func TestCrosstable_Refuses(t *testing.T) {
	for what, is := range map[string]render.Table{"rows": standings(65, 2), "columns": standings(4, 9)} {
		if _, err := render.Crosstable(is, ""); err == nil {
			t.Errorf("%s are drawn", what)
		}
	}
	if _, err := render.Crosstable(standings(2, 1), "sand"); err == nil {
		t.Error("a theme that there is not draws")
	}
}
