package postgres

import (
	"testing"
	"time"

	"tabuleiro/storage"
)

// SetPatience sets how long a call may take, while a test runs.
func SetPatience(t *testing.T, d time.Duration) {
	before := patience
	patience = d
	t.Cleanup(func() { patience = before })
}

// Ask is the statement of Find, with its arguments.
func Ask(q storage.Query) (string, []any) { return find(q) }

// Shared are the statements that look into what processes share, with their arguments.
var Shared = map[string][]any{
	lettersIn: {[]string{"a", "b"}, []int64{7}, 100},
	thrown:    {[]string{"a"}, []string{"telegram"}, []int64{7}, []int64{1}},
}
