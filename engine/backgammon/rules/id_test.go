package rules

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/enginetest"
)

// known is a line of the reference: a Match ID in words, or an XGID and the equivalent GNU ID.
type known struct {
	Kind, ID, XGID, GnubgID                                     string
	Cube, Owner, Move, Crawford, State, Turn, Doubled, Resigned int
	Dice, Score                                                 [2]int
	Length, Jacoby                                              int
}

func TestKnownIDs(t *testing.T) {
	kinds := make(map[string]int)
	for _, k := range enginetest.Lines[known](t, "testdata/backgammon-ids.jsonl") {
		kinds[k.Kind]++
		switch k.Kind {
		case "matchid":
			want := id.MatchID{
				Cube: bits.Len(uint(k.Cube)) - 1, Owner: k.Owner & id.Nobody, Move: k.Move, Crawford: k.Crawford == 1, State: k.State,
				Turn:    k.Turn,
				Doubled: k.Doubled == 1, Resigned: k.Resigned, Dice: [2]int{max(k.Dice[0], k.Dice[1]), min(k.Dice[0], k.Dice[1])},
				Length: k.Length, Score: k.Score, Jacoby: k.Jacoby == 1,
			}
			if got := want.String(); got != k.ID {
				t.Errorf("%+v is written %s, want %s", want, got, k.ID)
			}
			got, err := id.ParseMatchID(k.ID)
			if err != nil {
				t.Error(err)
			}
			if d := cmp.Diff(want, got, cmp.AllowUnexported(id.MatchID{})); d != "" {
				t.Errorf("%s (-want +got):\n%s", k.ID, d)
			}
		case "xgid":
			for _, text := range []string{k.XGID, k.GnubgID} {
				p := parse(t, text, nil)
				if p.String() != k.GnubgID || id.Xgid(p.Board(), p.matchID(), p.Rules.CubeMost) != k.XGID {
					t.Errorf("%s is %s and %s, want %s and %s", text, p, id.Xgid(p.Board(), p.matchID(), p.Rules.CubeMost), k.GnubgID,
						k.XGID)
				}
			}
		}
	}
	if len(kinds) != 2 {
		t.Errorf("the file has %v", kinds)
	}
}

// The IDs that GNU Backgammon prints below a board, in two words or one, are read as that position.
func TestKnownIDs_Printed(t *testing.T) {
	for _, text := range []string{
		"Position ID: 4HPwATDgc/ABMA\n Match ID : cIkFAAAAAAAE", "GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n Match ID   : cIkFAAAAAAAE",
		"position id:4HPwATDgc/ABMA match id:cIkFAAAAAAAE", "GNUbgID=4HPwATDgc/ABMA:cIkFAAAAAAAE", " 4HPwATDgc/ABMA:cIkFAAAAAAAE ",
	} {
		if p := parse(t, text, nil); p.String() != red31 {
			t.Errorf("%q is %s", text, p)
		}
	}
	// A Position ID alone is a money game in which the side on roll is the first.
	if p := parse(t, "4HPwATDgc/ABMA", nil); p.String() != "4HPwATDgc/ABMA:MAEAAAAAAAAE" {
		t.Errorf("a Position ID alone is %s", p)
	}
}

// Positions without an example in the reference.
func TestXGID(t *testing.T) {
	for _, test := range []struct{ xgid, text string }{
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10", "4HPwATDgc/ABMA:cBEAAAAAAAAE"},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:2:4:1:5:10", "4HPwATDgc/ABMA:sAGgAEAAEAAE"},
		{"XGID=-b----E-C---eE---c-e----B-:1:1:-1:52:0:0:1:0:10", "4HPwATDgc/ABMA:EYEKAAAAAAAA"},
	} {
		p := parse(t, test.xgid, nil)
		if p.String() != test.text {
			t.Errorf("%s is %s, want %s", test.xgid, p, test.text)
		}
		if id.Xgid(p.Board(), p.matchID(), p.Rules.CubeMost) != test.xgid {
			t.Errorf("%s is written %s", test.xgid, id.Xgid(p.Board(), p.matchID(), p.Rules.CubeMost))
		}
	}
	// Beavers and the largest cube are left out.
	p := parse(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:5", nil)
	if got := id.Xgid(p.Board(), p.matchID(),
		p.Rules.CubeMost); got != "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10" {
		t.Errorf("read with beavers: %s", got)
	}
}

func TestBadPositions(t *testing.T) {
	const board = "4HPwATDgc/ABMA"
	for _, test := range []struct{ text, want string }{
		{"", "it is not PositionID:MatchID"},
		{board + ":cAkAAAAAAAAE:later", "it is not PositionID:MatchID"},
		{"4HPwATDgc/ABM:cAkAAAAAAAAE", "14 characters of Base64"},
		{"4HPwATDgc/AB$A:cAkAAAAAAAAE", "14 characters of Base64"},
		{"4HPwATDgc/ABMB:cAkAAAAAAAAE", "14 characters of Base64"},
		{"/////////////w:cAkAAAAAAAAE", "no such board"},
		{"AAAAAAAAAAAAgA:cAkAAAAAAAAE", "no such board"},
		{"AQAAAAAAAgAAAA:cAkAAAAAAAAE", "no such board"},
		{board + ":cAkAAAAAAAA", "12 characters of Base64"},
		{board + ":cAkAAAAAAAAI", "out of range"},
		{board + ":YAkAAAAAAAAE", "out of range"},
		{board + ":cA0AAAAAAAAE", "out of range"},
		{board + ":cAkCAAAAAAAE", "out of range"},
		{board + ":QAkAAAAAAAAE", "no game of backgammon comes to it"},
		{"AAAAAAAAAAAAAA:cAoAAAAAAAAE", "no game of backgammon comes to it"},
		{"AAAAAAUACAAAAA:cAkAAAAAAAAE", "no game of backgammon comes to it"},
		{board + ":cAoAAAAAAAAE", "no game of backgammon comes to it"},
		{board + ":cAkgABAAAAAE", "no game of backgammon comes to it"},
		{board + ":cIkFAAAAAAAE:roll", "it is not PositionID:MatchID"},
		{board + ":QQkAAAAAAAAE:roll", "it is not PositionID:MatchID"},
		{board + ":cBAAAAAAAAAE", "no game of backgammon comes to it"},
		{board + ":MIAFAAAAAAAE", "no game of backgammon comes to it"},
		{board + ":QREAAAAAAAAE", "no game of backgammon comes to it"},
		{board + ":cAsAAAAAAAAE", "no game of backgammon comes to it"},
		{"XGID=-b----E-C", "26 letters and nine numbers"},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:x:00:0:0:0:0:10", "26 letters and nine numbers"},
		{"XGID=-b----E-C---eE---c-e----B-:11:0:1:00:0:0:0:0:10", "out of range"},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10", "out of range"},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:-1:0:0:0:10", "out of range"},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:3:10", "out of range"},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:07:0:0:0:0:10", "out of range"},
		{"XGID=Ab----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "no such board"},
		{"XGID=-b----E-C---eE---c-e----Bb:0:0:1:00:0:0:0:0:10", "no such board"},
		{"XGID=-b----J-J---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "no such board"},
	} {
		full, err := Backgammon.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Backgammon.Parse(test.text, full)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v; want %q", test.text, err, test.want)
		}
	}
}
