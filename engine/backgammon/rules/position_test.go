package rules

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
)

// played plays typed moves from the start, or from a position.
func played(t testing.TB, start string, o engine.Options, texts ...string) Position {
	t.Helper()
	var p engine.Position = parse(t, start, o)
	for n, text := range texts {
		m, err := p.Read(text)
		if err == nil {
			p, err = p.Play(m)
		}
		if err != nil {
			t.Fatalf("move %d: %v", n+1, err)
		}
	}
	return p.(Position)
}

func moves(p Position) []string {
	var list []string
	for m := range p.Moves() {
		list = append(list, string(m))
	}
	return list
}

// Both presets, and every option against its neighbour.
func TestOpeningOption(t *testing.T) {
	if p := played(t, "start", nil, "26"); p.Turn() != engine.Second || p.Dice != [2]int{6, 2} {
		t.Errorf("each, 2 against 6: %v has %v", p.Turn(), p.Dice)
	}
	if p := played(t, "start", nil, "62"); p.Turn() != engine.First {
		t.Errorf("each, 6 against 2: %v", p.Turn())
	}
	tie := played(t, "start", nil, "44")
	if tie.Turn() != engine.Chance || tie.Points().Dice != [2]int{4, 4} || len(moves(tie)) != 36 {
		t.Errorf("each, a tie: %v after %v", tie.Turn(), tie.Points().Dice)
	}
	if p := played(t, "start", nil, "44", "55", "13"); p.Turn() != engine.Second {
		t.Errorf("each, after two ties: %v", p.Turn())
	}
	for _, o := range []engine.Options{{"opening": "black"}, {"rules": "manual"}} {
		start := parse(t, "start", o)
		if start.Turn() != engine.Chance || len(moves(start)) != 21 {
			t.Errorf("black: %v with %d throws", start.Turn(), len(moves(start)))
		}
		if p := played(t, "start", o, "26"); p.Turn() != engine.First {
			t.Errorf("black, 2 and 6: %v", p.Turn())
		}
		if p := played(t, "start", o, "44"); p.Turn() != engine.First || len(p.Plays()) == 0 {
			t.Errorf("black, 4 and 4: %v", p.Turn())
		}
	}
}

func TestPlayOptions(t *testing.T) {
	const (
		larger = "XGID=--b----------A------------:0:0:1:65:0:0:0:0:10"
		both   = "XGID=-------b--b--Ab-----A-----:0:0:1:64:0:0:0:0:10"
		home   = "XGID=--A---A-----------------b-:0:0:1:31:0:0:0:0:10"
	)
	for _, test := range []struct {
		position string
		options  engine.Options
		want     []string
	}{
		{larger, nil, []string{"13/7"}},
		{larger, engine.Options{"dice": "any"}, []string{"13/7", "13/8"}},
		{larger, engine.Options{"bearoff": "any"}, []string{"13/7"}},
		{both, nil, []string{"13/9/3"}},
		{both, engine.Options{"dice": "any"}, []string{"20/16", "13/9/3"}},
		{home, nil, []string{"6/3/2", "6/3 2/1"}},
		{home, engine.Options{"bearoff": "any"}, []string{"6/3/2", "6/3 2/1", "6/5 2/off", "2/1/off"}},
		{home, engine.Options{"dice": "any"}, []string{"6/3/2", "6/3 2/1"}},
	} {
		o := engine.Options{"double": "off"}
		for name, value := range test.options {
			o[name] = value
		}
		got := moves(parse(t, test.position, o))
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s under %v (-want +got):\n%s", test.position, o, d)
		}
	}
}

func TestDoubleOption(t *testing.T) {
	const rolled = red31
	for _, test := range []struct {
		double         string
		before, rolled bool
	}{{"before", true, false}, {"turn", true, true}, {"off", false, false}} {
		o := engine.Options{"double": test.double}
		if got := slices.Contains(moves(parse(t, toDecide, o)), "double"); got != test.before {
			t.Errorf("double=%s, before rolling: %t", test.double, got)
		}
		if got := slices.Contains(moves(parse(t, rolled, o)), "double"); got != test.rolled {
			t.Errorf("double=%s, after rolling: %t", test.double, got)
		}
	}
	if p := parse(t, toDecide, engine.Options{"double": "off"}); p.Turn() != engine.Chance {
		t.Errorf("without cube %v decides", p.Turn())
	}
	// A double after the roll is answered, and then the same dice are played.
	p := played(t, rolled, engine.Options{"double": "turn"}, "double")
	if p.Turn() != engine.First {
		t.Errorf("%v answers the double", p.Turn())
	}
	if p = played(t, rolled, engine.Options{"double": "turn"}, "double", "take"); p.Turn() != engine.Second ||
		p.Dice != [2]int{3, 1} || p.Stake() != 2 {
		t.Errorf("after the answer %v plays %v for %d", p.Turn(), p.Dice, p.Stake())
	}
	if slices.Contains(moves(p), "double") {
		t.Error("who doubled may double again")
	}
}

