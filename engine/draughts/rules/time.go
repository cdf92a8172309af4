package rules

import (
	"math/bits"

	"tabuleiro/engine"
)

// TimeoutOutcome implements engine.Timed. The rules of neither federation say more than that time lost is the game lost. A
// side of which only one king is left, against any king, is not given the win all the same: with few pieces the rules
// make a draw of what it could do, and to wait for the clock is not to win.
func (p Position) TimeoutOutcome(late engine.Side) engine.Outcome {
	winner, loser := p.Sides[1], p.Sides[0]
	if late == engine.Second {
		winner, loser = loser, winner
	}
	if bits.OnesCount64(winner) == 1 && winner&p.Kings != 0 && loser&p.Kings != 0 {
		return engine.Outcome{Reason: engine.TimeDraw}
	}
	return engine.Outcome{Winner: late.Other(), Reason: engine.TimeOver, Points: 1}
}
