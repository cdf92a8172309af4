package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tabuleiro/engine/longtest"
	"tabuleiro/engine/pairing"
)

// The tables of FIDE Handbook C.05, annex 1, for 3 to 8 entrants.
func TestBerger_Tables(t *testing.T) {
	tables := map[int][]string{
		4: {"1-4 2-3", "4-3 1-2", "2-4 3-1"},
		6: {"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"},
		8: {"1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3", "3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4",
			"4-8 5-3 6-2 7-1"},
	}
	for n, rounds := range tables {
		for round, want := range rounds {
			if got := sorted(pairing.Berger(n, round)); got != sortedText(want) {
				t.Errorf("%d entrants, round %d: %s, the table has %s", n, round+1, got, want)
			}
			again := sorted(pairing.Berger(n, round+pairing.Rounds(n)))
			var turned []pairing.Pair
			for _, p := range pairing.Berger(n, round) {
				turned = append(turned, pairing.Pair{First: p.Second, Second: p.First})
			}
			if again != sorted(turned) {
				t.Errorf("%d entrants, second cycle, round %d: %s", n, round+1, again)
			}
		}
	}
}

func sorted(pairs []pairing.Pair) string {
	var words []string
	for _, p := range pairs {
		words = append(words, fmt.Sprintf("%d-%d", p.First+1, p.Second+1))
	}
	slices.Sort(words)
	return fmt.Sprint(words)
}

func sortedText(text string) string {
	var pairs []pairing.Pair
	var a, b int
	for text != "" {
		n, _ := fmt.Sscanf(text, "%d-%d", &a, &b)
		if n != 2 {
			break
		}
		pairs = append(pairs, pairing.Pair{First: a - 1, Second: b - 1})
		if len(text) <= 4 {
			break
		}
		text = text[4:]
	}
	return sorted(pairs)
}

// All entrants meet once, with as many first sides as second ones, or one more.
func TestBerger_MeetsAll(t *testing.T) {
	for n := 2; n <= 40; n++ {
		met, first := map[[2]int]int{}, make([]int, n)
		for round := range pairing.Rounds(n) {
			seen := map[int]bool{}
			for _, p := range pairing.Berger(n, round) {
				if seen[p.First] || seen[p.Second] {
					t.Fatalf("%d entrants, round %d: one has two games", n, round)
				}
				if seen[p.First] = true; p.Second != pairing.Bye {
					seen[p.Second] = true
					met[[2]int{min(p.First, p.Second), max(p.First, p.Second)}]++
					first[p.First]++
				}
			}
		}
		if len(met) != n*(n-1)/2 {
			t.Fatalf("%d entrants: %d meetings", n, len(met))
		}
		if slices.Max(first)-slices.Min(first) > 1 {
			t.Errorf("%d entrants: first sides %v", n, first)
		}
	}
}

func TestCup(t *testing.T) {
	if got, want := fmt.Sprint(pairing.Cup(8)), "[{0 7} {4 3} {1 6} {5 2}]"; got != want {
		t.Errorf("eight begin with %s, want %s", got, want)
	}
	if few := append(pairing.Cup(0), pairing.Cup(1)...); len(few) > 0 {
		t.Errorf("without two entrants there are %v", few)
	}
	for n := 2; n <= 64; n++ {
		seen, byes := map[int]bool{}, 0
		for _, p := range pairing.Cup(n) {
			seen[p.First] = true
			if p.Second == pairing.Bye {
				if byes++; p.First >= n-len(pairing.Cup(n)) && 2*len(pairing.Cup(n))-n <= p.First {
					t.Errorf("%d entrants: number %d has a bye", n, p.First)
				}
				continue
			}
			seen[p.Second] = true
		}
		if len(seen) != n || byes != 2*len(pairing.Cup(n))-n {
			t.Errorf("%d entrants: %d in the first round, %d byes", n, len(seen), byes)
		}
	}
}

// tournament plays Swiss rounds with random results, and calls a function for each round.
func tournament(random *rand.Rand, n, rounds int,
	look func(past []pairing.Past, pairs []pairing.Pair)) (results [][]pairing.Result) {
	past := make([]pairing.Past, n)
	for range rounds {
		pairs := pairing.Swiss(past)
		look(past, pairs)
		before := make([]int, n)
		for i := range past {
			before[i] = past[i].Score
		}
		var round []pairing.Result
		for _, p := range pairs {
			a := &past[p.First]
			if p.Second == pairing.Bye {
				a.Score, a.Bye, a.Float, a.Sides = a.Score+2, true, 1, append(a.Sides, pairing.None)
				round = append(round, pairing.Result{Pair: p, Points: [2]int{2, 0}})
				continue
			}
			b, made := &past[p.Second], random.IntN(3)
			a.Met, b.Met = append(a.Met, p.Second), append(b.Met, p.First)
			a.Sides, b.Sides = append(a.Sides, pairing.FirstSide), append(b.Sides, pairing.SecondSide)
			difference := before[p.First] - before[p.Second]
			a.Float, b.Float = int8(min(max(difference, -1), 1)), int8(min(max(-difference, -1), 1))
			a.Score, b.Score = a.Score+made, b.Score+2-made
			round = append(round, pairing.Result{Pair: p, Points: [2]int{made, 2 - made}})
		}
		results = append(results, round)
	}
	return results
}

