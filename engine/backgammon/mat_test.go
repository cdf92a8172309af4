package backgammon

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
)

// randomLine plays moves at random, but doubles and drops seldom, until the match is over or so many moves are played.
func randomLine(t testing.TB, o engine.Options, seed uint64, most int) engine.Line {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 7))
	line := Backgammon.NewLine(parse(t, "start", o))
	for line.Turn() != engine.Nobody && line.Len() < most {
		p := line.Position().(position)
		moves := slices.Collect(p.Moves())
		m := moves[random.IntN(len(moves))]
		switch {
		case p.phase == deciding:
			m = roll
			if random.IntN(20) == 0 {
				m = double
			}
		case p.phase == doubled:
			m = take
			if random.IntN(3) == 0 {
				m = drop
			}
		case p.phase != opening && p.phase != ended && random.IntN(400) == 0: // gnubg has no games without a throw
			multiples := p.Resignations(engine.First)
			m, _ = p.Resign(sideOf(random.IntN(2)), multiples[random.IntN(len(multiples))])
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
	nil, {"points": "5"}, {"points": "0", "jacoby": "on"}, {"points": "25", "cube-max": "4"}, {"points": "3", "double": "off"}, {"points": "0"},
}

func TestMatReadsBack(t *testing.T) {
	for n := range 30 {
		line := randomLine(t, matOptions[n%len(matOptions)], uint64(n), 600+n)
		text, err := Mat(line, [2]string{"Ana: a  primeira", "Bia"})
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadMat(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if got.Names != [2]string{"Ana a primeira", "Bia"} {
			t.Errorf("names %q", got.Names)
		}
		if again, err := Mat(got.Line, got.Names); err != nil || again != text {
			t.Fatalf("%v, written again (-want +got):\n%s", err, cmp.Diff(text, again))
		}
		if d := cmp.Diff(essential(line), essential(got.Line)); d != "" {
			t.Fatalf("moves (-want +got):\n%s", d)
		}
	}
}

// essential are the moves that a .mat file keeps: no ties, and no throw that no play follows.
func essential(line engine.Line) []engine.Move {
	var list []engine.Move
	for n := range line.Len() {
		if line.At(n+1).(position).phase == opening {
			continue
		}
		if line.At(n+1).(position).end == resigned {
			list = withoutThrow(list, line.At(n).(position))
		}
		list = append(list, line.Move(n))
	}
	return withoutThrow(list, line.Position().(position))
}

func withoutThrow(list []engine.Move, p position) []engine.Move {
	if p.phase == playing {
		list = list[:len(list)-1]
	}
	if n := len(list); n > 0 && list[n-1] == roll {
		list = list[:n-1]
	}
	return list
}

func TestMatErrors(t *testing.T) {
	head := " 3 point match\n\n Game 1\n Ana : 0                         Bia : 0\n"
	for _, c := range []struct{ text, want string }{
		{"", "there is no game in it"},
		{"hello", "line 1: \"hello\" is not the head of a match"},
		{" 99 point match\n Game 1", "line 2: option points"},
		{head + "  1) 33: 8/5 6/5", "line 5: \"33: 8/5 6/5\": nobody begins with equal dice"},
		{head + "  1) 31: 8/5 6/4", "line 5: \"31: 8/5 6/4\": illegal: 8/5 6/4: die-not-thrown"},
		{head + "  1) 31: 8/5 6/5    42: 8/4 6/4\n  2)   Doubles => 8", "the cube goes from 1 to 2"},
		{head + "  1) 31: 8/5 6/5    42: 8/4 6/4\n  2)   Takes", "\"Takes\": illegal: take: not-doubled"},
		{head + "  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5", "line 6: \"31: 8/5 6/5\": it is in the column of the wrong side"},
		{head + "  1) 31: 8/5 6/5\n Game 2", "a game begins before the one before is over"},
		{head + "  1) 31: 8/5 6/5\n      Wins 4 points", "cannot give up for 4 stakes"},
		{head + "  1) 31: 8/5 6/5    Doubles => 2\n  2)  Drops\n      Wins 1 point", "second wins 1"},
		{head + "  1) 31: 8/5 6/5\nwhat", "line 6: \"what\" is no row of a game"},
	} {
		_, err := ReadMat(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; want %q in it", c.text, err, c.want)
		}
	}
}

func TestMatRules(t *testing.T) {
	for _, o := range []engine.Options{
		{"rules": "manual"}, {"dice": "any"}, {"bearoff": "any"}, {"double": "turn"}, {"opening": "black"}, {"gammons": "off"},
		{"crawford": "off", "points": "3"},
	} {
		line := randomLine(t, o, 1, 20)
		if _, err := Mat(line, [2]string{"Ana", "Bia"}); !errors.Is(err, ErrRules) {
			t.Errorf("%v: %v", o, err)
		}
		if got := strings.Fields(strings.ReplaceAll(List(line), " ", "_")); len(got) != line.Len() {
			t.Errorf("%v: %d moves are listed, not %d", o, len(got), line.Len())
		}
	}
}

// What GNU Backgammon makes of our files is what is in them: what it writes again are the same games.
func TestMatWithGNUBackgammon(t *testing.T) {
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
		text, err := Mat(line, [2]string{"Ana", "Bia"})
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
		got, err := ReadMat(string(written))
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
	text, err := Mat(line, [2]string{"Ana", "Bia"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(" 0 point match\n Game 1\n A : 0  B : 0\n  1)      61: 13/7 8/7\n  2) 11: ????\n  3) Wins 1")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ReadMat(text)
		if err != nil {
			return
		}
		if _, err := Mat(r.Line, r.Names); err != nil && !errors.Is(err, ErrRules) {
			t.Error(err)
		}
	})
}
