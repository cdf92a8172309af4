package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tabuleiro/engine"
)

// record returns a line of moves from the start.
func record(t *testing.T, o engine.Options, moves []engine.Move) engine.Line {
	t.Helper()
	line := Backgammon.NewLine(parse(t, "start", o))
	for _, m := range moves {
		next, err := line.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		line = next
	}
	return line
}

func TestThrows(t *testing.T) {
	for points, want := range map[string]int{"0": 50000, "1": 1000, "2": 3000, "25": 49000} {
		if got := parse(t, "start", engine.Options{"points": points}).Throws(); got != want {
			t.Errorf("%s points: %d throws, want %d", points, got, want)
		}
	}
}

func TestStanding(t *testing.T) {
	for _, test := range []struct {
		points  string
		moves   []engine.Move
		leader  engine.Side
		lead    int
		endless bool
	}{
		{"1", nil, engine.Nobody, 0, false},
		{"5", []engine.Move{"31", "second resigns 2"}, engine.First, 2, false},
		{"0", nil, engine.Nobody, 0, true},
		{"0", []engine.Move{"31", "second resigns 2"}, engine.First, 2, true},
		{"0", []engine.Move{"31", "second resigns 2", "31", "first resigns 3"}, engine.Second, 1, true},
		{"0", []engine.Move{"31", "second resigns 2", "31", "first resigns 2"}, engine.Nobody, 0, true},
	} {
		p := record(t, engine.Options{"points": test.points}, test.moves).Position().(Position)
		s := p.Standing()
		if leader, lead := s.Lead(); leader != test.leader || lead != test.lead || s.Endless != test.endless ||
			s.Ended.Decided() != (test.moves != nil) {
			t.Errorf("%s points, %v: %v by %d, %+v", test.points, test.moves, leader, lead, s)
		}
	}
}

func TestExports(t *testing.T) {
	for _, test := range []struct {
		moves []engine.Move
		want  []engine.Export
	}{
		{nil, []engine.Export{{Format: "GNU Backgammon ID", Text: "4HPwATDgc/ABMA:MAAAAAAAAAAE"}}},
		{[]engine.Move{"13"}, []engine.Export{
			{Format: "GNU Backgammon ID", Text: red31},
			{Format: "XGID", Text: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"},
		}},
	} {
		line := record(t, nil, test.moves)
		p := line.Position().(Position)
		if d := cmp.Diff(test.want, p.Exports()); d != "" {
			t.Errorf("%v (-want +got):\n%s", test.moves, d)
		}
	}
	line := record(t, nil, []engine.Move{"31", "first resigns 1"})
	if list := line.Position().(Position).Exports(); len(list) != 1 {
		t.Errorf("XGID cannot say how a game ended: %v", list)
	}
}

func TestNote(t *testing.T) {
	const (
		black = "54" // thrown in an opening
		red   = "13"
	)
	for _, test := range []struct {
		start, thrown string
		options       engine.Options
		text, want    string
	}{
		{"start", black, nil, "24/20 13/8", "1, 4 12, 5"},
		{"start", black, nil, "24/20/15", "1, 4 5, 5"},
		{"start", black, nil, "13/8", "12, 5"}, // the beginning of a play
		{"start", black, nil, "13", "12,"},     // a place to begin
		{"start", black, nil, "13/9(2)", "13/9(2)"},
		{"start", black, nil, "hello", "hello"},
		{"start", red, nil, "8/5 6/5", "8, 3 6, 1"},
		{"XGID=-b----E-C---dE---c-e---aB-:0:0:1:31:0:0:0:0:10", "", nil, "24/23*/20", "24, 1 23, 3"},
		{"start", "", nil, "31", "31"},
		{toDecide, "", nil, "double", "0, 0"},
		{toDecide, "", nil, "roll", "roll"},
		{"2MDMGAYAQAAAAA:MAESAAAAAAAE", "", nil, "pass", "100, 100"},
		{"XGID=----------------------bA--:0:0:1:42:0:0:0:0:10", "", nil, "23/19/17", "23, 4 19, 2"},
		{"XGID=-AB---------------------b-:0:0:1:54:0:0:0:0:10", "", nil, "2/off", "2, 5"},
		{"XGID=-AB---------------------b-:0:0:1:54:0:0:0:0:10", "", engine.Options{"bearoff": "any"}, "2/off", "2/off"},
		{"XGID=-AB---------------------b-:0:0:1:54:0:0:0:0:10", "", engine.Options{"bearoff": "any"}, "2/off 2/off",
			"2, 5 2, 4"},
		{"XGID=b-----D------------d-----B:0:0:1:31:0:0:0:0:10", "", nil, "bar/22", "-1, 3"},
		{"XGID=b-----D------------d-----B:0:0:1:31:0:0:0:0:10", "", nil, "bar", "-1,"},
	} {
		p := parse(t, test.start, test.options)
		if test.thrown != "" {
			p = played(t, test.start, test.options, test.thrown)
		}
		if got := p.Format(test.text, manual); got != test.want {
			t.Errorf("%s: %s is %q, want %q", p, test.text, got, test.want)
		}
		if got := p.Format(test.text, standard); got != test.text {
			t.Errorf("%s: %s is the standard already, not %q", p, test.text, got)
		}
	}
}

// Text longer than any play stays as it is, and words are no paths.
func TestNote_Words(t *testing.T) {
	p := parse(t, red31, nil)
	long := strings.Repeat("8/5 6/5, ", 30)
	if got := p.Format(long, manual); got != long {
		t.Errorf("it becomes %q", got)
	}
	for m, want := range map[engine.Move]string{Roll: "roll", Double: "double", Take: "take", Drop: "drop", engine.Pass: "pass", "8/5 6/5": "", "31": ""} {
		if word, at := p.Word(m); word != want || at != "" {
			t.Errorf("%s is the word %q at %q", m, word, at)
		}
	}
}

// A side decides to roll only where it may double, and before its first roll; otherwise the dice are rolled for it.
func TestOnlyRolls(t *testing.T) {
	self, never := engine.Options{"throw": "self"}, engine.Options{"throw": "self", "double": "off"}
	for _, c := range []struct {
		text    string
		options engine.Options
		want    bool
	}{
		{"start", nil, false}, {red31, nil, false}, {toDecide, nil, false}, {offered, nil, false},
		{"start", self, true}, {red31, self, false}, {toDecide, self, false}, {offered, self, false},
		{"start", never, true}, {red31, never, false}, {toDecide, never, true},
	} {
		if got := parse(t, c.text, c.options).OnlyRolls(); got != c.want {
			t.Errorf("%s under %v only rolls: %t", c.text, c.options, got)
		}
	}
}

// Shots equal a count over all rolls and plays.
func TestShots(t *testing.T) {
	found := 0
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 9))
		p := engine.Position(parse(t, "start", nil))
		for range 150 {
			moves := slices.Collect(p.Moves())
			if len(moves) == 0 {
				break
			}
			if now := p.(Position); now.Turn() == engine.Chance && !now.IsOpeningRoll() {
				want := shots(t, now)
				if d := cmp.Diff(want, now.Shots(), cmpopts.EquateEmpty()); d != "" {
					t.Fatalf("%s (-want +got):\n%s", now, d)
				}
				found += want.Outside
			}
			next, err := p.Play(moves[random.IntN(len(moves))])
			if err != nil {
				t.Fatal(err)
			}
			p = next
		}
	}
	if found == 0 {
		t.Error("there was nothing to hit")
	}
}

