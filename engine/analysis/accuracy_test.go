package analysis

import (
	"math"
	"math/rand/v2"
	"testing"

	"tabuleiro/engine"
)

// collapse returns a game in which Second loses by successive moves of the given costs, in points, between even moves
// before and after.
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

// The moves that lose a game count for more than the moves before and after, which hardly dilute them; in a game with a
// stake each decision counts the same.
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

// slowly returns the accuracy of a side in a game without a stake by lichess' published formula: the average of the
// mean of its moves, weighted by the standard deviation of the chances around each, and their harmonic mean.
func slowly(moves []Judged, side engine.Side) float64 {
	before := moves[0].Value + moves[0].Loss
	if moves[0].Side == engine.Second {
		before = moves[0].Value - moves[0].Loss
	}
	chances := []float64{float64(before) / 100}
	for _, j := range moves {
		chances = append(chances, float64(j.Value)/100)
	}
	wide := math.Max(2, math.Min(float64(len(moves)/10), 8))
	var sum, weights, inverse, count float64
	for n, j := range moves {
		if j.Side != side || j.Forced {
			continue
		}
		from := math.Max(0, float64(n)+2-wide)
		window, mean, squares := chances[int(from):int(from+wide)], 0., 0.
		for _, c := range window {
			mean += c / wide
		}
		for _, c := range window {
			squares += (c - mean) * (c - mean) / wide
		}
		weight := math.Max(0.5, math.Min(math.Sqrt(squares), 12))
		is := math.Min(100, math.Max(0, 103.1668*math.Exp(-0.04354*float64(j.Loss)/100)-3.1669))
		sum, weights, count = sum+is*weight, weights+weight, count+1
		inverse += 1 / math.Max(is, 0.01)
	}
	return (sum/weights + count/inverse) / 2
}

// The accuracy of games of any length, begun by either side, is that of the published formula.
func TestAccuracy_Slowly(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for game := range 200 {
		value, side := 5000, engine.First+engine.Side(game%2)
		var moves []Judged
		for range 2 + random.IntN(120) {
			loss := max(0, random.IntN(1500)-1000)
			if random.IntN(9) == 0 {
				loss = random.IntN(10_001)
			}
			if loss = min(loss, value); side == engine.Second {
				loss = min(loss, engine.ProbScale-value)
			}
			if value -= loss; side == engine.Second {
				value += 2 * loss
			}
			moves = append(moves, Judged{Side: side, Value: value, Loss: loss, Forced: random.IntN(12) == 0})
			side = side.Other()
		}
		for i, got := range accuracies(moves, false) {
			if want := slowly(moves, engine.First+engine.Side(i)); !math.IsNaN(want) && math.Abs(float64(got)-100*want) > 6 {
				t.Errorf("%d moves, side %d: %d, not %.0f", len(moves), i+1, got, 100*want)
			}
		}
	}
}
