package pdn

import (
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
)

// The larger score wins in all notations of a result; a double loss or no result has no winner.
func TestResult_Read(t *testing.T) {
	first := engine.Outcome{Winner: engine.First, Reason: engine.Recorded, Points: 1}
	second := engine.Outcome{Winner: engine.Second, Reason: engine.Recorded, Points: 1}
	draw := engine.Outcome{Reason: engine.Recorded}
	for text, want := range map[string]engine.Outcome{
		"1-0": first, "0-1": second, "2-0": first, "0-2": second, "1/2-1/2": draw, "1-1": draw, "*": {}, "0-0": {},
		"1/2": draw, "=": draw, "+-": first, "-+": second, "2:0": first, "½-½": draw, "12-8": first, "8-12": second,
		"1-0F": first, "0-1f": second,
	} {
		r, _, err := readOne("[White \"Ana\"]\n[Black \"Rui\"]\n[Result \"" + text + "\"]\n\n1. 11-15 22-18\n")
		if err != nil || r.Result != want || len(r.Odd) != 0 || r.Line.Len() != 2 {
			t.Errorf("%s is %+v, %v, %v", text, r.Result, r.Odd, err)
		}
	}
}

// A result is written as the game scores it, and survives reading.
func TestResult_Written(t *testing.T) {
	for text, o := range map[string]engine.Outcome{"1-0": {Winner: engine.First}, "0-1": {Winner: engine.Second}, "1/2-1/2": {}, "*": {}} {
		if text != "*" {
			o.Reason = engine.Recorded
		}
		if o.Winner != engine.Nobody {
			o.Points = 1
		}
		for _, g := range all {
			r := recorded(t, g, nil, "")
			r.Result = o
			want := text
			if g == rules.International {
				want = strings.Replace(text, "1-0", "2-0", 1)
				want = strings.Replace(want, "0-1", "0-2", 1)
			}
			written, err := Format.Write(r)
			if err != nil || !strings.Contains(written, "\n[Result \""+want+"\"]\n") {
				t.Errorf("%s: %v, want %s in\n%s", g.Name, err, want, written)
			}
			f, err := readPDN(written, all, nil)
			if err != nil {
				t.Fatal(err)
			}
			if back, err := f.Entries[0].Read(); err != nil || back.Outcome() != o {
				t.Errorf("%s: %s is read as %+v, %v", g.Name, want, back.Outcome(), err)
			}
		}
	}
}
