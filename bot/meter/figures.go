package meter

import (
	"maps"
	"strings"
	"time"
)

// Figures are what the owner of a bot is told in a chat: what was counted since the meter was made.
type Figures struct {
	Since time.Time // when that was

	Heard        map[string]uint64 // events heard, by service
	Answers      uint64            // events that were dealt with
	Mean         time.Duration     // how long these took
	Said, Unsaid uint64            // messages that a service has taken, and has not, every try counted

	Begun, Ended, Moves uint64
	Panics              uint64 // events whose handling broke off
	StoreErrors         uint64
	Warnings, Errors    uint64 // lines of the log
}

// Figures sums up everything counted so far.
func (m *Meter) Figures() Figures {
	families, err := m.Gather()
	if err != nil {
		panic("meter: a metric of its own cannot be read: " + err.Error())
	}
	counts, all := map[string]map[string]uint64{}, map[string]uint64{}
	f := Figures{Since: m.since}
	for _, family := range families {
		name, by := strings.TrimPrefix(family.GetName(), namespace+"_"), map[string]uint64{}
		for _, metric := range family.GetMetric() {
			label := ""
			for _, l := range metric.GetLabel() {
				if l.GetName() != "kind" {
					label = l.GetValue()
				}
			}
			n := uint64(metric.GetCounter().GetValue() + metric.GetGauge().GetValue())
			by[label] += n
			all[name] += n
			if name == handling {
				h := metric.GetHistogram()
				f.Answers = h.GetSampleCount()
				mean := h.GetSampleSum() / max(1, float64(f.Answers))
				f.Mean = time.Duration(mean * float64(time.Second)).Round(time.Microsecond)
			}
		}
		counts[name] = by
	}
	maps.DeleteFunc(counts[heard], func(_ string, n uint64) bool { return n == 0 })
	f.Heard, f.Said, f.Unsaid = counts[heard], all[said], all[unsaid]
	f.Begun, f.Ended, f.Moves = all[begun], all[ended], all[moves]
	f.Panics, f.StoreErrors = all[panics], all[storeErrors]
	f.Warnings, f.Errors = counts[logLines]["warn"], counts[logLines]["error"]
	return f
}
