package adapter

import (
	"log/slog"
	"sync"
	"time"
)

// Tally logs what may happen very often: the first time at once, and then once a minute how often it has happened
// since.
type Tally struct {
	Log  *slog.Logger
	Text string

	mu      sync.Mutex
	since   int  // not logged
	waiting bool // until the minute is over
}

// Add counts one more. The args stand in the line that it leads to.
func (t *Tally) Add(args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.since++; !t.waiting {
		t.write(args)
	}
}

// write logs what has come, and waits a minute for more.
func (t *Tally) write(args []any) {
	t.Log.Warn(t.Text, append([]any{"times", t.since}, args...)...)
	t.since, t.waiting = 0, true
	time.AfterFunc(time.Minute, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.waiting = false; t.since > 0 {
			t.write(args)
		}
	})
}
