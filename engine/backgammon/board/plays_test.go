package board_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/longtest"
)

// rolled is a line of the reference: a board, a roll, and the resulting boards, with the other side on roll.
type rolled struct {
	Position string
	Dice     [2]int
	After    []string
}

func parseBoard(t testing.TB, text string) board.Board {
	t.Helper()
	b, err := id.ParsePositionID(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPlays(t *testing.T) {
	for _, want := range enginetest.Lines[rolled](t, "testdata/backgammon-plays.jsonl") {
		b := parseBoard(t, want.Position)
		got := []string{}
		for _, p := range (board.Law{}).Plays(b, want.Dice[0], want.Dice[1], nil) {
			got = append(got, id.PositionID(b.After(p).Turned()))
		}
		slices.Sort(got)
		if d := cmp.Diff(want.After, got); d != "" {
			t.Errorf("plays of %v from %s (-want +got):\n%s", want.Dice, want.Position, d)
		}
	}
}

func BenchmarkPlays(b *testing.B) {
	type roll struct {
		board.Board
		dice [2]int
	}
	var rolls []roll
	for _, r := range enginetest.Lines[rolled](b, "testdata/backgammon-plays.jsonl") {
		rolls = append(rolls, roll{parseBoard(b, r.Position), r.Dice})
	}
	var list []board.Play
	n := 0
	began := time.Now()
	for b.Loop() {
		for i := range rolls {
			r := &rolls[i]
			list = board.Law{}.Plays(r.Board, r.dice[0], r.dice[1], list[:0])
		}
		n += len(rolls)
	}
	b.ReportMetric(float64(n)/time.Since(began).Seconds(), "rolls/s")
}

// plain is a side as an array, for an implementation straight from the rules.
type plain struct {
	own, opp [26]int // each by its own numbering
}

func plainly(b board.Board) plain {
	var p plain
	for place := range p.own {
		p.own[place], p.opp[place] = b.Own.At(place), b.Opp.At(place)
	}
	return p
}

// step moves a checker, if a die allows it.
func (p plain) step(l board.Law, from, die int) (plain, bool) {
	if p.own[from] == 0 || p.own[board.Bar] > 0 && from != board.Bar {
		return p, false
	}
	to := from - die
	if to < 1 {
		for place := 7; place <= board.Bar; place++ {
			if p.own[place] > 0 {
				return p, false
			}
		}
		for place := from + 1; place <= board.Home; place++ {
			if to < 0 && p.own[place] > 0 && !l.AnyOff {
				return p, false
			}
		}
		to = board.Off
	} else {
		switch p.opp[25-to] {
		case 0:
		case 1:
			p.opp[25-to]--
			p.opp[board.Bar]++
		default:
			return p, false
		}
	}
	p.own[from]--
	p.own[to]++
	return p, true
}

// results collects the ends of all sequences of dice, by the number of dice used; first is the first die used.
func (p plain) results(l board.Law, dice []int, used, first int, found func(p plain, used, first int)) {
	stuck := true
	for i, die := range dice {
		for from := 1; from <= board.Bar; from++ {
			next, ok := p.step(l, from, die)
			if !ok {
				continue
			}
			stuck = false
			rest := slices.Delete(slices.Clone(dice), i, i+1)
			if used == 0 {
				first = die
			}
			next.results(l, rest, used+1, first, found)
		}
	}
	if stuck && used > 0 {
		found(p, used, first)
	}
}

// plays returns the legal results.
func (p plain) plays(l board.Law, a, b int) map[plain]bool {
	dice := []int{a, b}
	if a == b {
		dice = []int{a, a, a, a}
	}
	most := 0
	larger := false
	p.results(l, dice, 0, 0, func(_ plain, used, first int) {
		most = max(most, used)
	})
	for from := 1; from <= board.Bar; from++ {
		_, ok := p.step(l, from, max(a, b))
		larger = larger || ok
	}
	all := make(map[plain]bool)
	p.results(l, dice, 0, 0, func(end plain, used, first int) {
		if !l.AnyDice && (used < most || most == 1 && larger && first != max(a, b)) {
			return
		}
		all[end] = true
	})
	return all
}

func TestPlays_OfAllLaws(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, l := range []board.Law{{}, {AnyDice: true}, {AnyOff: true}, {AnyDice: true, AnyOff: true}} {
		differs := 0
		for n, r := range enginetest.Lines[rolled](t, "testdata/backgammon-plays.jsonl") {
			if n%longtest.Count(4, 1) != 0 {
				continue
			}
			b := parseBoard(t, r.Position)
			a, c := 1+random.IntN(6), 1+random.IntN(6)
			want := plainly(b).plays(l, a, c)
			got := make(map[plain]bool)
			for _, m := range l.Plays(b, a, c, nil) {
				after := plainly(b.After(m))
				if got[after] {
					t.Errorf("%+v: %d-%d from %s: a result comes twice", l, a, c, r.Position)
				}
				got[after] = true
			}
			if d := cmp.Diff(want, got, cmp.AllowUnexported(plain{})); d != "" {
				t.Errorf("%+v: %d-%d from %s (-want +got):\n%s", l, a, c, r.Position, d)
			}
			if len(plainly(b).plays(board.Law{}, a, c)) != len(want) {
				differs++
			}
		}
		if (differs == 0) != (l == board.Law{}) {
			t.Errorf("%+v makes a difference in %d positions", l, differs)
		}
	}
}

// The rolls are all of two dice, each with its frequency among 36.
func TestRolls(t *testing.T) {
	throws := map[[2]int]int{}
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			throws[[2]int{max(a, b), min(a, b)}]++
		}
	}
	for _, r := range board.Rolls {
		if throws[[2]int{r.High, r.Low}] != r.Weight {
			t.Errorf("%d-%d comes %d times of 36", r.High, r.Low, r.Weight)
		}
		delete(throws, [2]int{r.High, r.Low})
	}
	if len(throws) > 0 {
		t.Errorf("no roll is %v", throws)
	}
}