// shots plays every roll and every play.
func shots(t *testing.T, p Position) (s engine.Shots) {
	for high := 1; high <= 6; high++ {
		for low := 1; low <= high; low++ {
			next, err := p.Play(Throw(high, low))
			if err != nil {
				t.Fatal(err)
			}
			weight, hits, outside := 2, false, false
			if high == low {
				weight = 1
			}
			for m := range next.Moves() {
				for _, hop := range next.Trace(m).Hops {
					if !hop.Hit {
						continue
					}
					hits = true
					at := OnBoard(p.Mover, hop.To) // the number that the side gives it
					if at > 6 {
						outside = true
						s.Blots = engine.Add(s.Blots, hop.To)
					}
				}
			}
			if hits {
				s.All += weight
			}
			if outside {
				s.Outside += weight
			}
		}
	}
	slices.Sort(s.Blots)
	return s
}

func TestThrow(t *testing.T) {
	both, first := [2]bool{true, true}, [2]bool{true, false}
	for _, test := range []struct {
		moves  []engine.Move
		want   engine.Throw
		double [2]bool // First and Second may, at their next turn
	}{
		{nil, engine.Throw{Each: true}, both},
		{[]engine.Move{"33"}, engine.Throw{Dice: [2]int{3, 3}, Each: true}, both},
		{[]engine.Move{"13"}, engine.Throw{By: engine.Second, Dice: [2]int{3, 1}}, both},
		{[]engine.Move{"31", "8/5 6/5"}, engine.Throw{By: engine.Second}, both},
		{[]engine.Move{"31", "8/5 6/5", "double"}, engine.Throw{By: engine.Second, Doubled: 2}, [2]bool{}},
		{[]engine.Move{"31", "8/5 6/5", "double", "take"}, engine.Throw{By: engine.Second}, first},
		{[]engine.Move{"31", "8/5 6/5", "double", "drop"}, engine.Throw{Each: true}, [2]bool{}}, // it is over
	} {
		p := record(t, nil, test.moves).Position().(Position)
		if got := p.Throw(); got != test.want {
			t.Errorf("%v: %+v, want %+v", test.moves, got, test.want)
		}
		if got := [2]bool{p.MayDouble(engine.First), p.MayDouble(engine.Second)}; got != test.double {
			t.Errorf("%v: may double: %v, want %v", test.moves, got, test.double)
		}
	}
	needsOne := parse(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:4:0:0:5:10", nil) // Red
	if !needsOne.MayDouble(engine.First) || needsOne.MayDouble(engine.Second) {
		t.Error("a side may double that needs no more than the stake, or its opponent may not")
	}
}
