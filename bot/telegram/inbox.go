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

// Limits of the updates in flight, for rooms with a match under way and for all others, since all of them may have to
// be written to the store at once. A room or person with too many waiting loses further ones, so that a flood does not
// affect everybody.
const (
	inFlight   = 500
	perRoom    = 50
	remembered = 4 * inFlight // handled updates remembered: Telegram repeats those that it has not seen acknowledged

	// After a week without updates Telegram restarts the ids at random, so that an old id may belong to another update.
	week = 7 * 24 * time.Hour
)

// inbox tracks which updates are in flight, which are done, and which are written to the store.
type inbox struct {
	began time.Time // start of this process

	mu      sync.Mutex
	flights map[int64]*receipt
	done    *cache.LRU[int64, bool]

	writing sync.Mutex // held while the store is written
	written string     // what was written last, "" if nothing
}

// receipt is an update in flight.
type receipt struct {
	update wire.Update
	landed chan struct{} // closed when it has been handled, though its answer may not have been sent
}

func newInbox() *inbox {
	return &inbox{began: time.Now(), flights: map[int64]*receipt{}, done: cache.New[int64, bool](remembered, week)}
}

// take registers an update as in flight. fresh is false if it already was in flight or done; f is nil if it is done.
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

// finish marks an update as done. It reports whether it was the last one in flight.
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

// release takes an update whose handling has not begun out of flight.
func (b *inbox) release(f *receipt) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.flights, f.update.ID)
}

// pending returns the updates in flight, by id.
func (b *inbox) pending() (all []wire.Update) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(b.flights)) {
		all = append(all, b.flights[id].update)
	}
	return all
}

// write stores the updates in flight, unless that is what was stored last.
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
		t.Log.Error("telegram: updates cannot be stored", "error", err)
		return err
	}
	b.written = string(text)
	return nil
}

// unhandledAt is the key of a bot's stored updates.
func (t *Telegram) unhandledAt() string { return fmt.Sprintf("telegram/%d/unhandled", t.myself().ID) }

// recall receives the updates that the last run stored without finishing them.
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
		t.Log.Error("telegram: a stored update cannot be read and is lost", "error", err)
		return nil
	}
	t.Log.Info("telegram: handling stored updates", "updates", len(list))
	t.inbox.written = text
	for _, u := range list {
		u.Recalled = true
		t.receive(ctx, u)
	}
	return nil
}

// receive schedules an update after the work that its room already has, without blocking; beyond the limits of its
// room, its author or all together it is dropped, and the room is told later. It returns nil if there is nothing to
// wait for.
func (t *Telegram) receive(ctx context.Context, u wire.Update) *receipt {
	f, fresh := t.inbox.take(u)
	if !fresh {
		if ctx.Err() == nil {
			t.Log.Info("telegram: duplicate update", "update", u.ID)
		}
		return f
	}
	// An earlier process may have received and refused it before it crashed.
	if u.Message != nil && u.Message.Date > 0 && u.Message.Time().Before(t.inbox.began) {
		u.Reread = time.Now()
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
	// ctx has ended: the update is left to Telegram.
	case ok, ctx.Err() != nil:
		t.inbox.release(f)
	default:
		t.settleUpdate(f)
	}
	return nil
}

// admit takes a slot for an update: moves and requests of players have priority over those of others. Updates without
// an author, and those admitted by an earlier run, are always admitted.
func (t *Telegram) admit(ctx context.Context, u wire.Update, do *job) (leave func(), ok bool) {
	c := adapter.Ticket{Room: do.room, Playing: len(t.seats.In(ctx, do.room)) > 0, Move: do.firm,
		Firm: do.from == 0 || u.Recalled}
	if do.from != 0 {
		c.From = wire.PersonOf(do.from).ID
	}
	onlooker := do.asks && !c.Firm && !c.Move && !t.seats.MayAsk(ctx, do.room, c.From)
	if !onlooker {
		leave, ok = t.door.Enter(c)
	}
	if !ok && ctx.Err() == nil {
		t.surplus.Add("room", do.room, "onlooker", onlooker)
	}
	return leave, ok
}

// guarded runs a function for an update and logs a panic, so that later updates are unaffected.
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

// start schedules the job of an update in its room. It returns false if nothing more is accepted; if ctx ends before
// the job's turn, the update stays in flight and will be stored.
func (t *Telegram) start(ctx context.Context, f *receipt, do *job, leave func()) bool {
	return t.turns.PutTurn(do.room, func(now adapter.Turn) {
		if ctx.Err() != nil {
			return
		}
		defer leave()
		if c := do.cause; c != nil {
			c.turn, c.landed = now, func() { t.settleUpdate(f) }
		} else {
			<-now.Before
		}
		t.guarded(f.update, func() { do.deal(t.life) })
		if t.life.Err() == nil {
			t.settleUpdate(f)
		}
	})
}

// settleUpdate marks an update as done, on the first call.
func (t *Telegram) settleUpdate(f *receipt) {
	if t.inbox.finish(f) {
		_ = t.write() // logged
	}
}

// keep receives updates and waits until they are done or stored, or ctx has ended. It returns the offset after the last
// one that was taken on.
func (t *Telegram) keep(ctx context.Context, updates []json.RawMessage) (next int64) {
	var flights []*receipt
	for _, raw := range updates {
		u, err := wire.Decode(raw)
		next = max(next, u.After())
		if err != nil {
			skip(t.Log, t.line, raw, err)
			continue
		}
		f := t.receive(ctx, u)
		if f == nil && ctx.Err() != nil { // it may not even have begun, and those after it have not
			next = u.ID
			break
		}
		flights = append(flights, f)
	}
	t.settle(ctx, flights)
	return next
}

// settle waits until updates are done or stored, so that Telegram may forget them. If other updates are in flight too or
// ctx has ended it stores them at once, as these would hardly be done sooner; then it returns false if that fails.
func (t *Telegram) settle(ctx context.Context, flights []*receipt) bool {
	patience := t.Times.Settle
	if len(t.inbox.pending()) > len(flights) {
		patience = 0
	}
	for !landed(ctx, flights, patience) {
		if err := t.write(); err == nil || ctx.Err() != nil {
			return err == nil
		}
		patience = t.Times.Settle // the store is unavailable
	}
	return true
}

// landed waits until updates are done, at most for a while.
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

// skip logs an update that cannot be decoded, and will be no better when it is repeated.
func skip(log *slog.Logger, line *client.Client, raw []byte, err error) {
	log.Error("telegram: an update is skipped", "error", err, "update",
		line.Hide.Replace(chat.Shorten(string(raw), 2000)))
}

// finish waits up to Times.Grace for the work in progress, then gives up on everything that waits for Telegram, and
// stores the updates still in flight. It reports whether Telegram may forget all updates received.
func (t *Telegram) finish() bool {
	done := make(chan struct{})
	go func() {
		t.turns.Stop()
		close(done)
	}()
	for _, patience := range []time.Duration{t.Times.Grace, time.Second} {
		select {
		case <-done:
		case <-time.After(patience):
			t.Log.Warn("telegram: stopping with messages still in the queue")
			t.end()
		}
	}
	return t.write() == nil
}
