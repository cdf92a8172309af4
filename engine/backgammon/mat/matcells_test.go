package mat

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/rules"
)

// Unusual cells that programs write: each row is part of a match to 3 points, after the header.
func TestMat_Rows(t *testing.T) {
	const head = " 3 point match\n\n Game 1\n Ana : 0                         Bia : 0\n"
	for _, c := range []struct {
		name, rows string
		last       engine.Move
		score      [2]int
		code       engine.Code
		column     int
	}{
		{"question marks before the end", "  1) 31: 8/5 6/5                 42: ????\n      Wins 1 point", "second resigns 1",
			[2]int{1, 0}, "", 0},
		{"three of them", "  1) 31: 8/5 6/5                 42: ???\n      Wins 2 points", "second resigns 2", [2]int{2, 0},
			"", 0},
		{"question marks in the middle", "  1) 31: 8/5 6/5                 42: ????\n  2) 31: 8/5 6/5", "", [2]int{},
			engine.NoPlay, 34},
		{"points that end the match", "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes                      66: ????\n      Wins 3 points and the match", "second resigns 2", [2]int{4, 0}, "", 0},
		{"resigned", "  1) 31: 8/5 6/5                  Resigned Game\n      Wins 1 point", "second resigns 1", [2]int{1, 0},
			"", 0},
		{"a gammon resigned, without a winner", "  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) Resign gammon",
			"first resigns 2", [2]int{0, 2}, "", 0},
		{"resigned by the other side", "  1) 31: 8/5 6/5                  Resigns backgammon\n", "second resigns 3",
			[2]int{3, 0}, "", 0},
		{"one step of a doublet fails", "  1) 61: 13/7 8/7                 55: 13/8 13/8 0/0 0/0\n", "", [2]int{},
			engine.WrongMove, 35},
		{"losses", "  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) Loses 1 point                Wins 1 point",
			"first resigns 1", [2]int{0, 1}, "", 0},
		{"empty rows", "  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2)\n  3) ", "8/4 6/4", [2]int{}, "", 0},
		{"no play where there is one", "  1) 31: 8/5 6/5                 42: Cannot Move", "", [2]int{}, engine.WrongMove,
			34},
		{"0/0 where there is a play", "  1) 31: 8/5 6/5                 42: 0/0", "", [2]int{}, engine.WrongMove, 34},
		{"beavers", "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Beavers => 4", "", [2]int{}, engine.NoBeavers, 7},
		{"the header again", "  1) 31: 8/5 6/5\n      Wins 1 point\n 3 point match\n\n Game 2\n Ana : 1    Bia : 0\n 1) 31: 8/5 6/5", "8/5 6/5", [2]int{1, 0}, "", 0},
		{"a box without semicolons", "  1) 31: 8/5 6/5\n[Site \"x\"]\n", "8/5 6/5", [2]int{}, "", 0},
		{"a right-hand cell too far to the left",
			"  1) 31: 8/5 6/5\n      Wins 1 point\n\n Game 2\n Ana : 1   Bia : 0\n  1)                31: 8/5 6/5\n  2) 42: 8/4 6/4\n  3)        31: 24/21 22/21", "", [2]int{1, 0}, engine.WrongMove, 13},
		{"whose turn tells", "  1)                 31: 8/5 6/5\n  2) 42: 8/4 6/4\n  3)        Doubles => 2", "double",
			[2]int{}, "", 0},
		{"nothing tells who begins", "  1)        31: 8/5 6/5", "", [2]int{}, engine.DoubtfulText, 13},
		{"the next score tells who won", "  1) 31: 8/5 6/5                 42:\n  2)        Wins 2 points\n Game 2\n Ana : 0   Bia : 2\n", "first resigns 2", [2]int{0, 2}, "", 0},
		{"the next score tells of both", "  1) 31: 8/5 6/5                 42:\n  2)        Wins 2 points\n Game 2\n Ana : 1   Bia : 2\n", "",
			[2]int{}, engine.DoubtfulText, 13},
		{"a game goes on where nobody won the one before", "  1) 31: 8/5 6/5                 42:\n  2)        Wins 2 points\n  3) 31: 8/5 6/5", "",
			[2]int{}, engine.DoubtfulText, 13},
		{"nothing thrown before the end", "  1) 31: 8/5 6/5                 00:\n      Wins 1 point", "second resigns 1", [2]int{1, 0},
			"", 0},
		{"nothing thrown in the middle", "  1) 31: 8/5 6/5                 40:\n  2) 31: 8/5 6/5", "", [2]int{}, engine.NoPlay, 34},
		{"nothing tells who won", "  1) 31: 8/5 6/5                 42:\n  2)        Wins 2 points\n", "", [2]int{},
			engine.DoubtfulText, 13},
		{"question marks at the end", "  1) 31: 8/5 6/5                 42: ????", "", [2]int{}, engine.NoPlay, 34},
		{"a throw at the end", "  1) 31: 8/5 6/5                 42:", "42", [2]int{}, "", 0},
		{"nothing of one die", "  1) 31: 8/5 6/5                 04:\n  2) 31: 8/5 6/5", "", [2]int{}, engine.NoPlay, 34},
		{"not on turn", "  1) 31: 8/5 6/5\n  2) 42: 8/4 6/4", "", [2]int{}, engine.WrongTurn, 6},
		{"another cube", "  1) 31: 8/5 6/5                  Doubles => 4", "", [2]int{}, engine.WrongCube, 35},
		{"a double without its cube", "  1) 31: 8/5 6/5                  Doubles", "double", [2]int{}, "", 0},
		{"two cells in the middle", "  1)        31: 8/5 6/5      42: 8/4 6/4", "8/4 6/4", [2]int{}, "", 0},
		{"who won beside what was done", "  1) 31: 8/5 6/5    Doubles => 2\n      Drops      Wins 1 point", "drop", [2]int{0, 1}, "", 0},
		{"the next score tells who did not even throw",
			"  1) 31: 8/5 6/5\n      Wins 1 point\n\n Game 2\n Ana : 1   Bia : 0\n  1)        Wins 1 point\n\n Game 3\n Ana : 1   Bia : 1\n  1) 31: 8/5 6/5",
			"8/5 6/5", [2]int{1, 1}, "", 0},
		{"a game that is not over", "  1) 31: 8/5 6/5\n Game 2\n Ana : 1   Bia : 0\n  1) 31: 8/5 6/5", "", [2]int{}, engine.GameNotOver, 0},
		{"what stands before a cell", "  1) x 31: 8/5 6/5", "", [2]int{}, engine.NotUnderstood, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := readOne(head + c.rows)
			if c.code != "" {
				err = fault(r, err)
			}
			var wrong *engine.FileError
			if errors.As(err, &wrong) {
				if wrong.Code != c.code || wrong.Column != c.column {
					t.Errorf("%v, not %q in column %d", err, c.code, c.column)
				}
				return
			}
			if err != nil || c.code != "" {
				t.Fatalf("%v, want %q", err, c.code)
			}
			p := r.Line.Position().(rules.Position)
			if last := r.Line.Move(r.Line.Len() - 1); last != c.last || p.Score != c.score {
				t.Errorf("the last move is %s, the score %v", last, p.Score)
			}
			if len(r.Odd) != 0 {
				t.Errorf("it is odd: %v", r.Odd)
			}
		})
	}
}

