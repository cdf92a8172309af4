package pace

import (
	"maps"
	"time"

	"tabuleiro/bot/chat"
)

// bounds are the upper ends of those of the waits that are counted, in seconds.
var bounds = []float64{.01, .05, .1, .2, .5, 1, 2, 5, 10, 30, 60}

// wait counts how long calls have waited.
type wait chat.Waits

func (w *wait) add(d time.Duration) {
	if w.Within == nil {
		w.Within = map[float64]uint64{}
	}
	w.Count++
	w.Seconds += d.Seconds()
	for _, most := range bounds {
		if d.Seconds() <= most {
			w.Within[most]++
		}
	}
}

// Waits tells how long calls have waited from when they came until they left, by the name of their class.
func (l *Lanes) Waits() map[string]chat.Waits {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := map[string]chat.Waits{}
	for c := range classes {
		w := chat.Waits(l.waits[c])
		w.Within = maps.Clone(w.Within)
		all[c.String()] = w
	}
	return all
}
