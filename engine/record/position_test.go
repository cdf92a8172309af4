package record_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/record"
	"tabuleiro/engine/table"
)

// A position alone is recognised, in every game and with all options.
func TestPositionAlone(t *testing.T) {
	for _, g := range table.Games {
		for _, chosen := range []string{"", "size=8", "rules=manual", "king-capture=flying", "points=5"} {
			o, err := g.Complete(engine.ParseOptions(chosen))
			if err != nil {
				continue
			}
			p, err := g.New(o)
			if err != nil {
				t.Fatal(err)
			}
			for n := 0; n < 12; n++ {
				for m := range p.Moves() {
					if p, err = p.Play(m); err != nil {
						t.Fatal(err)
					}
					break
				}
			}
			games := []*engine.Game{g}
			r, err := readFirst("board.txt", []byte("A board of ours\n\n"+p.String()+"\n"), games)
			if err != nil {
				t.Errorf("%s %s: %v", g.Name, chosen, err)
				continue
			}
			if r.Line.Len() != 0 || r.Line.Position().String() != p.String() {
				t.Errorf("%s %s: %s, want %s", g.Name, chosen, r.Line.Position(), p)
			}
		}
	}
	for _, text := range []string{"", "hello"} {
		if _, err := readFirst("board.txt", []byte(text), table.Games); err == nil {
			t.Errorf("%q is taken for a position", text)
		}
	}
}

// No move is read as a position.
func TestMoveIsNoPosition(t *testing.T) {
	for _, g := range table.Games {
		r, err := g.NewRecord(nil, "")
		if err != nil {
			t.Fatal(err)
		}
		for move := range r.Line.Position().Moves() {
			for _, text := range []string{string(move), string(move) + " " + string(move)} {
				if r := record.Positions(text, table.Games); r != nil {
					t.Errorf("%q of %s is a position of %s", text, g.Name, r[0].Game.Name)
				}
			}
		}
	}
}

// A file with more moves than the limit is refused, and one with exactly as many is read.
func TestTooManyMoves(t *testing.T) {
	var s strings.Builder
	s.WriteString("Game: backgammon\nOptions: points=0\n")
	for n := range engine.MaxFileMoves / 2 {
		fmt.Fprintf(&s, "%d. 31\n%d. first resigns 1\n", 2*n+1, 2*n+2)
	}
	r, err := readFirst("", []byte(s.String()), games)
	if err != nil || r.Line.Len() != engine.MaxFileMoves {
		t.Fatalf("%d moves, %v", r.Line.Len(), err)
	}
	s.WriteString("31\n")
	r, err = readFirst("", []byte(s.String()), games)
	var e *engine.FileError
	if err != nil || r.Line.Len() != engine.MaxFileMoves || len(r.Odd) != 1 || !errors.As(r.Odd[0].Err, &e) || e.Code != engine.TooManyMoves || e.Count != engine.MaxFileMoves ||
		e.Line != engine.MaxFileMoves+3 {
		t.Error(err)
	}
}