// In the first rounds of a Swiss tournament nobody meets an opponent twice or has the bye twice, and sides are
// balanced.
func TestSwiss(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	for range 300 {
		n := 6 + random.IntN(24)
		rounds := 1
		for 1<<rounds < 2*n {
			rounds++
		}
		rounds = min(rounds, (n+1)/2)
		tournament(random, n, rounds, func(past []pairing.Past, pairs []pairing.Pair) {
			seen := map[int]bool{}
			for _, p := range pairs {
				if seen[p.First] || seen[p.Second] {
					t.Fatalf("%v has somebody twice", pairs)
				}
				seen[p.First] = true
				if p.Second == pairing.Bye {
					if past[p.First].Bye {
						t.Fatalf("%d has a second bye in %v", p.First, past)
					}
					continue
				}
				seen[p.Second] = true
				if slices.Contains(past[p.First].Met, p.Second) {
					t.Fatalf("%d and %d of %d meet again in round %d", p.First, p.Second, n, len(past[0].Sides)+1)
				}
			}
			if len(seen) != n {
				t.Fatalf("%d of %d play", len(seen), n)
			}
			for i, p := range past {
				if sum := sum(p.Sides); sum < -2 || sum > 2 {
					t.Fatalf("%d of %d had sides %v", i, n, p.Sides)
				}
			}
		})
	}
}

func sum(sides []pairing.Side) (all int) {
	for _, s := range sides {
		all += int(s)
	}
	return all
}

// The bye goes to one without points, though the winners without it were an odd number.
func TestSwiss_ByeIsLast(t *testing.T) {
	past := []pairing.Past{ // after 0-4, 1-3, and the bye for 2
		{Score: 2, Met: []int{4}, Sides: []pairing.Side{pairing.FirstSide}},
		{Score: 2, Met: []int{3}, Sides: []pairing.Side{pairing.FirstSide}},
		{Score: 2, Sides: []pairing.Side{pairing.None}, Float: 1, Bye: true},
		{Met: []int{1}, Sides: []pairing.Side{pairing.SecondSide}},
		{Met: []int{0}, Sides: []pairing.Side{pairing.SecondSide}},
	}
	pairs := pairing.Swiss(past)
	if bye := pairs[len(pairs)-1]; bye.Second != pairing.Bye || past[bye.First].Score != 0 {
		t.Errorf("the round is %v", pairs)
	}
}

// The first round pairs the upper half with the lower half, in order.
func TestSwiss_Begins(t *testing.T) {
	if got, want := fmt.Sprint(pairing.Swiss(make([]pairing.Past, 7))), "[{0 3} {4 1} {2 5} {6 -1}]"; got != want {
		t.Errorf("seven begin with %s, want %s", got, want)
	}
	if got := pairing.Swiss(nil); got != nil {
		t.Errorf("nobody begins with %v", got)
	}
	many := pairing.Swiss(make([]pairing.Past, 70))
	if len(many) != 32 || many[0] != (pairing.Pair{First: 0, Second: 32}) {
		t.Errorf("seventy begin with %v", many)
	}
}

// No other matching has fewer repeated pairings, fewer third equal sides and smaller score differences.
func TestSwiss_IsBest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	rounds, events := 0, 300
	if longtest.All() {
		events = 10000
	}
	for range events {
		n := 2 + random.IntN(9)
		tournament(random, n, 1+random.IntN(5), func(past []pairing.Past, pairs []pairing.Pair) {
			rounds++
			got, best := badness(past, pairs), [4]int{1 << 30}
			matchings(n, func(all []pairing.Pair) {
				if b := badness(past, all); slices.Compare(b[:], best[:]) < 0 {
					best = b
				}
			})
			if got != best {
				t.Fatalf("%d entrants %+v: %v has %v, the best is %v", n, past, pairs, got, best)
			}
		})
	}
	if rounds < 2*events {
		t.Errorf("only %d rounds were looked at", rounds)
	}
}

// badness counts repeated pairings and byes, pairs of entrants who need the same side, and the squares of score
// differences.
func badness(past []pairing.Past, pairs []pairing.Pair) (b [4]int) {
	least := slices.MinFunc(past, func(a, b pairing.Past) int { return a.Score - b.Score }).Score
	for _, p := range pairs {
		upper := past[p.First]
		if p.Second == pairing.Bye {
			if upper.Bye {
				b[0]++
			}
			b[2] = upper.Score - least
			continue
		}
		lower := past[p.Second]
		for _, met := range upper.Met {
			if met == p.Second {
				b[0]++
			}
		}
		if needs(upper)*needs(lower) > 0 {
			b[1]++
		}
		b[3] += (upper.Score - lower.Score) * (upper.Score - lower.Score)
	}
	return b
}

