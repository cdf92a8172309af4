package rules

import (
	"strings"
	"testing"

	"tabuleiro/engine"
)

func TestStart(t *testing.T) {
	for size, want := range map[string]string{
		"6":  "brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb r",
		"8":  "brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb/brbrbrbr/rbrbrbrb r",
		"10": "brbrbrbrbr/rbrbrbrbrb/brbrbrbrbr/rbrbrbrbrb/brbrbrbrbr/rbrbrbrbrb/brbrbrbrbr/rbrbrbrbrb/brbrbrbrbr/rbrbrbrbrb r",
	} {
		p, err := Cage.New(engine.Options{"size": size})
		if err != nil {
			t.Error(err)
		} else if p.String() != want {
			t.Errorf("size %s begins with %s", size, p)
		}
	}
}

func TestParse(t *testing.T) {
	tests := []struct{ text, size, want string }{
		{"10/10/10/4b5/10/10/10/10/1r8/9b b", "10", "10/10/10/4b5/10/10/10/10/1r8/9b b"},
		{" 6/6/6/6/6/r5\tr ", "6", "6/6/6/6/6/r5 r"},
		{"6/6/6/6/6/6 b", "6", "6/6/6/6/6/6 b"},
		{"6/6/6/6/6/rr4 r", "6", "6/6/6/6/6/rr4 r"},
		{"6/6/6/6/6/r5 r", "10", "6/6/6/6/6/r5 r"}, // the default, and the text knows better
		{"6/6/6/6/6/r5 r", "", "6/6/6/6/6/r5 r"},
	}
	for _, test := range tests {
		p, err := Cage.Parse(test.text, engine.Options{"size": test.size})
		if err != nil {
			t.Error(err)
		} else if p.String() != test.want {
			t.Errorf("%s is read as %s, want %s", test.text, p, test.want)
		}
	}
}

func TestParse_Errors(t *testing.T) {
	tests := []struct{ text, size, want string }{
		{"", "10", "it must be the rows, a space, and r or b"},
		{"hello", "10", "it must be the rows"},
		{"6/6/6/6/6/r5", "6", "it must be the rows"},
		{"6/6/6/6/6/r5 r 1", "6", "it must be the rows"},
		{"6/6/6/6/6/r5 w", "6", `who moves must be r or b, not "w"`},
		{"6/6/6/6/6/r5 R", "6", `who moves must be r or b, not "R"`},
		{"6/6/6/6/r5 r", "6", "5 rows: a board has 10 or 8 or 6"},
		{"6/6/6/6/6/6/6 r", "6", "7 rows: a board has 10 or 8 or 6"},
		{"6/6/6/6/6/r5 r", "8", "it has 6 rows, but the size that was chosen is 8"},
		{"10/10/10/10/10/10/10/10/10/9b r", "8", "it has 10 rows, but the size that was chosen is 8"},
		{"6/6/6/6/6/r4 r", "6", `rank 1, "r4": 5 squares instead of 6`},
		{"r6/6/6/6/6/6 r", "6", `rank 6, "r6": 7 squares instead of 6`},
		{"x5/6/6/6/6/6 r", "6", `'x' is neither a piece (r, b) nor a number`},
		{"R5/6/6/6/6/6 r", "6", `'R' is neither a piece`},
		{"7/6/6/6/6/6 r", "6", "7 is not a number of empty squares"},
		{"0r5/6/6/6/6/6 r", "6", "0 is not a number of empty squares"},
	}
	for _, test := range tests {
		p, err := Cage.Parse(test.text, engine.Options{"size": test.size})
		if err == nil {
			t.Errorf("%s is read as %s", test.text, p)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %q, want %q in it", test.text, err, test.want)
		}
	}
}

func TestView(t *testing.T) {
	v := parseText(t, "6/6/6/6/6/r4b b").View()
	if v.Files != 6 || v.Ranks != 6 || !v.Edges || v.Turn != engine.Second {
		t.Errorf("view %+v", v)
	}
	if v.Cells[1] != (engine.Cell{}) || v.Cells[0].Side != engine.First || v.Cells[5].Side != engine.Second {
		t.Errorf("cells %+v", v.Cells)
	}
	shades := "" // of the lower half; the four squares in the middle are ring 0
	for _, c := range v.Cells[:18] {
		if c.Shade {
			shades += "#"
		} else {
			shades += "."
		}
	}
	if want := "#....#" + "..##.." + ".#..#."; shades != want {
		t.Errorf("shaded %s, want %s", shades, want)
	}
}

// A path off the board ends on the square of the last captured piece.
func TestTrace(t *testing.T) {
	for _, test := range []struct {
		position    string
		move        engine.Move
		path, taken []string
	}{
		{figure3, "a4-a3", []string{"a4", "a3"}, nil},
		{twoWays, "c3xc5xe5xe3", []string{"c3", "c5", "e5", "e3"}, []string{"c4", "d5", "e4"}},
		{leaving, "d5xb5xa5*", []string{"d5", "b5", "a5"}, []string{"c5", "a5"}},
		{blocked, "pass", nil, nil},
		{circle, "b2xb4xd4xd2xb2", nil, nil}, // not canonical
		{figure3, "b3-b4", nil, nil},
	} {
		p := parseText(t, test.position)
		got := p.Trace(test.move)
		names := func(cells []int) string {
			var list []string
			for _, c := range cells {
				list = append(list, name(c/p.Size.Width*stride+c%p.Size.Width))
			}
			return strings.Join(list, " ")
		}
		if names(got.Path) != strings.Join(test.path, " ") || names(got.Taken) != strings.Join(test.taken, " ") {
			t.Errorf("%s: path %s, taken %s", test.move, names(got.Path), names(got.Taken))
		}
	}
}
