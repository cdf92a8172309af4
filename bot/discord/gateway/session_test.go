package gateway_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// aloneShare is a Share of a process without others, whose turn is as long as the test wants.
type aloneShare struct{ turn time.Duration }

type turnKey struct{}

func (a *aloneShare) Hold(ctx context.Context, _ string, do func(context.Context) error) error {
	turn, end := context.WithTimeout(context.WithValue(ctx, turnKey{}, a.turn), a.turn)
	defer end()
	return do(turn)
}

func (*aloneShare) Once(ctx context.Context, _ string, do func(context.Context) error) error {
	return do(ctx)
}

// brokenNotes fail so many times, and know in whose turn something was put.
type brokenNotes struct {
	notes
	fails int
	turns map[string]any
}

func (n *brokenNotes) Get(ctx context.Context, key string) (string, error) {
	if key == sessionKey && n.fails > 0 {
		n.fails--
		return "", errors.New("the store does not answer")
	}
	return n.notes.Get(ctx, key)
}

func (n *brokenNotes) Put(ctx context.Context, key, value string) error {
	n.turns[key] = ctx.Value(turnKey{})
	return n.notes.Put(ctx, key, value)
}

const sessionKey = "discord/session/1/0"

// A process to which a shard falls goes on with the session of the one before, and also when the store does not tell it at once.
// If the shard is taken from it before it knows the session, it leaves what is noted of that alone. What it notes belongs to its
// turn: the store refuses it of a process that was paused.
func TestSessionOfAnother(t *testing.T) {
	virtually(t, func(t *testing.T, w *world) {
		share, kept := &aloneShare{time.Minute}, &brokenNotes{turns: map[string]any{}}
		w.config.Share, w.config.Notes, w.config.Shards = share, kept, 1
		w.run()
		w.Connected(1)
		time.Sleep(2 * time.Minute)
		noted, _ := kept.Get(t.Context(), sessionKey)
		if noted == "" || kept.turns[sessionKey] != share.turn {
			t.Fatalf("noted %q in the turn %v", noted, kept.turns[sessionKey])
		}
		kept.fails, share.turn = 1<<30, time.Second
		w.run()
		time.Sleep(time.Minute)
		kept.fails = 0
		if now, _ := kept.Get(t.Context(), sessionKey); now != noted {
			t.Fatalf("noted %q, and now %q", noted, now)
		}
		kept.fails, share.turn = 3, time.Minute
		w.run()
		time.Sleep(30 * time.Second)
		synctest.Wait()
		if identified, resumed := w.Gateway(); identified != 1 || resumed != 1 {
			t.Errorf("%d sessions began, %d went on", identified, resumed)
		}
	})
}
