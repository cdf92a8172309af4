package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
)

// Every rule that can forbid a move, with what the error contains.
func TestExplain(t *testing.T) {
	const (
		stuck = "2MDMGAYAQAAAAA:cAkKAAAAAAAE"
		// both dice can be played, but not one after the other
		larger     = "XGID=--b----------A------------:0:0:1:65:0:0:0:0:10"
		both       = "XGID=-------b--b--Ab-----A-----:0:0:1:64:0:0:0:0:10"
		away       = "XGID=--A---BA----------------b-:0:0:1:64:0:0:0:0:10"
		blockedOut = "XGID=-b----D-AA----------------:0:0:1:65:0:0:0:0:10" // two are outside, and Black has point 1
		athome     = "XGID=--A--A------------------b-:0:0:1:43:0:0:0:0:10"
		twoOnBar   = "XGID=-b----E-C---cD---b-e-a--AB:0:0:1:43:0:0:0:0:10"
		blackOwns  = "4HPwATDgc/ABMA:QQkAAAAAAAAE" // Black owns the cube, Red is on roll
		crawford   = "4HPwATDgc/ABMA:8AlgABAAAAAE"
	)
	after, manual := engine.Options{"double": "turn"}, engine.Options{"rules": "manual"}
	seen := map[engine.Code]bool{engine.NotCanonical: true, wonSingle: true, wonGammon: true, wonBackgammon: true,
		wonByDrop: true, wonByResigning: true}
	for _, test := range []struct {
		position string
		options  engine.Options
		text     string
		want     engine.MoveError
	}{
		{red31, nil, "30/off", engine.MoveError{Rule: noSuchPoint, At: "30"}},
		{red31, nil, "1/4", engine.MoveError{Rule: wrongWay, At: "1/4"}},
		{red31, manual, "1/4", engine.MoveError{Rule: wrongWay, At: "1/4"}},
		{black31, manual, "17/20 17/16", engine.MoveError{Rule: wrongWayUp, At: "8/9"}},
		{black31, manual, "1, 7", engine.MoveError{Rule: dieNotThrown, At: "24/17", Count: 7}},
		{black31, manual, "25, 1", engine.MoveError{Rule: noSuchPoint, At: "25"}},
		{red31, nil, "7/4", engine.MoveError{Rule: emptyPoint, At: "7"}},
		{red31, nil, "12/9", engine.MoveError{Rule: notYours, At: "12"}},
		{red31, nil, "12, 3", engine.MoveError{Rule: notYours, At: "12"}},
		{entering, nil, "8/4", engine.MoveError{Rule: barFirst, Count: 1, Choices: []string{"bar/22"}}},
		{entering, nil, "bar/21", engine.MoveError{Rule: pointBlocked, At: "21"}},
		{twoOnBar, nil, "bar/22/18", engine.MoveError{Rule: barFirst, Count: 1}},
		{twoOnBar, nil, "bar/18", engine.MoveError{Rule: barFirst, Count: 1}},
		{red31, nil, "8/6", engine.MoveError{Rule: dieNotThrown, At: "8/6", Count: 2}},
		{red31, nil, "8, 5", engine.MoveError{Rule: dieNotThrown, At: "8/3", Count: 5}},
		{red31, nil, "24/18", engine.MoveError{Rule: dieNotThrown, At: "24/18", Count: 6}},
		{red31, nil, "8/5 8/6", engine.MoveError{Rule: dieNotThrown, At: "8/6", Count: 2}},
		{red31, nil, "8/5 6/3", engine.MoveError{Rule: dieThrownOnce, At: "6/3", Count: 3}},
		{red31, nil, "8, 3 6, 3", engine.MoveError{Rule: dieThrownOnce, At: "6/3", Count: 3}},
		{red31, nil, "8/5 6/5 13/10", engine.MoveError{Rule: noDieLeft, At: "13/10", Count: 2}},
		{red55, nil, "6/1", engine.MoveError{Rule: pointBlocked, At: "1"}},
		{red55, nil, "24/14", engine.MoveError{Rule: pointBlocked, At: "19"}},
		{away, nil, "6/off", engine.MoveError{Rule: needsHome, Count: 1}},
		{blockedOut, nil, "6/off", engine.MoveError{Rule: needsHome, Count: 2}},
		{blockedOut, nil, "8/off", engine.MoveError{Rule: needsHome, Count: 2}},
		{blockedOut, nil, "8/2 6/off", engine.MoveError{Rule: needsHome, Count: 1}},
		{athome, nil, "2/off", engine.MoveError{Rule: rearmostFirst, At: "5", Count: 3}},
		{red31, nil, "8/5* 6/5", engine.MoveError{Rule: noBlot, At: "5"}},
		{red31, nil, "pass", engine.MoveError{Rule: canPlay,
			Choices: choices(parse(t, red31, nil), parse(t, red31, nil).Plays())}},
		{stuck, nil, "16/12", engine.MoveError{Rule: noPlay, Choices: []string{"pass"}}},
		{stuck, after, "double", engine.MoveError{Rule: noPlay, Choices: []string{"pass"}}},
		{toDecide, nil, "8/5", engine.MoveError{Rule: rollFirst, Choices: []string{"roll"}}},
		{toDecide, nil, "pass", engine.MoveError{Rule: rollFirst, Choices: []string{"roll"}}},
		{"start", nil, "8/5", engine.MoveError{Rule: rollFirst}},
		{"start", nil, "double", engine.MoveError{Rule: rollFirst}},
		{toDecide + ":roll", nil, "double", engine.MoveError{Rule: rollFirst}},
		{red31, nil, "roll", engine.MoveError{Rule: diceThrown}},
		{offered, nil, "roll", engine.MoveError{Rule: answerDouble, Choices: []string{"take", "drop"}}},
		{offered, nil, "double", engine.MoveError{Rule: answerDouble, Choices: []string{"take", "drop"}}},
		{offered, nil, "8/5 6/5", engine.MoveError{Rule: answerDouble, Choices: []string{"take", "drop"}}},
		{red31, nil, "take", engine.MoveError{Rule: notDoubled}},
		{red31, engine.Options{"double": "off"}, "double", engine.MoveError{Rule: cubeOff}},
		{crawford, nil, "double", engine.MoveError{Rule: crawfordGame}},
		{blackOwns, nil, "double", engine.MoveError{Rule: cubeNotYours}},
		{"4HPwATDgc/ABMA:UgkAAAAAAAAE", engine.Options{"cube-max": "4"}, "double",
			engine.MoveError{Rule: cubeAtMost, Count: 4}},
		{red31, nil, "double", engine.MoveError{Rule: doubleBefore}},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:4:0:0:5:10", nil, "double", engine.MoveError{Rule: doubleNothing}},
		{"AAAAAAUACAAAAA:MAoAAAAAAAAE", nil, "roll", engine.MoveError{Rule: gameOver}},
		{"AAAAAAUACAAAAA:MAoAAAAAAAAE", nil, "8/5", engine.MoveError{Rule: gameOver}},
		{larger, nil, "13/8", engine.MoveError{Rule: mustUseLarger, Count: 6, Choices: []string{"13/7"}}},
		{both, nil, "20/16", engine.MoveError{Rule: mustUseBoth, Count: 2, Choices: []string{"13/9/3"}}},
	} {
		_, err := parse(t, test.position, test.options).Read(test.text)
		want := test.want
		seen[want.Rule] = true
		want.Kind, want.Text = engine.Illegal, test.text
		if d := cmp.Diff(error(&want), err); d != "" {
			t.Errorf("%s: %q (-want +got):\n%s", test.position, test.text, d)
		}
	}
	// A point alone, or at the end, is an incomplete move.
	for _, test := range []struct {
		position, text string
		want           engine.MoveError
	}{
		{red31, "7", engine.MoveError{Rule: emptyPoint, At: "7"}},
		{red31, "8/5 12", engine.MoveError{Rule: notYours, At: "12"}},
		{red31, "8/5 6/5 13", engine.MoveError{Rule: noDieLeft, At: "13", Count: 2}},
		{red55, "6", engine.MoveError{Rule: pointBlocked, At: "1"}},
		{entering, "8", engine.MoveError{Rule: barFirst, Count: 1}},
		{both, "20", engine.MoveError{Rule: mustUseBoth, Count: 2}},
	} {
		_, err := parse(t, test.position, nil).Read(test.text)
		want := test.want
		want.Kind, want.Text = engine.Incomplete, test.text
		if d := cmp.Diff(error(&want), err); d != "" {
			t.Errorf("%s: %q (-want +got):\n%s", test.position, test.text, d)
		}
	}
	_, err := parse(t, red31, nil).Play("6/5 8/5")
	want := engine.MoveError{Kind: engine.Illegal, Text: "6/5 8/5", Rule: engine.NotCanonical, Choices: []string{"8/5 6/5"}}
	if d := cmp.Diff(error(&want), err); d != "" {
		t.Errorf("play in another order (-want +got):\n%s", d)
	}
	for _, code := range enginetest.Declared(t, ".", "engine.Code") {
		if !seen[engine.Code(code)] {
			t.Errorf("%s is never explained", code)
		}
	}
}
