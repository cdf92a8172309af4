package chat

import (
	"maps"
	"time"
)

// State is how an adapter is doing. What it does not tell is nil.
type State struct {
	// the lengths of its queues by name, a word of a few letters: "in" for what was heard and the bot has not been given,
	// "out" for what the bot has said and the service has not
	Queues map[string]int
	// how long messages have waited for the service's limits since the start, by what they are; all such words are there
	// from the beginning
	Waits map[string]Waits
	Lacks []string // what the owner could switch on at the service, in words of a few letters
}

// Waits counts waits.
type Waits struct {
	Count   uint64
	Seconds float64            // of all together
	Within  map[float64]uint64 // how many were no longer than so many seconds
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
