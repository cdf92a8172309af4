package engine_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
)

func TestSide(t *testing.T) {
	for side, want := range map[engine.Side]struct {
		name  string
		other engine.Side
	}{
		engine.Nobody: {"nobody", engine.Nobody},
		engine.First:  {"first", engine.Second},
		engine.Second: {"second", engine.First},
		engine.Chance: {"chance", engine.Nobody},
		4:             {"no side", engine.Nobody},
	} {
		if side.String() != want.name || side.Other() != want.other {
			t.Errorf("side %d is %s, the other one %s", side, side, side.Other())
		}
	}
}

func TestLevelNamed(t *testing.T) {
	for level := 1; level <= engine.Max; level++ {
		if got, ok := engine.LevelNamed(engine.LevelName(level)); got != level || !ok {
			t.Errorf("level %d is called %s, which is %d, %t", level, engine.LevelName(level), got, ok)
		}
	}
	if engine.LevelName(10) != "10" || engine.LevelName(engine.Max) != "max" {
		t.Errorf("the highest levels are %s and %s", engine.LevelName(10), engine.LevelName(engine.Max))
	}
	for _, name := range []string{"", "0", "11", "-1", "x", "Max", "1.5"} {
		if level, ok := engine.LevelNamed(name); ok {
			t.Errorf("%q is level %d", name, level)
		}
	}
}

func TestCalled(t *testing.T) {
	for name, want := range map[string]bool{"portuguese": true, "damas": true, "chilean": false, "": false} {
		if draughts.Portuguese.IsNamed(name) != want {
			t.Errorf("it is called %q: %t", name, !want)
		}
	}
}

// Options that are left out have their defaults; what is not there is named with what is.
func TestComplete(t *testing.T) {
	g := &engine.Game{Name: "game", Options: []engine.Option{
		{Name: "size", Values: []string{"8", "6"}, Default: "8"}, {Name: "speed", Values: []string{"slow"}, Default: "slow"}}}
	for _, c := range []struct{ chosen, want, wrong string }{
		{"", "size=8 speed=slow", ""},
		{"size=6", "size=6 speed=slow", ""},
		{"size=7", "", `option size of game cannot be "7": choose 8, 6`},
		{"depth=1", "", `game has no option "depth": there are size, speed`},
	} {
		got, err := g.Complete(engine.ParseOptions(c.chosen))
		if err == nil && (c.wrong != "" || got.String() != c.want) || err != nil && err.Error() != c.wrong {
			t.Errorf("%q: %v, %v", c.chosen, got, err)
		}
	}
	if _, err := (&engine.Game{Name: "bare"}).Complete(engine.Options{"a": "b"}); err == nil ||
		err.Error() != `bare has no option "a": there are none` {
		t.Error(err)
	}
}

func TestMoveError_Text(t *testing.T) {
	for want, e := range map[string]*engine.MoveError{
		`"hello" is not a move`: {Text: "hello"},
		`"1-2" is illegal; rule in the way: empty at 1; try 3-4, 5-6`: {Kind: engine.Illegal, Text: "1-2", Rule: "empty", At: "1",
			Choices: []string{"3-4", "5-6"}},
		`"1-2" is ambiguous (3)`:          {Kind: engine.Ambiguous, Text: "1-2", Count: 3},
		`"1" is incomplete at 1; try 1-2`: {Kind: engine.Incomplete, Text: "1", At: "1", Choices: []string{"1-2"}},
	} {
		if e.Error() != want {
			t.Errorf("%s, not %s", e, want)
		}
	}
	e := engine.NewIllegal("empty", "7", "8", "9")
	if e.Error() != `"" is illegal; rule in the way: empty at 7; try 8, 9` {
		t.Error(e)
	}
}

// A move that is not written as it should be is refused with how it is.
func TestUncanonical(t *testing.T) {
	p, err := draughts.Portuguese.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	var wrong *engine.MoveError
	if err := engine.Uncanonical(p, "11 15"); !errors.As(err, &wrong) || wrong.Rule != engine.NotCanonical ||
		wrong.Text != "11 15" || len(wrong.Choices) != 1 || wrong.Choices[0] != "11-15" || wrong.Kind != engine.Illegal {
		t.Error(err)
	}
	if err := engine.Uncanonical(p, "hello"); !errors.As(err, &wrong) || wrong.Kind != engine.NotMove {
		t.Error(err)
	}
}

