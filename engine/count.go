package engine

// Count is how far something has come by which a game is drawn in the end.
type Count struct {
	Of     Counter
	Number int // so far, in what Of counts
	Most   int // at which the game is drawn
}

// Counter is what is counted.
type Counter string

// What may be counted.
const (
	QuietMoves Counter = "quiet" // moves of each side in a row without a capture or a man's move
	// moves of the stronger side in an ending that it has to win in time, the next one included
	ForcedMoves Counter = "forced"
	EndingMoves Counter = "ending"  // moves of each side in an ending that is drawn if it lasts
	Repetitions Counter = "repeats" // how often the position has stood on the board
)

// Drawer is a Position of a game that comes to nothing by counting, or although moves are left.
type Drawer interface {
	// Counts are those that have come so far that the players have to think of them; none when the game is over.
	Counts() []Count

	// Unclaimed is the position with its counters at their beginning.
	Unclaimed() Position

	// IsDeadPosition reports whether neither side can win any more, whatever the other one's best play: the game is drawn as it
	// stands.
	IsDeadPosition() bool
}

// Counts are those of the last position, and how often it has stood on the board if that is not the first time. There
// is none when the game is over.
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
