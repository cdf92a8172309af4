package rating

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// example is that of Glickman's paper.
var example = []Result{{1400, 30, 1, 0}, {1550, 100, 0, 0}, {1700, 300, 0, 0}}

func record(before Rating, results ...Result) Record {
	r := Record{Before: before, Won: 1} // somebody known
	for _, result := range results {
		r = r.Add(0, result)
	}
	return r
}

func TestGlickmansExample(t *testing.T) {
	got := record(Rating{1500, 200, 0.06}, example...).Now(0)
	if math.Abs(got.Rating-1464.06) > 0.01 || math.Abs(got.Deviation-151.52) > 0.01 ||
		math.Abs(got.Volatility-0.05999) > 0.00001 {
		t.Errorf("got %+v, the paper has 1464.06, 151.52, 0.05999", got)
	}
}

// slowly follows the paper step by step, and finds the volatility by bisection.
func slowly(r Rating, results []Result) Rating {
	mu, phi := (r.Rating-1500)/173.7178, r.Deviation/173.7178
	g := func(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/math.Pi/math.Pi) }
	information, sum := 0.0, 0.0
	for _, o := range results {
		w := o.Weight
		if w == 0 {
			w = 1
		}
		muj, phij := (o.Rating-1500)/173.7178, o.Deviation/173.7178
		e := 1 / (1 + math.Exp(-w*g(w*phij)*(mu-muj)))
		information += w * w * g(w*phij) * g(w*phij) * e * (1 - e)
		sum += w * g(w*phij) * (o.Score - e)
	}
	if information == 0 { // there are none, or they were so sure that they tell nothing
		phi = math.Sqrt(phi*phi + r.Volatility*r.Volatility)
		return Rating{r.Rating, math.Min(350, 173.7178*phi), r.Volatility}
	}
	v := 1 / information
	delta := v * sum
	a := math.Log(r.Volatility * r.Volatility)
	f := func(x float64) float64 {
		return math.Exp(x)*(delta*delta-phi*phi-v-math.Exp(x))/(2*math.Pow(phi*phi+v+math.Exp(x), 2)) - (x-a)/(0.5*0.5)
	}
	x := a // to the nearest root, in small steps, and then between two of them
	for step := 0.01; step > 1e-12; step /= 10 {
		for up := f(x) > 0; (f(x) > 0) == up; {
			if up {
				x += step
			} else {
				x -= step
			}
		}
	}
	sigma := math.Max(0.01, math.Min(0.1, math.Exp(x/2)))
	star := math.Sqrt(phi*phi + sigma*sigma)
	phi = 1 / math.Sqrt(1/(star*star)+1/v)
	return Rating{173.7178*(mu+phi*phi*sum) + 1500, math.Min(350, 173.7178*phi), sigma}
}

func near(a, b Rating) bool {
	return math.Abs(a.Rating-b.Rating) < 1e-5 && math.Abs(a.Deviation-b.Deviation) < 1e-5 &&
		math.Abs(a.Volatility-b.Volatility) < 1e-8
}

func random(r *rand.Rand) Result {
	o := Result{Rating: 600 + 1800*r.Float64(), Deviation: 30 + 320*r.Float64(), Score: float64(r.IntN(3)) / 2}
	if r.IntN(2) == 0 {
		o.Weight = MatchWeight(1 + r.IntN(25))
	}
	return o
}

// Thousands of histories agree with the slow implementation.
func TestAgainstSlow(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	for history := range 3000 {
		fast, slow := Record{}, Unknown
		played := false
		for period := range 12 {
			var results []Result
			for range r.IntN(6) * r.IntN(2) {
				results = append(results, random(r))
				fast = fast.Add(period, results[len(results)-1])
			}
			if played = played || results != nil; !played {
				continue
			}
			slow = slowly(slow, results)
			now := fast.Now(period)
			if results == nil {
				now = fast.In(period + 1).Before
			}
			if !near(now, slow) {
				t.Fatalf("seed %d, history %d, period %d: %+v, slowly %+v", seed, history, period, now, slow)
			}
		}
	}
}

func drawResult(t *rapid.T) Result {
	o := Result{
		Rating:    rapid.Float64Range(0, 4000).Draw(t, "rating"),
		Deviation: rapid.Float64Range(1, 350).Draw(t, "deviation"),
		Score:     rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score"),
	}
	if rapid.Bool().Draw(t, "match") {
		o.Weight = MatchWeight(rapid.IntRange(0, 64).Draw(t, "length"))
	}
	return o
}

func drawRating(t *rapid.T) Rating {
	return Rating{rapid.Float64Range(200, 3000).Draw(t, "mine"), rapid.Float64Range(20, 350).Draw(t, "my deviation"),
		rapid.Float64Range(0.03, 0.1).Draw(t, "volatility")}
}

