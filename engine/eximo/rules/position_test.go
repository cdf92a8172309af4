package rules

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
)

func TestParse(t *testing.T) {
	tests := []struct{ text, want string }{
		{start, start},
		{"  8/8/8/3b4/8/8/8/w7\tb ", "8/8/8/3b4/8/8/8/w7 b"},
		{"8/8/8/8/8/8/8/w7 b", "8/8/8/8/8/8/8/w7 b"},
		{"wwwwwwww/8/8/8/8/8/8/bbbbbbbb w", "wwwwwwww/8/8/8/8/8/8/bbbbbbbb w"}, // no game leads there, but diagrams do
	}
	for _, test := range tests {
		p, err := Eximo.Parse(test.text, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.String(); got != test.want || p.Key() != test.want {
			t.Errorf("%s is read as %s, its key is %s, want %s", test.text, got, p.Key(), test.want)
		}
	}
	if p, err := Eximo.New(nil); err != nil || p.String() != start {
		t.Errorf("the game begins with %v, %v", p, err)
	}
}

func TestParse_Errors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", `position "": it must be the rows, a space, and w or b for who moves`},
		{"8/8/8/8/8/8/8/w7", "it must be the rows"},
		{"8/8/8/8/8/8/8/w7 w 1", "it must be the rows"},
		{"8/8/8/8/8/8/8/w7 W", `who moves must be w or b, not "W"`},
		{"8/8/8/8/8/8/8/w7 r", `who moves must be w or b, not "r"`},
		{"8/8/8/8/8/8/w7 w", "7 rows: a board has 8"},
		{"8/8/8/8/8/8/8/w6 w", `rank 1, "w6": 7 squares instead of 8`},
		{"8/8/8/8/8/8/8/k7 w", "'k' is neither a piece (w, b) nor a number of empty squares"},
		{"8/8/8/8/8/8/8/8 w", "there is not a single man"},
	}
	for _, test := range tests {
		p, err := Eximo.Parse(test.text, nil)
		if err == nil {
			t.Errorf("%s is read as %s", test.text, p)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %q, want %q in it", test.text, err, test.want)
		}
	}
}

func TestView(t *testing.T) {
	v := parsed(t, "8/8/6b1/8/8/8/8/w7 b").View()
	if v.Files != 8 || v.Ranks != 8 || !v.Edges || v.Turn != engine.Second {
		t.Errorf("view %+v", v)
	}
	for i, cell := range v.Cells {
		file, rank := i%8, i/8
		want := engine.Cell{Shade: file > 0 && file < 7 && (rank < 2 || rank > 5)} // where men are dropped
		switch i {
		case 0:
			want.Side = engine.First
		case 46:
			want.Side = engine.Second
		}
		if cell != want {
			t.Errorf("cell %d: %+v, want %+v", i, cell, want)
		}
	}
}

func TestTrace(t *testing.T) {
	tests := []struct {
		position string
		move     engine.Move
		want     engine.Trace
	}{
		{chain, "b1-d3-d5", engine.Trace{Path: []int{1, 19, 35}}},
		{five, "f1xd3xb5", engine.Trace{Path: []int{5, 19, 33}, Taken: []int{12, 26}}},
		{"1bb1bbb1/1bbbbb2/8/8/8/7b/6w1/8 b", "h3xf1*g7*d8",
			engine.Trace{Path: []int{23, 5}, Taken: []int{14}, Drops: []int{54, 59}}},
		{chain, "b1-d5", engine.Trace{}},
		{chain, "b1-b8", engine.Trace{}},
	}
	for _, test := range tests {
		if d := cmp.Diff(test.want, parsed(t, test.position).Trace(test.move)); d != "" {
			t.Errorf("%s: trace of %s (-want +got):\n%s", test.position, test.move, d)
		}
	}
}

func TestStarts(t *testing.T) {
	for text, want := range map[string]string{
		start:                     "b1 c1 d1 e1 f1 g1 b2 c2 d2 e2 f2 g2 b3 c3 f3 g3",
		five:                      "f1",
		noDrop:                    "b1 c1 d1 e1 f1 g1 b2 c2 d2 e2 f2 g2 h7",
		"8/8/8/2bbb3/8/8/8/3w4 b": "c5 d5 e5",
		"8/8/8/8/8/8/8/3w4 b":     "",
	} {
		if got := strings.Join(parsed(t, text).Starts(), " "); got != want {
			t.Errorf("%s: starts %s, want %s", text, got, want)
		}
	}
}

// Moves are in square order, square by square of their texts.
func TestMovesOrder(t *testing.T) {
	var got []string
	for m := range parsed(t, "8/w7/7b/8/8/2w5/8/3w4 w").Moves() {
		if got = append(got, string(m)); len(got) == 9 {
			break
		}
	}
	want := "d1-c2 d1-d2 d1-e2 c3-b4 c3-c4 c3-d4 a7-a8*b1*c1 a7-a8*b1*e1 a7-a8*b1*f1"
	if d := cmp.Diff(want, strings.Join(got, " ")); d != "" {
		t.Errorf("first moves (-want +got):\n%s", d)
	}
}
