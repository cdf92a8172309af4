package backgammon

import (
	"testing"

	"tabuleiro/engine"
)

// record is a line of moves from the start.
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
		{"5", []engine.Move{"31", "second resigns 2"}, engine.Nobody, 0, false},
		{"0", nil, engine.Nobody, 0, true},
		{"0", []engine.Move{"31", "second resigns 2"}, engine.First, 2, true},
		{"0", []engine.Move{"31", "second resigns 2", "31", "first resigns 3"}, engine.Second, 1, true},
		{"0", []engine.Move{"31", "second resigns 2", "31", "first resigns 2"}, engine.Nobody, 0, true},
	} {
		p := record(t, engine.Options{"points": test.points}, test.moves).Position().(position)
		if leader, lead, endless := p.Standing(); leader != test.leader || lead != test.lead || endless != test.endless {
			t.Errorf("%s points, %v: %v by %d, %t", test.points, test.moves, leader, lead, endless)
		}
	}
}

func TestExports(t *testing.T) {
	for _, test := range []struct {
		options engine.Options
		moves   []engine.Move
		want    []string // formats
	}{
		{nil, nil, []string{"GNU Backgammon ID", ".mat"}},
		{nil, []engine.Move{"31", "8/5 6/5"}, []string{"GNU Backgammon ID", "XGID", ".mat"}},
		{engine.Options{"rules": "manual"}, []engine.Move{"31"}, []string{"GNU Backgammon ID", "XGID", ".txt"}},
		{nil, []engine.Move{"31", "first resigns 1"}, []string{"GNU Backgammon ID", ".mat"}},
	} {
		line := record(t, test.options, test.moves)
		p := line.Position().(position)
		list := p.Exports(line, [2]string{"Ana", "Rui"})
		if len(list) != len(test.want) {
			t.Fatalf("%v: %+v", test.moves, list)
		}
		for i, x := range list {
			if x.Format != test.want[i] {
				t.Errorf("%v: format %s, want %s", test.moves, x.Format, test.want[i])
			}
			if x.Format == ".mat" && len(test.moves) > 0 {
				if r, err := ReadMat(x.Text); err != nil || r.Line.Position().String() != p.String() || r.Names != [2]string{"Ana", "Rui"} {
					t.Errorf("%v: read back as %+v, %v", test.moves, r, err)
				}
			}
		}
	}
}
