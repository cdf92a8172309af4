package postgres

import (
	"testing"
	"time"

	"tabuleiro/storage"
)

// SetPatience sets how long a call may take, while a test runs.
func SetPatience(t *testing.T, d time.Duration) {
	before := callTimeout
	callTimeout = d
	t.Cleanup(func() { callTimeout = before })
}

// SetBeatInterval sets how often the heartbeat of a database is written that is opened while a test runs.
func SetBeatInterval(t *testing.T, d time.Duration) {
	before := beatInterval
	beatInterval = d
	t.Cleanup(func() { beatInterval = before })
}

// Unlock takes the lock from a store as a pooler does that gives its connection another backend.
func Unlock(t *testing.T, s *Store) {
	t.Helper()
	if _, err := s.conn.Exec(t.Context(), `SELECT pg_advisory_unlock_all()`); err != nil {
		t.Fatal(err)
	}
}

// Ask is the statement of Find, with its arguments.
func Ask(q storage.Query) (string, []any) { return find(q) }
