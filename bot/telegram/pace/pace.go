// Package pace keeps Telegram's rate limits: a queue for each chat, in which match events go first, and a global
// limiter.
package pace

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tabuleiro/bot/chat"
)

// Class is the priority of a call.
type Class int

// The classes, highest priority first.
const (
	News    Class = iota // match events
	Answers              // answers to requests
	Files                // files, animations among them
	Spares               // optional: sent when much of the quota is free

	classes = Spares + 1
)

func (c Class) String() string { return [...]string{"news", "answers", "files", "spares"}[c] }

// Rates are the rate limits. Zero means what Telegram allows: 30 messages a second overall, about one a second to a
// person (3 in 3 s), 20 a minute to a group.
type Rates struct{ All, Person, Group Quota }

// Complete fills in the defaults.
func (r Rates) Complete() Rates {
	return Rates{cmp.Or(r.All, Quota{30, time.Second, false}), cmp.Or(r.Person, Quota{3, 3 * time.Second, false}),
		cmp.Or(r.Group, Quota{20, time.Minute, true})}
}

var (
	errHeld = errors.New("the chat has to wait for longer than there is time")

	// ErrOvertaken means that a change was not sent because a newer one of the same message is queued.
	ErrOvertaken = errors.New("the message is being changed into something newer")
)

// Call is a message to be sent or changed in a chat.
type Call struct {
	Chat      int64
	Message   int // the one to be changed; 0 for a new one
	Class     Class
	Overtaken func() bool // as in chat.Message

	came time.Time
	turn chan struct{} // closed when it leaves or is superseded
	err  error
}

// Queue schedules the calls that Telegram counts, new messages and changes: one at a time in each chat, and all within
// Telegram's rate limits. A chat that Telegram throttles delays no other.
type Queue struct {
	rates Rates

	mu    sync.Mutex
	lanes map[int64]*lane
	all   window
	timer *time.Timer              // when the next call may leave
	Waits *prometheus.HistogramVec // time from enqueuing to leaving, by class
}

// lane is the queue of a chat.
type lane struct {
	window
	held    time.Time // throttled by Telegram until then
	last    time.Time // when the last call ended
	waiting []*Call   // in the order of leaving
}

// NewQueue makes an empty queue.
func NewQueue(r Rates) *Queue {
	waits := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "tabuleiro_queue_wait_seconds",
		Help:        "How long messages waited until a service's limits let them go.",
		ConstLabels: prometheus.Labels{"service": "telegram"},
		Buckets:     prometheus.ExponentialBucketsRange(.01, 60, 10)}, []string{"class"})
	for c := range classes {
		waits.WithLabelValues(c.String())
	}
	q := &Queue{rates: r, lanes: map[int64]*lane{}, all: window{Quota: r.All}, Waits: waits}
	q.timer = time.AfterFunc(math.MaxInt64, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.admit()
	})
	return q
}

// of returns the lane of a chat; the caller holds mu.
func (q *Queue) of(chatID int64) *lane {
	l := q.lanes[chatID]
	if l == nil {
		l = &lane{window: window{Quota: q.rates.Person}}
		if chatID < 0 {
			l.Quota = q.rates.Group
		}
		q.lanes[chatID] = l
	}
	return l
}

// Enter waits until a call may leave and returns leave, which must be called when the answer has come; until then the
// chat's other calls wait. A change replaces a waiting change of the same message, which gets ErrOvertaken; a retried
// call keeps its place, and a nil call does not wait.
func (q *Queue) Enter(ctx context.Context, c *Call) (leave func(), err error) {
	if c == nil {
		return func() {}, ctx.Err()
	}
	if err := q.join(ctx, c); err != nil {
		return nil, err
	}
	select {
	case <-c.turn:
	case <-ctx.Done():
		if q.withdraw(c) {
			return nil, ctx.Err()
		}
	}
	if c.err != nil {
		return nil, c.err
	}
	if c.Overtaken != nil && c.Overtaken() {
		q.leave(c, false)
		return nil, chat.ErrOvertaken
	}
	return sync.OnceFunc(func() { q.leave(c, true) }), nil
}

func (q *Queue) join(ctx context.Context, c *Call) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.of(c.Chat)
	if end, ok := ctx.Deadline(); ok && l.held.After(end) {
		return errHeld
	}
	fresh := c.came.IsZero()
	same := func(w *Call) bool { return c.Message != 0 && w.Message == c.Message }
	if i := slices.IndexFunc(l.waiting, same); i >= 0 {
		old := l.waiting[i]
		if !fresh || c.Class == Spares {
			return ErrOvertaken
		}
		l.waiting = slices.Delete(l.waiting, i, i+1)
		c.came, c.Class = old.came, min(c.Class, old.Class)
		old.err = ErrOvertaken
		close(old.turn)
	} else if fresh {
		c.came = time.Now()
	}
	c.turn, c.err = make(chan struct{}), nil
	i := slices.IndexFunc(l.waiting, func(w *Call) bool { return l.due(w).After(l.due(c)) })
	if i < 0 {
		i = len(l.waiting)
	}
	l.waiting = slices.Insert(l.waiting, i, c)
	q.admit()
	return nil
}