// needs returns the side that an entrant must have.
func needs(p pairing.Past) pairing.Side {
	var played []pairing.Side
	for _, s := range p.Sides {
		if s != pairing.None {
			played = append(played, s)
		}
	}
	n := len(played)
	switch all := sum(played); {
	case all >= 2:
		return pairing.SecondSide
	case all <= -2:
		return pairing.FirstSide
	case n >= 2 && played[n-1] == played[n-2]:
		return -played[n-1]
	}
	return pairing.None
}

// matchings visits all possible rounds of n entrants.
func matchings(n int, visit func([]pairing.Pair)) {
	var go_ func(left []int, pairs []pairing.Pair)
	go_ = func(left []int, pairs []pairing.Pair) {
		if len(left) == 0 {
			visit(pairs)
			return
		}
		for i := 1; i < len(left); i++ {
			rest := append(append([]int{}, left[1:i]...), left[i+1:]...)
			go_(rest, append(slices.Clip(pairs), pairing.Pair{First: left[0], Second: left[i]}))
		}
	}
	var all []int
	for i := range n {
		all = append(all, i)
	}
	if n%2 == 1 {
		for bye := range n {
			rest := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return i == bye })
			go_(rest, []pairing.Pair{{First: bye, Second: pairing.Bye}})
		}
		return
	}
	go_(all, nil)
}

// A table of four who all met, computed by hand: 0 beat 1 and 2 and lost to 3, 1 beat 2 and 3, 3 beat 2.
func TestStanding(t *testing.T) {
	game := func(a, b, made int) pairing.Result {
		return pairing.Result{Pair: pairing.Pair{First: a, Second: b}, Points: [2]int{made, 2 - made}}
	}
	rounds := [][]pairing.Result{{game(0, 3, 0), game(1, 2, 2)}, {game(3, 2, 2), game(0, 1, 2)},
		{game(1, 3, 2), game(2, 0, 0)}}
	rows := pairing.Standing(4, rounds, []int{3, 1, 0, 2})
	// All of 0, 1 and 3 have 4 points, Buchholz 8 and Sonneborn-Berger 8 (4 of one of them, 0 of 2, times 2), and 2
	// points against each other: lots decide.
	want := []pairing.Row{
		{Entrant: 1, Place: 1, Points: 4, Buchholz: 8, SonnebornBerger: 8, Direct: 2, Lot: 1},
		{Entrant: 3, Place: 2, Points: 4, Buchholz: 8, SonnebornBerger: 8, Direct: 2, Lot: 2},
		{Entrant: 0, Place: 3, Points: 4, Buchholz: 8, SonnebornBerger: 8, Direct: 2, Lot: 3},
		{Entrant: 2, Place: 4, Points: 0, Buchholz: 12},
	}
	if !slices.Equal(rows, want) {
		t.Errorf("the table is %+v", rows)
	}
	// 0 has the bye and 1 wins by default: both count as games against an opponent with the own points.
	rows = pairing.Standing(3, [][]pairing.Result{
		{{Pair: pairing.Pair{First: 0, Second: pairing.Bye}, Points: [2]int{2, 0}}, game(1, 2, 1)},
		{{Pair: pairing.Pair{First: 1, Second: 0}, Points: [2]int{2, 0}, Unplayed: true},
			{Pair: pairing.Pair{First: 2, Second: pairing.Bye}, Points: [2]int{2, 0}}},
	}, []int{0, 1, 2})
	want = []pairing.Row{
		{Entrant: 1, Place: 1, Points: 3, Buchholz: 6, SonnebornBerger: 9, Direct: 1, Lot: 1},
		{Entrant: 2, Place: 2, Points: 3, Buchholz: 6, SonnebornBerger: 9, Direct: 1, Lot: 2},
		{Entrant: 0, Place: 3, Points: 2, Buchholz: 4, SonnebornBerger: 4},
	}
	if !slices.Equal(rows, want) {
		t.Errorf("the table with a bye is %+v", rows)
	}
}

// Rows are level in all ordering criteria, or not at all.
func TestRow_Level(t *testing.T) {
	row := pairing.Row{Entrant: 1, Place: 2, Points: 3, Buchholz: 4, SonnebornBerger: 5, Direct: 6}
	same := row
	if same.Entrant, same.Place = 7, 8; !row.Level(same) || !same.Level(row) {
		t.Errorf("%+v is not level with %+v", row, same)
	}
	for i, change := range []func(*pairing.Row){
		func(r *pairing.Row) { r.Points++ }, func(r *pairing.Row) { r.Buchholz++ },
		func(r *pairing.Row) { r.SonnebornBerger++ }, func(r *pairing.Row) { r.Direct++ },
	} {
		other := row
		if change(&other); row.Level(other) || other.Level(row) {
			t.Errorf("change %d leaves %+v level", i+1, other)
		}
	}
}
