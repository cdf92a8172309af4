package think

import (
	"context"
	"math/bits"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

// settled is the balance of pieces, kings counting three, that the side on turn comes out with when captures are played to
// their end.
func settled(t *tree, n *node) int {
	worth := func(set uint64) int { return bits.OnesCount64(set) + 2*bits.OnesCount64(set&n.Kings) }
	if look := t.Look(n); look.Over || look.Noise != search.Forced {
		return worth(n.Own) - worth(n.Opp)
	}
	most := -100
	for _, m := range t.Moves(n, nil) {
		var child node
		t.Play(n, &m, &child)
		most = max(most, -settled(t, &child))
	}
	return most
}

// No level from 2 up hangs a man in one ply in more than 5 % of its moves: gives one away that the next captures take, when
// another move would not, without getting anything for it.
func TestHanging(t *testing.T) {
	games, levels := 12, []int{2, 3, 4, 5}
	if enginetest.AtLength() {
		games, levels = 60, []int{2, 3, 4, 5, 6, 7, 8}
	}
	tr := &tree{variant: rules.Classic, knowledge: portugueseLore.beginner()}
	for _, level := range levels {
		moves, hung := 0, 0
		for game := range uint64(games) {
			line, random := rules.Portuguese.NewLine(rules.Classic.Start()), search.NewRandom(game, 77)
			for line.Turn() != engine.Nobody && line.Len() < 160 {
				list := choices(line.Position())
				move := list[random.Intn(len(list))].Move
				if line.Len() >= 4 {
					move = best(t, line, engine.Task{Level: level, Seed: game}).Move
					moves++
					if hangs(t, tr, line, list, move) {
						hung++
					}
				}
				var err error
				if line, err = line.Play(move); err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Logf("level %d: %d of %d moves", level, hung, moves)
		if hung*20 > moves {
			t.Errorf("level %d hangs a man in %d of %d moves", level, hung, moves)
		}
	}
}

func hangs(t *testing.T, tr *tree, line engine.Line, list []search.Choice[node], move engine.Move) bool {
	most, got := -100, 0
	var next engine.Position
	for _, c := range list {
		v := -settled(tr, &c.Board)
		most = max(most, v)
		if c.Move == move {
			got, next = v, c.Next
		}
	}
	if got == most {
		return false
	}
	// It may have been given for something else, or there may have been nothing to lose.
	before := best(t, line, engine.Task{Nodes: 3000})
	after, err := line.Play(move)
	if err != nil {
		t.Fatal(err)
	}
	if next.Outcome().Decided() || after.Turn() == engine.Nobody {
		return false
	}
	return before.Equity-(engine.Whole-best(t, after, engine.Task{Nodes: 3000}).Equity) >= engine.Whole/20
}

// Each level beats the one below. The long version's scores are in the package's comment.
func TestLadder(t *testing.T) {
	games, highest := 20, 5
	if *long {
		games, highest = 200, engine.Levels
	}
	searchtest.Ladder(t, rules.Portuguese.With(Portuguese), games, highest)
	searchtest.Ladder(t, rules.Chilean.With(Chilean), games, highest)
}

// Level 1 loses to a beginner who captures what he can and looks at nothing but what is captured next.
func TestBeginner(t *testing.T) {
	tr, random := &tree{variant: rules.Classic, knowledge: portugueseLore.beginner()}, search.NewRandom(1)
	greedy := func(_ context.Context, l engine.Line) (engine.Move, error) {
		var moves []engine.Move
		most := -100
		for _, c := range choices(l.Position()) {
			v := -settled(tr, &c.Board)
			if v > most {
				moves, most = nil, v
			}
			if v == most {
				moves = append(moves, c.Move)
			}
		}
		return moves[random.Intn(len(moves))], nil
	}
	rules := duel.Rules{Game: rules.Portuguese, Games: 200, Seed: 1, Opening: 2}
	s, err := duel.Play(t.Context(), rules, duel.Of(Portuguese, engine.Task{Level: 1}), greedy, nil)
	if err != nil {
		t.Fatal(err)
	}
	if t.Logf("%d wins, %d draws, %d losses", s.Wins, s.Draws, s.Losses); s.Share() >= 0.5 {
		t.Errorf("level 1 scores %.2f against a beginner", s.Share())
	}
}

// Every level takes a win that is there, whatever the seed.
func TestEasy(t *testing.T) {
	for level := 1; level <= engine.Max; level++ {
		for seed := range uint64(3) {
			for _, position := range []string{"W:W18,3,K1:B22", "B:W9:B13,K32,29", "W:W25,26,1:BK32,12"} {
				l := lineOf(t, rules.Portuguese, position, nil)
				task := engine.Task{Level: level, Seed: seed}
				if level > 6 {
					task.Nodes = 2000
				}
				next, err := l.Play(best(t, l, task).Move)
				if err != nil {
					t.Fatal(err)
				}
				won := false
				for _, c := range choices(l.Position()) {
					won = won || c.Next.Outcome().Winner == l.Turn()
				}
				if won && next.Outcome().Winner != l.Turn() {
					t.Errorf("level %d with seed %d does not win at once: %s", level, seed, position)
				}
			}
		}
	}
}
