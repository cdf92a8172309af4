package engine_test

import (
	"slices"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
)

// shuffled returns a line in which kings move to and fro until a position occurs for the third time.
func shuffled(t *testing.T) engine.Line {
	t.Helper()
	start, err := draughts.Portuguese.Parse("W:WK1,4:BK31,29", nil)
	if err != nil {
		t.Fatal(err)
	}
	line := draughts.Portuguese.NewLine(start)
	for _, m := range []engine.Move{"1-5", "31-27", "5-1", "27-31", "1-5", "31-27", "5-1", "27-31"} {
		next, err := line.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		line = next
	}
	return line
}

// A line knows, unlike its position, that the game is over by repetition, and its view shows it.
func TestRepetition(t *testing.T) {
	line := shuffled(t)
	if o := line.Outcome(); o.Reason != engine.Repetition || !o.Draw() || line.Seen() != 3 {
		t.Errorf("%+v, seen %d times", o, line.Seen())
	}
	if line.Position().Turn() != engine.First || line.Turn() != engine.Nobody || line.View().Turn != engine.Nobody {
		t.Errorf("on turn: %s by the position, %s by the line, %s to be seen", line.Position().Turn(), line.Turn(),
			line.View().Turn)
	}
	if _, err := line.Play("1-5"); err == nil {
		t.Error("it can be played on")
	}
	back := line.Back(1)
	if back.Outcome().Decided() || back.View().Turn != engine.Second || back.Seen() != 2 {
		t.Errorf("a move before: %+v, %s on turn, seen %d times", back.Outcome(), back.View().Turn, back.Seen())
	}
}

// The captured pieces are in a capture's trace as they stood, in the line and in its view.
func TestTrace_Lost(t *testing.T) {
	start, err := draughts.Portuguese.Parse("W:WK1:B5,K14", nil)
	if err != nil {
		t.Fatal(err)
	}
	line := draughts.Portuguese.NewLine(start)
	before := line.Position().View().Cells
	if line, err = line.Play("1x10x19"); err != nil {
		t.Fatal(err)
	}
	trace := line.Trace(0)
	if len(trace.Lost) != 2 || !slices.Equal(trace.Lost, line.View().Last.Lost) {
		t.Fatalf("it takes %v", trace.Lost)
	}
	for i, at := range trace.Taken {
		if trace.Lost[i] != before[at] || trace.Lost[i].Side != engine.Second || trace.Lost[i].King != (i == 1) {
			t.Errorf("%+v stood at %d", before[at], at)
		}
	}
}

// Moves are separated by spaces, with "_" for those within a move.
func TestParseMoves(t *testing.T) {
	for text, want := range map[string][]engine.Move{"": nil, " ": nil, "11-15": {"11-15"}, "11-15  22-18\n": {"11-15", "22-18"},
		"8/5_6/5 roll": {"8/5 6/5", "roll"}, "first_resigns_2": {"first resigns 2"}} {
		if got := engine.ParseMoves(text); !slices.Equal(got, want) {
			t.Errorf("%q is %q", text, got)
		}
	}
}

// The last move is in the view, and lines with a common beginning do not disturb each other.
func TestLineView(t *testing.T) {
	line := shuffled(t).Back(1)
	if v := line.View(); !slices.Equal(v.Last.Path, line.At(line.Len()-1).Trace("5-1").Path) || v.Last.Path == nil {
		t.Errorf("the last move is %+v", v.Last)
	}
	if v := line.Back(line.Len()).View(); v.Last.Path != nil {
		t.Errorf("there was a move before the first one: %+v", v.Last)
	}
	one, err := line.Play("27-31")
	if err != nil {
		t.Fatal(err)
	}
	other, err := line.Play("27-23")
	if err != nil {
		t.Fatal(err)
	}
	if one.Move(7) != "27-31" || other.Move(7) != "27-23" || line.Len() != 7 {
		t.Errorf("%s and %s, after %d moves", one.Move(7), other.Move(7), line.Len())
	}
}

// In a game without a repetition rule a repeated position is neither counted nor a draw.
func TestCounts_WithoutRepetition(t *testing.T) {
	g := *draughts.Portuguese
	g.Repeat = 0
	line := g.NewLine(shuffled(t).At(0))
	for _, m := range []engine.Move{"1-5", "31-27", "5-1", "27-31", "1-5", "31-27", "5-1", "27-31"} {
		next, err := line.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		line = next
	}
	if seen := line.Seen(); seen != 3 || line.Outcome().Decided() || slices.ContainsFunc(line.Counts(),
		func(c engine.Count) bool { return c.Of == engine.Repetitions }) {
		t.Errorf("seen %d times: %+v, %v", seen, line.Outcome(), line.Counts())
	}
}

// An illegal move leaves the line as it was.
func TestPlay_Illegal(t *testing.T) {
	line := shuffled(t).Back(2)
	if next, err := line.Play("1-32"); err == nil || next.Len() != line.Len() || next.Position().Key() != line.Position().Key() {
		t.Errorf("%v: %d moves in %s", err, next.Len(), next.Position())
	}
}
