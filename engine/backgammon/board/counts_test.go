package board_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/enginetest"
)

// references returns the boards of the reference with a roll each.
func references(t *testing.T) []rolled {
	t.Helper()
	return enginetest.Lines[rolled](t, "testdata/backgammon-plays.jsonl")
}

// What is computed from a side's bits equals counts of its checkers one by one.
func TestCounts(t *testing.T) {
	for _, r := range references(t) {
		b := parseBoard(t, r.Position)
		for _, c := range []board.Counts{b.Own, b.Opp} {
			pips, onBoard, atHome := 0, 0, true
			var some, several uint32
			for place := 1; place <= 25; place++ {
				n := c.At(place)
				pips, onBoard = pips+n*place, onBoard+n
				atHome = atHome && (n == 0 || place <= 6)
				if n > 0 {
					some |= 1 << place
				}
				if n > 1 {
					several |= 1 << place
				}
			}
			if c.Pips() != pips || c.OnBoard() != onBoard || c.AtHome() != atHome || c.Occupied() != some || c.Several() != several {
				t.Fatalf("%s: %d pips, %d on board, at home %t, some %b, several %b", r.Position, c.Pips(), c.OnBoard(),
					c.AtHome(), c.Occupied(), c.Several())
			}
		}
		if turned := b.Turned(); turned.Own != b.Opp || turned.Opp != b.Own {
			t.Errorf("%s is turned round to %v", r.Position, turned)
		}
	}
	var facing uint32
	for place := 1; place <= 24; place++ {
		if board.Mirror(place) != 25-place {
			t.Errorf("place %d is %d across", place, board.Mirror(place))
		}
		facing |= 1 << place
		if got := board.Facing(1<<place | 1 | 1<<25); got != 1<<(25-place) {
			t.Errorf("the set of place %d is %b from the other side", place, got)
		}
	}
	if board.PointsOnly != facing {
		t.Errorf("the points are %b", board.PointsOnly)
	}
}

// The start position is that of the rules.
func TestSetUp(t *testing.T) {
	want := map[int]int{24: 2, 13: 5, 8: 3, 6: 5}
	for place := range 26 {
		if got := board.SetUp.At(place); got != want[place] {
			t.Errorf("%d checkers begin on %d, not %d", got, place, want[place])
		}
	}
	if board.SetUp.Pips() != 167 || board.SetUp.OnBoard() != 15 || board.SetUp.AtHome() {
		t.Errorf("%d pips, %d on board", board.SetUp.Pips(), board.SetUp.OnBoard())
	}
}

// stepOf returns the step from a point by a die.
func stepOf(t *testing.T, from, die int) board.Step {
	t.Helper()
	for s := range 256 {
		if step := board.Step(s); step.From() == from && step.Die() == die {
			return step
		}
	}
	t.Fatalf("no step goes from %d by %d", from, die)
	return 0
}

// The text of a path has all its steps, in any order: checkers from the furthest to the nearest, joined where possible,
// and a star for each hit.
func TestText(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for n, r := range references(t) {
		if n%20 != 0 {
			continue
		}
		b := parseBoard(t, r.Position)
		h := board.Law{}.Hand(b)
		for _, way := range (board.Law{}).Sequences(b, r.Dice[0], r.Dice[1], nil) {
			steps := slices.Clone(way.List())
			text := h.Text(steps)
			random.Shuffle(len(steps), func(i, k int) { steps[i], steps[k] = steps[k], steps[i] })
			if other := h.Text(steps); other != text {
				t.Fatalf("%s is also %s", text, other)
			}
			if strings.Count(text, "*") != bits.OnesCount32(way.Hits) {
				t.Errorf("%s from %s hits %b", text, r.Position, way.Hits)
			}
			var names []string
			last := 25
			for _, chain := range board.Chains(steps) {
				if chain[0].From() > last {
					t.Errorf("%s begins farther on", text)
				}
				last = chain[0].From()
				name := board.PlaceName(chain[0].From())
				for i, s := range chain {
					if i > 0 && s.From() != chain[i-1].To() {
						t.Errorf("%s: the checker is not at %d", text, s.From())
					}
					name += "/" + board.PlaceName(s.To())
				}
				names = append(names, name)
			}
			if got := strings.ReplaceAll(text, "*", ""); got != strings.Join(names, " ") {
				t.Errorf("%s is made of %q", text, names)
			}
			for _, name := range names {
				_, end, _ := cutLast(name)
				if end != "off" && slices.ContainsFunc(names, func(other string) bool { return strings.HasPrefix(other, end+"/") }) {
					t.Errorf("%s: a way goes on from %s", text, end)
				}
			}
			if made, ok := h.Apply(steps); !ok || !made.Play.Equal(way) {
				t.Errorf("%s from %s cannot be made: %+v", text, r.Position, made)
			}
		}
	}
	for place, want := range map[int]string{0: "off", 1: "1", 24: "24", 25: "bar"} {
		if got := board.PlaceName(place); got != want {
			t.Errorf("place %d is %s", place, got)
		}
	}
}

// cutLast cuts a path before its last point.
func cutLast(name string) (before, last string, ok bool) {
	i := strings.LastIndex(name, "/")
	return name[:i], name[i+1:], i > 0
}

// A step is legal exactly if the plain rules allow it.
func TestMade(t *testing.T) {
	for n, r := range references(t) {
		if n%20 != 0 {
			continue
		}
		b := parseBoard(t, r.Position)
		for _, l := range []board.Law{{}, {AnyOff: true}} {
			h, p := l.Hand(b), plainly(b)
			for from := 1; from <= board.Bar; from++ {
				for die := 1; die <= 6; die++ {
					want, legal := p.step(l, from, die)
					made, ok := h.Apply([]board.Step{stepOf(t, from, die)})
					if ok != legal || ok && plainly(b.After(made.Play)) != want {
						t.Fatalf("%+v, %s: from %d by %d: %t, %v", l, r.Position, from, die, ok, made)
					}
				}
			}
		}
	}
}
