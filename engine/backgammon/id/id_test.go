package id_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/enginetest"
)

// known is a line of the reference: a Match ID, or an XGID and the equivalent GNU ID.
type known struct{ Kind, ID, XGID, GnubgID string }

// Every ID of the reference is the same after it was read and written again.
func TestIDs_Reference(t *testing.T) {
	kinds := make(map[string]int)
	for _, k := range enginetest.Lines[known](t, "../rules/testdata/backgammon-ids.jsonl") {
		kinds[k.Kind]++
		if k.Kind == "matchid" {
			if m, err := id.ParseMatchID(k.ID); err != nil || m.String() != k.ID {
				t.Errorf("%s is written %s, %v", k.ID, m, err)
			}
			continue
		}
		position, match, _ := strings.Cut(k.GnubgID, ":")
		b, err := id.ParsePositionID(position)
		if err != nil {
			t.Fatal(err)
		}
		m, err := id.ParseMatchID(match)
		if err != nil {
			t.Fatal(err)
		}
		if got := id.PositionID(b); got != position {
			t.Errorf("%s is written %s", position, got)
		}
		if got := id.Xgid(b, m, id.CubeBits); got != k.XGID {
			t.Errorf("%s is %s, want %s", k.GnubgID, got, k.XGID)
		}
		b, m, err = id.ParseXGID(k.XGID)
		if got := id.PositionID(b) + ":" + m.String(); err != nil || got != k.GnubgID {
			t.Errorf("%s is %s, %v; want %s", k.XGID, got, err, k.GnubgID)
		}
	}
	if kinds["matchid"] == 0 || kinds["xgid"] == 0 {
		t.Errorf("the reference has %v", kinds)
	}
}

// A board survives a Position ID and an XGID, seen by either side, with any checkers.
func TestIDs_AnyBoard(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var b board.Board
		for _, side := range []*board.Counts{&b.Own, &b.Opp} {
			left := random.IntN(board.Checkers + 1)
			*side = side.Add(board.Off, board.Checkers-left)
			for left > 0 {
				place, n := 1+random.IntN(board.Bar), 1+random.IntN(left)
				if place < board.Bar && b.Opp.At(board.Mirror(place))+b.Own.At(board.Mirror(place)) > 0 {
					continue
				}
				*side, left = side.Add(place, n), left-n
			}
		}
		if got, err := id.ParsePositionID(id.PositionID(b)); err != nil || got != b {
			t.Fatalf("%v becomes %v, %v", b, got, err)
		}
		m := id.MatchID{State: id.UnderWay, Cube: random.IntN(4), Owner: []int{0, 1, id.Nobody}[random.IntN(3)],
			Length: random.IntN(20), Score: [2]int{random.IntN(30), random.IntN(30)}, Move: random.IntN(2)}
		m.Turn = m.Move
		m.Crawford = m.Length > 0 && random.IntN(2) == 0
		m.Jacoby = m.Length == 0 && random.IntN(2) == 0
		switch random.IntN(3) {
		case 0:
			m.Dice = [2]int{4 + random.IntN(3), 1 + random.IntN(4)}
		case 1:
			m.Doubled, m.Turn = true, 1-m.Move
		}
		text := id.Xgid(b, m, id.CubeBits)
		if gotB, gotM, err := id.ParseXGID(text); err != nil || gotB != b || gotM != m {
			t.Fatalf("%v, %+v: %s is read as %v, %+v, %v", b, m, text, gotB, gotM, err)
		}
	}
}

// The largest cube is written as it is, and as 10 where it is unlimited; both are read alike.
func TestXGID_LargestCube(t *testing.T) {
	const places = "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:5:"
	board, want, err := id.ParseXGID(places + "10")
	if err != nil {
		t.Fatal(err)
	}
	for most := range id.CubeBits + 1 {
		text := places + strconv.Itoa(most)
		if b, m, err := id.ParseXGID(text); err != nil || b != board || m != want {
			t.Errorf("%s is read as %v, %+v, %v", text, b, m, err)
		}
		if most == id.CubeBits {
			text = places + "10"
		}
		if got := id.Xgid(board, want, most); got != text {
			t.Errorf("with a largest cube of %d: %s, want %s", most, got, text)
		}
	}
}

// For a money game both rules of an XGID are read, Jacoby's among them; and the longest possible match.
func TestXGID_Rules(t *testing.T) {
	const places = "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:"
	for fields, want := range map[string]id.MatchID{
		"0:0:0:0:10": {}, "0:0:1:0:10": {Jacoby: true}, "0:0:2:0:10": {}, "0:0:3:0:10": {Jacoby: true},
		"0:0:1:1:10": {Length: 1, Crawford: true}, "0:0:0:32767:10": {Length: id.MostScore},
		"32767:0:0:5:10": {Length: 5, Score: [2]int{0, id.MostScore}},
	} {
		want.State, want.Owner, want.Move, want.Turn, want.Dice = id.UnderWay, id.Nobody, 1, 1, [2]int{6, 4}
		if _, m, err := id.ParseXGID(places + fields); err != nil || m != want {
			t.Errorf("%s is read as %+v, %v", fields, m, err)
		}
	}
}

