package pace

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// Quota lets Most messages through in any time of Per.
type Quota struct {
	Most int
	Per  time.Duration
}

// gate keeps all chats together to a quota. Telegram counts a call when it arrives, which is at some moment between
// leaving and the answer. So a call holds its place from when it leaves until the time of the quota has passed after
// its answer: no more can arrive in that time than there are places, however long the ways are.
//
// A third of the places is for rooms in which a match is under way, so that no crowd elsewhere has them wait.
type gate struct {
	quota  Quota
	places *semaphore.Weighted
	others *semaphore.Weighted // of these, those that all other rooms may have together
	weight atomic.Int64        // places that a call needs: as many as there are processes that share them
	taken  atomic.Int64
	first  sync.Once
	next   chan struct{} // held by the call that waits for places, so that those behind it need as many as are needed then
}

// forOthers is how many of the places are for all rooms.
func (q Quota) forOthers() int64 { return int64(q.Most - q.Most/3) }

type playing struct{}

// ForPlayers marks what is done in a room in which a match is under way.
func ForPlayers(ctx context.Context) context.Context { return context.WithValue(ctx, playing{}, true) }

func newGate(q Quota) *gate {
	g := &gate{quota: q, places: semaphore.NewWeighted(int64(q.Most)), others: semaphore.NewWeighted(q.forOthers()), next: make(chan struct{}, 1)}
	g.weight.Store(1)
	return g
}

// noticed is how long it may take until the other processes know of one that has joined them.
const noticed = 1500 * time.Millisecond

// Divide leaves the rest of the places to other processes. If there are some the first time, no place is free at first:
// until they know of this process, and for the time of the quota after that, they may have used all.
func (g *gate) Divide(processes int) {
	g.weight.Store(int64(min(processes, g.quota.Most)))
	g.first.Do(func() {
		if all := int64(g.quota.Most); processes > 1 && g.places.TryAcquire(all) {
			g.taken.Add(all)
			time.AfterFunc(noticed, func() { g.give(all, 0) })
		}
	})
}

// give has places be free again when the time of the quota has passed.
func (g *gate) give(n, ofOthers int64) {
	time.AfterFunc(g.quota.Per, func() {
		g.taken.Add(-n)
		g.others.Release(ofOthers)
		g.places.Release(n)
	})
}

// enter waits for places. The function returned gives them back, and has to be called once, when the answer has come.
func (g *gate) enter(ctx context.Context) (arrived func(), err error) {
	ofOthers := int64(0)
	if ctx.Value(playing{}) == nil {
		ofOthers = min(g.quota.forOthers(), g.weight.Load())
		if err := g.others.Acquire(ctx, ofOthers); err != nil {
			return nil, err
		}
	}
	select {
	case g.next <- struct{}{}:
		defer func() { <-g.next }()
	case <-ctx.Done():
		g.others.Release(ofOthers)
		return nil, ctx.Err()
	}
	n := g.weight.Load()
	if err := g.places.Acquire(ctx, n); err != nil {
		g.others.Release(ofOthers)
		return nil, err
	}
	g.taken.Add(n)
	return func() { g.give(n, ofOthers) }, nil
}

// calm tells whether more than half of the places are free.
func (g *gate) calm() bool { return 2*g.taken.Load() < int64(g.quota.Most) }
