package mat

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/goldentest"
)

// Files are written like those of testdata, which GNU Backgammon reads, and everything around the moves survives
// reading.
func TestFiles(t *testing.T) {
	for n, c := range []struct {
		options engine.Options
		moves   int
		result  engine.Outcome
	}{
		{engine.Options{"points": "3"}, 400, engine.Outcome{}},
		{engine.Options{"points": "5", "crawford": "off"}, 90, engine.Outcome{Winner: engine.Second, Reason: engine.Recorded, Points: 2}},
		{engine.Options{"points": "0", "jacoby": "on"}, 130, engine.Outcome{Reason: engine.Recorded}},
		{engine.Options{"points": "1"}, 300, engine.Outcome{}},
	} {
		r := recordOf(t, c.options, randomLine(t, c.options, uint64(40+n), c.moves), `Ana "A" [a]: \`)
		r.Event, r.Site, r.Date = "Cup of [all]", "Lisboa\nPortugal", "2026.11.21"
		if !r.Line.Outcome().Decided() {
			r.Result = c.result
		}
		for _, f := range []engine.Format{Format, SGF} {
			text, err := f.Write(r)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", fmt.Sprint("match-", n+1, f.Ext))
			goldentest.Compare(t, file, text)
			if !f.Knows(text) {
				t.Errorf("%s is not known", file)
			}
			read, err := f.Read(text, games, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := read.Entries[0].Read()
			if err != nil || len(got.Odd) != 0 || len(read.Entries) != 1 {
				t.Fatalf("%s: %v, %v", file, err, got.Odd)
			}
			if e := read.Entries[0]; e.Event != "Cup of [all]" || e.Date != r.Date || e.Names != got.Names ||
				got.Names[1] != "Bia" || !strings.HasPrefix(got.Names[0], `Ana `) {
				t.Errorf("%s: %+v, %q", file, e, got.Names)
			}
			if got.Event != "Cup of [all]" || got.Site != "Lisboa Portugal" || got.Date != r.Date ||
				got.Outcome() != r.Outcome() || got.Options.String() != r.Options.String() {
				t.Errorf("%s: %q at %q on %q under %s: %+v, not %+v", file, got.Event, got.Site, got.Date, got.Options,
					got.Outcome(), r.Outcome())
			}
			if d := cmp.Diff(essential(r.Line), essential(got.Line)); d != "" {
				t.Errorf("%s: moves (-want +got):\n%s", file, d)
			}
		}
	}
}

// A file may contain several matches, each with its header; a header before a later game of a match does not begin
// another.
func TestFiles_Several(t *testing.T) {
	match := func(length, game int, names, rows string) string {
		return fmt.Sprintf(" %d point match\n\n Game %d\n %s\n%s\n", length, game, names, rows)
	}
	const row, end = "  1) 31: 8/5 6/5", "  1) 31: 8/5 6/5\n      Wins 1 point"
	for name, c := range map[string]struct {
		text    string
		lengths []int // of the lines of the matches
		names   string
	}{
		"one":          {match(3, 1, "Ana : 0  Bia : 0", row), []int{2}, "Ana Bia"},
		"two":          {match(3, 1, "Ana : 0  Bia : 0", row) + match(3, 1, "Eva : 0  Rui : 0", row), []int{2, 2}, "Ana Bia Eva Rui"},
		"a later game": {match(3, 1, "Ana : 0  Bia : 0", end) + match(3, 2, "Ana : 1  Bia : 0", row), []int{5}, "Ana Bia"},
		"a later game at once": {strings.ReplaceAll(match(3, 1, "Ana : 0  Bia : 0", end)+match(3, 2, "Ana : 1  Bia : 0", row), "match\n\n", "match\n"),
			[]int{5}, "Ana Bia"},
		"brackets too many": {"(;GM[6]MI[length:3][game:0]PW[Ana]PB[Bia];W[31hefe]))(;GM[6]MI[length:3][game:0]PW[Eva]PB[Rui];W[31hefe];B[42])",
			[]int{2, 4}, "Ana Bia Eva Rui"},
		"of other lengths": {match(3, 1, "Ana : 0  Bia : 0", end) + match(5, 2, "Eva : 1  Rui : 0", row), []int{3, 2}, "Ana Bia Eva Rui"},
		"two of SGF": {"(;GM[6]MI[length:3][game:0]PW[Ana]PB[Bia];W[31hefe])()(;GM[6]MI[length:3][game:0]PW[Eva]PB[Rui];W[31hefe];B[42])",
			[]int{2, 4}, "Ana Bia Eva Rui"},
	} {
		f := Format
		if strings.HasPrefix(c.text, "(") {
			f = SGF
		}
		file, err := f.Read(c.text, games, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		var lengths []int
		var names []string
		for _, e := range file.Entries {
			r, err := e.Read()
			if err != nil {
				continue
			}
			lengths = append(lengths, r.Line.Len())
			names = append(names, e.Names[0], e.Names[1])
		}
		if !slices.Equal(lengths, c.lengths) || strings.Join(names, " ") != c.names {
			t.Errorf("%s: lines of %d moves, of %q", name, lengths, names)
		}
	}
	for _, f := range []engine.Format{Format, SGF} {
		if _, err := f.Read("\n \n", games, nil); engine.FileCode(err) != engine.NoGame {
			t.Errorf("%s: an empty file has %v", f.Name, err)
		}
	}
}

// The points won are those of the game, or those missing to the match length.
func TestFiles_Points(t *testing.T) {
	const head = " 3 point match\n\n Game 1\n Ana : 0                         Bia : 0\n"
	const cube = "  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Takes                      66: ????\n"
	for rows, want := range map[string]struct {
		score [2]int
		odd   engine.Code
		count int
	}{
		cube + "      Wins 2 points":                          {[2]int{2, 0}, "", 0},
		cube + "      Wins 3 points":                          {[2]int{4, 0}, "", 0},
		cube + "      Wins 4 points":                          {[2]int{4, 0}, "", 0},
		cube + "      Wins 1 point":                           {[2]int{2, 0}, engine.OddPoints, 2},
		cube + "      Wins 5 points":                          {[2]int{4, 0}, engine.OddPoints, 4},
		cube + "      Wins 9 points":                          {[2]int{6, 0}, engine.OddPoints, 6},
		"  1) 31: 8/5 6/5\n      Wins 2 points":               {[2]int{2, 0}, "", 0},
		"  1) 31: 8/5 6/5\n      Wins 9 points":               {[2]int{3, 0}, engine.OddPoints, 3},
		"  1) 31: 8/5 6/5\n      Wins 0 points":               {[2]int{0, 0}, engine.CutShort, 2},
		"  1) 31: 8/5 6/5\n      Wins":                        {[2]int{0, 0}, engine.CutShort, 2},
		"  1) 31: 8/5 6/5\n      Wins 2 points and the match": {[2]int{2, 0}, "", 0},
		"      Wins 1 point\n":                                {[2]int{1, 0}, "", 0},
		"  1) 31: 8/5 6/5\n      Wins 1 point\n\n Game 2\n Ana : 1   Bia : 0\n      Wins 1 point": {[2]int{2, 0}, "", 0},
		"  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops\n  3)         Wins 1 point":  {[2]int{0, 1}, "", 0},
		"  1) 31: 8/5 6/5    42: Illegal play (8/4 6/4)":                                          {[2]int{0, 0}, engine.NotUnderstood, 0},
		"  1) 31: 8/5 6/5    Resigns backgammon\n  2) Takes":                                      {[2]int{3, 0}, engine.CutShort, 3},
		"  1) 31: 8/5 6/5\n  2) Resigns a lot\n      Wins 1 point":                                {[2]int{0, 1}, engine.CutShort, 3},
	} {
		r, err := readOne(head + rows)
		if err != nil {
			t.Errorf("%q: %v", rows, err)
			continue
		}
		if p := r.Line.Position().(rules.Position); p.Score != want.score {
			t.Errorf("%q: the score is %v", rows, p.Score)
		}
		if want.odd == "" && len(r.Odd) == 0 {
			continue
		}
		if len(r.Odd) != 1 || r.Odd[0].Code != want.odd || r.Odd[0].Count != want.count {
			t.Errorf("%q: %v", rows, r.Odd)
		}
	}
	if r, err := readOne(head + "  1) 31: 8/5 6/5\n      Wins 2 points and the match"); err != nil ||
		r.Outcome() != (engine.Outcome{Winner: engine.First, Reason: engine.Recorded, Points: 1}) {
		t.Errorf("%+v, %v", r.Outcome(), err)
	}
}

// GNU Backgammon's rules properties choose the options.
func TestSGF_Rules(t *testing.T) {
	for text, want := range map[string]string{
		"MI[length:3][game:0]RU[Crawford]":                       "crawford=preset points=3",
		"MI[length:3][game:0]RU[Crawford:Post]":                  "crawford=preset points=3",
		"MI[length:3][game:0]":                                   "crawford=off points=3",
		"MI[length:2][game:0]":                                   "crawford=off points=2",
		"MI[length:3][game:1]RU[Crawford]":                       "crawford=preset points=3",
		"MI[length:1][game:0]":                                   "double=off gammons=off points=1",
		"MI[length:0][game:0]RU[Jacoby]":                         "jacoby=on points=0",
		"MI[game:0][length:0]":                                   "jacoby=preset points=0",
		"MI[length:3][game:0]GC[Options: points=7 crawford=off]": "crawford=off points=7",
	} {
		r := readTree(t, "(;GM[6]"+text+";W[31hefe])")
		for option := range strings.FieldsSeq(want) {
			if name, value, _ := strings.Cut(option, "="); r.Options[name] != value {
				t.Errorf("%s: %s", text, r.Options)
			}
		}
	}
	for text, code := range map[string]engine.Code{
		"(;GM[6]MI[length:99][game:0])":                    engine.MatchTooLong,
		"(;GM[6]MI[length:3][game:0];W[31hefe];AE[a])":     engine.CutShort,
		"(;GM[6]MI[length:3][game:0];W[31hefe];AB[a])":     engine.CutShort,
		"(;GM[6]MI[length:3][game:0];W[31hefe];AW[a])":     engine.CutShort,
		"(;GM[6]MI[length:3][game:0];W[33hefe])":           engine.WrongDice,
		"(;GM[6]MI[length:3][game:0];W[31hefe];B[x])":      engine.CutShort,
		"(;GM[6]MI[length:3][game:0];W[31hefe];B[take])":   engine.CutShort,
		"(;GM[6]MI[length:3][game:0];W[31hefe];W[31hefe])": engine.CutShort,
	} {
		f, err := SGF.Read(text, games, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Entries[0].Read()
		got := engine.FileCode(err)
		if err == nil && len(r.Odd) == 1 {
			got = r.Odd[0].Code
		}
		if got != code {
			t.Errorf("%s: %v, %v", text, err, r.Odd)
		}
	}
	other := recordOf(t, nil, randomLine(t, nil, 1, 30), "Ana")
	f, err := SGF.Read("(;GM[6]MI[length:3][game:0];W[31hefe])", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Entries[0].Read(); engine.FileCode(err) != engine.UnknownGame {
		t.Errorf("no game is to be read, but %v of %v", err, other.Game.Name)
	}
}

// Unusual rules of a match are written as a comment.
func TestMat_Comments(t *testing.T) {
	for options, want := range map[string]string{
		"points=1": "", "points=2": "", "points=2 crawford=off": "; [Crawford \"Off\"]\n", "points=3 crawford=off": "; [Crawford \"Off\"]\n",
		"points=1 crawford=off": "", "points=0": "", "points=0 jacoby=on": "; [Jacoby \"On\"]\n",
	} {
		o := engine.ParseOptions(options)
		text, err := Format.Write(recordOf(t, o, randomLine(t, o, 3, 20), "Ana"))
		if err != nil {
			t.Fatal(err)
		}
		var got string
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "; [Crawford") || strings.HasPrefix(line, "; [Jacoby") {
				got += line
			}
		}
		if got != want {
			t.Errorf("%s: %q", options, got)
		}
	}
}

// A file is read as the game that a person names, if that is one of the family.
func TestMat_Named(t *testing.T) {
	family := []*engine.Game{rules.Backgammon, rules.Nackgammon}
	other := &engine.Game{Name: "other"}
	for _, c := range []struct{ named, want *engine.Game }{
		{nil, rules.Backgammon}, {rules.Backgammon, rules.Backgammon}, {rules.Nackgammon, rules.Nackgammon}, {other, rules.Backgammon},
	} {
		f, err := Format.Read(" 3 point match\n\n Game 1\n Ana : 0  Bia : 0\n  1) 31: 8/5 6/5\n", family, c.named)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := f.Entries[0].Read(); err != nil || r.Game != c.want || r.Line.Len() != 2 {
			t.Errorf("%v, %v", r.Game, err)
		}
	}
}

// Other programs' files cannot contain the other games of the family; our .mat names the game.
func TestFiles_Variation(t *testing.T) {
	p, err := rules.Nackgammon.New(nil)
	if err != nil {
		t.Skip(err)
	}
	r := engine.Record{Game: rules.Nackgammon, Line: rules.Nackgammon.NewLine(p)}
	if _, err := SGF.Write(r); !errors.Is(err, engine.ErrCannotHold) {
		t.Error(err)
	}
	text, err := Format.Write(r)
	if err != nil || !strings.HasPrefix(text, "; [Variation \"nackgammon\"]\n") {
		t.Errorf("%v\n%s", err, text)
	}
	f, err := Format.Read(text, []*engine.Game{rules.Backgammon, rules.Nackgammon}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := f.Entries[0].Read(); err != nil || got.Game != rules.Nackgammon {
		t.Errorf("%v, %v", got.Game, err)
	}
}

// A match to one point of a game that has no other sign of it begins at a position where nobody may double.
func TestMat_OnePointOfOthers(t *testing.T) {
	f, err := Format.Read("; [Variation \"nackgammon\"]\n 1 point match\n\n Game 1\n Ana : 0  Bia : 0\n  1) 31: 24/23 6/3\n",
		[]*engine.Game{rules.Backgammon, rules.Nackgammon}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := f.Entries[0].Read()
	if err != nil || r.Game != rules.Nackgammon || len(r.Odd) > 0 {
		t.Fatal(r.Game, err, r.Odd)
	}
	if p := r.Line.Position().(rules.Position); p.Length != 1 || p.MayDouble(engine.Second) || r.Start() == "" || r.Line.Len() != 2 {
		t.Errorf("%s begins at %q and goes to %d points", p, r.Start(), p.Length)
	}
}

// A game resigned before the opening roll has had a tie.
func TestMat_GivenUpAtOnce(t *testing.T) {
	r, err := readOne(" 3 point match\n\n Game 1\n Ana : 0   Bia : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n\n Game 2\n Ana : 1   Bia : 0\n      Wins 1 point")
	if got := movesOf(r.Line); err != nil || !slices.Equal(got, []engine.Move{"31", "8/5 6/5", "second resigns 1", "11", "second resigns 1"}) {
		t.Errorf("%v, %v", got, err)
	}
}
