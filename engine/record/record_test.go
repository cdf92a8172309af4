package record_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/eximo"
	"tabuleiro/engine/record"
	"tabuleiro/engine/table"
)

var games = table.Games

// told has all of a record, for comparison.
type told struct {
	Game, Options, Start, Event, Site, Round, Date string
	Names                                          [2]string
	Moves                                          []engine.Move
	Result                                         engine.Outcome
}

func tell(r engine.Record) told {
	t := told{r.Game.Name, r.Options.String(), r.Start(), r.Event, r.Site, r.Round, r.Date, r.Names, nil, r.Result}
	for n := range r.Line.Len() {
		t.Moves = append(t.Moves, r.Line.Move(n))
	}
	return t
}

// drawRecord returns a record of a random game under random rules, from the usual start or from a position in the
// middle.
func drawRecord(t *rapid.T) engine.Record {
	g := rapid.SampledFrom(games).Draw(t, "game")
	chosen := make(engine.Options)
	for _, o := range g.Options {
		if rapid.Bool().Draw(t, "chosen "+o.Name) {
			chosen[o.Name] = rapid.SampledFrom(o.Values).Draw(t, o.Name)
		}
	}
	r, err := g.NewRecord(chosen, "")
	if err != nil {
		t.Fatal(err)
	}
	if rapid.IntRange(0, 3).Draw(t, "from the middle") == 0 {
		start := drawLine(t, r.Line, rapid.IntRange(1, 60).Draw(t, "skipped")).Position().String()
		if r, err = g.NewRecord(chosen, start); err != nil {
			t.Fatal(err)
		}
	}
	r.Line = drawLine(t, r.Line, rapid.IntRange(0, 250).Draw(t, "moves"))
	name := rapid.OneOf(rapid.SampledFrom([]string{"", "Ana", `Zé "o \ Grande"`, "Game 1", "1) 31: x", "Wins 3", "[Event",
		"?", "1-0 *"}), rapid.String())
	r.Names = [2]string{engine.Tidy(name.Draw(t, "first")), engine.Tidy(name.Draw(t, "second"))}
	r.Event, r.Site = engine.Tidy(name.Draw(t, "event")), engine.Tidy(name.Draw(t, "site"))
	r.Round = rapid.SampledFrom([]string{"", "2", "3.1"}).Draw(t, "round")
	r.Date = rapid.SampledFrom([]string{"", "2026.11.21", "2026.??.??"}).Draw(t, "date")
	if r.Result = r.Line.Outcome(); !r.Result.Decided() {
		r.Result = rapid.SampledFrom([]engine.Outcome{
			{}, {Winner: engine.First, Reason: engine.Recorded, Points: 1},
			{Winner: engine.Second, Reason: engine.Recorded, Points: 1}, {Reason: engine.Recorded},
		}).Draw(t, "result")
	}
	return r
}

func drawLine(t *rapid.T, line engine.Line, most int) engine.Line {
	for range most {
		p := line.Position()
		moves := slices.Collect(p.Moves())
		if line.Outcome().Decided() || len(moves) == 0 {
			break
		}
		m := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]
		if s, ok := p.(engine.StakeGame); ok && rapid.IntRange(0, 60).Draw(t, "resigns") == 60 {
			if multiples := s.Resignations(engine.First); len(multiples) > 0 {
				m, _ = s.Resign(engine.First, multiples[len(multiples)-1])
			}
		}
		next, err := line.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		line = next
	}
	return line
}

// A written record is read back equal, in every format that can contain the game. A .mat file keeps the games, but not
// everything around them: see there.
func TestReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		for _, f := range record.Formats(r.Game) {
			text, err := f.Write(r)
			if errors.Is(err, engine.ErrCannotHold) && r.Game.Name == "backgammon" || errors.Is(err, engine.ErrCannotHold) && f.Name == "mat" {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			got, err := readFirst("", []byte(strings.ReplaceAll(text, "\n", "\r\n")), games)
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if f.Name != "mat" && f.Name != "sgf" {
				if d := cmp.Diff(tell(r), tell(got)); d != "" {
					t.Fatalf("%s (-want +got):\n%s\n%s", f.Name, d, text)
				}
			} else if got.Line.Outcome() != r.Line.Outcome() || got.Result != r.Result || got.Date != r.Date {
				t.Fatalf("%+v and %+v are read from\n%s", got.Line.Outcome(), got.Result, text)
			}
			if again, err := f.Write(got); err != nil || again != text {
				t.Fatalf("%v, written again (-want +got):\n%s", err, cmp.Diff(text, again))
			}
		}
	})
}

