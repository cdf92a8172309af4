package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
)

func begun(t *testing.T, start string) engine.Record {
	t.Helper()
	r, err := draughts.Portuguese.NewRecord(nil, start)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func enter(t *testing.T, r *engine.Record, moves ...string) {
	t.Helper()
	for _, m := range moves {
		if err := r.Enter(m, engine.ReadMove); err != nil {
			t.Fatal(err)
		}
	}
}

// A record begins at the usual start or at a position; an error has a code and keeps the text.
func TestNewRecord(t *testing.T) {
	r := begun(t, "")
	if r.Start() != "" || r.Game != draughts.Portuguese || r.Line.Len() != 0 {
		t.Errorf("%+v", r)
	}
	enter(t, &r, "11-15")
	if r.Start() != "" {
		t.Errorf("it begins at %q", r.Start())
	}
	const place = "W:W18:B22"
	if r := begun(t, place); r.Start() != place {
		t.Errorf("it begins at %q", r.Start())
	}
	for _, c := range []struct {
		options engine.Options
		start   string
		code    engine.Code
		text    string
	}{
		{engine.Options{"no": "1"}, "", engine.WrongOption, "no=1"},
		{nil, "x", engine.WrongStart, "x"},
		{nil, strings.Repeat("x", 1000), engine.WrongStart, strings.Repeat("x", 1000)},
		{nil, strings.Repeat("x", 1001), engine.WrongStart, strings.Repeat("x", 1001)},
	} {
		_, err := draughts.Portuguese.NewRecord(c.options, c.start)
		var e *engine.FileError
		if !errors.As(err, &e) || e.Code != c.code || e.Text != c.text || e.Err == nil {
			t.Errorf("%v, %.9q: %v", c.options, c.start, err)
		}
		if long := len(c.start) > 1000; long != (e.Err.Error() == "no position is so long") {
			t.Errorf("a start of %d bytes: %v", len(c.start), e.Err)
		}
	}
}

// An illegal move leaves the record as it was; so does one after the end.
func TestRecord_Enter(t *testing.T) {
	r := begun(t, "W:W18:B22,32")
	var e *engine.FileError
	if err := r.Enter("18-21", engine.ReadMove); !errors.As(err, &e) || e.Code != engine.WrongMove || e.Move == nil ||
		e.Text != "18-21" || e.Err != nil || r.Line.Len() != 0 {
		t.Errorf("%v, %d moves", err, r.Line.Len())
	}
	broken := errors.New("broken")
	err := r.Enter("x", func(engine.Position, string) (engine.Move, error) { return "", broken })
	if !errors.Is(err, broken) || !errors.As(err, &e) || e.Move != nil {
		t.Error(err)
	}
	enter(t, &r, "18 27")
	if r.Line.Move(0) != "18x27" {
		t.Errorf("the move is %s", r.Line.Move(0))
	}
	over := begun(t, "W:W18:B22")
	enter(t, &over, "18x27")
	if err := over.Enter("27-31", engine.ReadMove); engine.FileCode(err) != engine.AfterEnd || over.Line.Len() != 1 {
		t.Error(err)
	}
}

// A record has no more moves than a file may have.
func TestRecord_Long(t *testing.T) {
	options, err := backgammon.Backgammon.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := backgammon.Backgammon.New(options)
	if err != nil {
		t.Fatal(err)
	}
	r := engine.Record{Game: backgammon.Backgammon, Options: options, Line: (&engine.Game{}).NewLine(still{p})}
	read := func(engine.Position, string) (engine.Move, error) { return "stay", nil }
	for range engine.MaxFileMoves {
		if err := r.Enter("stay", read); err != nil {
			t.Fatal(r.Line.Len(), err)
		}
	}
	var e *engine.FileError
	if err := r.Enter("stay", read); !errors.As(err, &e) || e.Code != engine.TooManyMoves || e.Count != 6000 {
		t.Error(err)
	}
}

// still stays the same, whatever is played.
type still struct{ engine.Position }

func (s still) Play(engine.Move) (engine.Position, error) { return s, nil }

// A record goes on after an unclaimed draw, and notes it once.
func TestRecord_DrawPassed(t *testing.T) {
	r := begun(t, "W:WK1,4:BK31,29")
	enter(t, &r, "1-5", "31-27", "5-1", "27-31", "1-5", "31-27", "5-1", "27-31")
	if !r.Outcome().Draw() || len(r.Odd) != 0 {
		t.Fatalf("%+v, %v", r.Outcome(), r.Odd)
	}
	enter(t, &r, "4-8")
	if len(r.Odd) != 1 || r.Odd[0].Code != engine.DrawPassed || r.Odd[0].Text != "4-8" || r.Outcome().Decided() {
		t.Errorf("%v, %+v", r.Odd, r.Outcome())
	}
	if r.Line.Seen() != 1 || r.Line.Len() != 9 {
		t.Errorf("seen %d times behind %d moves", r.Line.Seen(), r.Line.Len())
	}
	enter(t, &r, "31-27", "1-5", "27-31", "5-1") // the position behind 4-8 comes again
	if r.Line.Seen() != 2 || r.Outcome().Decided() {
		t.Errorf("seen %d times", r.Line.Seen())
	}
}

// The position of an unclaimed draw counts as the first of those after it, without its moves before.
func TestLine_Unclaimed(t *testing.T) {
	line := shuffled(t)
	if _, err := line.Play("4-8"); err == nil {
		t.Error("a draw is played on")
	}
	on := line.Unclaimed()
	if on.Outcome().Decided() || on.Seen() != 1 || on.Turn() != engine.First || line.Seen() != 3 {
		t.Errorf("%+v, seen %d times; before, %d", on.Outcome(), on.Seen(), line.Seen())
	}
	for i, m := range []engine.Move{"1-5", "31-27", "5-1", "27-31", "1-5", "31-27", "5-1", "27-31"} {
		next, err := on.Play(m)
		if err != nil {
			t.Fatalf("move %d: %v", i, err)
		}
		on = next
	}
	if !on.Outcome().Draw() || on.Seen() != 3 {
		t.Errorf("%+v, seen %d times", on.Outcome(), on.Seen())
	}
	if back := on.Back(5); back.Seen() != 1 || back.Outcome().Decided() {
		t.Errorf("five moves before: seen %d times", back.Seen())
	}
	if same := line.Back(1); same.Unclaimed().Seen() != same.Seen() || same.Seen() != 2 {
		t.Errorf("without a draw it is seen %d times", same.Seen())
	}
	if list := line.Back(1).Counts(); !slices.Contains(list, engine.Count{Of: engine.Repetitions, Number: 2, Most: 3}) {
		t.Errorf("counted are %v", list)
	}
	if list := line.Back(line.Len()).Counts(); len(list) != 0 {
		t.Errorf("counted are %v at the start", list)
	}
	if list := line.Counts(); list != nil {
		t.Errorf("counted are %v at the end", list)
	}
}

// An unclaimed draw at the start of a line resets the count.
func TestLine_UnclaimedStart(t *testing.T) {
	p, err := draughts.Portuguese.Parse("W:WK1:BK29,31:H40", nil)
	if err != nil {
		t.Fatal(err)
	}
	line := draughts.Portuguese.NewLine(p)
	if !line.Outcome().Draw() {
		t.Fatalf("%+v", line.Outcome())
	}
	if on := line.Unclaimed(); on.Outcome().Decided() || on.Position().String() != "W:WK1:BK29,31" {
		t.Errorf("%s: %+v", on.Position(), on.Outcome())
	}
	if p, err = draughts.Portuguese.Parse("W:WK1:BK29,31:H39", nil); err != nil {
		t.Fatal(err)
	}
	begun := draughts.Portuguese.NewLine(p)
	if line, err = begun.Play("1-5"); err != nil || !line.Outcome().Draw() {
		t.Fatalf("%+v, %v", line.Outcome(), err)
	}
	on := line.Unclaimed()
	if on.Outcome().Decided() || on.Position().String() != "B:WK5:BK29,31" || on.At(0).String() != "W:WK1:BK29,31:H39" {
		t.Errorf("%s behind %s: %+v", on.Position(), on.At(0), on.Outcome())
	}
	if !line.Outcome().Draw() || line.Position().String() != "B:WK5:BK29,31:H40" {
		t.Errorf("the line before is at %s", line.Position())
	}
}

// A file's result stands if the moves leave it open, and the first oddity of each kind is kept.
func TestRecord_End(t *testing.T) {
	first := engine.Outcome{Winner: engine.First, Reason: engine.Recorded}
	open, won := begun(t, ""), begun(t, "W:W18:B22")
	enter(t, &won, "18x27")
	drawn := begun(t, "W:WK1,4:BK31,29")
	enter(t, &drawn, "1-5", "31-27", "5-1", "27-31", "1-5", "31-27", "5-1", "27-31")
	repeated := engine.Outcome{Reason: engine.Repetition}
	taken := engine.Outcome{Winner: engine.First, Reason: engine.NoPieces, Points: 1}
	for name, c := range map[string]struct {
		record engine.Record
		said   engine.Outcome
		want   engine.Outcome
		odd    string // what is told, "" if nothing is
	}{
		"open":              {open, engine.Outcome{}, engine.Outcome{}, ""},
		"given up":          {open, first, engine.Outcome{Winner: engine.First, Reason: engine.Recorded, Points: 1}, ""},
		"agreed":            {open, engine.Outcome{Reason: engine.Recorded}, engine.Outcome{Reason: engine.Recorded}, ""},
		"with points":       {open, engine.Outcome{Winner: engine.Second, Reason: "x", Points: 3}, engine.Outcome{Winner: engine.Second, Reason: engine.Recorded, Points: 3}, ""},
		"won":               {won, engine.Outcome{}, taken, ""},
		"won as it says":    {won, first, taken, ""},
		"won, says drawn":   {won, engine.Outcome{Reason: engine.Recorded}, taken, "draw"},
		"won, says lost":    {won, engine.Outcome{Winner: engine.Second, Reason: engine.Recorded, Points: 1}, taken, "second"},
		"drawn":             {drawn, engine.Outcome{}, repeated, ""},
		"drawn as it says":  {drawn, engine.Outcome{Reason: engine.Recorded}, repeated, ""},
		"drawn, says first": {drawn, first, engine.Outcome{Winner: engine.First, Reason: engine.Recorded, Points: 1}, "first"},
	} {
		r := c.record
		r.End(c.said)
		if got := r.Outcome(); got != c.want || r.Result != c.want {
			t.Errorf("%s: %+v, a result of %+v", name, got, r.Result)
		}
		var odd string
		for _, e := range r.Odd {
			odd += e.Text
		}
		if odd != c.odd || odd != "" && r.Odd[0].Code != engine.WrongResult {
			t.Errorf("%s: %v", name, r.Odd)
		}
	}
	for _, code := range []engine.Code{"a", "b", "a", "c", "d"} {
		open.Remark(&engine.FileError{Code: code})
	}
	if len(open.Odd) != 3 || open.Odd[2].Code != "c" {
		t.Errorf("%d oddities are kept", len(open.Odd))
	}
}

func TestFile_Found(t *testing.T) {
	f := engine.File{Entries: []engine.Entry{{Names: [2]string{"Ana", "Rui"}, Event: "Open", Date: "2026.01.02"},
		{Names: [2]string{"Eva", "Ana"}}, {}}}
	for words, want := range map[string][]int{"": {0, 1, 2}, "ana": {0, 1}, "ana rui": {0}, "open 2026": {0}, "bob": nil,
		"rui eva": nil} {
		if got := f.Found(strings.Fields(words), strings.ToLower); !slices.Equal(got, want) {
			t.Errorf("%q is found in %v", words, got)
		}
	}
}

// Readings are distinguished by the first move in which they differ.
func TestReadingsError(t *testing.T) {
	read := func(moves ...string) engine.Record {
		r := begun(t, "")
		enter(t, &r, moves...)
		return r
	}
	for _, c := range []struct {
		readings []engine.Record
		want     string
	}{
		{[]engine.Record{read("11-15", "22-18"), read("11-15", "21-17")}, "2 readings last to the end; they differ in move 2"},
		{[]engine.Record{read("11-15"), read("11-15"), read("11-14")}, "3 readings last to the end; they differ in move 1"},
		{[]engine.Record{read("11-15", "21-17"), read("11-15")}, "2 readings last to the end; they differ in move 2"},
		{[]engine.Record{read("11-15"), read("11-15", "21-17")}, "2 readings last to the end; they differ in move 2"},
	} {
		if got := (&engine.ReadingsError{Readings: c.readings}).Error(); got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
}

func TestBudget(t *testing.T) {
	for bytes, want := range map[int]int{0: 4000, 1200: 4100, 1 << 20: 60000} {
		b, n := engine.NewBudget(bytes), 0
		for b.Spend() {
			n++
		}
		if n != want || b.Spend() {
			t.Errorf("%d bytes: %d moves may be tried, not %d", bytes, n, want)
		}
	}
}
