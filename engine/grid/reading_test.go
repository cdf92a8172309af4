package grid

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
)

// written returns a typed text with the sign of each square after it.
func written(t Typed) string {
	var b strings.Builder
	if t.King {
		b.WriteString("k")
	}
	for i, s := range t.Squares {
		b.WriteString(s.Text)
		if t.Signs[i] != Nothing {
			b.WriteByte(byte(t.Signs[i]))
		}
	}
	return b.String()
}

func TestTyped_Signs(t *testing.T) {
	for _, c := range []struct {
		text                     string
		captures, steps, isLoose bool
		once                     string
	}{
		{"11", false, false, true, "11"},
		{"11-15", false, true, false, "11-15"},
		{"11x15", true, false, false, "11x15"},
		{"11:15", true, false, true, "11:15"},
		{"11-15x20", true, false, false, "11-15x20"},
		{"11-15:20", true, false, false, "11-15:20"},
		{"11 15", false, false, true, "11 15"},
		{"11>15", false, false, false, "11>15"},
		{"11/15", false, false, true, "11/15"},
		{"11-15x", false, true, false, "11-15x"},
		{"11 15>", false, false, false, "11 15>"},
		{"11 15:", false, false, true, "11 15:"},
		{"32x14x14", true, false, false, "32x14"},
		{"14x14x21", true, false, false, "14x21"},
		{"32x14x14-21", true, false, false, "32x14-21"},
		{"32>14:14>21", true, false, false, "32>14>21"},
		{"k1x10-10", true, false, false, "k1x10"},
		{"11-11", false, true, false, "11-11"},
		{"11 11-15", false, true, false, "11 11-15"},
		{"11/11-15", false, true, false, "11/11-15"},
		{"1x10x1x10", true, false, false, "1x10x1x10"},
	} {
		typed, ok := Split(c.text)
		if !ok || written(typed) != c.text {
			t.Errorf("%s is split into %+v, %t", c.text, typed, ok)
			continue
		}
		if typed.Captures() != c.captures || typed.Steps() != c.steps || typed.IsAmbiguous() != c.isLoose {
			t.Errorf("%s: captures %t, steps %t, loose %t", c.text, typed.Captures(), typed.Steps(), typed.IsAmbiguous())
		}
		if got := written(typed.Dedupe()); got != c.once {
			t.Errorf("%s without squares said twice is %s, not %s", c.text, got, c.once)
		}
	}
	if typed, ok := Split("3-c3-c3"); !ok || !typed.Mixed || !typed.Dedupe().Mixed {
		t.Errorf("%+v is not mixed", typed)
	}
}

// A text of the maximum length is split, a longer one is not.
func TestSplit_Long(t *testing.T) {
	text := strings.Repeat("1-", 99) + "11"
	if _, ok := Split(text); !ok || len(text) != longest {
		t.Errorf("%d characters are not split", len(text))
	}
	if _, ok := Split(text + "1"); ok {
		t.Error("a longer text is split")
	}
}

// A move is read as it stands, and without repeated squares; if both are moves it is ambiguous.
func TestRead_Twice(t *testing.T) {
	for _, c := range []struct {
		name, text string
		moves      map[string]string // by what is typed, each as it is written
		begin      string            // is incomplete
		want       string            // the move, or the kind of the error
	}{
		{"as it stands", "1x10x17", map[string]string{"1x10x17": "A"}, "", "A"},
		{"illegal", "1x10x17", nil, "", "illegal 1x10x17"},
		{"once", "1x10x10", map[string]string{"1x10": "A"}, "", "A"},
		{"twice", "1x10x10", map[string]string{"1x10x10": "A"}, "", "A"},
		{"the same", "1x10x10", map[string]string{"1x10x10": "A", "1x10": "A"}, "", "A"},
		{"two moves", "1x10x10", map[string]string{"1x10x10": "A", "1x10": "B"}, "", "ambiguous A B"},
		{"neither", "1x10x10", nil, "", "illegal 1x10"},
		{"a beginning", "1x10x10", map[string]string{"1x10": "B"}, "1x10x10", "incomplete"},
	} {
		typed, _ := Split(c.text)
		read := func(t Typed) (string, *engine.MoveError) {
			switch text := written(t); {
			case c.moves[text] != "":
				return c.moves[text], nil
			case text == c.begin:
				return "", &engine.MoveError{Kind: engine.Incomplete}
			default:
				return "", engine.NewIllegal(EmptySquare, "", text)
			}
		}
		got, e := Read(typed, read, func(m string) engine.Move { return engine.Move(m) })
		if e != nil {
			got = strings.TrimSpace(e.Kind.String() + " " + strings.Join(e.Choices, " "))
		}
		if got != c.want {
			t.Errorf("%s: %s is read as %q, not %q", c.name, c.text, got, c.want)
		}
	}
}

