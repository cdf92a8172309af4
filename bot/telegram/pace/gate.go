package pace

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Quota lets Most messages through in any time of Per.
type Quota struct {
	Most int
	Per  time.Duration
}

// Class is the urgency of a call: while there are not enough places for all, calls of a lower class go first. That a
// tap was heard is told by a call that Telegram does not count, and waits for nothing.
//
// A person who asks without a pause gets answers to taps, and to words where a match is under way, as help.
type Class int

// All classes, the most urgent first.
const (
	Boards Class = iota // positions after a move
	Taps                // what a button changes where it was pressed
	Words               // challenges, whatever else is new in a match, and what its players are told
	Help                // what was asked for: pages, lists, hints
	Files               // to keep, moving ones among them; and what may be left undone

	classes = Files + 1
)

func (c Class) String() string { return [...]string{"boards", "taps", "words", "help", "files"}[c] }

// urgency is what decides which of the calls that wait leaves first.
type urgency struct {
	class   Class
	playing bool      // in a room in which a match is under way
	last    time.Time // when a call left for this chat before
}

// gate keeps all chats together to a quota. Telegram counts a call when it arrives, which is at some moment between
// leaving and the answer. So a call holds its place from when it leaves until the time of the quota has passed after
// its answer: no more can arrive in that time than there are places, however long the ways are.
//
// A third of the places is for boards, and for what players are told where a match is under way, so that no crowd
// elsewhere has them wait. Of calls that wait, the lowest class goes first, and in a class the chat that was written to
// longest ago: so one that has asked for nothing before has before it only others like it. But of so many calls as
// between tells one is that which has waited longest, whatever it is: a call with n before it in time leaves within
// between*(n+1) of the calls that may.
type gate struct {
	quota Quota

	mu      sync.Mutex
	taken   int
	others  int       // of these, those that all have who have none of their own
	waiting []*waiter // in the order in which they came
	passed  int       // how many have left since one that had waited longest
}

// between is how often the call that has waited longest leaves: it is one of so many.
const between = 4

// waiter is a call that waits for a place.
type waiter struct {
	urgency
	left chan struct{} // closed when it has one
}

// forOthers are the places that are for all rooms.
func (q Quota) forOthers() int { return q.Most - q.Most/3 }

func newGate(q Quota) *gate { return &gate{quota: q} }

// give has the place of a call be free again when the time of the quota has passed.
func (g *gate) give(w *waiter) {
	time.AfterFunc(g.quota.Per, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.taken--
		if !w.reserved() {
			g.others--
		}
		g.admit()
	})
}

// pass waits until a call has left that waits. The function returned gives its place back, and has to be called once,
// when the answer has come.
func (g *gate) pass(ctx context.Context, w *waiter) (arrived func(), err error) {
	select {
	case <-w.left:
	case <-ctx.Done():
		if g.withdraw(w) {
			return nil, ctx.Err()
		}
	}
	return func() { g.give(w) }, nil
}

// wait has a call wait.
func (g *gate) wait(u urgency) *waiter {
	g.mu.Lock()
	defer g.mu.Unlock()
	w := &waiter{urgency: u, left: make(chan struct{})}
	g.waiting = append(g.waiting, w)
	g.admit()
	return w
}

// withdraw has a call wait no more. It is false if that has left.
func (g *gate) withdraw(w *waiter) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, w)
	if i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	}
	return i >= 0
}

// hurry has a call that still waits go as early as another would, which waits behind it.
func (g *gate) hurry(w *waiter, u urgency) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if u.class < w.class {
		w.class, w.playing = u.class, w.playing || u.playing
		g.admit()
	}
}

// admit lets those leave for whom there are places. The caller holds mu.
func (g *gate) admit() {
	for {
		if len(g.waiting) == 0 || g.taken >= g.quota.Most {
			return
		}
		full := g.others >= max(g.quota.forOthers(), 1)
		next := -1
		for i, w := range g.waiting {
			if full && !w.reserved() {
				continue
			}
			if next < 0 || w.before(g.waiting[next].urgency) {
				next = i
			}
			if i == 0 && g.passed >= between-1 {
				break
			}
		}
		if next < 0 {
			return
		}
		w := g.waiting[next]
		g.waiting = slices.Delete(g.waiting, next, next+1)
		if g.passed++; next == 0 {
			g.passed = 0
		}
		g.taken++
		if !w.reserved() {
			g.others++
		}
		close(w.left)
	}
}

// reserved reports whether there are places for a call that others do not have.
func (u urgency) reserved() bool { return u.class == Boards || u.class < Help && u.playing }

// before reports whether a call goes before one that came earlier.
func (u urgency) before(o urgency) bool {
	return u.class < o.class || u.class == o.class && u.last.Before(o.last)
}

// calm reports whether more than half of the places are free.
func (g *gate) calm() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return 2*g.taken < g.quota.Most
}
