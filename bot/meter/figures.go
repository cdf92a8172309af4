package meter

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	model "github.com/prometheus/client_model/go"
)

// Figures are what the owner of a bot is told in a chat: what was counted since the meter was made.
type Figures struct {
	Since time.Time // when that was

	Heard      map[string]uint64 // events heard, by service
	LastMinute uint64            // events heard within the last minute
	InHand     int               // events being dealt with
	Mean       time.Duration     // how long events took; 0 of none
	Within     time.Duration     // the least bound that 95 of 100 events kept to; 0: there is none
	Beyond     time.Duration     // then the greatest, if there were events; else 0

	Saying       map[string]int // messages that a service has been asked to take and has not answered, by service
	Said, Unsaid uint64         // messages that a service has taken, and has not, every try counted

	Begun, Ended, Moves uint64
	Panics              uint64 // events whose handling broke off
	StoreErrors         uint64
	Warnings, Errors    uint64 // lines of the log
}

// Figures sums up everything counted so far.
func (m *Meter) Figures() Figures {
	f := Figures{
		Since:       m.since,
		Heard:       by(m.heard),
		LastMinute:  m.minute.until(m.now()),
		InHand:      int(read(m.inHand).GetGauge().GetValue()),
		Saying:      map[string]int{},
		Said:        sum(m.said),
		Unsaid:      sum(m.unsaid),
		Begun:       sum(m.begun),
		Ended:       sum(m.ended),
		Moves:       sum(m.moves),
		Panics:      sum(m.panics),
		StoreErrors: sum(m.storeErrors),
	}
	for service, n := range by(m.saying) {
		f.Saying[service] = int(n)
	}
	lines := by(m.logLines)
	f.Warnings, f.Errors = lines["warn"], lines["error"]
	f.Mean, f.Within, f.Beyond = durations(read(m.handling).GetHistogram())
	return f
}

// durations are the mean of a histogram of seconds, and the least bound that 95 of 100 kept to, or else the greatest.
func durations(h *model.Histogram) (mean, within, beyond time.Duration) {
	if h.GetSampleCount() == 0 {
		return 0, 0, 0
	}
	seconds := func(n float64) time.Duration { return time.Duration(n*1e6+0.5) * time.Microsecond }
	for _, b := range h.GetBucket() {
		if 100*b.GetCumulativeCount() >= 95*h.GetSampleCount() {
			within, beyond = seconds(b.GetUpperBound()), 0
			break
		}
		beyond = seconds(b.GetUpperBound())
	}
	return seconds(h.GetSampleSum() / float64(h.GetSampleCount())), within, beyond
}

// read is the state of a metric.
func read(m prometheus.Metric) *model.Metric {
	var state model.Metric
	if err := m.Write(&state); err != nil {
		panic("meter: a metric of its own cannot be read: " + err.Error())
	}
	return &state
}

// by is what was counted, summed up by the first label in the order of the alphabet.
func by(c prometheus.Collector) map[string]uint64 {
	found := make(chan prometheus.Metric)
	go func() {
		c.Collect(found)
		close(found)
	}()
	sums := map[string]uint64{}
	for m := range found {
		state, label := read(m), ""
		if len(state.GetLabel()) > 0 {
			label = state.GetLabel()[0].GetValue()
		}
		sums[label] += uint64(state.GetCounter().GetValue() + state.GetGauge().GetValue())
	}
	return sums
}

// sum is how much was counted in all.
func sum(c prometheus.Collector) (n uint64) {
	for _, part := range by(c) {
		n += part
	}
	return n
}

// minute counts by the second what happened within the last minute.
type minute struct {
	mu    sync.Mutex
	slots [60]struct {
		second int64
		n      uint64
	}
}

func (m *minute) add(at time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	second := at.Unix()
	slot := &m.slots[uint64(second)%uint64(len(m.slots))]
	if slot.second != second {
		slot.second, slot.n = second, 0
	}
	slot.n++
}

func (m *minute) until(now time.Time) (n uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, slot := range m.slots {
		if age := now.Unix() - slot.second; age >= 0 && age < int64(len(m.slots)) {
			n += slot.n
		}
	}
	return n
}
