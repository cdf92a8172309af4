package telegram

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/recent"
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
	flights map[int64]*flight
	done    *recent.List[int64, bool]

	writing chan struct{}  // held while written is looked at or something is written down
	written map[int64]bool // updates in Places; 0 among them: they are to be written anew
}

// flight is an update being dealt with.
type flight struct {
	update wire.Update
	landed chan struct{} // closed when it has been dealt with: its outcome may still have to be said
	once   sync.Once
}

func (b *inbox) init() {
	b.began = time.Now()
	b.writing = make(chan struct{}, 1)
	b.flights = map[int64]*flight{}
	b.done = recent.NewTTL[int64, bool](remembered, week)
	b.written = map[int64]bool{}
}

// take begins to deal with an update. It is not fresh if that has begun before; the flight is nil if it has been dealt
// with.
func (b *inbox) take(u wire.Update) (f *flight, fresh bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, done := b.done.Get(u.ID)
	if f := b.flights[u.ID]; f != nil || done {
		return f, false
	}
	f = &flight{update: u, landed: make(chan struct{})}
	b.flights[u.ID] = f
	return f, true
}

// land ends a flight: the update has been dealt with. It reports whether none is left.
func (b *inbox) land(f *flight) (last bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.flights, f.update.ID)
	b.done.Put(f.update.ID, true)
	close(f.landed)
	return len(b.flights) == 0
}

// abandon ends a flight that has not begun.
func (b *inbox) abandon(f *flight) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.flights, f.update.ID)
}

// pending are the updates in flight, in order.
func (b *inbox) pending() []wire.Update {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := make([]wire.Update, 0, len(b.flights))
	for _, f := range b.flights {
		list = append(list, f.update)
	}
	slices.SortFunc(list, func(a, c wire.Update) int { return cmp.Compare(a.ID, c.ID) })
	return list
}

func (b *inbox) length() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.flights)
}

// withWritten does something with the numbers of the updates that are written down; nothing is written meanwhile.
func (b *inbox) withWritten(do func(written map[int64]bool)) {
	b.writing <- struct{}{}
	defer func() { <-b.writing }()
	do(b.written)
}

// write writes down what is in flight, if something is that is not written down, or if nothing is any more. It reports
// whether all is written.
func (t *Telegram) write() bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.life), 5*time.Second)
	defer cancel()
	err := t.writeIn(ctx)
	if err != nil {
		t.Log.Error("telegram: write updates down", "error", err)
	}
	return err == nil
}

func (t *Telegram) writeIn(ctx context.Context) (err error) {
	t.inbox.withWritten(func(written map[int64]bool) {
		list := t.inbox.pending()
		news := slices.ContainsFunc(list, func(u wire.Update) bool { return !written[u.ID] })
		if !news && !written[0] && (len(list) > 0 || len(written) == 0) {
			return
		}
		text := []byte{}
		if len(list) > 0 {
			if text, err = json.Marshal(list); err != nil {
				return
			}
		}
		if err = t.Places.Put(ctx, t.unhandledAt(), string(text)); err != nil {
			return
		}
		clear(written)
		for _, u := range list {
			written[u.ID] = true
		}
	})
	return err
}

// unhandledAt is where a bot's updates are written down.
func (t *Telegram) unhandledAt() string { return fmt.Sprintf("telegram/%d/unhandled", t.myself().ID) }

// Forget implements chat.Forgetter.
func (t *Telegram) Forget(ctx context.Context) error {
	t.inbox.withWritten(func(written map[int64]bool) { written[0] = true })
	return t.writeIn(ctx)
}

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
	for _, u := range list {
		t.inbox.withWritten(func(written map[int64]bool) { written[u.ID] = true })
		u.Recalled = true
		t.receive(ctx, u)
	}
	return nil
}

