package telegram

import (
	"cmp"
	"context"
	"errors"
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

// Rates are how much may be said. What is zero keeps to what Telegram allows: 30 messages a second to all chats, about one
// a second to a person, 20 a minute to a group.
type Rates struct {
	All, Person, Group Rate
}

func (r Rates) complete() Rates {
	return Rates{
		All:    cmp.Or(r.All, Rate{40 * time.Millisecond, 5}),
		Person: cmp.Or(r.Person, Rate{time.Second, 3}),
		Group:  cmp.Or(r.Group, Rate{4 * time.Second, 5}),
	}
}

// lanes let messages out: those to one chat one after the other, in order, and all of them at Telegram's rates.
type lanes struct {
	rates Rates
	all   *rate.Limiter

	mu    sync.Mutex
	open  map[int64]*lane
	sweep int // at this many, those that are as good as new are forgotten
}

type lane struct {
	turn    chan struct{} // those waiting for it get it in order
	limit   *rate.Limiter
	free    time.Time // not before this, as Telegram has told; only looked at by whose turn it is
	waiting int       // in it or before it
}

// fewLanes are kept without a thought.
const fewLanes = 1000

func newLanes(r Rates) *lanes {
	return &lanes{rates: r, all: r.All.limiter(), open: map[int64]*lane{}, sweep: fewLanes}
}

// enter waits until a message may be sent to a chat. The caller calls leave when it was, or when Telegram wants us to wait
// for longer than that; until then the chat waits.
func (l *lanes) enter(ctx context.Context, chat int64) (leave func(wait time.Duration), err error) {
	of := l.join(chat)
	select {
	case of.turn <- struct{}{}:
	case <-ctx.Done():
		l.quit(of)
		return nil, ctx.Err()
	}
	leave = func(wait time.Duration) {
		if wait > 0 {
			of.free = time.Now().Add(wait)
		}
		<-of.turn
		l.quit(of)
	}
	if end, ok := ctx.Deadline(); ok && end.Before(of.free) {
		leave(0)
		return nil, errHeld
	}
	pause(ctx, time.Until(of.free))
	if err := of.limit.Wait(ctx); err != nil {
		leave(0)
		return nil, err
	}
	if err := l.all.Wait(ctx); err != nil {
		leave(0)
		return nil, err
	}
	return leave, nil
}

var errHeld = errors.New("Telegram wants nothing sent to the chat for a while")

func (l *lanes) join(chat int64) *lane {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.open[chat]
	if of == nil {
		r := l.rates.Person
		if chat < 0 {
			r = l.rates.Group
		}
		of = &lane{turn: make(chan struct{}, 1), limit: r.limiter()}
		l.open[chat] = of
	}
	of.waiting++
	return of
}

func (l *lanes) quit(of *lane) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of.waiting--
	if len(l.open) < l.sweep {
		return
	}
	for chat, o := range l.open {
		if o.waiting == 0 && time.Now().After(o.free) && o.limit.Tokens() >= float64(o.limit.Burst()) {
			delete(l.open, chat)
		}
	}
	l.sweep = max(fewLanes, 2*len(l.open))
}
