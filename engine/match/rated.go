package match

import (
	"math"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/rating"
)

// Rated is the effect of a finished match on ratings. It is stored with the event that ends the match, so that a
// player's rating can be recomputed from that player's matches alone, even if the opponent was deleted.
type Rated struct {
	Period int         `json:"period"`           // see Period
	Weight float64     `json:"weight,omitempty"` // see rating.Result
	Before [2]Strength `json:"before"`           // of First and Second, before the period
	From   [2]int      `json:"from"`             // displayed ratings of First and Second before the match
	To     [2]int      `json:"to"`               // and after it
}

// Strength is the estimated strength of a player.
type Strength struct {
	Rating    float64 `json:"r"`
	Deviation float64 `json:"d"`
}

// Period returns the number of the week of a time, Monday to Sunday in UTC. Ratings are computed by weeks.
func Period(at time.Time) int {
	const monday = 4 * 24 * 3600 // the first Monday of Unix time
	return int(math.Floor(float64(at.Unix()-monday) / (7 * 24 * 3600)))
}

// Counts reports whether a match may be rated, as far as it can tell alone: it was finished, began from the usual
// position, has at least Serious moves, and was neither unrated nor played with hints.
func (m *Match) Counts() bool {
	return m.Status == Over && !m.Setup.Unrated && !m.Setup.Hints && m.Setup.Usual() &&
		m.Reader.ID == "" && m.Challenger.ID != "" && m.Opponent.ID != "" && m.Challenger.ID != m.Opponent.ID &&
		m.Moves() >= Serious
}

// Weight returns the weight of the match as a result: see rating.Result.
func (m *Match) Weight() float64 {
	if _, ok := m.Line.Position().(engine.StakeGame); !ok {
		return 0
	}
	return rating.MatchWeight(engine.StandingOf(m.Line.Position()).Length)
}

// Results returns the results of a rated match for a side. Each game of a series counts, as in the FIDE Rating
// Regulations (B.02, as amended in 2002), but by 6.5 not those after a player has won a match over a number of games.
func (m *Match) Results(s engine.Side) (list []rating.Result) {
	other := m.Rated.Before[index(s.Other())]
	r := rating.Result{Rating: other.Rating, Deviation: other.Deviation, Weight: m.Rated.Weight}
	games := []Played{{First: m.First, Outcome: m.Outcome}}
	if m.Setup.Several() {
		games = m.finishedGames()
	}
	who, points := m.Player(s).ID, 0.0
	for _, g := range games {
		if n := float64(m.Setup.Series.Games); n > 0 && max(points, float64(len(list))-points) > n/2 {
			break // a player has won the match
		}
		r.Score = float64(g.halves(who)) / 2
		list, points = append(list, r), points+r.Score
	}
	return list
}
