package servertest

import (
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Log keeps what is logged.
type Log struct {
	mu   sync.Mutex
	text strings.Builder
	more chan struct{}
}

// NewLog makes an empty Log.
func NewLog() *Log { return &Log{more: make(chan struct{}, 1)} }

// Write implements io.Writer.
func (l *Log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case l.more <- struct{}{}:
	default:
	}
	return l.text.Write(b)
}

// String returns all that was logged.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Has reports whether a text was logged.
func (l *Log) Has(text string) bool { return strings.Contains(l.String(), text) }

// Logger returns a logger that writes everything into l.
func (l *Log) Logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// Until waits until a text was logged so many times. Only one caller may wait at a time.
func (l *Log) Until(tb testing.TB, times int, text string) {
	tb.Helper()
	late := time.After(time.Minute)
	for strings.Count(l.String(), text) < times {
		select {
		case <-l.more:
		case <-late:
			tb.Fatalf("%q was logged %d times, not %d", text, strings.Count(l.String(), text), times)
		}
	}
}

// Each runs a test for each case, in a bubble of its own and beside all others.
func Each[C any](t *testing.T, cases map[string]C, test func(t *testing.T, c C)) {
	t.Helper()
	t.Parallel()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { test(t, c) })
		})
	}
}
