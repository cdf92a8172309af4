package speech

import "testing"

// SetLacking has a function told of sentences that lack facts until a test ends.
func SetLacking(t *testing.T, to func(key string, facts []string)) {
	usual := lacking
	lacking = to
	t.Cleanup(func() { lacking = usual })
}