func TestCube(t *testing.T) {
	p := played(t, toDecide, nil, "double", "take")
	if p.Turn() != engine.Chance || p.Stake() != 2 || p.Points().Owner != engine.First {
		t.Errorf("taken: %v, %d, %v", p.Turn(), p.Stake(), p.Points().Owner)
	}
	p = played(t, toDecide, nil, "double", "take", "31", "8/5 6/5")
	if d := cmp.Diff([]string{"roll", "double"}, moves(p)); d != "" {
		t.Errorf("the owner may double again (-want +got):\n%s", d)
	}
	p = played(t, toDecide, nil, "double", "take", "31", "8/5 6/5", "roll", "31", "8/5 6/5")
	if p.Turn() != engine.Chance {
		t.Errorf("who does not own the cube is asked: %v", p.Turn())
	}
	p = played(t, toDecide, nil, "double", "take", "31", "8/5 6/5", "double", "drop")
	if d := cmp.Diff(engine.Outcome{Winner: engine.First, Reason: wonByDrop, Points: 2}, p.Outcome()); d != "" {
		t.Errorf("a second double dropped (-want +got):\n%s", d)
	}
	p = played(t, toDecide, nil, "double", "drop")
	if d := cmp.Diff(engine.Outcome{Winner: engine.Second, Reason: wonByDrop, Points: 1}, p.Outcome()); d != "" {
		t.Errorf("the first double dropped (-want +got):\n%s", d)
	}
	for most, want := range map[string]bool{"32": false, "64": true, "none": true} {
		p := parse(t, "4HPwATDgc/ABMA:VQkAAAAAAAAE", engine.Options{"cube-max": most})
		if got := slices.Contains(moves(p), "double"); got != want {
			t.Errorf("cube-max=%s with the cube at 32: %t", most, got)
		}
	}
}

// The value of a game when Red bears off the last checker.
func TestGammons(t *testing.T) {
	const (
		single     = "XGID=-A---------------------n--:%:0:0:0:0:10"
		gammon     = "XGID=-A---------------------o--:%:0:0:0:0:10"
		inHome     = "XGID=-A-a-------------------n--:%:0:0:0:0:10"
		onBar      = "XGID=aA---------------------n--:%:0:0:0:0:10"
		withJacoby = "XGID=-A---------------------o--:%:0:0:1:0:10"
	)
	one, two := "0:0:1:31", "1:-1:1:31"
	for _, test := range []struct {
		position, cube string
		options        engine.Options
		reason         engine.Code
		points         int
	}{
		{single, one, nil, wonSingle, 1},
		{single, two, nil, wonSingle, 2},
		{gammon, one, nil, wonGammon, 2},
		{gammon, two, nil, wonGammon, 4},
		{inHome, one, nil, wonBackgammon, 3},
		{onBar, two, nil, wonBackgammon, 6},
		{onBar, two, engine.Options{"gammons": "off"}, wonSingle, 2},
		{onBar, two, engine.Options{"rules": "manual"}, wonSingle, 2},
		{onBar, two, engine.Options{"rules": "manual", "gammons": "on"}, wonBackgammon, 6},
		{withJacoby, one, nil, wonSingle, 1},
		{withJacoby, two, nil, wonGammon, 4},
		{gammon, one, engine.Options{"jacoby": "on"}, wonGammon, 2}, // the text of the position says no
	} {
		text := test.position[:len("XGID=")+26] + ":" + test.cube + test.position[len("XGID=")+28:]
		p := parse(t, text, test.options)
		next, ok := p.next(engine.Move(moves(p)[0]))
		want := engine.Outcome{Winner: engine.Second, Reason: test.reason, Points: test.points}
		if d := cmp.Diff(want, next.Outcome()); !ok || d != "" {
			t.Errorf("%s under %v (-want +got):\n%s", text, test.options, d)
		}
		if next.Mover != 0 || next.Dice != [2]int{} {
			t.Errorf("%s: the other side is not on roll in %s", text, next)
		}
		again := parse(t, next.String(), test.options)
		if d := cmp.Diff(want, again.Outcome()); d != "" {
			t.Errorf("%s read back (-want +got):\n%s", next, d)
		}
	}
	if !parse(t, "start", engine.Options{"jacoby": "on"}).Jacoby || parse(t, "start", nil).Jacoby ||
		parse(t, "start", engine.Options{"jacoby": "on", "points": "5"}).Jacoby {
		t.Error("the rule of Jacoby is not that of money games only")
	}
}

func TestForced(t *testing.T) {
	const (
		one  = "XGID=--b----------A------------:0:0:1:65:0:0:0:0:10"
		dead = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:0:0:5:10" // Red needs one more point
		live = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:0:0:5:10"
	)
	for _, test := range []struct {
		position string
		options  engine.Options
		want     engine.Move
	}{
		{one, nil, "13/7"},
		{one, engine.Options{"double": "turn"}, ""}, // he might double
		{one, engine.Options{"dice": "any"}, ""},    // he has a choice
		{"2MDMGAYAQAAAAA:cAkKAAAAAAAE", nil, "pass"},
		{"2MDMGAYAQAAAAA:cAkKAAAAAAAE", engine.Options{"double": "turn"}, "pass"},
		{dead, nil, "roll"}, {live, nil, ""},
		{red31, nil, ""}, {toDecide, nil, ""}, {offered, nil, ""}, {"start", nil, ""},
	} {
		got, forced := parse(t, test.position, test.options).Forced()
		if got != test.want || forced != (test.want != "") {
			t.Errorf("%s under %v: %q, %t; want %q", test.position, test.options, got, forced, test.want)
		}
	}
}
