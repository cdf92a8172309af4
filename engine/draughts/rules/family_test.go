package rules

import (
	cmp2 "cmp"
	"errors"
	"flag"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/grid"
	"tabuleiro/engine/longtest"
)

// others are the variants of other countries.
var others = []*engine.Game{International, Brazilian, Russian, Spanish, Italian, English}

func TestFamily_Perft(t *testing.T) {
	for _, g := range others {
		t.Run(g.Name, func(t *testing.T) { enginetest.Perft(t, g, "testdata/perft-family.jsonl", 1<<40) })
	}
}

// Each position tests one rule: its legal moves, with their captures and results, are all listed.
func TestFamily_Legal(t *testing.T) {
	type move struct {
		Move     engine.Move
		Captured []any // numbers or names
		After    string
	}
	for _, c := range enginetest.Lines[struct {
		Game, Position, Rule string
		Moves                []move
	}](t, "testdata/legal-family.jsonl") {
		g := others[slices.IndexFunc(others, func(g *engine.Game) bool { return g.Name == c.Game })]
		p, err := g.Parse(c.Position, nil)
		if err != nil {
			t.Fatal(err)
		}
		v, got := p.(Position).Variant, []move(nil)
		for m := range p.Moves() {
			taken, _ := p.(Position).Find(m)
			next, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			one := move{Move: m, After: next.Key()}
			for set := taken.Taken; set != 0; set &= set - 1 {
				one.Captured = append(one.Captured, v.Label(set))
			}
			got = append(got, one)
		}
		byMove := func(a, b move) int { return cmp2.Compare(a.Move, b.Move) }
		slices.SortFunc(got, byMove)
		slices.SortFunc(c.Moves, byMove)
		for i := range c.Moves {
			captured := c.Moves[i].Captured
			for j := range captured {
				captured[j] = fmt.Sprint(captured[j])
			}
			slices.SortFunc(captured, func(a, b any) int {
				return slices.Index(v.names[:], a.(string)) - slices.Index(v.names[:],
					b.(string))
			})
		}
		if d := cmp.Diff(c.Moves, got); d != "" {
			t.Errorf("%s: %s, where %s (-want +got):\n%s", c.Game, c.Position, c.Rule, d)
		}
	}
}

var lawful = flag.Int("lawful", 200, "how many games TestFamily_Laws plays of each with LONG=all")

// With ten thousand games of each (LONG=all go test ./engine/draughts/rules -run FamilyLaws -args -lawful=10000), each
// counter ends at least fifty.
func TestFamily_Laws(t *testing.T) {
	for _, g := range others {
		t.Run(g.Name, func(t *testing.T) {
			counts := map[engine.Code]int{}
			enginetest.Laws(t, g, enginetest.Games(*lawful), enginetest.Starts(endgames[g.Name]...), enginetest.Ends(counts),
				enginetest.Wavering())
			t.Log(counts)
			if !longtest.All() || *lawful < 10_000 {
				return
			}
			v := VariantOf(g)
			reasons := []engine.Code{engine.Repetition, quietCodes[v.QuietPlies]}
			for _, e := range v.Endings {
				if e.plies > 0 {
					reasons = append(reasons, e.reason)
				}
			}
			for _, reason := range reasons {
				if counts[reason] < 50 {
					t.Errorf("%s ends %d games", reason, counts[reason])
				}
			}
		})
	}
}

// endgames are starts from which the counters of each game are reached, some of them soon.
var endgames = map[string][]string{
	"international": {
		"W:WK46,K1,35:BK26", "W:WK46:BK5,K28:H9", "W:WK46,K1,35:BK26:F29", "W:WK46,K1:BK26:F8", "W:WK46,K1,K2,8:BK26:H47",
		"W:WK46,K1,K2,8:BK26:H49",
	},
	"brazilian": {
		"W:WKc3,Ke1:BKh2,a5", "W:WKa1,Kc1:BKh8,Kf8", "W:WKa1,Kc1:BKh2:F7", "W:WKa1,Kc1,Ke1:BKh2,Kh4:H37",
	},
	"russian": {
		"W:WKc1,Ke1,Kb8:BKd4", "W:WKc1,Ke1,a3:BKd4,Kh8", "W:WKc1,Ke1,Ka5:BKh2", "W:WKc1,a3:BKh2", "W:WKc1,Ke1,Kb8:BKh8:R8",
		"W:WKc1,Ke1,Kb8:BKh2:F28", "W:WKc1,Ke1,a3:BKh2,Kh6:F58", "W:WKc1,Ke1,a3,a5:BKh2,Kh6:F118",
		"W:WKc1,Ke1,Ka5,a3:BKh2,Kh6,Kg7:H28",
	},
	"spanish": {"W:WK2,K6,K9:BK20", "W:WK2,K6,9:BK29:H37"},
	"italian": {"W:WK14,K18:BK1:H70"},
	"english": {"B:BK14,K18:WK1:H70"},
}

