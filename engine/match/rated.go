package match

import (
	"math"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/rating"
)

// Rated is what a match that has ended counts for. It is kept with the event that ends it, so that the rating of each
// player can be computed anew from that player's matches alone, also when the other one is forgotten.
type Rated struct {
	Period int         `json:"period"`           // see Period
	Weight float64     `json:"weight,omitempty"` // see rating.Result
	Before [2]Strength `json:"before"`           // of First and Second, before the period
	From   [2]int      `json:"from"`             // ratings of First and Second as shown before the match
	To     [2]int      `json:"to"`               // and after it
}

// Strength is how strong a player was taken to be.
type Strength struct {
	Rating    float64 `json:"r"`
	Deviation float64 `json:"d"`
}

// Period is the number of the week of a time, from Monday to Sunday by UTC: ratings are by weeks.
func Period(at time.Time) int {
	const monday = 4 * 24 * 3600 // the first one of Unix time
	return int(math.Floor(float64(at.Unix()-monday) / (7 * 24 * 3600)))
}

// Counts reports whether a match may be rated, as far as that can be seen from it alone: it was played to its end, from
// its usual beginning, for as many moves as are Serious, and was not meant to be unrated or played with hints.
func (m *Match) Counts() bool {
	return m.Status == Over && !m.Setup.Unrated && !m.Setup.Hints && m.Setup.Usual() &&
		m.Reader.ID == "" && m.Challenger.ID != "" && m.Opponent.ID != "" && m.Challenger.ID != m.Opponent.ID &&
		m.Moves() >= Serious
}

// Weight is that of the match as a result: see rating.Result.
func (m *Match) Weight() float64 {
	if _, ok := m.Line.Position().(engine.StakeGame); !ok {
		return 0
	}
	return rating.MatchWeight(engine.StandingOf(m.Line.Position()).Length)
}

// Results are what a rated match is for a side. Of a series each game counts, as in the FIDE Rating Regulations (B.02,
// as amended in 2002): games are rated, and by 6.5 those are not that follow when one player has won a match over a
// number of games.
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
			break // one has won
		}
		r.Score = float64(g.halves(who)) / 2
		list, points = append(list, r), points+r.Score
	}
	return list
}
