package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
)

func TestPoints(t *testing.T) {
	v := parse(t, "XGID=bA---------------------m--:1:-1:1:31:2:4:1:5:10", nil).Points()
	want := engine.Points{
		Bar: [2]int{2, 0}, Off: [2]int{0, 14}, Pips: [2]int{2*25 + 13*2, 1},
		Turn: engine.Second, Mover: engine.Second, Dice: [2]int{3, 1}, Cube: 2, Owner: engine.First,
		Length: 5, Score: [2]int{4, 2}, Crawford: true,
	}
	want.Points[0] = engine.Point{Side: engine.Second, Count: 1}
	want.Points[22] = engine.Point{Side: engine.First, Count: 13}
	if d := cmp.Diff(want, v); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	v = parse(t, offered, nil).Points()
	if !v.Doubled || v.Turn != engine.First || v.Mover != engine.Second || v.Cube != 1 || v.Owner != engine.Nobody {
		t.Errorf("doubled: %+v", v)
	}
	if v = parse(t, "start", nil).Points(); v.Mover != engine.Nobody || v.Pips != [2]int{167, 167} {
		t.Errorf("start: %+v", v)
	}
}

func TestPreview(t *testing.T) {
	p := parse(t, black31, nil)
	for _, test := range []struct {
		text string
		used []int
		want map[int]engine.Point // by number on the board
	}{
		{"17, 3", []int{3}, map[int]engine.Point{17: {Side: engine.First, Count: 2}, 20: {Side: engine.First, Count: 1}}},
		{"8/5", []int{3}, map[int]engine.Point{17: {Side: engine.First, Count: 2}, 20: {Side: engine.First, Count: 1}}},
		{"8/5 6", []int{3}, map[int]engine.Point{17: {Side: engine.First, Count: 2}, 20: {Side: engine.First, Count: 1}}},
		{"8", nil, map[int]engine.Point{17: {Side: engine.First, Count: 3}}},
		{"8/5 6/5", []int{3, 1}, map[int]engine.Point{17: {Side: engine.First, Count: 2}, 19: {Side: engine.First, Count: 4},
			20: {Side: engine.First, Count: 2}}},
	} {
		view, moved, err := p.Preview(test.text)
		if err != nil || moved != (test.used != nil) {
			t.Errorf("%q: %t, %v", test.text, moved, err)
			continue
		}
		v := *view.Points
		want := p.Points()
		want.Used = test.used
		for point, what := range test.want {
			want.Points[point-1] = what
		}
		v.Pips = want.Pips
		if d := cmp.Diff(want, v); d != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, d)
		}
	}
	after, _, err := parse(t, "XGID=-b----E-C---dE---c-e---aB-:0:0:1:31:0:0:0:0:10", nil).Preview("24/23*")
	if hit := after.Points; err != nil || hit.Bar != [2]int{1, 0} ||
		hit.Points[22] != (engine.Point{Side: engine.Second, Count: 1}) {
		t.Errorf("after a hit: %+v, %v", hit, err)
	}
	for _, text := range []string{"8/6", "olá", "9", "24/7"} {
		if _, _, err := p.Preview(text); err == nil {
			t.Errorf("%q has a preview", text)
		}
	}
}

func TestHops(t *testing.T) {
	for _, test := range []struct {
		position string
		move     engine.Move
		want     []engine.Hop
	}{
		{red31, "8/5 6/5", []engine.Hop{{From: 8, To: 5, Hit: false}, {From: 6, To: 5, Hit: false}}},
		{black31, "8/5 6/5", []engine.Hop{{From: 17, To: 20, Hit: false}, {From: 19, To: 20, Hit: false}}},
		{"XGID=-b----E-C---dE---c-e---aB-:0:0:1:31:0:0:0:0:10", "24/23*/20",
			[]engine.Hop{{From: 24, To: 23, Hit: true}, {From: 23, To: 20, Hit: false}}},
		{entering, "bar/22/18", []engine.Hop{{From: 25, To: 22, Hit: false}, {From: 22, To: 18, Hit: false}}},
		{"XGID=-B------------------a---a-:0:0:-1:51:0:0:0:0:10", "5/off 1/off",
			[]engine.Hop{{From: 20, To: 25, Hit: false}, {From: 24, To: 25, Hit: false}}},
		{red31, "8/6", nil},
		{toDecide, "roll", nil},
	} {
		if d := cmp.Diff(test.want, parse(t, test.position, nil).Trace(test.move).Hops); d != "" {
			t.Errorf("%s: %s (-want +got):\n%s", test.position, test.move, d)
		}
	}
}
