package rules

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// gives makes Red or Black win a game at once: a roll and a resignation.
func gives(loser string) []engine.Move { return []engine.Move{"31", engine.Move(loser + " resigns 1")} }

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		name     string
		options  engine.Options
		moves    []engine.Move
		score    [2]int
		turn     engine.Side
		crawford bool // in the game that follows
	}{
		{"after one game the next one is thrown for", engine.Options{"points": "5"}, gives("first"), [2]int{0, 1},
			engine.Chance, false},
		{"a point from the match for the first time", engine.Options{"points": "2"}, gives("first"), [2]int{0, 1},
			engine.Chance, true},
		{"the Crawford game comes once", engine.Options{"points": "2"}, slices.Concat(gives("first"), gives("second")),
			[2]int{1, 1}, engine.Chance, false},
		{"the Crawford game can be left out", engine.Options{"points": "2", "crawford": "off"}, gives("first"), [2]int{0, 1},
			engine.Chance, false},
		{"it is not in the manual", engine.Options{"points": "2", "rules": "manual", "opening": "each"}, gives("first"),
			[2]int{0, 1}, engine.Chance, false},
		{"a gammon by agreement", engine.Options{"points": "5"}, []engine.Move{"31", "second resigns 2"}, [2]int{2, 0},
			engine.Chance, false},
		{"to the point before", engine.Options{"points": "4"}, []engine.Move{"31", "second resigns 3"}, [2]int{3, 0},
			engine.Chance, true},
		{"more than what was missing", engine.Options{"points": "2"}, []engine.Move{"31", "second resigns 3"}, [2]int{3, 0},
			engine.Nobody, false},
		{"a single game", nil, gives("first"), [2]int{0, 1}, engine.Nobody, false},
		{"game after game", engine.Options{"points": "0"}, slices.Concat(gives("first"), gives("second"), gives("first")),
			[2]int{1, 2}, engine.Chance, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			line := Backgammon.NewLine(parse(t, "start", test.options))
			for _, m := range test.moves {
				next, err := line.Play(m)
				if err != nil {
					t.Fatal(err)
				}
				line = next
			}
			p := line.Position().(Position)
			if p.Score != test.score || line.Turn() != test.turn {
				t.Errorf("score %v, turn %v", p.Score, line.Turn())
			}
			if line.Outcome().Decided() != (test.turn == engine.Nobody) || !p.Points().Ended.Decided() {
				t.Errorf("outcome %+v, that of the game %+v", line.Outcome(), p.Points().Ended)
			}
			if test.turn == engine.Nobody {
				return
			}
			next := played(t, p.String(), test.options, "31")
			if next.Crawford != test.crawford || next.Score != test.score || next.Stake() != 1 ||
				next.Sides != [2]board.Counts{board.SetUp, board.SetUp} {
				t.Errorf("the next game: %s", next)
			}
			if next.Length > 0 {
				next = next.AfterPlay(next.Plays()[0])
				if asked := next.Turn() != engine.Chance; asked == test.crawford {
					t.Errorf("somebody may double: %t in %s", asked, next)
				}
			}
		})
	}
}

func TestResignations(t *testing.T) {
	for _, test := range []struct {
		position string
		options  engine.Options
		want     []int
	}{
		{"start", nil, []int{1, 2, 3}},
		{red31, nil, []int{1, 2, 3}},
		{red31, engine.Options{"gammons": "off"}, []int{1}},
		{"4HPwATDgc/ABMA:cIkFAAAAAAAA", nil, []int{1}},       // Jacoby, cube in the middle
		{"4HPwATDgc/ABMA:QYkFAAAAAAAA", nil, []int{1, 2, 3}}, // Jacoby, cube turned
		{"AAAAAAUACAAAAA:MAoAAAAAAAAE", nil, nil},
	} {
		p := parse(t, test.position, test.options)
		if d := cmp.Diff(test.want, p.Resignations(engine.First)); d != "" {
			t.Errorf("%s under %v (-want +got):\n%s", p, test.options, d)
		}
		for _, bad := range []int{0, 4} {
			if m, err := p.Resign(engine.Second, bad); err == nil {
				t.Errorf("%s: %s is possible", p, m)
			}
		}
		if m, err := p.Resign(engine.Chance, 1); err == nil {
			t.Errorf("%s: %s is possible", p, m)
		}
	}
	p := parse(t, "4HPwATDgc/ABMA:QYkFAAAAAAAE", nil)
	m, err := p.Resign(engine.First, 2)
	if err != nil {
		t.Fatal(err)
	}
	next, err := p.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	want := engine.Outcome{Winner: engine.Second, Reason: wonByResigning, Points: 4}
	if d := cmp.Diff(want, next.Outcome()); d != "" {
		t.Errorf("after %s (-want +got):\n%s", m, d)
	}
	if again := parse(t, next.String(), nil); again.Outcome() != want {
		t.Errorf("%s is read as %+v", next, again.Outcome())
	}
}

// GNU Backgammon IDs after a dropped double and a resignation: the side on roll and the side to decide show who won.
func TestEndedElsewhere(t *testing.T) {
	for _, text := range []string{"sGfwATDgc/ABMA:cASgAAAACAAE", "sGfwATDgc/ABMA:MAygAAAACAAE", "sGfwATDgc/ABMA:cEOgACAACAAE",
		"sGfwATDgc/ABMA:cEugACAACAAE"} {
		if got := parse(t, text, nil).String(); got != text {
			t.Errorf("%s is written %s", text, got)
		}
	}
	dropped := parse(t, "sGfwATDgc/ABMA:cASgAAAACAAE", nil)
	if o := dropped.GameOutcome(); o.Winner != engine.Second || o.Reason != wonByDrop || o.Points != 1 ||
		dropped.Turn() != engine.Chance {
		t.Errorf("dropped: %+v", o)
	}
	resigned := parse(t, "sGfwATDgc/ABMA:cEOgACAACAAE", nil)
	if o := resigned.GameOutcome(); o.Winner != engine.First || o.Reason != wonByResigning || o.Points != 2 ||
		resigned.Score != [2]int{2, 1} {
		t.Errorf("resigned: %+v", o)
	}
}

func TestRoll(t *testing.T) {
	for _, test := range []struct {
		position      string
		first, second int
		want          engine.Move
	}{
		{"start", 1, 3, "13"}, {"start", 3, 1, "31"}, {"start", 5, 5, "55"},
		{toDecide + ":roll", 1, 3, "31"}, {toDecide + ":roll", 6, 2, "62"},
		{"start", 0, 3, ""}, {"start", 3, 7, ""}, {red31, 3, 1, ""}, {toDecide, 3, 1, ""},
	} {
		got, err := parse(t, test.position, nil).Roll(test.first, test.second)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s: %d and %d give %q, %v; want %q", test.position, test.first, test.second, got, err, test.want)
		}
	}
}

func TestPerft(t *testing.T) {
	for _, test := range []struct {
		position string
		options  engine.Options
		want     []uint64
	}{
		{"start", nil, []uint64{36}},
		{"start", engine.Options{"opening": "black"}, []uint64{21}},
		{toDecide, nil, []uint64{2, 23}},
		{red31, nil, []uint64{16, 32}},
		{red31, engine.Options{"double": "turn"}, []uint64{17}},
		{offered, nil, []uint64{2, 21}},
	} {
		p := parse(t, test.position, test.options)
		for n, want := range test.want {
			if got := engine.Perft(p, n+1); got != want {
				t.Errorf("%s, %d moves: %d, want %d", test.position, n+1, got, want)
			}
		}
	}
}
