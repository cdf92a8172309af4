package telegram

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate lets Burst messages through at once, and later ones Every so often.
type Rate struct {
	Every time.Duration
	Burst int
}

func (r Rate) limiter() *rate.Limiter { return rate.NewLimiter(rate.Every(r.Every), r.Burst) }

// Rates are how much may be said. Zero means what Telegram allows: 30 messages a second to all chats, about one
// a second to a person, 20 a minute to a group.
type Rates struct {
	All           Quota
	Person, Group Rate
}

// Telegrams are the rates that keep to what Telegram allows.
var Telegrams = Rates{All: Quota{30, time.Second}, Person: Rate{time.Second, 3}, Group: Rate{4300 * time.Millisecond, 6}}

func (r Rates) complete() Rates {
	return Rates{cmp.Or(r.All, Telegrams.All), cmp.Or(r.Person, Telegrams.Person), cmp.Or(r.Group, Telegrams.Group)}
}

// lanes let out what Telegram counts, which is all that is said and changed: in one chat one after the other, in order, and
// all at Telegram's rates. A chat that Telegram wants left alone keeps no other waiting.
type lanes struct {
	rates Rates
	all   *gate

	mu    sync.Mutex
	open  map[int64]*lane
	sweep int // at this many, those that are as good as new are forgotten
}

type lane struct {
	limit  *rate.Limiter // charged when an answer has come: Telegram has not counted the call later than that
	free   time.Time     // not before this, as Telegram has told
	queue  []*ticket     // the first has the turn
	spared []errand      // what may be left undone, oldest first
	timer  *time.Timer
}

// ticket is a place in a lane.
type ticket struct {
	lanes  *lanes
	lane   *lane
	of     ref           // the message that is to be changed; zero for a new one
	turn   chan struct{} // closed when it is first
	called bool
	going  func() // it has left for Telegram; to be called when the answer has come
	drop   context.CancelCauseFunc
}

// errand is something that a chat can do without.
type errand struct {
	of ref
	do func(context.Context, *ticket)
}

const (
	fewLanes  = 1000 // are kept without a thought
	mostSpare = 20   // errands wait in one chat; before more, the oldest is dropped
)

var (
	errHeld      = errors.New("the chat has to wait for longer than there is time")
	errOvertaken = errors.New("the message is being changed into something newer")
)

func newLanes(r Rates) *lanes {
	return &lanes{rates: r, all: newGate(r.All), open: map[int64]*lane{}, sweep: fewLanes}
}

// enter waits until something may be sent to a chat, or the message of be changed there. Until the caller has called leave,
// the chat waits. A change takes the place of an earlier one of the same message that has not left; that one gets
// errOvertaken.
func (l *lanes) enter(ctx context.Context, chat int64, of ref) (*ticket, error) {
	t := &ticket{lanes: l, of: of, turn: make(chan struct{})}
	ctx, t.drop = context.WithCancelCause(ctx)
	t.lane = l.join(chat, t)
	if err := t.await(ctx); err != nil {
		t.leave()
		return nil, err
	}
	return t, nil
}

// again is for what Telegram has not taken: it waits for the next time, still the first in the chat.
func (t *ticket) again(ctx context.Context) error {
	t.lanes.mu.Lock()
	t.arrived()
	overtaken := slices.ContainsFunc(t.lane.queue, func(q *ticket) bool { return q != t && q.of == t.of && t.of != (ref{}) })
	ctx, t.drop = context.WithCancelCause(ctx)
	t.lanes.mu.Unlock()
	if overtaken {
		return errOvertaken
	}
	return t.await(ctx)
}

// arrived counts a call that has left, now that there is an answer; the caller holds mu.
func (t *ticket) arrived() {
	if t.going != nil {
		t.going()
		t.lane.limit.Reserve()
		t.going = nil
	}
}

