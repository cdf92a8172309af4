// Package pace keeps what is said to Telegram's rates: a lane for each chat, and a gate for all.
package pace

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tabuleiro/bot/telegram/wire"
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
	Window        Quota // of a group, besides its rate; zero: none
}

// Telegrams are the rates that keep to what Telegram allows.
var Telegrams = Rates{All: Quota{30, time.Second}, Person: Rate{time.Second, 3}, Group: Rate{time.Second, 5},
	Window: Quota{20, time.Minute}}

// Complete fills in what is zero. The window goes with the rate of a group.
func (r Rates) Complete() Rates {
	if r.Group == (Rate{}) {
		r.Group, r.Window = Telegrams.Group, Telegrams.Window
	}
	return Rates{cmp.Or(r.All, Telegrams.All), cmp.Or(r.Person, Telegrams.Person), r.Group, r.Window}
}

// Lanes let out what Telegram counts, which is all that is said and changed: in one chat one after the other, in order,
// and all at Telegram's rates. A chat that Telegram wants left alone keeps no other waiting.
type Lanes struct {
	rates Rates
	All   *gate

	mu    sync.Mutex
	open  map[int64]*lane
	sweep int // at this many, those that are as good as new are forgotten
	waits [classes]wait
}

type lane struct {
	limit  *rate.Limiter // charged when an answer has come: Telegram has not counted the call later than that
	window Quota         // as Rates.Window
	taken  []time.Time   // when the last answers have come, at most as many as the window lets through
	free   time.Time     // not before this, as Telegram has told
	last   time.Time     // when a call left, zero if none has
	coming time.Time     // until then something may come that files let go first
	queue  []*Ticket     // the first has the turn
	spared []Errand      // what may be left undone, oldest first
	timer  *time.Timer
}

// Errand is something that a chat can do without.
type Errand struct {
	Of wire.Ref
	Do func(context.Context, *Ticket)
}

const (
	fewLanes  = 100 // are kept without a thought
	mostSpare = 20  // errands wait in one chat; before more, the oldest is dropped
)

var (
	errHeld      = errors.New("the chat has to wait for longer than there is time")
	ErrOvertaken = errors.New("the message is being changed into something newer")
)

// NewLanes are lanes in which nothing waits.
func NewLanes(r Rates) *Lanes {
	return &Lanes{rates: r, All: newGate(r.All), open: map[int64]*lane{}, sweep: fewLanes}
}

// Enter waits until a call may be made to a chat. Until the caller has called Leave, the chat waits. A change takes the
// place of an earlier one of the same message that has not left; that one gets ErrOvertaken.
func (l *Lanes) Enter(ctx context.Context, chat int64, c Call) (*Ticket, error) {
	t := &Ticket{Call: c, lanes: l, came: time.Now(), turn: make(chan struct{})}
	ctx, t.drop = context.WithCancelCause(ctx)
	t.lane = l.join(chat, t)
	if err := t.await(ctx); err != nil {
		t.Leave()
		return nil, err
	}
	return t, nil
}

// Leave lets the next one go.
func (t *Ticket) Leave() {
	l := t.lanes
	l.mu.Lock()
	defer l.mu.Unlock()
	t.arrived()
	t.lane.queue = slices.DeleteFunc(t.lane.queue, func(q *Ticket) bool { return q == t })
	t.lane.call()
	if len(l.open) < l.sweep {
		return
	}
	for chat, o := range l.open {
		if o.asNew() {
			delete(l.open, chat)
		}
	}
	l.sweep = max(fewLanes, 2*len(l.open))
}

// asNew reports whether a lane is as one that is made anew: nothing waits in it, and what was said there counts no
// more.
// The caller holds mu.
func (of *lane) asNew() bool {
	now := time.Now()
	return len(of.queue) == 0 && len(of.spared) == 0 && now.After(of.free) &&
		of.limit.TokensAt(now) >= float64(of.limit.Burst()) &&
		(len(of.taken) == 0 || now.Sub(of.taken[len(of.taken)-1]) >= of.window.Per)
}

// of is the lane of a chat; the caller holds mu.
func (l *Lanes) of(chat int64) *lane {
	of := l.open[chat]
	if of == nil {
		of = &lane{limit: l.rates.Person.limiter()}
		if chat < 0 {
			of = &lane{limit: l.rates.Group.limiter(), window: l.rates.Window}
		}
		l.open[chat] = of
	}
	return of
}

// join gives a ticket its place.
func (l *Lanes) join(chat int64, t *Ticket) *lane {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.of(chat)
	place := -1
	if t.Of != (wire.Ref{}) {
		of.spared = slices.DeleteFunc(of.spared, func(e Errand) bool { return e.Of == t.Of })
		place = slices.IndexFunc(of.queue, func(q *Ticket) bool { return q.Of == t.Of && q.going == nil })
	}
	if place < 0 {
		of.queue = append(of.queue, t)
	} else {
		of.queue[place].drop(ErrOvertaken)
		of.queue[place] = t
	}
	of.call()
	if first := of.queue[0]; first != t && first.waits != nil {
		l.All.hurry(first.waits, of.urgency())
	}
	return of
}