// Within a period the order does not matter.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := drawRating(t)
		results := rapid.SliceOfN(rapid.Custom(drawResult), 1, 10).Draw(t, "results")
		other := rapid.Permutation(results).Draw(t, "other")
		if a, b := record(before, results...).Now(0), record(before, other...).Now(0); !near(a, b) {
			t.Fatalf("%+v, in another order %+v", a, b)
		}
	})
}

// Absence makes a rating less certain, and lowers its lower bound, and changes nothing else; playing makes it more
// certain than staying away.
func TestAbsence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := record(drawRating(t))
		n := rapid.IntRange(1, 500).Draw(t, "periods")
		away, longer := r.Now(n), r.Now(n+1)
		if away.Rating != r.Before.Rating || away.Volatility != r.Before.Volatility || away.Deviation < r.Before.Deviation ||
			longer.Deviation < away.Deviation || longer.Sure() > away.Sure() || longer.Deviation == away.Deviation &&
			away.Deviation < 350 || longer.Deviation > 350 {
			t.Fatalf("%+v, after %d periods %+v, then %+v", r.Before, n, away, longer)
		}
		played := r.Add(1, drawResult(t)).In(2).Before
		if stayed := r.In(2).Before; played.Deviation > stayed.Deviation+30 || math.IsNaN(played.Rating) {
			t.Fatalf("played %+v, stayed away %+v", played, stayed)
		}
	})
}

// The winner's rating does not fall, the loser's does not rise except by rounding, and nothing is out of bounds.
func TestWinning(t *testing.T) {
	const rounding = 1e-9
	rapid.Check(t, func(t *rapid.T) {
		before, o := drawRating(t), drawResult(t)
		after := record(before, o).Now(0)
		if o.Score == 1 && after.Rating < before.Rating-rounding || o.Score == 0 && after.Rating > before.Rating+rounding {
			t.Fatalf("%+v with %+v becomes %+v", before, o, after)
		}
		for _, x := range []float64{after.Rating, after.Deviation, after.Volatility} {
			if math.IsNaN(x) || math.IsInf(x, 0) || x < -10000 || x > 15000 {
				t.Fatalf("%+v with %+v becomes %+v", before, o, after)
			}
		}
	})
}

// The weights are those of FIBS, ten points of which are three of ours: a player rated 200 of them higher wins a match
// to 9 points in 66.6 % of cases.
func TestMatchWeight(t *testing.T) {
	e := 1 / (1 + math.Pow(10, -60*MatchWeight(9)/400))
	if want := 1 / (1 + math.Pow(10, -200*math.Sqrt(9)/2000)); math.Abs(e-want) > 1e-12 || math.Abs(e-0.666) > 0.001 {
		t.Errorf("%.4f, FIBS has %.4f", e, want)
	}
	if math.Abs(MatchWeight(25)-5*MatchWeight(1)) > 1e-12 || MatchWeight(0) != MatchWeight(1) {
		t.Errorf("weights %v, %v, %v", MatchWeight(25), MatchWeight(0), MatchWeight(1))
	}
}

// Thirty evenings of a single game of backgammon, two a week, end a newcomer's provisional rating, against a new or a
// rated player, as long as neither wins more than two of three; ten do not.
func TestThirtyEvenings(t *testing.T) {
	for _, known := range []bool{false, true} {
		for _, every := range []int{2, 3} { // one of so many is lost
			var ana, rui Record
			for evening := range 30 {
				week := evening / 2
				a, r := ana.In(week).Before, rui.In(week).Before
				if known {
					r = Rating{1500, 60, 0.06}
				}
				score := 1.0
				if evening%every == 0 {
					score = 0
				}
				ana = ana.Add(week, Result{r.Rating, r.Deviation, score, MatchWeight(1)})
				rui = rui.Add(week, Result{a.Rating, a.Deviation, 1 - score, MatchWeight(1)})
				if now := ana.Now(week); evening == 9 && !now.Provisional() || evening == 29 && now.Provisional() {
					t.Errorf("after %d evenings, one of %d lost, against somebody known: %v: %+v", evening+1, every, known, now)
				}
			}
		}
	}
}

// Games are counted by their result.
func TestRecord_Counts(t *testing.T) {
	r := record(Unknown, Result{1400, 30, 0.5, 0}, Result{1400, 30, 0.5, 0}, Result{1400, 30, 0, 0}, Result{1400, 30, 0, 0},
		Result{1400, 30, 0, 0})
	if r.Won != 1 || r.Drawn != 2 || r.Lost != 3 || r.Played() != 6 {
		t.Errorf("%+v", r)
	}
}

// A record survives storing.
func TestRecordStored(t *testing.T) {
	r := record(Rating{1510.123456789, 123.456, 0.059}, example...)
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var again Record
	if err := json.Unmarshal(text, &again); err != nil || again != r {
		t.Errorf("%s, %v: %+v, want %+v", text, err, again, r)
	}
}

func BenchmarkNow(b *testing.B) {
	r := record(Rating{1500, 200, 0.06}, example...)
	for b.Loop() {
		r.Now(0)
	}
}
