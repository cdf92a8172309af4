package think

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

// The search recognises a finished game as the rules do, also where huffing has taken the last piece.
func TestClassify_Over(t *testing.T) {
	searchtest.Ends(t, rules.Portuguese.WithBrain(Portuguese), Portuguese, 20)
	searchtest.Ends(t, rules.Chilean.WithBrain(Chilean), Chilean, 20)
	tr, bit := &tree{}, rules.Classic.Bit[9]
	for _, c := range []struct {
		board rules.Board
		want  search.NodeInfo
	}{
		{rules.Board{Own: bit, Near: 4}, search.NodeInfo{Over: true, Value: search.Won}},
		{rules.Board{Opp: bit, Near: 4}, search.NodeInfo{Over: true, Value: -search.Won}},
	} {
		if got := tr.Classify(&rules.Position{Variant: rules.Classic, Board: c.board}); got != c.want {
			t.Errorf("%+v is %+v, want %+v", c.board, got, c.want)
		}
	}
}

// The search plays moves as the rules do, with all counters: in games of few kings, where these decide.
func TestSearch_PlaysByTheRules(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	tr := &tree{}
	counted, draws, games := 0, 0, longtest.Count(20, 1000)
	for _, text := range []string{
		"W:W1,K13,K19,K24,K27,K30:BK3,9,K15,18,20,29", "B:W2,K9,K22,24:BK3,10,K12,14,19,K25,K28,31", "W:WK2,K6,K9:BK20",
		"W:WK2,K3,K4:BK30", "W:WK1,K2,3:BK30", "B:WK30:BK5,K6,K7,K8", "W:WK2,K3,K4:BK30:H12:F11", "W:WK1,K4:BK29:H37",
	} {
		for range games {
			p, err := rules.Classic.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			for p.Turn() != engine.Nobody {
				for _, m := range p.Legal() {
					var got rules.Position
					next := p.After(m)
					if tr.Play(&p, &m, &got); got != next {
						t.Fatalf("%s from %s: %+v, by the rules %+v", rules.Classic.Text(p.Board, m), p, got, next)
					}
					if look := tr.Classify(&got); next.Outcome().Draw() {
						if draws++; !look.Over || look.Value != 0 {
							t.Fatalf("%s is a draw and is looked at as %+v", next, look)
						}
					}
					if got.Forced > 1 {
						counted++
					}
				}
				moves := p.Legal()
				p = p.After(moves[random.IntN(len(moves))])
			}
		}
	}
	if counted < games || draws < games {
		t.Errorf("a forced ending was counted %d times, and %d moves made a draw", counted, draws)
	}
}

// A search knows the boards that may be repeated: those since the last capture or man's move, in order.
func TestOpen_Past(t *testing.T) {
	moves := []engine.Move{"1-5", "31-27", "5-1", "27-31", "1-5"}
	for n := range len(moves) + 1 {
		l := lineOf(t, rules.Portuguese, "W:WK1,4:BK31,29", nil, moves[:n]...)
		tree, root, err := brainOf(l).Open(l, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(root.Past) != n {
			t.Fatalf("behind %d moves %d boards are known", n, len(root.Past))
		}
		if now := tree.Hash(&root.Board); slices.Contains(root.Past, now) != (n >= 4) || n >= 4 && root.Past[n-4] != now {
			t.Errorf("behind %d moves the board is %x, before %x", n, now, root.Past)
		}
	}
	l := lineOf(t, rules.Portuguese, "W:WK1,4:BK31,29", nil, "1-5", "31-27", "4-8")
	if _, root, err := brainOf(l).Open(l, 0); err != nil || len(root.Past) != 0 {
		t.Errorf("behind a move of a man %d boards are known, %v", len(root.Past), err)
	}
}

// The rules of an unknown variant are refused, and it has no tables; rules made with weights use the tables given.
func TestRuleset(t *testing.T) {
	stranger := &rules.Variant{Rules: rules.Rules{Name: "stranger"}}
	if _, err := rulesOf(rules.Position{Variant: stranger}, nil, 0); err == nil || !strings.Contains(err.Error(), "stranger") {
		t.Error(err)
	}
	if tables := (&Ruleset{Variant: rules.Classic, Name: "stranger"}).readEndings(); tables != nil {
		t.Error("there are tables of a stranger")
	}
	known := RulesetOf(rules.Classic)
	weights := make([]int16, known.Frame.Count())
	few := rules.Position{Variant: rules.Classic, Board: rules.Board{Own: rules.Classic.Bit[1], Opp: rules.Classic.Bit[31] | rules.Classic.Bit[32], Near: 4}}
	for _, tables := range []*endings.Tables{nil, known.Tables()} {
		if info := known.NewRules(weights, tables).Classify(&few); info.Over != (tables != nil) {
			t.Errorf("with tables %t: %+v", tables != nil, info)
		}
	}
}
