package mat

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/longtest"
)

// games are the games that may be read.
var games = []*engine.Game{rules.Backgammon}

// randomLine plays random moves, with few doubles and drops, until the match is over or after a number of moves.
func randomLine(t testing.TB, o engine.Options, seed uint64, most int) engine.Line {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 7))
	line := startOf(t, o)
	for line.Turn() != engine.Nobody && line.Len() < most {
		p := line.Position().(rules.Position)
		moves := slices.Collect(p.Moves())
		m := moves[random.IntN(len(moves))]
		switch {
		case p.Phase == rules.Deciding:
			m = rules.Roll
			if random.IntN(20) == 0 {
				m = rules.Double
			}
		case p.Phase == rules.Doubled:
			m = rules.Take
			if random.IntN(3) == 0 {
				m = rules.Drop
			}
		// gnubg has no games without a roll
		case p.Phase != rules.Opening && p.Phase != rules.Ended && random.IntN(400) == 0:
			multiples := p.Resignations(engine.First)
			m, _ = p.Resign(rules.SideOf(random.IntN(2)), multiples[random.IntN(len(multiples))])
		}
		next, err := line.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		line = next
	}
	return line
}

var matOptions = []engine.Options{
	nil, {"points": "5"}, {"points": "7", "crawford": "off"}, {"points": "0", "jacoby": "on"},
	{"points": "25", "cube-max": "4"}, {"points": "3", "double": "off"}, {"points": "0"},
}