func TestLocate(t *testing.T) {
	for text, want := range map[string]struct {
		squares []int
		kind    engine.Kind // of the error
		at      string      // that it is about, "-" without an error
	}{
		"a1-h8":    {[]int{0, 63}, 0, "-"},
		"c1-a3":    {[]int{2, 16}, 0, "-"},
		"a1-i1":    {[]int{0}, engine.Illegal, "i1"},
		"a9-h1-i9": {[]int{7}, engine.Illegal, "a9"},
		"a1-a0":    {[]int{0}, engine.Illegal, "a0"},
		"i1-i2":    {nil, engine.NotMove, ""},
		"11-15":    {nil, engine.NotMove, ""},
		"c1-0":     {nil, engine.NotMove, ""},
	} {
		typed, ok := Split(text)
		if !ok {
			t.Fatal(text)
		}
		got, e := Locate(typed.Squares, 8)
		if !slices.Equal(got, want.squares) || (e == nil) != (want.at == "-") {
			t.Errorf("%s: %v, %v", text, got, e)
		} else if e != nil && (e.Kind != want.kind || e.At != want.at || e.Kind == engine.Illegal && e.Rule != NoSuchSquare) {
			t.Errorf("%s: %v", text, e)
		}
	}
}

// A board and its side on turn survive writing and reading.
func TestText_ReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		width, mover := 4+2*random.IntN(3), random.IntN(2)
		cells := make([]engine.Side, width*width)
		for i := range cells {
			cells[i] = engine.Side(random.IntN(3))
		}
		text := Text(cells, width, "rb", mover)
		got, files, turn, err := Parse(text, "rb", 8, 6, 4)
		if err != nil || !slices.Equal(got, cells) || files != width || turn != mover {
			t.Fatalf("%s is read as %v, %d wide, %d on turn, %v", text, got, files, turn, err)
		}
	}
	for text, want := range map[string]string{
		"":            "it must be the rows, a space, and r or b for who moves",
		"2/2":         "it must be the rows, a space, and r or b for who moves",
		"2/2 r b":     "it must be the rows, a space, and r or b for who moves",
		"2/2 w":       `who moves must be r or b, not "w"`,
		"2/2 rb":      `who moves must be r or b, not "rb"`,
		"3/3/3 r":     "3 rows: a board has 4 or 2, parted by slashes",
		"2/x1 r":      `rank 1, "x1": 'x' is neither a piece (r, b) nor a number of empty squares`,
		"4/4/4/bb1 b": `rank 1, "bb1": 3 squares instead of 4`,
	} {
		if _, _, _, err := Parse(text, "rb", 4, 2); err == nil || err.Error() != want {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
}

func TestFirstReason(t *testing.T) {
	name := func(n int) string { return Name(n, n) }
	none, far, over := NewReason(false, EmptySquare, 1), NewReason(true, TooFar, 2), NewReason(true, MoveOver, 3)
	if e := FirstReason(name, none, far, over); e == nil || e.Rule != TooFar || e.At != "c3" || e.Kind != engine.Illegal {
		t.Errorf("the first rule that is broken is %v", e)
	}
	if e := FirstReason(name, none); e != nil {
		t.Errorf("no rule is broken, but %v", e)
	}
}
