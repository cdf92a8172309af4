package adapter

import (
	"log/slog"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// Tally logs what may happen very often: the first time at once, and then at most once a minute, with how often it has
// happened since.
type Tally struct {
	log   *slog.Logger
	text  string
	since atomic.Int64 // not logged
	line  rate.Sometimes
}

// NewTally makes a tally that has counted nothing.
func NewTally(log *slog.Logger, text string) *Tally {
	return &Tally{log: log, text: text, line: rate.Sometimes{Interval: time.Minute}}
}

// Add counts one more. The args stand in the line if there is one.
func (t *Tally) Add(args ...any) {
	t.since.Add(1)
	t.line.Do(func() { t.log.Warn(t.text, append([]any{"times", t.since.Swap(0)}, args...)...) })
}