// A pass without a legal play is written in several ways.
func TestMat_CannotMove(t *testing.T) {
	var line engine.Line
	for seed := uint64(0); ; seed++ { // the first game with a pass
		line = randomLine(t, engine.Options{"points": "3", "double": "off"}, seed, 200)
		if i := slices.IndexFunc(movesOf(line), func(m engine.Move) bool { return m == engine.Pass }); i > 0 {
			line = line.Back(line.Len() - i - 1)
			break
		}
	}
	text, err := Format.Write(recordOf(t, engine.Options{"points": "3", "double": "off"}, line, "Ana"))
	if err != nil {
		t.Fatal(err)
	}
	text = strings.TrimRight(text, " \n")
	for _, pass := range []string{"", " Cannot Move", " cannot move", " 0/0", " 0/0 0/0"} {
		r, err := readOne(text + pass)
		if err != nil {
			t.Errorf("%q: %v", pass, err)
		} else if r.Line.Move(r.Line.Len()-1) != engine.Pass {
			t.Errorf("%q is not read as a pass", pass)
		}
	}
}

func movesOf(line engine.Line) []engine.Move {
	var moves []engine.Move
	for n := range line.Len() {
		moves = append(moves, line.Move(n))
	}
	return moves
}

// Other programs have no games without a roll: a match with one is not written.
func TestMat_WithoutThrow(t *testing.T) {
	line := startOf(t, engine.Options{"points": "5"})
	for _, m := range []engine.Move{"11", "second resigns 2", "31", "8/5 6/5"} {
		next, err := line.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		line = next
	}
	if text, err := Format.Write(engine.Record{Line: line}); !errors.Is(err, engine.ErrCannotHold) {
		t.Errorf("%v, written\n%s", err, text)
	}
}

// A tie after the end of a game is no game.
func TestMat_TieAtTheEnd(t *testing.T) {
	line := startOf(t, engine.Options{"points": "5"})
	for _, m := range []engine.Move{"31", "8/5 6/5", "second resigns 1", "11"} {
		next, err := line.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		line = next
	}
	r := recordOf(t, engine.Options{"points": "5"}, line, "Ana")
	if text, err := Format.Write(r); err != nil || strings.Count(text, " Game ") != 1 {
		t.Errorf("%v, written\n%s", err, text)
	}
	if text, err := SGF.Write(r); err != nil || strings.Count(text, "GM[6]") != 1 {
		t.Errorf("%v, written\n%s", err, text)
	}
}

