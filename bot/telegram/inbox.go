package telegram

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/wire"
)

// Bounds of what is dealt with at once, in rooms with a match under way and in all others: everything in flight may be
// written down as a whole. A room or a person with too much waiting loses what comes on top, so that a flood does not
// become everybody's.
const (
	inFlight   = 500
	perRoom    = 50
	remembered = 4 * inFlight // updates known as dealt with: Telegram repeats those that it has not heard to have arrived

	// After a week without updates their numbers begin anywhere, so that an old number may be that of another one.
	week = 7 * 24 * time.Hour
)

// inbox knows which updates are being dealt with, which have been, and which are written down.
type inbox struct {
	began time.Time // this process

	mu      sync.Mutex
	flights map[int64]*receipt
	done    *cache.LRU[int64, bool]

	writing sync.Mutex // held while something is written down
	written string     // what is, "" if nothing
}

// receipt is an update being dealt with.
type receipt struct {
	update wire.Update
	landed chan struct{} // closed when it has been dealt with: its outcome may still have to be said
}

func newInbox() *inbox {
	return &inbox{began: time.Now(), flights: map[int64]*receipt{}, done: cache.New[int64, bool](remembered, week)}
}

// take begins to deal with an update. It is not fresh if that has begun before; the flight is nil if it has been dealt
// with.
func (b *inbox) take(u wire.Update) (f *receipt, fresh bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, done := b.done.Get(u.ID)
	if f := b.flights[u.ID]; f != nil || done {
		return f, false
	}
	f = &receipt{update: u, landed: make(chan struct{})}
	b.flights[u.ID] = f
	return f, true
}

// finish ends a flight: the update has been dealt with. It reports whether none is left by that.
func (b *inbox) finish(f *receipt) (last bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.flights[f.update.ID] != f {
		return false
	}
	delete(b.flights, f.update.ID)
	b.done.Put(f.update.ID, true)
	close(f.landed)
	return len(b.flights) == 0
}

// release ends a flight that has not begun.
func (b *inbox) release(f *receipt) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.flights, f.update.ID)
}

// pending are the updates in flight, in order.
func (b *inbox) pending() (all []wire.Update) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(b.flights)) {
		all = append(all, b.flights[id].update)
	}
	return all
}

// write writes down what is in flight, unless that is what was written down last.
func (t *Telegram) write() error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.life), 5*time.Second)
	defer cancel()
	b := t.inbox
	b.writing.Lock()
	defer b.writing.Unlock()
	var text []byte
	var err error
	if flights := b.pending(); len(flights) > 0 {
		text, err = json.Marshal(flights)
	}
	if err == nil && string(text) != b.written {
		err = t.Places.Put(ctx, t.unhandledAt(), string(text))
	}
	if err != nil {
		t.Log.Error("telegram: write updates down", "error", err)
		return err
	}
	b.written = string(text)
	return nil
}

// unhandledAt is where a bot's updates are written down.
func (t *Telegram) unhandledAt() string { return fmt.Sprintf("telegram/%d/unhandled", t.myself().ID) }

// recall takes up what the last run wrote down and did not get done.
func (t *Telegram) recall(ctx context.Context) error {
	text, err := t.Places.Get(ctx, t.unhandledAt())
	if err != nil {
		return fmt.Errorf("telegram: read what was written down: %w", err)
	}
	if text == "" {
		return nil
	}
	var list []wire.Update
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Log.Error("telegram: an update that was written down cannot be read and is lost", "error", err)
		return nil
	}
	t.Log.Info("telegram: taking up what was left", "updates", len(list))
	t.inbox.written = text
	for _, u := range list {
		u.Recalled = true
		t.receive(ctx, u)
	}
	return nil
}

// receive has an update dealt with behind what its room is busy with. The flight is nil if there is nothing to wait
// for. When ctx ends, an update that has not begun is left in flight, or to Telegram. It waits for nothing: an update
// too many for its room, for its author or for all is left at once, and the room told later.
func (t *Telegram) receive(ctx context.Context, u wire.Update) *receipt {
	f, fresh := t.inbox.take(u)
	if !fresh {
		if ctx.Err() == nil {
			t.Log.Info("telegram: update came again", "update", u.ID)
		}
		return f
	}
	if u.Message != nil && u.Message.Date > 0 && time.Unix(u.Message.Date, 0).Before(t.inbox.began) {
		u.Reread = time.Now() // a process that fell may have heard it, and refused it
	}
	var do *job
	t.guarded(u, func() { do = t.understand(u) })
	if do == nil {
		t.settleUpdate(f)
		return nil
	}
	switch leave, ok := t.admit(ctx, u, do); {
	case ok && t.start(ctx, f, do, leave):
		return f
	case ok, ctx.Err() != nil:
		t.inbox.release(f)
	default:
		t.settleUpdate(f)
	}
	return nil
}

