package pace

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/wire"
)

// Call is a message that is to be sent to a chat, or changed there.
type Call struct {
	Of      wire.Ref // the message that is to be changed; zero for a new one
	Class   Class
	Playing bool // a match is under way there

	Overtaken func() bool // as in chat.Message
}

type callKey struct{}

// For is a context for the calls that send or change a message.
func For(ctx context.Context, c Call) context.Context { return context.WithValue(ctx, callKey{}, c) }

// About is the Call that For has put into a context, for a message that is to be changed; without one it is help.
func About(ctx context.Context, of wire.Ref) Call {
	c, ok := ctx.Value(callKey{}).(Call)
	if !ok {
		c.Class = Help
	}
	c.Of = of
	return c
}

// Ticket is a place in a lane.
type Ticket struct {
	Call
	lanes   *Lanes
	lane    *lane
	came    time.Time
	turn    chan struct{} // closed when it is first
	called  bool
	yielded int     // how often it has let others go first
	waits   *waiter // at the gate
	going   func()  // it has left for Telegram; to be called when the answer has come
	drop    context.CancelCauseFunc
}

// Again is for a message that Telegram has not taken: it waits for the next time, still the first in the chat.
func (t *Ticket) Again(ctx context.Context) error {
	t.lanes.mu.Lock()
	t.arrived()
	overtaken := slices.ContainsFunc(t.lane.queue, func(q *Ticket) bool {
		return q != t && q.Of == t.Of &&
			t.Of != (wire.Ref{})
	})
	ctx, t.drop = context.WithCancelCause(ctx)
	t.lanes.mu.Unlock()
	if overtaken {
		return ErrOvertaken
	}
	return t.await(ctx)
}

// arrived counts a call that has left, now that there is an answer; the caller holds mu.
func (t *Ticket) arrived() {
	if t.going != nil {
		t.going()
		t.lane.charge()
		t.going = nil
	}
}

// await waits for a ticket's turn, for the end of what Telegram has told the chat to wait, and for the rates.
func (t *Ticket) await(ctx context.Context) error {
	defer t.drop(nil)
	for {
		t.lanes.mu.Lock()
		turn := t.turn
		t.lanes.mu.Unlock()
		select {
		case <-turn:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		t.lanes.mu.Lock()
		d := max(time.Until(t.lane.free), t.lane.lacks(1))
		if d <= 0 {
			d = t.yield()
		}
		if d < 0 {
			t.waits = t.lanes.All.wait(t.lane.urgency())
			t.lanes.mu.Unlock()
			break
		}
		t.lanes.mu.Unlock()
		if end, ok := ctx.Deadline(); ok && d > 0 && time.Until(end) < d {
			return errHeld
		}
		Pause(ctx, d)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	arrived, err := t.lanes.All.pass(ctx, t.waits)
	if err == nil && t.Overtaken != nil && t.Overtaken() {
		arrived()
		err = chat.ErrOvertaken
	}
	t.lanes.mu.Lock()
	defer t.lanes.mu.Unlock()
	t.waits = nil
	if err == nil {
		t.going = arrived
		t.lanes.left(t)
	}
	if ctx.Err() != nil {
		t.arrived()
		return context.Cause(ctx)
	}
	return err
}

// rank is the order in a lane: what happened in a match, answers, files.
func (c Class) rank() int {
	switch c {
	case Boards, Words:
		return 0
	case Files:
		return 2
	}
	return 1
}

// yield has a ticket whose turn it is let those go first that are of an earlier rank and wait behind it; a file also
// those that are about to come, but not for ever. It tells how long the ticket waits before it looks again, negative if
// it goes now. The caller holds mu.
func (t *Ticket) yield() time.Duration {
	queue := t.lane.queue
	if t.Class == Files && t.yielded >= between-1 {
		return -1
	}
	if !slices.ContainsFunc(queue, func(q *Ticket) bool { return q.Class.rank() < t.Class.rank() }) {
		d := time.Until(t.lane.coming)
		if t.Class < Files || d <= 0 {
			return -1
		}
		t.yielded++
		return min(d, t.lanes.rates.Person.Every)
	}
	t.yielded++
	t.turn, t.called = make(chan struct{}), false
	slices.SortStableFunc(queue, func(a, b *Ticket) int { return cmp.Compare(a.Class.rank(), b.Class.rank()) })
	t.lane.call()
	return 0
}

// urgency is that of the first in a lane: it leaves as early as the most urgent one behind it has to. The caller holds
// mu.
func (of *lane) urgency() urgency {
	is := urgency{class: Files, last: of.last}
	quiet := of.lacks(of.limit.Burst()-1) <= 0
	for _, t := range of.queue {
		class := t.Class
		switch {
		case class == Taps && !quiet:
			class = Help
		case class == Help && t.Playing && quiet:
			class = Words
		}
		is.class = min(is.class, class)
		is.playing = is.playing || t.Playing
	}
	return is
}
