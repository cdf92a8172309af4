package chat

import (
	"maps"
	"time"
)

// Measured is an adapter that can tell how much waits in it.
type Measured interface {
	// Queues are the lengths of its queues by name, a word of a few letters: "in" for what was heard and the bot has
	// not been given, "out" for what the bot has said and the service has not. It does not wait for anything but locks.
	Queues() map[string]int
}

// Timed is an adapter that can tell how long what is said waits in it.
type Timed interface {
	// Waits are how long messages have waited for the service's limits since the start, by what they are, a word of a few
	// letters. All such words are there from the beginning.
	Waits() map[string]Waits
}

// Waits counts waits.
type Waits struct {
	Count   uint64
	Seconds float64            // of all together
	Within  map[float64]uint64 // how many were no longer than so many seconds
}

// Lacking is an adapter that knows what its service would let the bot do if the owner had switched it on.
type Lacking interface {
	// Lacks are words for that, of a few letters.
	Lacks() []string
}

// waitBounds are the upper ends of those of the waits that are counted, in seconds.
var waitBounds = []float64{.01, .05, .1, .2, .5, 1, 2, 5, 10, 30, 60}

// Add counts one more.
func (w *Waits) Add(d time.Duration) {
	if w.Within == nil {
		w.Within = map[float64]uint64{}
	}
	w.Count++
	w.Seconds += d.Seconds()
	for _, most := range waitBounds {
		if d.Seconds() <= most {
			w.Within[most]++
		}
	}
}

// Clone returns a copy that does not change.
func (w Waits) Clone() Waits {
	w.Within = maps.Clone(w.Within)
	return w
}