// A roll at the end of a file is still to be played, unless there is no play.
func TestSGF_LastThrow(t *testing.T) {
	o := engine.Options{"points": "3", "double": "off"}
	seen := map[bool]int{}
	for seed := uint64(0); seed < 100 && (seen[false] < 5 || seen[true] < 5); seed++ {
		whole := randomLine(t, o, seed, 200)
		for n := range whole.Len() {
			line := whole.Back(whole.Len() - n - 1)
			plays := slices.Collect(line.Position().Moves())
			if line.At(n).Turn() != engine.Chance || len(plays) == 0 || line.Turn() == engine.Chance || seen[plays[0] == engine.Pass] > 5 {
				continue
			}
			seen[plays[0] == engine.Pass]++
			text, err := SGF.Write(recordOf(t, o, line, "Ana"))
			if last := text[strings.LastIndex(text, ";"):]; err != nil || strings.HasPrefix(last, ";PL[") == (plays[0] == engine.Pass) {
				t.Errorf("%v: %q where %s can be played", err, last, plays[0])
			}
		}
	}
	if seen[false] < 5 || seen[true] < 5 {
		t.Errorf("%v passes and plays", seen)
	}
}

// The larger die belongs to the side that begins, in whatever order a file has them.
func TestMat_FirstDice(t *testing.T) {
	const left, right = "  1) ", "  1)                        "
	for cell, want := range map[string]engine.Move{left + "31:": "31", left + "13:": "31", right + "31:": "13", right + "13:": "13"} {
		r, err := readOne(" 3 point match\n\n Game 1\n Ana : 0                         Bia : 0\n" + cell + " 8/5 6/5")
		if got := movesOf(r.Line); err != nil || !slices.Equal(got, []engine.Move{want, "8/5 6/5"}) || len(r.Odd) > 0 {
			t.Errorf("%s: %v, %v, %v", cell, got, r.Odd, err)
		}
	}
}

// Games with an unusual start are not written for other programs.
func TestMat_OtherStarts(t *testing.T) {
	usual, _ := startOf(t, engine.Options{"points": "3"}).Position().(rules.Position)
	write := func(p rules.Position) error {
		r := recordOf(t, engine.Options{"points": "3"}, rules.Backgammon.NewLine(p), "Ana")
		_, err := Format.Write(r)
		return err
	}
	if err := write(usual); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*rules.Position){
		"a cube":   func(p *rules.Position) { p.Cube = 1 },
		"a score":  func(p *rules.Position) { p.Score[1] = 1 },
		"dice":     func(p *rules.Position) { p.Dice = [2]int{2, 2} },
		"checkers": func(p *rules.Position) { p.Sides[0] = p.Sides[0].Moved(6, 5) },
		"a turn":   func(p *rules.Position) { p.Phase = rules.Deciding },
	} {
		p := usual
		if change(&p); !errors.Is(write(p), engine.ErrCannotHold) {
			t.Errorf("%s at the beginning is written", name)
		}
	}
}

// Headers are read, or refused with the reason.
func TestMat_Head(t *testing.T) {
	const game = "\n Game 1\n Ana : 0   Bia : 0\n  1) 31: 8/5 6/5\n"
	for text, want := range map[string]engine.Code{
		" 3 point match\n" + game:                          "",
		"hello\n 3 point match\n" + game:                   "",
		" 3 point match\nhello\n" + game:                   engine.NotUnderstood,
		"hello\n":                                          engine.NotUnderstood,
		"; hello\n":                                        engine.NoGame,
		" 25 point match\n" + game:                         "",
		" 26 point match\n" + game:                         engine.MatchTooLong,
		"; [Result \"x\"]\n 3 point match\n" + game:        engine.WrongHeader,
		"; [Result \"first\"]\n 3 point match\n" + game:    "",
		"; [EventDate \"soon\"]\n 3 point match\n" + game:  "",
		"; [Variation \"chess\"]\n 3 point match\n" + game: engine.UnknownGame,
	} {
		r, err := readOne(text)
		if engine.FileCode(err) != want || err == nil && (r.Line.Len() != 2 || len(r.Odd) > 0 || r.Date != "") {
			t.Errorf("%q: %v, %d moves, %v, on %q", text, err, r.Line.Len(), r.Odd, r.Date)
		}
	}
	for tag, want := range map[string]string{"Jacoby \"on\"": "on", "Jacoby \"Off\"": "preset", "Jacoby \"\"": "preset"} {
		if r, err := readOne("; [" + tag + "]\n 0 point match\n" + game); err != nil || r.Options["jacoby"] != want {
			t.Errorf("%s: %s, %v", tag, r.Options, err)
		}
	}
	for options, want := range map[string]string{
		"points=1 double=off gammons=off": " 1 point match\n", "points=1": " 0 point match\n", "points=1 double=off": " 0 point match\n",
		"points=0": " 0 point match\n", "points=3": " 3 point match\n",
	} {
		o := engine.ParseOptions(options)
		if text, err := Format.Write(recordOf(t, o, randomLine(t, o, 3, 9), "Ana")); err != nil || !strings.Contains(text, "\n"+want) {
			t.Errorf("%s: %v\n%s", options, err, text)
		}
	}
}
