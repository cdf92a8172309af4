// Package rating tells how strong people play, by Glicko-2.
//
// The system is Mark E. Glickman's, "Example of the Glicko-2 system" (2013, http://www.glicko.net/glicko/glicko2.pdf);
// the steps named in comments are those of that paper. Results count by periods: all of one period are held against the
// ratings from before it, so that their order does not matter. A Record keeps the sums of the period that goes on, so
// that a result counts at once.
//
// Matches of backgammon to several points tell more than those to one. FIBS, the First Internet Backgammon Server (its
// man page "formula", in the Backgammon FAQ,
// https://stason.org/TULARC/games/backgammon/14-FIBS-RATINGS-First-Internet-Backgammon-Server.html, and at
// http://www.fibs.com/ratings.html), takes 1/(1+10^(D*sqrt(n)/2000)) for the chance of the player who is D points worse
// in a match to n points, and changes ratings by 4*K*sqrt(n) times the chance of what did not happen; K falls from 5 to
// 1 with the points played, which is what the deviation does here. On Glicko's scale the chance is 1/(1+10^(D/400)): if
// three of our points are ten of FIBS's, that is FIBS's with a weight of 2*sqrt(n)/3 on the difference. MatchWeight is
// this weight, and where the paper has g the weight stands before it. That lengths weigh as the root of their points is
// FIBS's; how large a point is, is ours to choose, and chosen so that thirty evenings with a single game each, two a
// week, make a rating that is not provisional any more: with FIBS's own points, and a weight of sqrt(n)/5, nobody who
// plays so little ever got there.
package rating

import "math"

// Rating is a strength on Glicko's scale, as it is shown.
type Rating struct {
	Rating     float64 `json:"r"` // 1500 for somebody unknown
	Deviation  float64 `json:"d"` // in points; the true strength is within twice of it in 95 of 100 cases; at most 350
	Volatility float64 `json:"v"` // how much the strength is expected to change in a period; usually near 0.06
}

// Unknown is the rating of somebody who has not played (step 1).
var Unknown = Rating{1500, 350, 0.06}

// Provisional reports whether a rating says little yet.
func (r Rating) Provisional() bool { return r.Deviation > 110 }

// Sure is what the true strength is not below in 97 of 100 cases.
func (r Rating) Sure() float64 { return r.Rating - 2*r.Deviation }

const (
	scale = 173.7178 // points for one of the inner scale (step 2)
	tau   = 0.5      // how much volatility may change; the paper says 0.3 to 1.2
)

// Result is that of one game or match.
type Result struct {
	Rating    float64 `json:"r"`           // of the opponent, before the period
	Deviation float64 `json:"d"`           // of the opponent, before the period
	Score     float64 `json:"s"`           // 1 won, 0.5 drawn, 0 lost
	Weight    float64 `json:"w,omitempty"` // of the difference; 0 stands for 1
}

// MatchWeight is the weight of a match of backgammon to n points; of a game for money it is that of n = 1.
func MatchWeight(n int) float64 { return math.Sqrt(float64(max(n, 1))) * 2 / 3 }

// sums are what results of one period amount to.
type sums struct {
	Information float64 `json:"i,omitempty"` // 1/v of step 3
	Gain        float64 `json:"g,omitempty"` // the sum in step 4
}

// add counts a result for somebody of strength mu, on the inner scale.
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

// after is a rating after a period (steps 3 to 8).
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

// Bounds of the volatility. After a result that was next to impossible the equation of step 5 has several roots, of
// which the far ones mean nothing: the nearest one counts, and never more than this.
const (
	leastVolatility = 0.01
	mostVolatility  = 0.1
)

// volatility is the new one (step 5): the root of f next to the old one, by halving.
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

// Record is the rating of a person at a game as time goes on. The zero Record is that of somebody who has not played; a
// Record with nothing but Before is that of somebody who begins with that rating.
type Record struct {
	Before Rating `json:"before"` // at the beginning of the period
	Period int    `json:"period"` // number of the period, counted from a beginning that all share
	Sums   sums   `json:"sums,omitzero"`
	Won    int    `json:"won,omitempty"` // in all periods
	Drawn  int    `json:"drawn,omitempty"`
	Lost   int    `json:"lost,omitempty"`
}

// Played is the number of results that count.
func (r Record) Played() int { return r.Won + r.Drawn + r.Lost }

// In is the record at the beginning of a later period, or as it is within its own. Periods without results make the
// deviation grow.
func (r Record) In(period int) Record {
	if r.Played() == 0 {
		if r.Period = period; r.Before == (Rating{}) {
			r.Before = Unknown
		}
	}
	for r.Period < period {
		r.Before, r.Sums = r.Before.after(r.Sums), sums{}
		r.Period++
		if r.Before.Deviation == Unknown.Deviation { // it does not grow any more
			r.Period = period
		}
	}
	return r
}

// Add counts a result in a period, which is not before that of the record.
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

// Now is the rating in a period, with all results so far: in the period itself as if it ended now.
func (r Record) Now(period int) Rating {
	if r = r.In(period); r.Sums == (sums{}) {
		return r.Before
	}
	return r.Before.after(r.Sums)
}