// The larger of two dice comes first, in whatever order they are written.
func TestIDs_Dice(t *testing.T) {
	if _, m, err := id.ParseXGID("XGID=-b----E-C---eE---c-e----B-:0:0:1:46:0:0:0:0:10"); err != nil || m.Dice != [2]int{6, 4} {
		t.Errorf("%v, %v", m.Dice, err)
	}
	if m, err := id.ParseMatchID(id.MatchID{State: id.UnderWay, Dice: [2]int{2, 5}}.String()); err != nil || m.Dice != [2]int{5, 2} {
		t.Errorf("%v, %v", m.Dice, err)
	}
}

func TestMatchID_Over(t *testing.T) {
	for state, over := range []bool{id.NotBegun: false, id.UnderWay: false, id.BornOff: true, id.Resigned: true, id.Dropped: true} {
		if m := (id.MatchID{State: state}); m.IsOver() != over {
			t.Errorf("state %d: over is %t", state, m.IsOver())
		}
	}
}

// Impossible boards and matches are refused with the reason.
func TestIDs_Bad(t *testing.T) {
	const places = "-b----E-C---eE---c-e----B-"
	for text, want := range map[string]string{
		"4HPwATDgc/ABM": "14 characters", "4HPwATDgc/AB$A": "14 characters", "4HPwATDgc/AB\nMA": "no such board",
		"/////////////w": "no such board", "AAAAAAAAAAAAgA": "no such board", "AQAAAAAAAgAAAA": "no such board",
		"4HPwATDgc/AB": "14 characters", "4HPwATDgc/ABMAAA": "14 characters", "cAkAAAAA": "12 characters",
		"cAkAAAAAAAA": "12 characters", "cAkAAAAAAAAI": "out of range", "YAkAAAAAAAAE": "out of range",
		"cA0AAAAAAAAE": "out of range", "cAkCAAAAAAAE": "out of range", id.MatchID{Dice: [2]int{7, 2}}.String(): "out of range",
		id.MatchID{Dice: [2]int{1, 0}}.String():               "out of range",
		"XGID=-b----E-C":                                      "26 letters and nine numbers",
		"XGID=" + places + ":0:0:1:00:0:0:0:0":                "26 letters and nine numbers",
		"XGID=" + places + ":0:0:x:00:0:0:0:0:10":             "26 letters and nine numbers",
		"XGID=" + places + ":0:0:1:00:0:0:0:0:10x":            "26 letters and nine numbers",
		"XGID=" + places + ":0:0:1:00:0:0:0:0:010":            "26 letters and nine numbers",
		"XGID=" + places + ":11:0:1:00:0:0:0:0:10":            "out of range",
		"XGID=" + places + ":0:0:1:00:0:0:0:0:16":             "out of range",
		"XGID=" + places + ":0:2:1:00:0:0:0:0:10":             "out of range",
		"XGID=" + places + ":0:0:0:00:0:0:0:0:10":             "out of range",
		"XGID=" + places + ":0:0:1:00:-1:0:0:0:10":            "out of range",
		"XGID=" + places + ":0:0:1:00:0:-1:0:0:10":            "out of range",
		"XGID=" + places + ":0:0:1:00:0:0:0:-1:10":            "out of range",
		"XGID=" + places + ":0:0:1:00:32768:0:0:0:10":         "out of range",
		"XGID=" + places + ":0:0:1:00:0:32768:0:0:10":         "out of range",
		"XGID=" + places + ":0:0:1:00:0:0:0:32768:10":         "out of range",
		"XGID=" + places + ":-1:0:1:00:0:0:0:0:10":            "out of range",
		"XGID=" + places + ":0:-2:1:00:0:0:0:0:10":            "out of range",
		"XGID=" + places + ":0:0:1:00:0:0:-1:0:10":            "out of range",
		"XGID=" + places + ":0:0:1:00:0:0:2:3:10":             "out of range",
		"XGID=" + places + ":0:0:1:00:0:0:2:1:10":             "out of range",
		"XGID=" + places + ":0:0:1:00:0:0:4:0:10":             "out of range",
		"XGID=" + places + ":0:0:1:07:0:0:0:0:10":             "out of range",
		"XGID=A" + places[1:] + ":0:0:1:00:0:0:0:0:10":        "no such board",
		"XGID=" + places[:25] + "b:0:0:1:00:0:0:0:0:10":       "no such board",
		"XGID=-b----P-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10": "no such board",
		"XGID=-b----J-J---eE---c-e----B-:0:0:1:00:0:0:0:0:10": "no such board",
		"XGID=-b----E-C---jE---j-e----B-:0:0:1:00:0:0:0:0:10": "no such board",
	} {
		var err error
		switch {
		case strings.HasPrefix(text, "XGID="):
			_, _, err = id.ParseXGID(text)
		case strings.HasPrefix(want, "14") || want == "no such board":
			_, err = id.ParsePositionID(text)
		default:
			_, err = id.ParseMatchID(text)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", text, err, want)
		}
	}
}
