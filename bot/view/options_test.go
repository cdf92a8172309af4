package view_test

import (
	"slices"
	"testing"

	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/table"
)

// A value is named by its name, by its words in any language, and by a word that no other value of the option has.
func TestValueCalled(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{"opening", "black", "black"},
		{"opening", "começam-as-pretas", "black"},
		{"opening", "pretas", "black"},
		{"opening", "negras", "black"},
		{"bearoff", "atrasada", "rearmost"},
		{"cube-max", "no", "no"}, // of "no limit", but too short to tell
		{"double", "por", "por"},
		{"double", "vez", "turn"},
		{"double", "não", "off"},
		{"gammons", "sim", "on"},
	} {
		var found bool
		for _, g := range table.Games {
			for _, o := range g.Options {
				if o.Name == c[0] && g.Kin == "" { // the others of a family may have fewer values
					found = true
					if got := view.ValueCalled(book, o, c[1]); got != c[2] {
						t.Errorf("%s=%s is %s, want %s", c[0], c[1], got, c[2])
					}
				}
			}
		}
		if !found {
			t.Errorf("no game has the option %s", c[0])
		}
	}
}

// A bare "damas" may mean each draughts variant: those that are written in PDN.
func TestDraughts(t *testing.T) {
	var want []string
	for _, g := range table.Games {
		if slices.ContainsFunc(g.Formats, func(f engine.Format) bool { return f.Name == "pdn" }) {
			want = append(want, g.Name)
		}
	}
	if got := slices.Sorted(slices.Values(view.Draughts)); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("%q, want %q", got, want)
	}
}