// left notes that a call has left; the caller holds mu.
func (l *Lanes) left(t *Ticket) {
	now := time.Now()
	t.lane.last = now
	if !t.came.IsZero() {
		l.waits[t.Class].add(now.Sub(t.came))
		t.came = time.Time{}
	}
}

// call tells the first in the queue.
func (of *lane) call() {
	if len(of.queue) > 0 && !of.queue[0].called {
		of.queue[0].called = true
		close(of.queue[0].turn)
	}
}

// Hold leaves a chat alone for as long as Telegram wants.
func (l *Lanes) Hold(chat int64, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.of(chat)
	if until := time.Now().Add(d); until.After(of.free) {
		of.free = until
	}
}

// Wait is about how long it takes until a call of a class is made to a chat. Those that it lets go first are at least
// unsaid: they may not have come yet.
func (l *Lanes) Wait(chat int64, c Class, unsaid int) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.open[chat]
	if of == nil {
		return 0
	}
	return of.ahead(c, unsaid)
}

// ahead is Wait in a lane. The caller holds mu.
func (of *lane) ahead(c Class, unsaid int) time.Duration {
	n := 0
	for _, t := range of.queue {
		if t.Class.rank() <= c.rank() {
			n++
		}
	}
	return max(0, time.Until(of.free), of.lacks(max(n, unsaid)+1))
}

// Ready waits about as long as something would wait that is said to a chat now, so that it can be made when it leaves.
func (l *Lanes) Ready(ctx context.Context, chat int64) {
	l.mu.Lock()
	d := time.Duration(0)
	if of := l.open[chat]; of != nil {
		if d = of.ahead(Help, 0); d > 0 {
			of.coming = time.Now().Add(d + l.rates.Person.Every)
		}
	}
	l.mu.Unlock()
	if d > 0 {
		Pause(ctx, d)
	}
}

// charge counts an answer.
func (of *lane) charge() {
	of.limit.Reserve()
	if of.window.Most > 0 {
		of.taken = append(of.taken, time.Now())
		of.taken = of.taken[max(0, len(of.taken)-of.window.Most):]
	}
}

// lacks is how long it takes until so much may be said at once, 0 or less if it may be now.
func (of *lane) lacks(wanted int) time.Duration {
	d := time.Duration((float64(wanted) - of.limit.Tokens()) / float64(of.limit.Limit()) * float64(time.Second))
	d = max(d, of.spread())
	if i := len(of.taken) - 1 - of.window.Most + wanted; i >= 0 && of.window.Most > 0 {
		// more than a whole window
		late := time.Duration(max(0, i-len(of.taken)+1)) * of.window.Per / time.Duration(of.window.Most)
		d = max(d, late+time.Until(of.taken[min(i, len(of.taken)-1)].Add(of.window.Per)))
	}
	return d
}

// spread is how long the next one waits so that what is left of the window lasts until there is more: when half of it
// is taken, nobody is kept waiting long because others were quick. The caller holds mu.
func (of *lane) spread() time.Duration {
	now := time.Now()
	first := slices.IndexFunc(of.taken, func(at time.Time) bool { return now.Sub(at) < of.window.Per })
	if first < 0 || 2*(len(of.taken)-first) < of.window.Most {
		return 0
	}
	last := of.taken[len(of.taken)-1]
	free := of.window.Most - (len(of.taken) - first)
	return last.Add(of.taken[first].Add(of.window.Per).Sub(last) / time.Duration(free+1)).Sub(now)
}

// Spare does an errand when a chat has nothing better to do, at once if that is so now. It may never be done.
func (l *Lanes) Spare(ctx context.Context, chat int64, e Errand) {
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

// idle tells how long it takes until a chat has all of what may be said at once, and all chats together have more than
// half; 0 or less if nothing waits and they have it now. The caller holds mu.
func (l *Lanes) idle(of *lane) time.Duration {
	d := max(time.Until(of.free), of.lacks(of.limit.Burst()))
	if len(of.queue) > 0 {
		d = max(d, l.rates.Person.Every)
	}
	if !l.All.calm() {
		d = max(d, l.rates.All.Per)
	}
	return d
}

// rouse has the errands of a chat looked at when it may be idle; the caller holds mu.
func (l *Lanes) rouse(ctx context.Context, chat int64, of *lane) {
	if of.timer != nil || len(of.spared) == 0 || ctx.Err() != nil {
		return
	}
	of.timer = time.AfterFunc(max(l.idle(of), time.Millisecond), func() {
		l.mu.Lock()
		of.timer = nil
		var next *Errand
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

func (l *Lanes) run(ctx context.Context, chat int64, e Errand) {
	t, err := l.Enter(ctx, chat, Call{Of: e.Of, Class: Files})
	if err != nil {
		return
	}
	defer t.Leave()
	e.Do(ctx, t)
}

// Length is the number of messages that are being sent or wait for their turn.
func (l *Lanes) Length() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, of := range l.open {
		n += len(of.queue)
	}
	return n
}
