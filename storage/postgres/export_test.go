package postgres

import (
	"testing"
	"time"

	"tabuleiro/storage"
)

// SetPatience sets the timeout of a call during a test.
func SetPatience(t *testing.T, d time.Duration) {
	before := callTimeout
	callTimeout = d
	t.Cleanup(func() { callTimeout = before })
}

// SetBeatInterval sets the heartbeat interval of databases opened during a test.
func SetBeatInterval(t *testing.T, d time.Duration) {
	before := beatInterval
	beatInterval = d
	t.Cleanup(func() { beatInterval = before })
}

// Unlock releases a store's lock, as a pooler does that gives its connection another backend.
func Unlock(t *testing.T, s *Store) {
	t.Helper()
	if _, err := s.conn.Exec(t.Context(), `SELECT pg_advisory_unlock_all()`); err != nil {
		t.Fatal(err)
	}
}

// Ask returns the statement of Find, with its arguments.
func Ask(q storage.Query) (string, []any) {
	text, args := find(q)
	return text, []any{args}
}
