package meter

import "time"

// Bounds are the upper ends of the buckets of a Histogram, in ascending order; a bucket holds its end. One more is for
// everything beyond.
var Bounds = [...]time.Duration{
	time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond,
	10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond,
	100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond,
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second,
}

// Histogram tells how durations are distributed.
type Histogram struct {
	Buckets [len(Bounds) + 1]uint64 // how many came into each
	Count   uint64                  // of all
	Sum     time.Duration
}

func (h *Histogram) add(d time.Duration) {
	i := 0
	for i < len(Bounds) && d > Bounds[i] {
		i++
	}
	h.Buckets[i]++
	h.Count++
	h.Sum += d
}

// Mean is the average, 0 of nothing.
func (h Histogram) Mean() time.Duration {
	if h.Count == 0 {
		return 0
	}
	return h.Sum / time.Duration(h.Count)
}

// Within is the least of Bounds that at least a share of all (0 to 1) kept to; false if they kept to none, or there were
// none.
func (h Histogram) Within(share float64) (time.Duration, bool) {
	if h.Count == 0 {
		return 0, false
	}
	var sum uint64
	for i, bound := range Bounds {
		if sum += h.Buckets[i]; float64(sum) >= share*float64(h.Count) {
			return bound, true
		}
	}
	return 0, false
}

// minute counts by the second what happened within the last minute.
type minute [60]struct {
	second int64
	n      uint64
}

func (m *minute) add(at time.Time) {
	second := at.Unix()
	slot := &m[uint64(second)%uint64(len(m))]
	if slot.second != second {
		slot.second, slot.n = second, 0
	}
	slot.n++
}

func (m *minute) until(now time.Time) (n uint64) {
	for _, slot := range m {
		if age := now.Unix() - slot.second; age >= 0 && age < int64(len(m)) {
			n += slot.n
		}
	}
	return n
}
