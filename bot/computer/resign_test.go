package computer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/computer"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/match"
)

// Positions of Gamão. Ana is Black, whose checkers are lower-case letters and move up to the right; the computer is
// Red.
const (
	botLost      = "XGID=------J-----------------a-:0:0:1:21:0:0:0:0:10" // five checkers off, no gammon
	botGammoned  = "XGID=------O-----------------a-:0:0:1:21:0:0:0:0:10"
	botHopes     = "XGID=-D----------------------d-:0:0:1:21:0:0:0:0:10" // Ana needs two throws, or one double
	anaLost      = "XGID=-A-----------------j------:0:0:-1:21:0:0:0:0:10"
	anaGammoned  = "XGID=-A-----------------o------:0:0:-1:21:0:0:0:0:10"
	anaAtLast    = "XGID=-A-----------------o------:0:0:-1:21:6:0:0:7:10" // the computer needs one point
	botAtLast    = "XGID=------O-----------------a-:0:0:1:21:0:6:0:7:10"  // Ana does
	gammonNoPlus = "XGID=-A-----------------o------:0:0:-1:21:3:0:0:5:10" // the computer needs two points
	opened       = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:0:10"
)

// gamble returns a match of ana against the computer from a position of Gamão.
func gamble(t *testing.T, level int, position string, set map[string]string) *match.Match {
	t.Helper()
	game := backgammon.Backgammon
	options, err := game.Complete(set)
	if err != nil {
		t.Fatal(err)
	}
	last := dice.LastKey([32]byte{1})
	seal, err := dice.Key(last, 100, 0)
	if err != nil {
		t.Fatal(err)
	}
	ana, robot := match.Player{ID: "terminal:ana", Name: "Ana"}, computer.Player(level, "House")
	setup := &match.Setup{Game: game.Name, Version: game.Version, Options: options, Start: position, Opponent: robot}
	return play(t, &match.Match{ID: "k7q2"}, game,
		match.Event{Kind: match.Challenged, By: ana.ID, Who: &ana, Setup: setup, Word: "ana",
			Chain: &match.Chain{Last: last, Length: 100, Seal: seal}},
		match.Event{Kind: match.Accepted, By: robot.ID, Who: &robot, First: ana.ID, Word: "house"})
}

// A loss that no dice can change is resigned at every level, for exactly its value.
func TestGivesUp(t *testing.T) {
	for name, c := range map[string]struct {
		position string
		options  map[string]string
		resigned int // stakes that are given up at once
		offered  int // stakes that are offered after a move
	}{
		"the stake":                    {botLost, nil, 0, 1},
		"a gammon":                     {botGammoned, nil, 0, 2},
		"a gammon that nobody needs":   {botAtLast, map[string]string{"points": "7"}, 0, 1},
		"where gammons do not count":   {botGammoned, map[string]string{"gammons": "off"}, 1, 0},
		"by the rules of the manual":   {botGammoned, map[string]string{"rules": "manual"}, 1, 0},
		"nothing while there is hope":  {botHopes, nil, 0, 0},
		"nothing in an opening":        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", nil, 0, 0},
		"nothing, the game being won":  {"XGID=-A-----------------o------:0:0:1:21:0:0:0:0:10", nil, 0, 0},
		"nothing that could be a race": {"XGID=------J----------------o--:0:0:1:66:0:0:0:0:10", nil, 0, 0},
	} {
		for _, level := range []int{1, 6, 8} {
			m := gamble(t, level, c.position, c.options)
			events, err := computer.Decide(t.Context(), m, false)
			if err != nil {
				t.Fatal(err)
			}
			play(t, m, m.Game, events...)
			resigned, offered, moved := 0, 0, false
			for _, e := range events {
				switch e.Kind {
				case match.Resigned:
					resigned = e.Times
				case match.Offered:
					offered = e.Times
				default:
					moved = true
				}
			}
			if resigned != c.resigned || offered != c.offered || moved == (resigned > 0) {
				t.Errorf("%s, level %d: %+v", name, level, events)
			}
		}
	}
}

// A resignation is accepted if it offers everything that the computer can expect, whatever its level thinks of the
// position.
func TestResignation_Accepted(t *testing.T) {
	match7, match5 := map[string]string{"points": "7"}, map[string]string{"points": "5"}
	for _, c := range []struct {
		name     string
		position string
		options  map[string]string
		stakes   int
		want     match.Kind
	}{
		{"the stake that is lost", anaLost, nil, 1, match.Agreed},
		{"the stake where a gammon is lost", anaGammoned, nil, 1, match.Refused},
		{"a gammon", anaGammoned, nil, 2, match.Agreed},
		{"the stake where it wins the match", anaAtLast, match7, 1, match.Agreed},
		{"the stake where a gammon wins the match", gammonNoPlus, match5, 1, match.Refused},
		{"a gammon that wins the match", gammonNoPlus, match5, 2, match.Agreed},
		{"the stake before anything is decided", opened, nil, 1, match.Agreed},
	} {
		for _, level := range []int{1, 6, 8} {
			m := gamble(t, level, c.position, c.options)
			m = play(t, m, m.Game, match.Event{Kind: match.Offered, By: "terminal:ana", Offer: match.Resign, Times: c.stakes})
			got, err := computer.Decide(t.Context(), m, false)
			if err != nil {
				t.Fatal(err)
			}
			want := []match.Event{{Kind: c.want, By: computer.Player(level, "").ID, Offer: match.Resign}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, level %d: %s", c.name, level, diff)
			}
		}
	}
}
