package meter

import (
	"maps"
	"strings"
	"time"

	model "github.com/prometheus/client_model/go"
)

// Figures are what the owner of a bot is told in a chat: what was counted since the meter was made.
type Figures struct {
	Since time.Time // when that was

	Heard  map[string]uint64 // events heard, by service
	InHand int               // events being dealt with
	Mean   time.Duration     // how long events took; 0 of none
	Within time.Duration     // the least bound that 95 of 100 events kept to; 0: there is none
	Beyond time.Duration     // then the greatest, if there were events; else 0

	Saying       map[string]int // messages that a service has been asked to take and has not answered, by service
	Said, Unsaid uint64         // messages that a service has taken, and has not, every try counted

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
	f := Figures{Since: m.since, Saying: map[string]int{}}
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
				f.Mean, f.Within, f.Beyond = durations(metric.GetHistogram())
			}
		}
		counts[name] = by
	}
	maps.DeleteFunc(counts[heard], func(_ string, n uint64) bool { return n == 0 })
	for service, n := range counts[saying] {
		f.Saying[service] = int(n)
	}
	f.Heard, f.InHand, f.Said, f.Unsaid = counts[heard], int(all[inHand]), all[said], all[unsaid]
	f.Begun, f.Ended, f.Moves = all[begun], all[ended], all[moves]
	f.Panics, f.StoreErrors = all[panics], all[storeErrors]
	f.Warnings, f.Errors = counts[logLines]["warn"], counts[logLines]["error"]
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
