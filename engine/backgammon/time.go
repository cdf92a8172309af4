package backgammon

import "tabuleiro/engine"

// OutOfTime implements engine.Timed. As in the tournament rules of the federations (WBF, USBGF: "clocks"), a player out of
// time loses the match, whatever the board and the score; the winner gets the points that were missing. A game that belongs
// to no match is lost for the stake of the cube, and with it the session ends.
func (p position) OutOfTime(late engine.Side) engine.Outcome {
	o := engine.Outcome{Winner: late.Other(), Reason: engine.TimeOver, Points: p.Stake()}
	if p.length > 0 {
		o.Points = max(1, p.length-p.score[int(o.Winner)-int(engine.First)])
	}
	return o
}