// withdraw removes a call from its lane. It returns false if the call has left.
func (q *Queue) withdraw(c *Call) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.of(c.Chat)
	i := slices.Index(l.waiting, c)
	if i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
		q.admit()
	}
	return i >= 0
}

// leave ends a call and admits the next ones; counts is false if it was not sent.
func (q *Queue) leave(c *Call, counts bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.of(c.Chat)
	l.end(counts)
	l.last = time.Now()
	q.all.end(counts)
	q.admit()
}

// admit lets calls leave as far as the limits allow. The caller holds mu.
func (q *Queue) admit() {
	for {
		l, wait := q.next()
		if l == nil {
			q.timer.Reset(wait)
			return
		}
		c := l.waiting[0]
		l.waiting = l.waiting[1:]
		l.out++
		q.all.out++
		q.Waits.WithLabelValues(c.Class.String()).Observe(time.Since(c.came).Seconds())
		close(c.turn)
	}
}

// next returns the lane whose first call may leave now, or nil and the time until one may. It deletes idle lanes.
func (q *Queue) next() (next *lane, wait time.Duration) {
	wait = math.MaxInt64
	for id, l := range q.lanes {
		held := time.Until(l.held)
		switch {
		case l.out > 0:
			continue
		case len(l.waiting) == 0:
			if held <= 0 && l.used() == 0 {
				delete(q.lanes, id)
			}
			continue
		}
		need, free := 1, 1 // free slots needed in the chat and overall; a third of the latter is reserved for match events
		switch l.waiting[0].Class {
		case Answers, Files:
			free += q.all.Most / 3
		case Spares:
			need, free = 1+l.Most*3/4, q.all.Most/2
		}
		ready := max(held, l.delay(need), q.all.delay(free))
		switch {
		case ready > 0:
			wait = min(wait, ready)
		case next == nil || l.due(l.waiting[0]).Before(next.due(next.waiting[0])):
			next = l
		}
	}
	return next, wait
}

// due returns when a call should have left; of the waiting calls the one due first goes first. So match events precede
// all but long-waiting calls, and answers are quick in a chat that was silent.
func (l *lane) due(c *Call) time.Time {
	credit := [classes]time.Duration{News: time.Minute, Answers: 10 * time.Second, Spares: -time.Hour}[c.Class]
	if c.Class == Answers {
		credit = min(credit, c.came.Sub(l.last))
	}
	return c.came.Add(-credit)
}

// Hold throttles a chat for a time that Telegram asked for.
func (q *Queue) Hold(chatID int64, d time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.of(chatID)
	if until := time.Now().Add(d); until.After(l.held) {
		l.held = until
	}
}

// Wait estimates how long a call of a class would wait in a chat. At least unsaid calls are assumed to go before it, as
// some may not be queued yet.
func (q *Queue) Wait(chatID int64, c Class, unsaid int) time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.lanes[chatID]
	if l == nil {
		return 0
	}
	n := l.out
	for _, w := range l.waiting {
		if w.Class <= c {
			n++
		}
	}
	return max(0, time.Until(l.held), l.delay(max(n, unsaid)-l.out+1))
}

// Length counts the calls that are waiting or unanswered, except waiting Spares.
func (q *Queue) Length() (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, l := range q.lanes {
		n += l.out
		for _, c := range l.waiting {
			if c.Class < Spares {
				n++
			}
		}
	}
	return n
}

// Quota allows Most calls in any interval of length Per.
type Quota struct {
	Most int
	Per  time.Duration
	Even bool // the second half of the calls is spread over the interval, so that a burst does not block the chat for long
}

// window is a sliding-window limiter for a Quota. Telegram counts a call at some moment between its leaving and its
// answer, so a call counts from leaving until Per after its answer.
type window struct {
	Quota
	out  int         // calls without an answer yet
	done []time.Time // times of the last answers, oldest first
}

// end records the end of a call; counts is false if it was never sent.
func (w *window) end(counts bool) {
	if w.out--; counts {
		w.done = append(w.done, time.Now())
	}
}

// used counts the calls in the window.
func (w *window) used() int {
	w.done = slices.DeleteFunc(w.done, func(at time.Time) bool { return time.Since(at) >= w.Per })
	return w.out + len(w.done)
}

// delay estimates the time until n more calls fit, 0 if they do now. An answer to a pending call may change it.
func (w *window) delay(n int) time.Duration {
	used := w.used()
	excess := used + n - w.Most // how many have to expire first
	if len(w.done) == 0 {
		return time.Duration(max(0, excess)) * w.Per / time.Duration(w.Most)
	}
	first, last := w.done[0], w.done[len(w.done)-1]
	switch {
	case excess > 0: // the time of those that have no answer yet is estimated by the rate
		known := min(excess, len(w.done))
		late := time.Duration(excess-known) * w.Per / time.Duration(w.Most)
		return time.Until(w.done[known-1].Add(w.Per + late))
	case w.Even && 2*used >= w.Most:
		return max(0, time.Until(last.Add(first.Add(w.Per).Sub(last)/time.Duration(w.Most-used+1))))
	}
	return 0
}

// Pause sleeps until d has passed or ctx ends.
func Pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
