package mat

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/rules"
)

// readTree reads the first match of a file of GNU Backgammon.
func readTree(t *testing.T, text string) engine.Record {
	t.Helper()
	if !SGF.Knows(text) {
		t.Fatalf("%.60q is not known", text)
	}
	f, err := readMat(text, games, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := f.Entries[0].Read()
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return r
}

// A match is the same in both formats.
func TestSGF_EqualsMat(t *testing.T) {
	for n := range 30 {
		line := randomLine(t, matOptions[n%len(matOptions)], uint64(n), 600+n)
		r := recordOf(t, matOptions[n%len(matOptions)], line, `Ana [a] \`)
		r.Date = "2026.11.21"
		rows, err := Format.Write(r)
		if err != nil {
			t.Fatal(err)
		}
		want, err := readOne(rows)
		if err != nil {
			t.Fatal(err)
		}
		text, err := SGF.Write(r)
		if err != nil {
			t.Fatal(err)
		}
		got := readTree(t, text)
		moves := func(r engine.Record) []engine.Move { return slices.DeleteFunc(movesOf(r.Line), isRoll) }
		if d := cmp.Diff(moves(want), moves(got)); d != "" || got.Odd != nil {
			t.Fatalf("%d: moves (-mat +sgf):\n%s\n%v\n%s", n, d, got.Odd, text)
		}
		if got.Names != r.Names || got.Date != r.Date || got.Options.String() != want.Options.String() {
			t.Errorf("%q of %s under %s", got.Names, got.Date, got.Options)
		}
	}
}

// isRoll reports whether a move is just the decision to roll, which exists only where a side may double.
func isRoll(m engine.Move) bool { return m == rules.Roll }

// Content that GNU Backgammon never writes is refused with its line.
func TestSGF_Bad(t *testing.T) {
	for _, node := range []string{"B[3]", "B[]", "B[resign]", "AE[x]", "W[Wins]"} {
		f, err := readMat("(;FF[4]GM[6]MI[length:5][game:0]\n;B[31qtst]\n;"+node+")", games, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Entries[0].Read()
		var wrong *engine.FileError
		if !errors.As(fault(r, err), &wrong) || wrong.Line != 3 || wrong.Column != 0 {
			t.Errorf("%s: %v, %v", node, r.Odd, err)
		}
	}
}

// Files of GNU Backgammon are read: White is on the left and counts from its own side, comments and analysis in other
// properties and variations are skipped.
func TestSGF_OfGNUBackgammon(t *testing.T) {
	const text = `(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.06.002]MI[length:5][game:0][ws:0][bs:0]PW[gnubg]PB[ana]DT[2026-11-21]EV[Cup]RU[Crawford]RE[B+2R]GS[M:1 2 3]
;B[31qtst]DA[E 0.1]C[a \] remark; (B\[11\])]LU[+0.1]
;W[42hdfd]BM[1]
(;B[double]
;W[take]
;B[65aggl]
;PL[W]DI[21])
(;B[66]))
(;FF[4]GM[6]AP[GNU Backgammon:1.06.002]MI[length:5][game:1][ws:0][bs:2]PW[gnubg]PB[ana]RU[Crawford]RE[B+1]
;W[31hefe]
;B[double]
;W[drop])
`
	r := readTree(t, text)
	want := []engine.Move{"13", "8/5 6/5", "roll", "42", "8/4 6/4", "double", "take", "65", "24/18/13", "roll", "21",
		"first resigns 1", "31", "8/5 6/5", "double", "drop"}
	var moves []engine.Move
	for n := range r.Line.Len() {
		moves = append(moves, r.Line.Move(n))
	}
	if !slices.Equal(moves, want) || r.Names != [2]string{"gnubg", "ana"} || r.Event != "Cup" || r.Date != "2026.11.21" {
		t.Errorf("%v of %v, %s, %s", moves, r.Names, r.Event, r.Date)
	}
	if p := r.Line.Position().(rules.Position); len(r.Odd) != 0 || p.Score != [2]int{0, 3} {
		t.Errorf("the score is %v, and it is told: %v", p.Score, r.Odd)
	}
}

// An empty result is skipped, and so are dice not rolled.
func TestSGF_SaysNothing(t *testing.T) {
	for _, text := range []string{"RE[W];W[31hefe]", "RE[X+2];W[31hefe]", "RE[+2];W[31hefe]", "RE[];W[31hefe]", "RE[0];W[31hefe]",
		";W[31hefe];PL[B]DI[00]", ";W[31hefe];PL[B]"} {
		r := readTree(t, "(;GM[6]MI[length:3][game:0]"+text+")")
		if got := movesOf(r.Line); !slices.Equal(got, []engine.Move{"31", "8/5 6/5"}) || len(r.Odd) > 0 || r.Outcome().Decided() {
			t.Errorf("%s: %v, %v, %+v", text, got, r.Odd, r.Outcome())
		}
	}
}