// admit gives an update a place among those that are dealt with, if there is one for its author in its room: moves and
// the words of players go before those of others. An update without an author is let in, and so is one that an earlier
// run let in.
func (t *Telegram) admit(ctx context.Context, u wire.Update, do *job) (leave func(), ok bool) {
	c := adapter.Ticket{Room: do.room, Playing: len(t.seats.In(ctx, do.room)) > 0, Move: do.firm,
		Firm: do.from == 0 || u.Recalled}
	if do.from != 0 {
		c.From = wire.User{ID: do.from}.Person().ID
	}
	if do.asks && !c.Firm && !c.Move && !t.seats.MayAsk(ctx, do.room, c.From) {
		t.onlookers.Add("room", do.room)
		return nil, false
	}
	if leave, ok = t.door.Enter(c); !ok && ctx.Err() == nil {
		t.surplus.Add("room", do.room)
	}
	return leave, ok
}

// guarded does something with an update, and logs if that panics: the next update is another one.
func (t *Telegram) guarded(u wire.Update, do func()) {
	defer func() {
		if p := recover(); p != nil {
			t.Log.Error("telegram: panic in an update, which is skipped", "update", u.ID, "panic",
				chat.Shorten(t.line.Hide.Replace(fmt.Sprint(p)), 500),
				"stack", chat.Shorten(string(debug.Stack()), 4000))
		}
	}()
	do()
}

// start puts what there is to do about an update behind what its room is busy with. When ctx ends first the update stays
// where it is, to be written down. It is false if nothing more is taken on.
func (t *Telegram) start(ctx context.Context, f *receipt, do *job, leave func()) bool {
	return t.turns.put(do.room, func(now turn) {
		if ctx.Err() != nil {
			return
		}
		defer leave()
		if c := do.cause; c != nil {
			c.turn, c.landed = now, func() { t.settleUpdate(f) }
		} else {
			<-now.before
		}
		t.guarded(f.update, func() { do.deal(t.life) })
		if t.life.Err() == nil {
			t.settleUpdate(f)
		}
	})
}

// settleUpdate notes that an update has been dealt with, the first time that it is called.
func (t *Telegram) settleUpdate(f *receipt) {
	if t.inbox.finish(f) {
		_ = t.write() // logged
	}
}

// keep has updates dealt with. It returns the place behind the last of them that Telegram may forget; if ok is false
// there may be others behind it.
func (t *Telegram) keep(ctx context.Context, updates []json.RawMessage) (next int64, ok bool) {
	var flights []*receipt
	for _, raw := range updates {
		u, err := wire.Decode(raw)
		next = max(next, u.After())
		if err != nil {
			skip(t.Log, t.line, raw, err)
			continue
		}
		f := t.receive(ctx, u)
		if f == nil && ctx.Err() != nil { // it may not even have begun; what follows has not
			next = u.ID
			break
		}
		flights = append(flights, f)
	}
	return next, t.settle(ctx, flights)
}

// keepOne is keep for an update that the webhook was called with, as long as the call lasts.
func (t *Telegram) keepOne(ctx, call context.Context, u wire.Update) bool {
	f := t.receive(ctx, u)
	if f == nil || t.settle(ctx, []*receipt{f}) {
		return f != nil || ctx.Err() == nil
	}
	select {
	case <-f.landed:
		return true
	case safe := <-t.finished:
		t.finished <- safe
		return safe
	case <-call.Done():
		return false
	}
}

// settle waits until flights have landed or are written down, so that Telegram may forget the updates. It is false if
// ctx ended before. Where more is waiting it does not wait at all: these would be no exception.
func (t *Telegram) settle(ctx context.Context, flights []*receipt) bool {
	patience := t.Times.Settle
	if len(t.inbox.pending()) > len(flights) {
		patience = 0
	}
	for !landed(ctx, flights, patience) {
		switch {
		case ctx.Err() != nil:
			return false
		case t.write() == nil:
			return true
		}
		patience = t.Times.Settle // the store is away
	}
	return true
}

// landed waits for flights, but not for long.
func landed(ctx context.Context, flights []*receipt, patience time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, f := range flights {
		if f == nil {
			continue
		}
		select {
		case <-f.landed:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// skip logs an update that cannot be read, and would not be any better the next time.
func skip(log *slog.Logger, line *client.Client, raw []byte, err error) {
	log.Error("telegram: an update is skipped", "error", err, "update",
		line.Hide.Replace(chat.Shorten(string(raw), 2000)))
}

// finish waits, for Times.Grace, until what has begun is done; then everything that still waits for Telegram is given
// up. The inbox writes down what has not been dealt with. It reports whether Telegram may forget all updates that came.
func (t *Telegram) finish() bool {
	done := make(chan struct{})
	go func() {
		t.turns.stop()
		close(done)
	}()
	timer := time.NewTimer(t.Times.Grace)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		t.Log.Warn("telegram: stopping although something is still being said")
		t.end()
		timer.Reset(time.Second)
		select {
		case <-done:
		case <-timer.C:
		}
	}
	return t.write() == nil
}
