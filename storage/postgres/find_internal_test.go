package postgres

import "testing"

// PostgreSQL takes no text with a zero byte, wherever it stands, and none that is not UTF-8.
func TestStorable(t *testing.T) {
	for text, want := range map[string]bool{"": true, "é": true, "\x00a": false, "a\x00b": false, "a\x00": false, "\xff": false} {
		if got := storable("telegram:1", text); got != want {
			t.Errorf("%q is storable: %t, want %t", text, got, want)
		}
	}
}