func TestImpossibleError(t *testing.T) {
	for want, e := range map[string]error{
		"two pieces stand on square c3":             &engine.InvalidPositionError{Code: engine.SquareTaken, Square: "c3"},
		"32: a man on its last row would be a king": &engine.InvalidPositionError{Code: engine.ManIsKing, Square: "32"},
		"there is no square 40: they are 1-32":      &engine.InvalidPositionError{Code: engine.NoSuchSquare, Square: "40", Squares: 32},
		"there is no square 2: they are 1-1":        &engine.InvalidPositionError{Code: engine.NoSuchSquare, Square: "2", Squares: 1},
		"c4 is no dark square of the board":         &engine.InvalidPositionError{Code: engine.NoSuchSquare, Square: "c4"},
		"13 men are too many":                       engine.InvalidPosition("%d men are too many", 13),
	} {
		if e.Error() != want {
			t.Errorf("%s, not %s", e, want)
		}
	}
}

// A fault has the first place that it is given, and texts that fit on a line.
func TestInPlace(t *testing.T) {
	if err := engine.InPlace(1, 2, nil); err != nil {
		t.Error(err)
	}
	move := &engine.MoveError{Kind: engine.Illegal, Text: "11-\n15"}
	var e *engine.FileError
	if err := engine.InPlace(3, 4, &engine.FileError{Code: engine.WrongMove, Text: "11-\n15", Move: move}); !errors.As(err, &e) {
		t.Fatal(err)
	}
	if e.Line != 3 || e.Column != 4 || e.Text != "11- 15" || e.Move.Text != "11- 15" || move.Text != "11-\n15" {
		t.Errorf("%+v, of %+v", e, move)
	}
	if e.Error() != `line 3, column 4: wrong-move "11- 15" (0): "11- 15" is illegal` || !errors.Is(e, e.Move) {
		t.Error(e)
	}
	if err := engine.InPlace(5, 6, e); !errors.As(err, &e) || e.Line != 3 || e.Column != 4 {
		t.Errorf("%+v", e)
	}
	if err := engine.InLine(7, io.EOF); !errors.As(err, &e) || e.Code != engine.NotUnderstood || e.Line != 7 || e.Column != 0 ||
		!errors.Is(err, io.EOF) || e.Error() != `line 7, column 0: not-understood "" (0): EOF` {
		t.Errorf("%+v", e)
	}
	if engine.FileCode(io.EOF) != "" {
		t.Error("an error of another kind has a code")
	}
	long := &engine.FileError{Code: engine.NotUnderstood, Text: strings.Repeat("x", 200), Count: 9}
	if err := engine.InLine(1, long); !errors.As(err, &e) || len(e.Text) != 100 {
		t.Errorf("%+v", e)
	}
}

// What a position cannot tell of itself has an answer that holds for all games.
func TestPosition_Plain(t *testing.T) {
	p, err := draughts.Portuguese.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	if o := engine.TimeoutOutcome(bare{p}, engine.First); o != (engine.Outcome{Winner: engine.Second, Reason: engine.TimeOver,
		Points: 1}) {
		t.Errorf("whose time is over comes to %+v", o)
	}
	if s := engine.StandingOf(p); s != (engine.Standing{}) {
		t.Errorf("it stands %+v", s)
	}
	if o := engine.TimeoutOutcome(timed{p}, engine.Second); o != (engine.Outcome{Reason: "second"}) {
		t.Errorf("by its own word it is %+v", o)
	}
	if word, _ := engine.WordOf(p, engine.Pass); word != "" {
		t.Errorf("by its own word a pass is %q", word)
	}
	if word, at := engine.WordOf(p, "huff 5"); word != "huff" || at != "5" {
		t.Errorf("to huff is %q at %q", word, at)
	}
	for move, want := range map[engine.Move]string{engine.Pass: "pass", "11-15": ""} {
		if word, at := engine.WordOf(bare{p}, move); word != want || at != "" {
			t.Errorf("the word of %s is %q at %q", move, word, at)
		}
	}
	b, err := backgammon.Backgammon.Complete(engine.Options{"points": "5"})
	if err != nil {
		t.Fatal(err)
	}
	match, err := backgammon.Backgammon.New(b)
	if err != nil {
		t.Fatal(err)
	}
	if s := engine.StandingOf(match); s.Length != 5 {
		t.Errorf("it stands %+v", s)
	}
}

// timed is a position that tells for itself what comes of a time that is over.
type timed struct{ engine.Position }

func (timed) TimeoutOutcome(late engine.Side) engine.Outcome {
	return engine.Outcome{Reason: engine.Code(late.String())}
}

// bare is a position that can do no more than all can.
type bare struct{ engine.Position }

func TestStanding_Lead(t *testing.T) {
	for score, want := range map[[2]int]struct {
		side engine.Side
		lead int
	}{{0, 0}: {engine.Nobody, 0}, {3, 3}: {engine.Nobody, 0}, {3, 1}: {engine.First, 2}, {1, 0}: {engine.First, 1}, {0, 1}: {engine.Second, 1}} {
		if side, lead := (engine.Standing{Score: score}).Lead(); side != want.side || lead != want.lead {
			t.Errorf("%v: %s leads by %d", score, side, lead)
		}
	}
}
