package speech

import "testing"

// SetLacking sets a function called for sentences that lack facts, until a test ends.
func SetLacking(t *testing.T, to func(key string, facts []string)) {
	usual := lacking
	lacking = to
	t.Cleanup(func() { lacking = usual })
}
