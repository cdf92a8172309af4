package engine

// Reasons of the end of a match on time.
const (
	TimeOver Code = "time"      // the loser's time is over
	TimeDraw Code = "time-draw" // a side's time is over, and the other could hardly have won
)

// Timed is a Position that knows what it is worth when the time of a side is over.
type Timed interface {
	// TimeoutOutcome is the outcome of the match if late, First or Second, has no time left.
	TimeoutOutcome(late Side) Outcome
}

// TimeoutOutcome is what a position is worth if late has no time left: by its own word if it is Timed, else the other
// side wins.
func TimeoutOutcome(p Position, late Side) Outcome {
	if t, ok := p.(Timed); ok {
		return t.TimeoutOutcome(late)
	}
	return Outcome{Winner: late.Other(), Reason: TimeOver, Points: 1}
}
