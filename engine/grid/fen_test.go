package grid

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabuleiro/engine"
)

func TestRows(t *testing.T) {
	tests := []struct {
		files, ranks int
		text         string
		pieces       map[string]engine.Side
	}{
		{3, 2, "3/3", nil},
		{3, 2, "w1b/2w", map[string]engine.Side{"a2": engine.First, "c2": engine.Second, "c1": engine.First}},
		{10, 2, "10/4b5", map[string]engine.Side{"e1": engine.Second}},
		{12, 1, "10bw", map[string]engine.Side{"k1": engine.Second, "l1": engine.First}},
	}
	for _, test := range tests {
		cells, err := ParseRows(test.text, test.files, test.ranks, "wb")
		if err != nil {
			t.Error(err)
			continue
		}
		for i, side := range cells {
			if name := Name(i%test.files, i/test.files); side != test.pieces[name] {
				t.Errorf("%s: on %s stands %v, want %v", test.text, name, side, test.pieces[name])
			}
		}
		if got := Text(cells, test.files, "wb", 0); got != test.text+" w" {
			t.Errorf("%s is written %s", test.text, got)
		}
	}
}

func TestRows_ReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		files, ranks := rapid.IntRange(1, 20).Draw(t, "files"), rapid.IntRange(1, 10).Draw(t, "ranks")
		side := rapid.SampledFrom([]engine.Side{engine.Nobody, engine.First, engine.Second})
		cells := rapid.SliceOfN(side, files*ranks, files*ranks).Draw(t, "cells")
		text, _, _ := strings.Cut(Text(cells, files, "rb", 0), " ")
		got, err := ParseRows(text, files, ranks, "rb")
		if err != nil {
			t.Fatal(err)
		}
		for i := range cells {
			if got[i] != cells[i] {
				t.Fatalf("%s: cell %d is read as %v, not %v", text, i, got[i], cells[i])
			}
		}
	})
}

func TestParseRows_Errors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "1 rows instead of 2: they are parted by slashes, rank 2 first"},
		{"3", "1 rows instead of 2"},
		{"3/3/3", "3 rows instead of 2"},
		{"/3", `rank 2, "": 0 squares instead of 3`},
		{"3/2", `rank 1, "2": 2 squares instead of 3`},
		{"3/www1", `rank 1, "www1": 4 squares instead of 3`},
		{"wwww/3", "4 squares instead of 3"},
		{"4/3", "4 is not a number of empty squares from 1 to 3"},
		{"11w/3", "11 is not a number of empty squares from 1 to 3"},
		{"0www/3", "0 is not a number"},
		{"03/3", "03 is not a number"},
		{"99999999999999999999/3", "99999999999999999999 is not a number"},
		{"3/x2", `rank 1, "x2": 'x' is neither a piece (w, b) nor a number of empty squares`},
		{"3/W2", "'W' is neither a piece"},
		{"3/2é", "'é' is neither a piece"},
		{"3/3 ", "' ' is neither a piece"},
		{"3/-3", "'-' is neither a piece"},
		{"3/3\xff", "'\ufffd' is neither a piece"},
	}
	for _, test := range tests {
		cells, err := ParseRows(test.text, 3, 2, "wb")
		if err == nil {
			t.Errorf("%q is read as %v", test.text, cells)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %q, want %q in it", test.text, err, test.want)
		}
	}
}
