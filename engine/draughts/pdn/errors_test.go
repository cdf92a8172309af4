package pdn

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/longtest"
)

func TestPDN_Errors(t *testing.T) {
	for _, c := range []struct {
		text string
		want engine.FileError
	}{
		{"", engine.FileError{Code: engine.NoGame}},
		{"{nothing}\n1-0", engine.FileError{Code: engine.NoGame}},
		{"[White \"A\"]\n1. 11-14\n23-21", engine.FileError{Line: 3, Column: 1, Code: engine.WrongMove, Text: "23-21"}},
		{"1. 11-14 23-19 hello", engine.FileError{Line: 1, Column: 16, Code: engine.NotUnderstood, Text: "hello"}},
		{"1. 11-14 23-19 -", engine.FileError{Line: 1, Column: 16, Code: engine.NotUnderstood, Text: "-"}},
		{"1. 11-14\n/FEN \"W:W1:B2\"/", engine.FileError{Line: 2, Column: 6, Code: engine.NotUnderstood, Text: "\"W:W1:B2\"/"}},
		{"1. 11-14 23-19 )", engine.FileError{Line: 1, Column: 16, Code: engine.NotUnderstood, Text: ")"}},
		{"1. 11-14\n{ 23-19", engine.FileError{Line: 2, Column: 1, Code: engine.NotClosed, Text: "{"}},
		{"1. 11-14\n( 23-19 { ) }", engine.FileError{Line: 2, Column: 1, Code: engine.NotClosed, Text: "("}},
		{"\n[White Ana]\n1. 11-14 23-19", engine.FileError{Line: 2, Column: 1, Code: engine.WrongHeader, Text: "[White Ana]"}},
		{"[GameType \"20\"]\n1. 32-28", engine.FileError{Line: 1, Column: 1, Code: engine.OtherDraughts, Count: 20}},
		{"\n[GameType \"28,W,10,10,N2,1\"]", engine.FileError{Line: 2, Column: 1, Code: engine.OddNumbers,
			Text: "GameType 28,W,10,10,N2,1"}},
		{"[FEN \"W:W1:B1\"]\n1. 1-5", engine.FileError{Line: 1, Column: 1, Code: engine.WrongStart, Text: "W:W1:B1"}},
		{"[White \"A\"]\n[GameType \"49\"]\n[Options \"huff=yes\"]",
			engine.FileError{Line: 3, Column: 1, Code: engine.WrongOption, Text: "huff=yes"}},
		{"[GameType \"7\"]\n1. 32-28", engine.FileError{Line: 1, Column: 1, Code: engine.UnknownGame, Text: "GameType 7"}},
		{"1.11-14 23-19; 2.14x23 28x19;", engine.FileError{Line: 1, Column: 14, Code: engine.DoubtfulText,
			Text: "; 2.14x23 28x19;"}},
		{"1. 11-14 { a { b } 23-19 } 23-19", engine.FileError{Line: 1, Column: 10, Code: engine.DoubtfulText,
			Text: "23-19 }"}},
		{"1. 11-14x *", engine.FileError{Line: 1, Column: 4, Code: engine.QuietCapture, Text: "11-14x"}},
		{"1. 11x14 23-19", engine.FileError{Line: 1, Column: 4, Code: engine.QuietCapture, Text: "11x14"}},
		{"1. é 11-14 23-19", engine.FileError{Line: 1, Column: 4, Code: engine.NotUnderstood, Text: "é"}},
		{"1. {é} e4 11-14", engine.FileError{Line: 1, Column: 8, Code: engine.NotUnderstood, Text: "e4"}},
		{"[FEN \"W:W18:B21\"]\n\n18x25 *\n", engine.FileError{}},
		{"[FEN \"W:W18:B21\"]\n\n18x25\n25-29", engine.FileError{Line: 4, Column: 1, Code: engine.AfterEnd, Text: "25-29"}},
		{"[FEN \"W:W18:B21\"]\n[Result \"0-1\"]\n18x25", engine.FileError{Code: engine.WrongResult,
			Text: "second"}},
		{"[FEN \"W:W18:B21\"]\n18x25\n0-1", engine.FileError{Code: engine.WrongResult, Text: "second"}},
		{"1. 11-14 {[%demand]}", engine.FileError{Line: 1, Column: 10, Code: engine.WrongMove, Text: "demand"}},
	} {
		r, _, err := readOne(c.text)
		err = fault(r, err)
		var got *engine.FileError
		if errors.As(err, &got) != (c.want.Code != "") {
			t.Errorf("%q: %v", c.text, err)
		}
		if got == nil {
			continue
		}
		if (got.Move != nil) != (got.Code == engine.WrongMove) {
			t.Errorf("%q: %v has the reason %v", c.text, err, got.Move)
		}
		if d := cmp.Diff(c.want, engine.FileError{Line: got.Line, Column: got.Column, Code: got.Code, Text: got.Text,
			Count: got.Count}); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.text, d)
		}
	}
}

