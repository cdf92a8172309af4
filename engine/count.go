package engine

// Count is the state of a counter that ends in a draw.
type Count struct {
	Of     Counter
	Number int // count so far
	Most   int // the game is drawn at this count
}

// Counter names what is counted.
type Counter string

// Counters.
const (
	QuietMoves Counter = "quiet" // moves of each side in a row without a capture or a man's move
	// moves of the stronger side, the next one included, in an ending that it has to win in time
	ForcedMoves Counter = "forced"
	EndingMoves Counter = "ending"  // moves of each side in an ending that is drawn if it lasts too long
	Repetitions Counter = "repeats" // occurrences of the position
)

// Drawer is a Position of a game that may be drawn by counting, or although moves are left.
type Drawer interface {
	// Counts returns the counters that are so high that the players should know; none when the game is over.
	Counts() []Count

	// Unclaimed returns the position with its counters reset.
	Unclaimed() Position

	// IsDeadPosition reports whether neither side can win any more against best play: the game is drawn as it stands.
	IsDeadPosition() bool
}

// Counts returns the counters of the last position, and the number of its occurrences if there were several. It
// returns none when the game is over.
func (l Line) Counts() (list []Count) {
	if l.Outcome().Decided() {
		return nil
	}
	if c, ok := l.Position().(Drawer); ok {
		list = c.Counts()
	}
	if seen := l.Seen(); l.repeat > 0 && seen > 1 {
		list = append(list, Count{Repetitions, seen, l.repeat})
	}
	return list
}
