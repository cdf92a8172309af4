package rules

import "tabuleiro/engine"

// TimeoutOutcome implements engine.Timed. In a match a player out of time loses the match, whatever the board and the
// score, and the winner gets the points that were missing: that is the custom of tournaments with a reserve of time, as under
// "Time expiration" in the U.S. Backgammon Clock Rules and Procedures of 2013 (bkgm.com/tournaments), of which the
// authors know the sense and have not compared the wording. Older rules, for clocks without a delay, have penalty
// points instead. For a game that belongs to no match the authors know of no rule, and this is theirs: it is lost for
// the stake of the cube, gammons are not counted, and the session ends.
func (p Position) TimeoutOutcome(late engine.Side) engine.Outcome {
	o := engine.Outcome{Winner: late.Other(), Reason: engine.TimeOver, Points: p.Stake()}
	if p.Length > 0 {
		o.Points = max(1, p.Length-p.Score[int(o.Winner)-int(engine.First)])
	}
	return o
}
