package gateway_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// aloneShare is a Share of a process without others, whose turn is as long as the test wants.
type aloneShare struct{ turn atomic.Int64 } // nanoseconds

type turnKey struct{}

func (a *aloneShare) Hold(ctx context.Context, _ string, do func(context.Context) error) error {
	long := time.Duration(a.turn.Load())
	turn, end := context.WithTimeout(context.WithValue(ctx, turnKey{}, long), long)
	defer end()
	return do(turn)
}

func (*aloneShare) Once(ctx context.Context, _ string, do func(context.Context) error) error {
	return do(ctx)
}

// brokenNotes fail so many times, and know in whose turn something was put.
type brokenNotes struct {
	notes
	fails atomic.Int64
	turns sync.Map // by key
}

func (n *brokenNotes) Get(ctx context.Context, key string) (string, error) {
	if key == sessionKey && n.fails.Add(-1) >= 0 {
		return "", errors.New("the store does not answer")
	}
	return n.notes.Get(ctx, key)
}

func (n *brokenNotes) Put(ctx context.Context, key, value string) error {
	n.turns.Store(key, ctx.Value(turnKey{}))
	return n.notes.Put(ctx, key, value)
}

const sessionKey = "discord/session/1/0"

// A process to which a shard falls goes on with the session of the one before, and also when the store does not tell it
// at once. If the shard is taken from it before it knows the session, it leaves what is noted of that alone. Its notes
// belong to its turn: the store refuses those of a process that was paused.
func TestSessionOfAnother(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		share, kept := &aloneShare{}, &brokenNotes{}
		share.turn.Store(int64(time.Minute))
		w.config.Share, w.config.Notes, w.config.Shards = share, kept, 1
		w.run()
		w.Connected(1)
		time.Sleep(2 * time.Minute)
		noted, _ := kept.Get(t.Context(), sessionKey)
		if turn, _ := kept.turns.Load(sessionKey); noted == "" || turn != time.Minute {
			t.Fatalf("noted %q in the turn %v", noted, turn)
		}
		kept.fails.Store(1 << 30)
		share.turn.Store(int64(time.Second))
		w.run()
		time.Sleep(time.Minute)
		kept.fails.Store(0)
		if now, _ := kept.Get(t.Context(), sessionKey); now != noted {
			t.Fatalf("noted %q, and now %q", noted, now)
		}
		kept.fails.Store(3)
		share.turn.Store(int64(time.Minute))
		w.run()
		time.Sleep(30 * time.Second)
		synctest.Wait()
		if identified, resumed := w.Gateway(); identified != 1 || resumed != 1 {
			t.Errorf("%d sessions began, %d went on", identified, resumed)
		}
	})
}