func TestMat_ReadsBack(t *testing.T) {
	for n := range longtest.Count(8, 30) {
		line := randomLine(t, matOptions[n%len(matOptions)], uint64(n), 600+n)
		text, err := Format.Write(recordOf(t, matOptions[n%len(matOptions)], line, "Ana: a  primeira"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := readOne(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if got.Names != [2]string{"Ana a primeira", "Bia"} {
			t.Errorf("names %q", got.Names)
		}
		if again, err := Format.Write(got); err != nil || again != text {
			t.Fatalf("%v, written again (-want +got):\n%s", err, cmp.Diff(text, again))
		}
		if d := cmp.Diff(essential(line), essential(got.Line)); d != "" {
			t.Fatalf("moves (-want +got):\n%s", d)
		}
	}
}

// readOne reads the first match of a file.
func readOne(text string) (engine.Record, error) {
	f, err := readMat(text, games, nil)
	if err != nil {
		return engine.Record{}, err
	}
	return f.Entries[0].Read()
}

// fault returns the error of reading a game or else its oddities.
func fault(r engine.Record, err error) error {
	for _, odd := range r.Odd {
		if err = odd; odd.Code == engine.CutShort {
			return odd.Err
		}
	}
	return err
}

// recordOf returns a line as a record of two players.
func recordOf(t testing.TB, o engine.Options, line engine.Line, first string) engine.Record {
	t.Helper()
	r, err := rules.Backgammon.NewRecord(o, "")
	if err != nil {
		t.Fatal(err)
	}
	r.Line, r.Names = line, [2]string{first, "Bia"}
	return r
}

// essential returns the moves that a .mat file keeps: no ties, and no decision without a roll after it. A roll before a
// resignation that leaves no play is followed by a pass.
func essential(line engine.Line) []engine.Move {
	var list []engine.Move
	for n := range line.Len() {
		if line.At(n+1).(rules.Position).Phase == rules.Opening {
			continue
		}
		if line.At(n+1).(rules.Position).End == id.Resigned {
			if p := line.At(n).(rules.Position); p.Phase == rules.Playing && len(p.Plays()) == 0 {
				list = append(list, engine.Pass)
			}
			list = withoutRoll(list)
		}
		list = append(list, line.Move(n))
	}
	if p := line.Position().(rules.Position); p.Phase == rules.Playing && len(p.Plays()) == 0 {
		list = append(list, engine.Pass) // the dice tell that nothing can be played
	}
	return withoutRoll(list)
}

func withoutRoll(list []engine.Move) []engine.Move {
	if n := len(list); n > 0 && list[n-1] == rules.Roll {
		list = list[:n-1]
	}
	return list
}

func TestMat_Errors(t *testing.T) {
	head := " 3 point match\n\n Game 1\n Ana : 0                         Bia : 0\n"
	for _, c := range []struct {
		text string
		want engine.FileError
	}{
		{"", engine.FileError{Code: engine.NoGame}},
		{"hello", engine.FileError{Line: 1, Code: engine.NotUnderstood, Text: "hello"}},
		{"; [Variation \"Nackgammon\"]\n 5 point match",
			engine.FileError{Line: 1, Code: engine.UnknownGame, Text: "Nackgammon"}},
		{"; [Result \"nobody\"]\n 5 point match", engine.FileError{Line: 1, Code: engine.WrongHeader, Text: "Result nobody"}},
		{" 99 point match\n Game 1", engine.FileError{Line: 1, Code: engine.MatchTooLong, Text: "99", Count: 25}},
		{head + "  1) 33: 8/5 6/5", engine.FileError{Line: 5, Column: 6, Code: engine.WrongDice, Text: "33: 8/5 6/5"}},
		{head + "  1) 31: 8/5 6/4", engine.FileError{Line: 5, Column: 6, Code: engine.WrongMove, Text: "8/5 6/4"}},
		{head + "  1) 31: 8/5 6/5    42: 8/4 6/4\n  2)   Doubles => 8",
			engine.FileError{Line: 6, Column: 8, Code: engine.WrongCube, Text: "Doubles => 8", Count: 2}},
		{head + "  1) 31: 8/5 6/5    42: 8/4 6/4\n  2)   Takes", engine.FileError{Line: 6, Column: 8, Code: engine.WrongMove,
			Text: "take"}},
		{head + "  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5", engine.FileError{Line: 6, Column: 6, Code: engine.WrongTurn,
			Text: "31: 8/5 6/5"}},
		{head + "  1) 31: 8/5 6/5\n Game 2", engine.FileError{Line: 6, Code: engine.GameNotOver}},
		{head + "  1) 31: 8/5 6/5\n      Wins 4 points", engine.FileError{Line: 6, Column: 7, Code: engine.OddPoints,
			Text: "Wins 4 points", Count: 3}},
		{head + "  1) 31: 8/5 6/5    Doubles => 2\n  2)  Drops\n      Wins 1 point",
			engine.FileError{Line: 7, Column: 7, Code: engine.WrongResult, Text: "Wins 1 point"}},
		{head + "  1) 31: 8/5 6/5\nwhat", engine.FileError{Line: 6, Code: engine.NotUnderstood, Text: "what"}},
	} {
		err := fault(readOne(c.text))
		var got *engine.FileError
		if !errors.As(err, &got) {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if why := got.Move; (why != nil) != (got.Code == engine.WrongMove) {
			t.Errorf("%q: %v has the reason %v", c.text, err, why)
		}
		if d := cmp.Diff(c.want, engine.FileError{Line: got.Line, Column: got.Column, Code: got.Code, Text: got.Text,
			Count: got.Count}); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.text, d)
		}
	}
	f, err := readMat(head, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Entries[0].Read(); engine.FileCode(err) != engine.UnknownGame {
		t.Errorf("backgammon is not among the games: %v", err)
	}
}

// A file of eXtreme Gammon is read: comments about the rules, several blanks, the winner in a numbered row.
func TestMat_OfOthers(t *testing.T) {
	for _, c := range []struct {
		text    string
		options engine.Options // besides the defaults
		record  engine.Record
		moves   []engine.Move
		turn    engine.Side
	}{
		{
			"; [Site \"XG Mobile\"]\n; [Match ID \"591900044\"]\n; [Player 1 \"Ken\"]\n; [EventDate \"2025.09.19\"]\n; [Variation \"Backgammon\"]\n" +
				"; [Crawford \"Off\"]\n; [CubeLimit \"1024\"]\n\n3 point match\n\n Game 1\n Ken : 0                              Wins 3 : 0\n" +
				"  1)                                  16: 13/7 8/7\n  2) 41: 13/9 24/23                    Doubles => 2\n  3)  Takes                            66: 24/18(2) 13/7(2)\n" +
				"  4) 66:\n 29)                                   Wins 4 point\n",
			engine.Options{"points": "3", "crawford": "off"},
			engine.Record{Site: "XG Mobile", Date: "2025.09.19", Names: [2]string{"Ken", "Wins 3"}},
			[]engine.Move{"16", "13/7 8/7", "roll", "41", "24/23 13/9", "double", "take", "66", "24/18 24/18 13/7 13/7", "roll",
				"66", "first resigns 2"},
			engine.Nobody,
		},
		{
			" 0 point match\n\n Game 1\n ana : 0                        rui : 0\n  1)                             31: 8/5 6/5 \n  2) 42: ",
			engine.Options{"points": "0"},
			engine.Record{Names: [2]string{"ana", "rui"}},
			[]engine.Move{"13", "8/5 6/5", "roll", "42"},
			engine.First,
		},
		{
			"; [Jacoby \"On\"]\n; [Result \"second 2\"]\n0 point match\nGame 1\n 1) 31: 8/5 6/5",
			engine.Options{"points": "0", "jacoby": "on"},
			engine.Record{Result: engine.Outcome{Winner: engine.Second, Reason: engine.Recorded, Points: 2}},
			[]engine.Move{"31", "8/5 6/5"},
			engine.Second,
		},
		{
			"; [Options \"points=3 jacoby=off double=before cube-max=none crawford=on\"]\n 3 point match\n Game 1\n 1) 31: 8/5 6/5",
			engine.ParseOptions("points=3 jacoby=off double=before cube-max=none crawford=on"),
			engine.Record{},
			[]engine.Move{"31", "8/5 6/5"},
			engine.Second,
		},
		{
			"Our match of yesterday\nat my place:\n 3 point match\n Game 1\n 1) 31: 8/5 6/5",
			engine.Options{"points": "3"},
			engine.Record{},
			[]engine.Move{"31", "8/5 6/5"},
			engine.Second,
		},
	} {
		got, err := readOne(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		want, err := rules.Backgammon.Complete(c.options)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got.Options); d != "" {
			t.Errorf("options (-want +got):\n%s", d)
		}
		var moves []engine.Move
		for n := range got.Line.Len() {
			moves = append(moves, got.Line.Move(n))
		}
		if d := cmp.Diff(c.moves, moves); d != "" || got.Line.Turn() != c.turn {
			t.Errorf("%v is on turn after the moves (-want +got):\n%s", got.Line.Turn(), d)
		}
		if got.Names != c.record.Names || got.Site != c.record.Site || got.Date != c.record.Date ||
			!got.Line.Outcome().Decided() && got.Result != c.record.Result {
			t.Errorf("%q is read as %+v", c.text, got)
		}
	}
}

func TestMat_Rules(t *testing.T) {
	for _, o := range []engine.Options{
		{"rules": "manual"}, {"dice": "any"}, {"bearoff": "any"}, {"double": "turn"}, {"opening": "black"},
		{"gammons": "off"}, {"points": "1", "gammons": "off"},
	} {
		line := randomLine(t, o, 1, 20)
		if _, err := Format.Write(engine.Record{Line: line}); !errors.Is(err, engine.ErrCannotHold) {
			t.Errorf("%v: %v", o, err)
		}
	}
}

// GNU Backgammon reads our files: the games that it writes back are the same.
func TestMat_WithGNUBackgammon(t *testing.T) {
	gnubg, err := exec.LookPath("gnubg")
	if err != nil {
		if gnubg, err = exec.LookPath("/usr/games/gnubg"); err != nil {
			t.Skip("gnubg is not installed: our .mat files are not compared with what it reads")
		}
	}
	for n, o := range matOptions {
		if o["jacoby"] == "on" {
			continue // it is not in the file for gnubg
		}
		folder := t.TempDir()
		line := randomLine(t, o, uint64(100+n), 3000)
		text, err := Format.Write(recordOf(t, o, line, "Ana"))
		if err != nil {
			t.Fatal(err)
		}
		ours, theirs := filepath.Join(folder, "ours.mat"), filepath.Join(folder, "theirs.mat")
		if err := os.WriteFile(ours, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.CommandContext(t.Context(), gnubg, "-t", "-q")
		command.Dir = folder
		command.Env = append(os.Environ(), "HOME="+folder)
		command.Stdin = strings.NewReader("import mat " + ours + "\nexport match mat " + theirs + "\n")
		said, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("gnubg: %v\n%s", err, said)
		}
		written, err := os.ReadFile(theirs)
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		got, err := readOne(string(written))
		if err != nil {
			t.Fatalf("%v in what gnubg made of\n%s\nnamely\n%s", err, text, written)
		}
		if d := cmp.Diff(essential(line), essential(got.Line)); d != "" {
			t.Errorf("gnubg reads it otherwise (-ours +gnubg):\n%s", d)
		}
		if got.Names != [2]string{"Ana", "Bia"} {
			t.Errorf("gnubg reads the names as %q", got.Names)
		}
	}
}

func FuzzReadMat(f *testing.F) {
	line := randomLine(f, engine.Options{"points": "3"}, 5, 60)
	text, err := Format.Write(recordOf(f, engine.Options{"points": "3"}, line, "Ana"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(" 0 point match\n Game 1\n A : 0  B : 0\n  1)      61: 13/7 8/7\n  2) 11: ????\n  3) Wins 1")
	f.Add("; [Crawford \"Off\"]\n; [Result \"first 2\"]\n 5 point match\nGame 1\n 1) 31:")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := readOne(text)
		if err != nil {
			checkFileError(t, err)
			return
		}
		if _, err := Format.Write(r); err != nil && !errors.Is(err, engine.ErrCannotHold) {
			t.Error(err)
		}
	})
}

func checkFileError(t *testing.T, err error) {
	t.Helper()
	if e := (*engine.FileError)(nil); !errors.As(err, &e) || !slices.Contains(enginetest.FileCodes, e.Code) {
		t.Errorf("not one of the errors of files: %v", err)
	}
}

// A match to one point by another program has neither doubles nor gammons, and survives our own format.
func TestMatch_ToOnePoint(t *testing.T) {
	read := func(text string) engine.Record {
		t.Helper()
		f, err := readMat(text, []*engine.Game{rules.Backgammon}, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Entries[0].Read()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := read(" 1 point match\n\n Game 1\n gnubg : 0     root : 0\n  1) 21: 13/11 24/23     65: 24/18 18/13\n")
	won := read(" 1 point match\n\n Game 1\n gnubg : 0     root : 0\n  1) 21: 13/11 24/23\n      Wins 2 points\n")
	if last := won.Line.Move(won.Line.Len() - 1); last != "second resigns 1" || len(won.Odd) != 1 || won.Odd[0].Code != engine.OddPoints {
		t.Errorf("a gammon is %s, %v", last, won.Odd)
	}
	for range 2 {
		p := r.Line.Position().(rules.Position)
		if r.Start() != "" || p.MayDouble(engine.First) || p.Rules.Gammons || r.Line.Len() < 4 {
			t.Fatalf("read as %s from %q under %s: %v", p, r.Start(), r.Options, r.Odd)
		}
		text, err := writeMat(r)
		if err != nil {
			t.Fatal(err)
		}
		r = read(text)
	}
}

// startOf returns the start under options.
func startOf(t testing.TB, o engine.Options) engine.Line {
	t.Helper()
	record, err := rules.Backgammon.NewRecord(o, "")
	if err != nil {
		t.Fatal(err)
	}
	return record.Line
}
