package meter

import (
	"strings"
	"time"
)

// Figures are what the owner of a bot is told in a chat: what was counted since the meter was made.
type Figures struct {
	Since   time.Time                    // when that was
	Answers uint64                       // events that were dealt with
	Mean    time.Duration                // how long these took
	All     map[string]uint64            // by what is counted
	Each    map[string]map[string]uint64 // and by service, game, operation or level
}

// Figures sums up everything counted so far.
func (m *Meter) Figures() Figures {
	families, err := m.Gather()
	if err != nil {
		panic("meter: a metric of its own cannot be read: " + err.Error())
	}
	f := Figures{Since: m.since, All: map[string]uint64{}, Each: map[string]map[string]uint64{}}
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
			f.All[name] += n
			if name == handling {
				h := metric.GetHistogram()
				f.Answers = h.GetSampleCount()
				mean := h.GetSampleSum() / max(1, float64(f.Answers))
				f.Mean = time.Duration(mean * float64(time.Second)).Round(time.Microsecond)
			}
		}
		f.Each[name] = by
	}
	return f
}
