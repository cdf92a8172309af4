package gateway_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// brokenNotes do not tell the session so many times.
type brokenNotes struct {
	notes
	fails atomic.Int64
}

func (n *brokenNotes) Get(ctx context.Context, key string) (string, error) {
	if key == sessionKey && n.fails.Add(-1) >= 0 {
		return "", errors.New("the store does not answer")
	}
	return n.notes.Get(ctx, key)
}

const sessionKey = "discord/session/1/0"

// A process goes on with the session of the one before, also when the store does not tell it at once. One that ends
// before it knows the session leaves what is noted of that alone.
func TestSession_OfAnother(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		kept := &brokenNotes{}
		w.config.Notes = kept
		stop := w.run()
		w.Connected(1)
		time.Sleep(time.Minute)
		_ = stop()
		noted, _ := kept.Get(t.Context(), sessionKey)
		if noted == "" {
			t.Fatal("no session is noted")
		}
		kept.fails.Store(1 << 30)
		stop = w.run()
		time.Sleep(time.Second)
		_ = stop()
		kept.fails.Store(0)
		if now, _ := kept.Get(t.Context(), sessionKey); now != noted {
			t.Fatalf("noted %q, and now %q", noted, now)
		}
		kept.fails.Store(3)
		w.run()
		time.Sleep(30 * time.Second)
		synctest.Wait()
		if identified, resumed := w.Gateway(); identified != 1 || resumed != 1 {
			t.Errorf("%d sessions began, %d went on", identified, resumed)
		}
	})
}