// Write takes the first format that can hold the game.
func TestWrite(t *testing.T) {
	for _, c := range []struct {
		game    *engine.Game
		options engine.Options
		start   string
		want    string
	}{
		{draughts.Portuguese, nil, "", "pdn"},
		{draughts.Chilean, engine.Options{"capture": "huff"}, "", "pdn"},
		{eximo.Eximo, nil, "", "text"},
		{cage.Cage, nil, "", "text"},
		{backgammon.Backgammon, nil, "", "mat"},
		{backgammon.Backgammon, engine.Options{"rules": "manual"}, "", "text"},
		{backgammon.Backgammon, nil, "4HPwATDgc/ABMA:MIFlAAAAAAAE", "text"},
	} {
		r, err := c.game.NewRecord(c.options, c.start)
		if err != nil {
			t.Fatal(err)
		}
		text, f := record.Write(r)
		if f.Name != c.want {
			t.Errorf("%s with %v: %s, want %s", c.game.Name, c.options, f.Name, c.want)
		}
		if wrote, err := f.Write(r); err != nil || wrote != text {
			t.Errorf("%s writes something else: %v, %q", f.Name, err, text)
		}
	}
}

func TestText(t *testing.T) {
	r, err := draughts.Chilean.NewRecord(engine.Options{"capture": "huff"}, "W:W38:B33,15")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []string{"38-32", "huff 32"} {
		if err := r.Enter(m, engine.ReadMove); err != nil {
			t.Fatal(err)
		}
	}
	r.Names, r.Date = [2]string{"Ana", ""}, "2026.11.21"
	r.End(engine.Outcome{})
	const want = `Game: chilean
Options: capture=huff king-capture=adjacent
Start: W:W38:B15,33
First: Ana
Second: ?
Date: 2026.11.21
Result: second
Reason: no-pieces

1. 38-32
2. huff 32
`
	got, err := record.Text.Write(r)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Texts as people may type them.
func TestRead(t *testing.T) {
	bare := func(g *engine.Game, moves ...engine.Move) told {
		o, err := g.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		return told{Game: g.Name, Options: o.String(), Moves: moves}
	}
	with := func(t told, change func(*told)) told {
		change(&t)
		return t
	}
	for _, c := range []struct {
		name, file, text string
		want             told
	}{
		{"numbers left out, an alias, comments", "", "# mine\nGame: Damas\n\n11-15\n2) c6d5\n",
			bare(draughts.Portuguese, "11-15", "23-19")},
		{"the game alone", "", "Game: cage", bare(cage.Cage)},
		{"a result by what is said", "", "Game: eximo\nResult: second\n1. c3-d4",
			with(bare(eximo.Eximo, "c3-d4"), func(r *told) {
				r.Result = engine.Outcome{Winner: engine.Second, Reason: engine.Recorded, Points: 1}
			})},
		{"a byte order mark, ends of lines of old", "", "\uFEFFGame: eximo\rFirst: Zé\r\r1. c3-d4",
			with(bare(eximo.Eximo, "c3-d4"), func(r *told) { r.Names[0] = "Zé" })},
		{"Latin-1", "", "Game: eximo\nFirst: Jos\xe9\n", with(bare(eximo.Eximo), func(r *told) { r.Names[0] = "José" })},
		{"PDN by what is in it", "x.mat", "[White \"Ana\"]\n[GameType \"28\"]\n1. 11-15 *",
			with(bare(draughts.Portuguese, "11-15"), func(r *told) { r.Names[0] = "Ana" })},
		{"PDN by its name", "GAME.PDN", "32-28 19-23", bare(draughts.International, "32-28", "19-23")},
		{".mat behind comments that look like tags", "", "; [Event \"Taça\"]\n 0 point match\n\n Game 1\n",
			with(bare(backgammon.Backgammon), func(r *told) {
				r.Event, r.Options = "Taça", strings.Replace(r.Options, "points=preset", "points=0", 1)
			})},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := readFirst(c.file, []byte(c.text), games)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, tell(r)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	shuffle := strings.Repeat("1-5\n31-27\n5-1\n27-31\n", 2)
	for _, c := range []struct {
		name, text string
		want       engine.FileError
	}{
		{"", "", engine.FileError{Code: engine.UnknownFormat}},
		{"x.txt", "", engine.FileError{Code: engine.NoGame}},
		{"", "hello", engine.FileError{Code: engine.UnknownFormat}},
		{"", "Game: \x00", engine.FileError{Code: engine.NotText}},
		{"", strings.Repeat(" ", engine.MaxFileBytes+1),
			engine.FileError{Code: engine.FileTooLarge, Count: engine.MaxFileBytes}},
		{"", "\nGame: go\n", engine.FileError{Line: 2, Code: engine.UnknownGame, Text: "go"}},
		{"", "Game: chilean\nFirst: Ana\nOptions: capture=maybe\n",
			engine.FileError{Line: 3, Code: engine.WrongOption, Text: "capture=maybe"}},
		{"", "Game: chilean\nOptions: capture=huff\nStart: W:W99:B1\n\n1. 2-3\n",
			engine.FileError{Line: 3, Code: engine.WrongStart, Text: "W:W99:B1"}},
		{"", "Game: cage\nGame: cage\n", engine.FileError{Line: 2, Code: engine.WrongHeader, Text: "Game: cage"}},
		{"", "Game: cage\nColour: red\n", engine.FileError{Line: 2, Code: engine.WrongHeader, Text: "Colour: red"}},
		{"", "Game: cage\nDate: yesterday\n", engine.FileError{Line: 2, Code: engine.WrongHeader, Text: "Date: yesterday"}},
		{"", "Game: cage\nResult: lost\n", engine.FileError{Line: 2, Code: engine.WrongHeader, Text: "Result: lost"}},
		{"", "Game: portuguese\n1. 11-15\n2. 11-15\n", engine.FileError{Line: 3, Column: 4, Code: engine.WrongMove,
			Text: "11-15"}},
		{"", "Game: portuguese\n1. hello\n", engine.FileError{Line: 2, Column: 4, Code: engine.WrongMove, Text: "hello"}},
		{"", "Game: portuguese\nStart: W:WK1,4:BK31,29\nResult: first\n" + shuffle + "\n1-5\n",
			engine.FileError{Line: 13, Column: 1, Code: engine.DrawPassed, Text: "1-5"}},
		{"", "Game: portuguese\nStart: W:WK1,4:BK31,29\nResult: first\n" + shuffle,
			engine.FileError{Code: engine.WrongResult, Text: "first"}},
	} {
		r, err := readFirst(c.name, []byte(c.text), games)
		for _, odd := range r.Odd {
			if err = odd; odd.Code == engine.CutShort {
				err = odd.Err
			}
		}
		var got *engine.FileError
		if !errors.As(err, &got) {
			t.Errorf("%.60q: %v", c.text, err)
			continue
		}
		if (got.Move != nil) != (got.Code == engine.WrongMove) {
			t.Errorf("%.60q: %v has the reason %v", c.text, err, got.Move)
		}
		if d := cmp.Diff(c.want, engine.FileError{Line: got.Line, Column: got.Column, Code: got.Code, Text: got.Text,
			Count: got.Count}); d != "" {
			t.Errorf("%.60q (-want +got):\n%s", c.text, d)
		}
	}
}

// A file may have several games, and a wrong one does not affect the others.
func TestRead_All(t *testing.T) {
	type entry struct {
		name         string
		moves        int
		code         engine.Code
		line, column int
	}
	matRow := "  1) 31: 8/5 6/5\n      Wins 1 point and the match\n\n"
	matHead := " 1 point match\n Game 1\n %s : 0                  Bia : 0\n"
	for _, c := range []struct {
		name, text string
		want       []entry
	}{
		{"PDN", "[White \"A\"]\n11-14 1-0\n[White \"B\"]\n11-14 11-14 1-0\n[White \"C\"] hello\n[White \"D\"]\n11-14 22-19 *",
			[]entry{
				{"A", 1, "", 0, 0}, {"B", 1, engine.CutShort, 4, 7}, {"C", 0, engine.NotUnderstood, 5, 13}, {"D", 2, "", 0, 0},
			}},
		{"text", "Game: cage\nFirst: A\n\nGame: eximo\nFirst: B\n1. c3-d4\nGame: eximo\nFirst: C\n1. c3-c9\n1. c3-d4\nGame: portuguese\nFirst: D\n11-14", []entry{
			{"A", 0, "", 0, 0}, {"B", 1, "", 0, 0}, {"C", 0, engine.WrongMove, 9, 4}, {"D", 1, "", 0, 0},
		}},
		{".mat", fmt.Sprintf(matHead, "A") + matRow + fmt.Sprintf(matHead, "B") + "  1) 33: 8/5 6/5\n" +
			fmt.Sprintf(matHead, "C") + matRow, []entry{
			{"A", 3, "", 0, 0}, {"B", 0, engine.WrongDice, 10, 6}, {"C", 3, "", 0, 0},
		}},
		{"many", strings.Repeat("[White \"A\"]\n11-14 *\n", 200), slices.Repeat([]entry{{"A", 1, "", 0, 0}}, 200)},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := record.ReadAll("", []byte(c.text), games, draughts.Portuguese)
			if err != nil {
				t.Fatal(err)
			}
			var got []entry
			for _, e := range f.Entries {
				r, err := e.Read()
				if len(r.Odd) > 0 {
					err = r.Odd[0]
				}
				one := entry{name: e.Names[0], moves: r.Line.Len(), code: engine.FileCode(err)}
				if wrong := (*engine.FileError)(nil); errors.As(err, &wrong) {
					if wrong.Code == engine.CutShort {
						errors.As(wrong.Err, &wrong)
					}
					one.line, one.column = wrong.Line, wrong.Column
				}
				got = append(got, one)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

// Any file is read, or refused with a documented code; a record that was read can be written, and read back.
func FuzzReadRecord(f *testing.F) {
	for _, g := range games {
		r, err := g.NewRecord(nil, "")
		if err != nil {
			f.Fatal(err)
		}
		for _, format := range record.Formats(g) {
			text, err := format.Write(r)
			if err != nil {
				f.Fatal(err)
			}
			f.Add("", text)
			f.Add("x"+format.Ext, text[len(text)/2:])
		}
	}
	f.Add("", "Game: eximo\nFirst: \xff\nStart: 8/8/8/8/8/8/8/w6b w\nResult: draw\n1. a1-a2\n")
	f.Add("", "Game: backgammon\nOptions: rules=manual points=0\n31\n17, 2 19, 2\nfirst resigns 1")
	f.Add("", "Game: backgammon\n11")
	f.Add("", "Game: backgammon\n31\n8/5 6/5\nroll")
	f.Fuzz(func(t *testing.T, name, text string) {
		r, err := readFirst(name, []byte(text), games)
		if open := (*engine.ReadingsError)(nil); errors.As(err, &open) {
			r, err = open.Readings[0], nil
		}
		if err != nil {
			if e := (*engine.FileError)(nil); !errors.As(err, &e) || !slices.Contains(enginetest.FileCodes, e.Code) {
				t.Errorf("not one of the errors of files: %v", err)
			}
			return
		}
		written, format := record.Write(r)
		again, err := readFirst("", []byte(written), games)
		if err != nil {
			t.Fatalf("%s: %v, read back from\n%s", format.Name, err, written)
		}
		if format.Name == "mat" { // which leaves something out, and always the same
			if text, _ := record.Write(again); text != written {
				t.Errorf("written again (-want +got):\n%s", cmp.Diff(written, text))
			}
			return
		}
		if again.Line.Position().String() != r.Line.Position().String() {
			t.Errorf("%s: another position, read back from\n%s", format.Name, written)
		}
	})
}

// readFirst reads a file and returns its first game.
func readFirst(name string, data []byte, games []*engine.Game) (engine.Record, error) {
	f, err := record.ReadAll(name, data, games, nil)
	if err != nil {
		return engine.Record{}, err
	}
	return f.Entries[0].Read()
}

// A game begins at a line that begins with Game, after moves, or after an empty line or a remark that follows headers.
func TestText_Games(t *testing.T) {
	for text, want := range map[string]int{
		"Game: cage\n\nGame: eximo\n":                   2,
		"Game: cage\nDate: 2026.11.21\n\nGame: eximo\n": 2,
		"Game: cage\n# and\nGame: eximo\n":              2,
		"# first\n\nGame: cage\n":                       1,
		"\n\n# first\nGame: cage\n\n\n# last\n":         1,
	} {
		f, err := record.Text.Read(text, games, nil)
		if err != nil || len(f.Entries) != want {
			t.Errorf("%q: %d games, %v", text, len(f.Entries), err)
			continue
		}
		for _, e := range f.Entries {
			if _, err := e.Read(); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}
