package analysis

import (
	"testing"

	"tabuleiro/engine"
)

// collapse is a game that Second loses between even moves by some that cost so many points each, one after the other;
// calm moves come before and after.
func collapse(before, after int, costs ...int) (moves []Judged) {
	value := 50
	add := func(loss int) {
		value += loss
		moves = append(moves,
			Judged{Side: engine.First, Value: (value - loss) * 100},
			Judged{Side: engine.Second, Value: value * 100, Loss: loss * 100})
	}
	for range before {
		add(0)
	}
	for _, loss := range costs {
		add(loss)
	}
	for range after {
		add(0)
	}
	return moves
}

// Where a game was lost counts for more than the moves before and after, which hardly hide it; in a game with a stake
// each decision counts the same.
func TestAccuracy_OfALostGame(t *testing.T) {
	lost := []int{8, 15, 8, 6}
	short, long := accuracies(collapse(8, 4, lost...), false)[1], accuracies(collapse(8, 24, lost...), false)[1]
	plain := accuracies(collapse(8, 24, lost...), true)[1]
	t.Logf("short %d long %d plain %d", short, long, plain)
	if short > 8500 || long > plain-500 || long < short {
		t.Errorf("a lost game is accurate by %d, a long one by %d, by the mean %d", short, long, plain)
	}
	if all := accuracies(collapse(8, 24, lost...), false)[0]; all != engine.ProbScale {
		t.Errorf("without a loss accuracy is %d", all)
	}
	if none := accuracies([]Judged{{Side: engine.First, Forced: true, Value: 5000}}, false); none != [2]int{engine.ProbScale,
		engine.ProbScale} {
		t.Errorf("without a decision accuracy is %v", none)
	}
}