// await waits for a ticket's turn, for the end of what Telegram has told the chat to wait, and for the rates.
func (t *ticket) await(ctx context.Context) error {
	defer t.drop(nil)
	select {
	case <-t.turn:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	for {
		t.lanes.mu.Lock()
		d := max(time.Until(t.lane.free), lacks(t.lane.limit, 1))
		t.lanes.mu.Unlock()
		if end, ok := ctx.Deadline(); ok && d > 0 && time.Until(end) < d {
			return errHeld
		}
		if d <= 0 {
			break
		}
		pause(ctx, d)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	arrived, err := t.lanes.all.enter(ctx)
	t.lanes.mu.Lock()
	defer t.lanes.mu.Unlock()
	if err == nil {
		t.going = arrived
	}
	if ctx.Err() != nil {
		t.arrived()
		return context.Cause(ctx)
	}
	return err
}

// leave lets the next one go.
func (t *ticket) leave() {
	l := t.lanes
	l.mu.Lock()
	defer l.mu.Unlock()
	t.arrived()
	t.lane.queue = slices.DeleteFunc(t.lane.queue, func(q *ticket) bool { return q == t })
	t.lane.call()
	if len(l.open) < l.sweep {
		return
	}
	for chat, o := range l.open {
		if len(o.queue) == 0 && len(o.spared) == 0 && time.Now().After(o.free) && o.limit.Tokens() >= float64(o.limit.Burst()) {
			delete(l.open, chat)
		}
	}
	l.sweep = max(fewLanes, 2*len(l.open))
}

// of is the lane of a chat; the caller holds mu.
func (l *lanes) of(chat int64) *lane {
	of := l.open[chat]
	if of == nil {
		r := l.rates.Person
		if chat < 0 {
			r = l.rates.Group
		}
		of = &lane{limit: r.limiter()}
		l.open[chat] = of
	}
	return of
}

// join gives a ticket its place.
func (l *lanes) join(chat int64, t *ticket) *lane {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.of(chat)
	place := -1
	if t.of != (ref{}) {
		of.spared = slices.DeleteFunc(of.spared, func(e errand) bool { return e.of == t.of })
		place = slices.IndexFunc(of.queue, func(q *ticket) bool { return q.of == t.of && q.going == nil })
	}
	if place < 0 {
		of.queue = append(of.queue, t)
	} else {
		of.queue[place].drop(errOvertaken)
		of.queue[place] = t
	}
	of.call()
	return of
}

// call tells the first in the queue.
func (of *lane) call() {
	if len(of.queue) > 0 && !of.queue[0].called {
		of.queue[0].called = true
		close(of.queue[0].turn)
	}
}

// hold leaves a chat alone for as long as Telegram wants.
func (l *lanes) hold(chat int64, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.of(chat)
	if until := time.Now().Add(d); until.After(of.free) {
		of.free = until
	}
}

// wait is about how long it takes until what is said to a chat now is there.
func (l *lanes) wait(chat int64) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.open[chat]
	if of == nil {
		return 0
	}
	return max(0, time.Until(of.free), lacks(of.limit, float64(len(of.queue)+1)))
}

// lacks is how long it takes until so much may be said at once, 0 or less if it may be now.
func lacks(limit *rate.Limiter, wanted float64) time.Duration {
	return time.Duration((wanted - limit.Tokens()) / float64(limit.Limit()) * float64(time.Second))
}

// spare does an errand when a chat has nothing better to do, at once if that is so now. It may never be done.
func (l *lanes) spare(ctx context.Context, chat int64, e errand) {
	l.mu.Lock()
	of := l.of(chat)
	if l.idle(of) <= 0 && len(of.spared) == 0 {
		l.mu.Unlock()
		l.run(ctx, chat, e)
		return
	}
	defer l.mu.Unlock()
	of.spared = append(of.spared, e)
	of.spared = of.spared[max(0, len(of.spared)-mostSpare):]
	l.rouse(ctx, chat, of)
}

// idle tells how long it takes until a chat has all of what may be said at once, and all chats together have more than half;
// 0 or less if nothing waits and they have it now. The caller holds mu.
func (l *lanes) idle(of *lane) time.Duration {
	d := max(time.Until(of.free), lacks(of.limit, float64(of.limit.Burst())))
	if len(of.queue) > 0 {
		d = max(d, l.rates.Person.Every)
	}
	if !l.all.calm() {
		d = max(d, l.rates.All.Per)
	}
	return d
}

// rouse has the errands of a chat looked at when it may be idle; the caller holds mu.
func (l *lanes) rouse(ctx context.Context, chat int64, of *lane) {
	if of.timer != nil || len(of.spared) == 0 || ctx.Err() != nil {
		return
	}
	of.timer = time.AfterFunc(max(l.idle(of), time.Millisecond), func() {
		l.mu.Lock()
		of.timer = nil
		var next *errand
		if len(of.spared) > 0 && l.idle(of) <= 0 {
			next = &of.spared[0]
			of.spared = of.spared[1:]
		}
		l.mu.Unlock()
		if next != nil {
			l.run(ctx, chat, *next)
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.rouse(ctx, chat, of)
	})
}

func (l *lanes) run(ctx context.Context, chat int64, e errand) {
	t, err := l.enter(ctx, chat, e.of)
	if err != nil {
		return
	}
	defer t.leave()
	e.do(ctx, t)
}