// A file of one repeated character is read or refused quickly, as a slow one would block everybody.
func TestPDN_AnySign(t *testing.T) {
	for _, sign := range []string{"{", "{}", "}", "(", "()", ";\n", "[", "1 ", "1-", "11 - ", "a", "{a{b}", "{{}}", "{{",
		"{{} ", "11-14{", "%\n"} {
		text := "1. " + strings.Repeat(sign, longtest.Count(1<<16, engine.MaxFileBytes)/len(sign))
		if _, _, err := readOne(text); err == nil && !strings.Contains("{}()%\n;\n", sign) {
			t.Errorf("%q again and again is a game", sign)
		}
	}
}

func TestNote(t *testing.T) {
	start := map[*engine.Game]engine.Position{}
	for _, g := range family {
		start[g] = recorded(t, g, nil, "").Line.Position()
	}
	for _, c := range []struct {
		game                 *engine.Game
		text, notation, want string
	}{
		{rules.Portuguese, "11-14", "letters", "d3-e4"},
		{rules.Portuguese, "32x14x21x30", "letters", "a8xe4xg6xe8"},
		{rules.Portuguese, "11", "letters", "d3"},
		{rules.Portuguese, "11-14", "numbers", "11-14"},
		{rules.Portuguese, "d3-e4", "letters", "d3-e4"},
		{rules.Portuguese, "33-34", "letters", "33-34"},
		{rules.Chilean, "46x37x28", "letters", "a1xc3xe5"},
		{rules.Chilean, "huff 5", "letters", "huff j10"},
		{rules.Chilean, "demand", "letters", "demand"},
	} {
		if got := start[c.game].(engine.Notator).Format(c.text, c.notation); got != c.want {
			t.Errorf("%s in %s: %s, want %s", c.text, c.notation, got, c.want)
		}
	}
}

// randomLine plays a random game to its end.
func randomLine(t testing.TB, line engine.Line, seed uint64) engine.Line {
	t.Helper()
	for seed = seed*2654435761 + 1; !line.Outcome().Decided() &&
		line.Len() < 200; seed = seed*6364136223846793005 + 1442695040888963407 {
		moves := slices.Collect(line.Position().Moves())
		next, err := line.Play(moves[seed>>33%uint64(len(moves))])
		if err != nil {
			t.Fatal(err)
		}
		line = next
	}
	return line
}

func FuzzReadPDN(f *testing.F) {
	for seed := range uint64(3) {
		for _, g := range []*engine.Game{rules.Portuguese, chileanBy("flying", "huff")} {
			r := recorded(f, g, nil, "")
			r.Line = randomLine(f, r.Line, seed)
			r.Line = r.Line.Back(max(0, r.Line.Len()-12)) // short texts are varied faster
			text, err := Format.Write(r)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Add("[FEN \"W:W1-12:B21-32\"]\n%\n{x} 1. 11-14! $1 (1. 10-14 (;)\n)) 23-19 1-0 * [White \"\\\"\"] 2. ... 1/2-1/2")
	f.Add("[GameType \"49\"][Options \"capture=huff\"][Position \"B:W32,50:B15,33:Q38-32\"] {[%demand]} 38x29 {[%huff 15]} ½-½")
	f.Fuzz(func(t *testing.T, text string) {
		r, _, err := readOne(text)
		if err != nil {
			if e := (*engine.FileError)(nil); !errors.As(err, &e) || !slices.Contains(enginetest.FileCodes, e.Code) {
				t.Errorf("not one of the errors of files: %v", err)
			}
			return
		}
		written, err := Format.Write(r)
		if err != nil {
			t.Fatal(err)
		}
		again, _, err := readOne(written)
		if d := cmp.Diff(movesOf(r), movesOf(again)); err != nil || d != "" {
			t.Errorf("%v, read back (-first +again):\n%s\n%s", err, d, written)
		}
	})
}