// receive has an update dealt with behind what its room is busy with. The flight is nil if there is nothing to wait
// for. When ctx ends, an update that has not begun is left in flight, or to Telegram. It waits for nothing: an update
// too many for its room, for its author or for all is left at once, and the room told later.
func (t *Telegram) receive(ctx context.Context, u wire.Update) *flight {
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
	var do *task
	t.guarded(u, func() { do = t.understand(u) })
	if do == nil {
		t.land(f)
		return nil
	}
	leave, ok := t.admit(ctx, u, do)
	switch {
	case ok && t.start(ctx, f, do, leave), ok && ctx.Err() != nil:
		return f
	case ok, ctx.Err() != nil:
		t.inbox.abandon(f)
	default:
		t.land(f)
	}
	return nil
}

// admit gives an update a place among those that are dealt with, if there is one for its author in its room: moves and
// the words of players go before those of others. An update without an author is let in, and so is one that an earlier
// run let in.
func (t *Telegram) admit(ctx context.Context, u wire.Update, do *task) (leave func(), ok bool) {
	c := adapter.Caller{Room: do.room, Playing: t.seats.In(ctx, do.room), Move: do.firm, Firm: do.from == 0 || u.Recalled}
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
				chat.Shorten(t.line.Hide.Replace(fmt.Sprint(p)), 500, nil),
				"stack", chat.Shorten(string(debug.Stack()), 4000, nil))
		}
	}()
	do()
}

// start puts what there is to do about an update behind what its room is busy with. The next update begins when this
// one is decided. It is false when nothing more is taken on.
func (t *Telegram) start(ctx context.Context, f *flight, do *task, leave func()) bool {
	before, said := t.turns.join(do.room)
	give := func() {
		said()
		leave()
	}
	decided := make(chan struct{})
	next := sync.OnceFunc(func() { close(decided) })
	put := t.rooms.Put(do.room, adapter.Job{Do: func() {
		if ctx.Err() != nil { // it stays where it is, to be written down
			said()
			return
		}
		if c := do.cause; c != nil {
			c.before, c.said, c.decided, c.landed = before, said, next, func() { t.land(f) }
		} else {
			<-before
		}
		go func() {
			defer next()
			defer give()
			done := true
			t.guarded(f.update, func() { done = do.deal(t.life) })
			if done { // else it is written down at the end
				t.land(f)
			}
		}()
		<-decided
	}})
	if !put {
		give()
	}
	return put
}

// land notes that an update has been dealt with, the first time that it is called.
func (t *Telegram) land(f *flight) {
	f.once.Do(func() {
		if t.inbox.land(f) {
			t.write()
		}
	})
}

// keep has updates dealt with. It returns the place behind the last of them that Telegram may forget; if ok is false
// there may be others behind it.
func (t *Telegram) keep(ctx context.Context, updates []json.RawMessage) (next int64, ok bool) {
	var flights []*flight
	if last, _ := wire.Decode(updates[len(updates)-1]); last.ID != 0 {
		t.newest.Store(last.ID)
	}
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
	if f == nil || t.settle(ctx, []*flight{f}) {
		return f != nil || ctx.Err() == nil
	}
	select {
	case <-f.landed:
		return true
	case safe := <-t.finished:
		t.finished <- safe
		kept := false // not so if it came too late
		t.inbox.withWritten(func(written map[int64]bool) { kept = written[u.ID] })
		return safe && kept
	case <-call.Done():
		return false
	}
}

// settle waits until flights have landed or are written down, so that Telegram may forget the updates. It is false if
// ctx ended before. Where more is waiting it does not wait at all: these would be no exception.
func (t *Telegram) settle(ctx context.Context, flights []*flight) bool {
	patience := t.Times.Settle
	if t.inbox.length() > len(flights) {
		patience = 0
	}
	for {
		if landed(ctx, flights, patience) {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		if t.write() {
			return true
		}
		patience = t.Times.Settle // the store is away
	}
}

// landed waits for flights, but not for long.
func landed(ctx context.Context, flights []*flight, patience time.Duration) bool {
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
		line.Hide.Replace(chat.Shorten(string(raw), 2000, nil)))
}

// finish waits, for Times.Grace, until what has begun is done; then everything that still waits for Telegram is given
// up. The inbox writes down what has not been dealt with. It reports whether Telegram may forget all updates that came.
func (t *Telegram) finish() bool {
	done := make(chan struct{})
	go func() {
		t.rooms.Stop()
		t.turns.all.Wait()
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
	return t.write()
}
