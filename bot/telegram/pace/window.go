package pace

import (
	"slices"
	"time"
)

// Quota lets Most calls through in any time of Per.
type Quota struct {
	Most int
	Per  time.Duration
	Even bool // the second half of them is spread, so that nobody waits for long because others were quick
}

// window keeps to a quota. Telegram counts a call when it arrives, at some moment between leaving and the answer: so it
// counts from when it leaves until the time of the quota has passed after its answer.
type window struct {
	Quota
	out  int         // calls without an answer
	done []time.Time // when the last answers have come, oldest first
}

// end notes the answer to a call, which counts unless it has never left.
func (w *window) end(counts bool) {
	if w.out--; counts {
		w.done = append(w.done, time.Now())
	}
}

// used counts the calls that count now.
func (w *window) used() int {
	now := time.Now()
	old := slices.IndexFunc(w.done, func(at time.Time) bool { return now.Sub(at) < w.Per })
	if old < 0 {
		old = len(w.done)
	}
	w.done = slices.Delete(w.done, 0, old)
	return w.out + len(w.done)
}

// delay is how long it takes until n more fit, 0 if they do now; the answer to a call may change it.
func (w *window) delay(n int) time.Duration {
	used := w.used()
	excess := used + n - w.Most // so many have to go before
	if len(w.done) == 0 {
		return time.Duration(max(0, excess)) * w.Per / time.Duration(w.Most)
	}
	first, last := w.done[0], w.done[len(w.done)-1]
	switch {
	case excess > len(w.done): // more than all that is known
		late := time.Duration(excess-len(w.done)) * w.Per / time.Duration(w.Most)
		return time.Until(last.Add(w.Per + late))
	case excess > 0:
		return time.Until(w.done[excess-1].Add(w.Per))
	case w.Even && 2*used >= w.Most:
		return max(0, time.Until(last.Add(first.Add(w.Per).Sub(last)/time.Duration(w.Most-used+1))))
	}
	return 0
}
