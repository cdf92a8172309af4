package adapter

import (
	"log/slog"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// Tally logs a frequent event at once the first time, and then at most once a minute with the number of occurrences.
type Tally struct {
	log   *slog.Logger
	text  string
	since atomic.Int64 // occurrences not logged yet
	line  rate.Sometimes
}

// NewTally makes a Tally that logs a text.
func NewTally(log *slog.Logger, text string) *Tally {
	return &Tally{log: log, text: text, line: rate.Sometimes{Interval: time.Minute}}
}

// Add counts an occurrence. The args are added to the log line if one is written.
func (t *Tally) Add(args ...any) {
	t.since.Add(1)
	t.line.Do(func() { t.log.Warn(t.text, append([]any{"times", t.since.Swap(0)}, args...)...) })
}
