// Package pace keeps what is said to Telegram's rates: a queue for each chat, in which what happened in a match goes
// first, and one gate for all chats.
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
	"tabuleiro/bot/telegram/wire"
)

// Class is the urgency of a call, the most urgent first.
type Class int

// The classes, the most urgent first.
const (
	News    Class = iota // what has happened in a match
	Answers              // what was asked for
	Files                // to keep, moving ones among them
	Spares               // what may be left undone: they leave where much is free

	classes = Spares + 1
)

func (c Class) String() string { return [...]string{"news", "answers", "files", "spares"}[c] }

// Rates are how much may be said. Zero means what Telegram allows: 30 messages a second to all chats, about one
// a second to a person, 20 a minute to a group.
type Rates struct{ All, Person, Group Quota }

// Complete fills in what is zero.
func (r Rates) Complete() Rates {
	return Rates{cmp.Or(r.All, Quota{30, time.Second, false}), cmp.Or(r.Person, Quota{3, 3 * time.Second, false}),
		cmp.Or(r.Group, Quota{20, time.Minute, true})}
}

var (
	errHeld = errors.New("the chat has to wait for longer than there is time")

	// ErrOvertaken is why a change has not left: there is a newer one of the same message.
	ErrOvertaken = errors.New("the message is being changed into something newer")
)

// Call is something to be said in a chat, or changed there.
type Call struct {
	Chat      int64
	Of        wire.Ref // the message that is to be changed; zero for a new one
	Class     Class
	Overtaken func() bool // as in chat.Message

	came time.Time
	turn chan struct{} // closed when it leaves, or is overtaken
	err  error
}

// Queue lets out what Telegram counts, which is all that is said and changed: in one chat one after the other, and all
// at Telegram's rates. A chat that Telegram wants left alone keeps no other waiting.
type Queue struct {
	rates Rates

	mu    sync.Mutex
	lanes map[int64]*lane
	all   window
	timer *time.Timer
	Waits *prometheus.HistogramVec // from when calls came until they left, by their class
}

// lane is what waits in a chat.
type lane struct {
	window
	held    time.Time // not before this, as Telegram has told
	last    time.Time // when something was said here
	waiting []*Call   // in the order in which they leave
}

// NewQueue makes a queue in which nothing waits.
func NewQueue(r Rates) *Queue {
	waits := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "tabuleiro_queue_wait_seconds",
		Help:        "How long messages waited until a service's limits let them go.",
		ConstLabels: prometheus.Labels{"service": "telegram"},
		Buckets:     prometheus.ExponentialBucketsRange(.01, 60, 10)}, []string{"class"})
	for c := range classes {
		waits.WithLabelValues(c.String())
	}
	return &Queue{rates: r, lanes: map[int64]*lane{}, all: window{Quota: r.All}, Waits: waits}
}

// of is the lane of a chat; the caller holds mu.
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

// Enter waits until a call may leave. The function that it returns has to be called when the answer has come; until
// then the chat waits. A call that enters again keeps its place. A change takes the place of an earlier one of the same
// message that has not left; that one gets ErrOvertaken. No call waits for nothing.
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
	same := func(w *Call) bool { return c.Of != wire.Ref{} && w.Of == c.Of }
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

// withdraw has a call wait no more. It is false if that has left.
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

// leave lets the next one go.
func (q *Queue) leave(c *Call, counts bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.of(c.Chat)
	l.end(counts)
	l.last = time.Now()
	q.all.end(counts)
	q.admit()
}

// admit lets those leave that may. The caller holds mu.
func (q *Queue) admit() {
	for {
		l, wait := q.next()
		if l == nil {
			if q.timer != nil {
				q.timer.Stop()
			}
			if wait < math.MaxInt64 {
				q.timer = time.AfterFunc(wait, func() {
					q.mu.Lock()
					defer q.mu.Unlock()
					q.admit()
				})
			}
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

// next is the lane whose first call leaves now, else nil and how long it takes until that may be so. Lanes that are as
// good as new are forgotten.
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
		need, free := 1, 1 // in the chat, and in all: a third of these is for what happens in matches
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

// due is when a call should have left: while there is not room for all, that which is due first goes first. So what has
// happened in a match goes before all but what has waited for long, and in a chat that was silent answers are soon.
func (l *lane) due(c *Call) time.Time {
	credit := [classes]time.Duration{News: time.Minute, Answers: 10 * time.Second, Spares: -time.Hour}[c.Class]
	if c.Class == Answers {
		credit = min(credit, c.came.Sub(l.last))
	}
	return c.came.Add(-credit)
}

// Hold leaves a chat alone for as long as Telegram wants.
func (q *Queue) Hold(chatID int64, d time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.of(chatID)
	if until := time.Now().Add(d); until.After(l.held) {
		l.held = until
	}
}

// Wait is about how long it takes until a call of a class leaves in a chat. Those that it lets go first are at least
// unsaid: they may not have come yet.
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

// Length is the number of calls that are under way or wait for their turn, but for those that may be left undone.
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

// Quota lets Most calls through in any time of Per.
type Quota struct {
	Most int
	Per  time.Duration
	Even bool // the second half of them is spread, so that nobody waits for long because others were quick
}

// window keeps to a quota. Telegram counts a call when it arrives, at some moment between leaving and the answer: so it
// counts from when it leaves until the time of the quota has passed after its answer.
type window struct {
	Quota
	out  int         // calls without an answer
	done []time.Time // when the last answers have come, oldest first
}

// end notes the answer to a call, which counts unless it has never left.
func (w *window) end(counts bool) {
	if w.out--; counts {
		w.done = append(w.done, time.Now())
	}
}

// used counts the calls that count now.
func (w *window) used() int {
	now := time.Now()
	old := slices.IndexFunc(w.done, func(at time.Time) bool { return now.Sub(at) < w.Per })
	if old < 0 {
		old = len(w.done)
	}
	w.done = slices.Delete(w.done, 0, old)
	return w.out + len(w.done)
}

// delay is how long it takes until n more fit, 0 if they do now; the answer to a call may change it.
func (w *window) delay(n int) time.Duration {
	used := w.used()
	excess := used + n - w.Most // so many have to go before
	if len(w.done) == 0 {
		return time.Duration(max(0, excess)) * w.Per / time.Duration(w.Most)
	}
	first, last := w.done[0], w.done[len(w.done)-1]
	switch {
	case excess > 0: // those beyond all that is known go evenly
		known := min(excess, len(w.done))
		late := time.Duration(excess-known) * w.Per / time.Duration(w.Most)
		return time.Until(w.done[known-1].Add(w.Per + late))
	case w.Even && 2*used >= w.Most:
		return max(0, time.Until(last.Add(first.Add(w.Per).Sub(last)/time.Duration(w.Most-used+1))))
	}
	return 0
}

// Pause waits, or less if ctx ends.
func Pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
