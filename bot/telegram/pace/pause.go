package pace

import (
	"context"
	"time"
)

// Pause waits, or less if ctx ends.
func Pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
