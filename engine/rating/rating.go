// Package rating rates players by Glicko-2.
//
// The system is Mark E. Glickman's, "Example of the Glicko-2 system" (2013,
// http://www.glicko.net/glicko/glicko2.pdf); comments name the steps of that paper. Results are grouped by period:
// all of a period count against the ratings before it, so that their order does not matter. A Record holds the sums
// of the current period, so that a result takes effect at once.
//
// Backgammon matches to several points count more than those to one. FIBS, the First Internet Backgammon Server (its
// man page "formula", in the Backgammon FAQ,
// https://stason.org/TULARC/games/backgammon/14-FIBS-RATINGS-First-Internet-Backgammon-Server.html, and at
// http://www.fibs.com/ratings.html), takes 1/(1+10^(D*sqrt(n)/2000)) as the chance of the player who is D points
// worse in a match to n points, and changes ratings by 4*K*sqrt(n) times the probability of the other result; K falls
// from 5 to 1 with the points played, which is what the deviation does here. On Glicko's scale the chance is
// 1/(1+10^(D/400)). If three of our points are ten of FIBS's, the formulas agree with a weight of 2*sqrt(n)/3 on the
// difference, which is MatchWeight; the weight multiplies g of the paper. That a length counts by its square root is
// FIBS's rule. The size of a point is our choice, such that thirty single games, two a week, end the provisional
// rating; with FIBS's own points, and a weight of sqrt(n)/5, nobody who plays so little would get there.
package rating

import "math"

// Rating is a playing strength on Glicko's scale, as displayed.
type Rating struct {
	Rating     float64 `json:"r"` // 1500 for an unknown player
	Deviation  float64 `json:"d"` // in points; the true strength is within twice this in 95% of cases; at most 350
	Volatility float64 `json:"v"` // expected change of the strength in a period; usually near 0.06
}

// Unknown is the rating of a player without results (step 1).
var Unknown = Rating{1500, 350, 0.06}

// Provisional reports whether a rating is still too uncertain to mean much.
func (r Rating) Provisional() bool { return r.Deviation > 110 }

// Sure returns the rating that the true strength exceeds in 97% of cases.
func (r Rating) Sure() float64 { return r.Rating - 2*r.Deviation }

const (
	scale = 173.7178 // points per unit of the internal scale (step 2)
	tau   = 0.5      // limits changes of the volatility; the paper says 0.3 to 1.2
)

// Result is the result of one game or match for a player.
type Result struct {
	Rating    float64 `json:"r"`           // of the opponent, before the period
	Deviation float64 `json:"d"`           // of the opponent, before the period
	Score     float64 `json:"s"`           // 1 for a win, 0.5 for a draw, 0 for a loss
	Weight    float64 `json:"w,omitempty"` // of the difference; 0 stands for 1
}

// MatchWeight returns the weight of a backgammon match to n points; that of a money game is the one of n = 1.
func MatchWeight(n int) float64 { return math.Sqrt(float64(max(n, 1))) * 2 / 3 }

// sums holds the accumulated results of a period.
type sums struct {
	Information float64 `json:"i,omitempty"` // 1/v of step 3
	Gain        float64 `json:"g,omitempty"` // the sum in step 4
}

// add adds a result of a player of strength mu on the internal scale.
func (s sums) add(mu float64, r Result) sums {
	w := r.Weight
	if w == 0 {
		w = 1
	}
	phi := w * r.Deviation / scale
	g := w / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi))
	e := 1 / (1 + math.Exp(-g*(mu-(r.Rating-Unknown.Rating)/scale)))
	return sums{s.Information + g*g*e*(1-e), s.Gain + g*(r.Score-e)}
}

// after returns the rating after a period (steps 3 to 8).
func (r Rating) after(s sums) Rating {
	mu, phi := (r.Rating-Unknown.Rating)/scale, r.Deviation/scale
	if s.Information > 0 {
		r.Volatility = volatility(phi, r.Volatility, s)
	}
	phi = math.Hypot(phi, r.Volatility)
	if s.Information > 0 {
		phi = 1 / math.Sqrt(1/(phi*phi)+s.Information)
		r.Rating = Unknown.Rating + scale*(mu+phi*phi*s.Gain)
	}
	r.Deviation = min(scale*phi, Unknown.Deviation)
	return r
}

// Bounds of the volatility. After a very improbable result the equation of step 5 has several roots, of which only
// the nearest is meaningful; the volatility stays within these bounds.
const (
	leastVolatility = 0.01
	mostVolatility  = 0.1
)

// volatility returns the new volatility (step 5): the root of f nearest to the old one, found by bisection.
func volatility(phi, sigma float64, s sums) float64 {
	v := 1 / s.Information
	delta := v * s.Gain
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high, below := a, a, math.Signbit(f(a))
	step := math.Copysign(0.1, f(a))
	for math.Signbit(f(high)) == below {
		low, high = high, high+step
	}
	for math.Abs(high-low) > 1e-12 {
		if middle := (low + high) / 2; math.Signbit(f(middle)) == below {
			low = middle
		} else {
			high = middle
		}
	}
	return max(leastVolatility, min(math.Exp(low/2), mostVolatility))
}

// Record is the rating of a person in a game over time. The zero Record is that of a new player, and one with only
// Before set that of a player who begins with that rating.
type Record struct {
	Before Rating `json:"before"` // at the beginning of the current period
	Period int    `json:"period"` // number of the current period, counted from an origin common to all records
	Sums   sums   `json:"sums,omitzero"`
	Won    int    `json:"won,omitempty"` // in all periods
	Drawn  int    `json:"drawn,omitempty"`
	Lost   int    `json:"lost,omitempty"`
}

// Played returns the number of results.
func (r Record) Played() int { return r.Won + r.Drawn + r.Lost }

// In returns the record at the beginning of a later period, or unchanged within its own. The deviation grows in
// periods without results.
func (r Record) In(period int) Record {
	if r.Played() == 0 {
		if r.Period = period; r.Before == (Rating{}) {
			r.Before = Unknown
		}
	}
	for r.Period < period {
		r.Before, r.Sums = r.Before.after(r.Sums), sums{}
		r.Period++
		if r.Before.Deviation == Unknown.Deviation { // it cannot grow further
			r.Period = period
		}
	}
	return r
}

// Add adds a result in a period, which must not be before that of the record.
func (r Record) Add(period int, result Result) Record {
	r = r.In(period)
	r.Sums = r.Sums.add((r.Before.Rating-Unknown.Rating)/scale, result)
	switch {
	case result.Score > 0.5:
		r.Won++
	case result.Score < 0.5:
		r.Lost++
	default:
		r.Drawn++
	}
	return r
}

// Now returns the rating in a period with all results so far, as if the period ended now.
func (r Record) Now(period int) Rating {
	if r = r.In(period); r.Sums == (sums{}) {
		return r.Before
	}
	return r.Before.after(r.Sums)
}