// Each counter makes its draw, and not a ply too early.
func TestFamily_Draws(t *testing.T) {
	for _, c := range []struct {
		game     *engine.Game
		position string
		move     engine.Move
		reason   engine.Code
	}{
		{International, "W:WK46,K1,35:BK26:F31", "46-41", oneAgainstThree},
		{International, "W:WK46,K1:BK26:F9", "46-41", oneAgainstTwo},
		{International, "W:WK46,K1,K2,8:BK26:H49", "46-41", twentyFiveMoves},
		{International, "W:WK46,K1,35:BK26:F31", "35-30", oneAgainstThree}, // men may move
		{Brazilian, "W:WKa1,Kc1:BKh2:F9", "c1-d2", fewKings},
		{Brazilian, "W:WKa1,a3:BKh2:F9", "a1-b2", fewKings},
		{Brazilian, "W:WKa1,Kc1:BKh2,Kh4:H39", "c1-d2", twentyMoves},
		{Russian, "W:WKc1,Ke1,Kb8:BKd4:R9", "c1-b2", ""}, // an own piece comes onto the road
		{Russian, "W:WKc1,Ke1,Kb8:BKh8:R9", "c1-a3", onTheRoad},
		{Russian, "W:WKc1,Ke1,Kb8:BKh2:F29", "c1-a3", threeKings},
		{Russian, "W:WKc1,Ke1,a3:BKh2,Kh6:F59", "e1-d2", sameFive},
		{Russian, "W:WKc1,Ke1,a3,a5:BKh2,Kh6:F119", "a3-b4", sameSeven},
		{Russian, "W:WKc1:BKh2:F9", "c1-a3", oneAgainstTwo},
		{Russian, "W:WKc1,Ke1,Ka5,a3:BKh2,Kh6,Kg7:H29", "e1-d2", fifteenMoves},
		{Spanish, "W:WK2,K6,9:BK29:H39", "2-5", twentyMoves},
		{Italian, "W:WK14,K18:BK1:H79", "14-10", fortyMoves},
		{English, "B:BK14,K18:WK1:H79", "14-10", fortyMoves},
	} {
		p, err := c.game.Parse(c.position, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if o := p.Outcome(); o.Decided() {
			t.Errorf("%s: %s is over: %v", c.game.Name, c.position, o)
		}
		next, err := p.Play(c.move)
		if err != nil {
			t.Errorf("%s: %s: %v", c.game.Name, c.position, err)
		} else if o := next.Outcome(); o.Reason != c.reason {
			t.Errorf("%s: %s after %s: %q, want %q", c.game.Name, next, c.move, o.Reason, c.reason)
		}
	}
}

// An illegal move is refused with the rule of its own game.
func TestFamily_Rules(t *testing.T) {
	for _, c := range []struct {
		game           *engine.Game
		position, text string
		rule           engine.Code
	}{
		{English, "B:W25,26:BK29,K30", "29x22", ""},
		{English, "B:BK14,3:W32,29", "14-23", kingOneStep},
		{English, "B:B14:W17,30", "14-10", manBackwards},
		{Italian, "B:WK14,K20:B10,24", "10x19", manTakesNoKing},
		{Italian, "W:WK14,15:BK9,11,K27", "15x6", mustUseAKing},
		{Italian, "W:WK18:BK5,13,K14,15,24,25", "18x2", mustMeetKing},
		{Italian, "B:WK6,7,K15,23,27,30:BK12", "12x10", mustMeetKing},
		{Russian, "W:WKa1,Ke5:Bb4,d4,Kh6", "e5:b2", captureGoesOn},
		{Brazilian, "W:Wd4,Ka5:BKg1,Kg3,c5,c7", "d4-e5", grid.MustCapture},
		{Brazilian, "W:We5:Bd4,h8", "e5-c3", ""}, // men take backwards, however it is written
		{International, "B:WK14,26,30,40:BK7,24", "24x35", ""},
	} {
		p, err := c.game.Parse(c.position, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		_, err = p.Read(c.text)
		var e *engine.MoveError
		if errors.As(err, &e); e == nil && c.rule != "" || e != nil && e.Rule != c.rule {
			t.Errorf("%s: %s, %s: %v, want %q", c.game.Name, c.position, c.text, err, c.rule)
		}
	}
}
