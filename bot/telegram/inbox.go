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

// unhandledAt is where a bot's updates are written down.
func unhandledAt(bot int64) string { return fmt.Sprintf("telegram/%d/unhandled", bot) }

// anew is the number of no update: where it is among those written down, they are to be written anew.
const anew = 0

// inbox knows which updates are being dealt with, which have been, and which are written down.
type inbox struct {
	began time.Time // this process

	mu      sync.Mutex
	flights map[int64]*flight
	done    *adapter.Beliefs[int64, bool]

	writing chan struct{}  // held while written is looked at or something is written down
	written map[int64]bool // updates in Places
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
	b.done = adapter.NewBeliefs[int64, bool](remembered, week)
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

// write writes down what is in flight, if something is that is not written down, or if nothing is any more.
func (b *inbox) write(ctx context.Context, to Places, at string) error {
	defer b.alone()()
	list := b.pending()
	news := slices.ContainsFunc(list, func(u wire.Update) bool { return !b.written[u.ID] })
	if !news && !b.written[anew] && (len(list) > 0 || len(b.written) == 0) {
		return nil
	}
	text, written := "", make(map[int64]bool, len(list))
	if len(list) > 0 {
		encoded, err := json.Marshal(list)
		if err != nil {
			return fmt.Errorf("write updates down: %w", err)
		}
		text = string(encoded)
	}
	for _, u := range list {
		written[u.ID] = true
	}
	if err := to.Put(ctx, at, text); err != nil {
		return fmt.Errorf("write updates down: %w", err)
	}
	b.written = written
	return nil
}

// Forget implements chat.Forgetter.
func (t *Telegram) Forget(ctx context.Context) error {
	done := t.inbox.alone()
	t.inbox.written[anew] = true
	done()
	return t.inbox.write(ctx, t.Places, unhandledAt(t.myself().ID))
}

// kept reports whether an update is written down.
func (b *inbox) kept(id int64) bool {
	defer b.alone()()
	return b.written[id]
}

// alone waits until nothing is written down; the caller calls what it returns when it is done.
func (b *inbox) alone() (done func()) {
	b.writing <- struct{}{}
	return func() { <-b.writing }
}

// recall takes up what the last run wrote down and did not get done.
func (t *Telegram) recall(ctx context.Context) error {
	text, err := t.Places.Get(ctx, unhandledAt(t.myself().ID))
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
		done := t.inbox.alone()
		t.inbox.written[u.ID] = true
		done()
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
	if perhapsHeard(u, t.inbox.began) {
		u.Reread = time.Now()
	}
	var do *task
	guarded(t.Log, t.line, u, func() { do = t.ears.understand(u) })
	if do == nil {
		t.land(f)
		return nil
	}
	caller := callerOf(ctx, t, u, do)
	if do.asks && !caller.Firm && !caller.Move && !t.seats.MayAsk(ctx, do.room, caller.From) {
		t.onlookers.Add("room", do.room)
		t.land(f)
		return nil
	}
	leave, ok := t.door.Enter(caller)
	if !ok && ctx.Err() == nil {
		t.surplus.Add("room", do.room)
		t.land(f)
		return nil
	}
	if ok {
		left := leave
		counted := t.saying.count(do.room)
		leave = func() {
			left()
			counted()
		}
		if t.rooms.Put(do.room, adapter.Job{Do: func() { carryOut(ctx, t, f, do, leave) }}) {
			return f
		}
		leave()
	}
	if ctx.Err() != nil && ok {
		return f
	}
	t.inbox.abandon(f)
	return nil
}

// perhapsHeard reports whether a message is older than this process: one that fell may have heard it, and refused it.
func perhapsHeard(u wire.Update, began time.Time) bool {
	return u.Message != nil && u.Message.Date > 0 && time.Unix(u.Message.Date, 0).Before(began)
}

// guarded does something with an update, and logs if that panics: the next update is another one.
func guarded(log *slog.Logger, line *client.Client, u wire.Update, do func()) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("telegram: panic in an update, which is skipped", "update", u.ID, "panic",
				chat.Shorten(line.Hide.Replace(fmt.Sprint(p)), 500, nil),
				"stack", chat.Shorten(string(debug.Stack()), 4000, nil))
		}
	}()
	do()
}

// callerOf is the caller with an update. An update without an author is let in, and so is one that an earlier run let
// in.
func callerOf(ctx context.Context, t *Telegram, u wire.Update, do *task) adapter.Caller {
	c := adapter.Caller{Room: do.room, Playing: t.seats.In(ctx, do.room), Move: do.firm, Firm: do.from == 0 || u.Recalled}
	if do.from != 0 {
		c.From = wire.User{ID: do.from}.Person().ID
	}
	return c
}

// carryOut does what there is to do about an update, and returns when that is decided: then the update has been dealt
// with.
func carryOut(ctx context.Context, t *Telegram, f *flight, do *task, leave func()) {
	if ctx.Err() != nil { // it stays where it is, to be written down
		return
	}
	before, own := t.saying.begin(do.room)
	said := sync.OnceFunc(own)
	deal := func() {
		defer leave()
		defer said()
		done := true
		guarded(t.Log, t.line, f.update, func() { done = do.deal(t.life) })
		if done { // else it is written down at the end
			t.land(f)
		}
	}
	if do.cause == nil {
		<-before
		deal()
		return
	}
	decided, ended := make(chan struct{}), make(chan struct{})
	next := sync.OnceFunc(func() { close(decided) })
	do.cause.course = course{before: before, said: said, late: t.Times.Send, decided: next, settled: sync.OnceFunc(func() {
		t.land(f)
		next()
	})}
	go func() {
		defer close(ended)
		deal()
	}()
	select {
	case <-decided:
	case <-ended:
	}
}

// land notes that an update has been dealt with, the first time that it is called.
func (t *Telegram) land(f *flight) {
	f.once.Do(func() {
		if t.inbox.land(f) {
			t.write()
		}
	})
}

// write writes down what has not been dealt with.
func (t *Telegram) write() bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.life), 5*time.Second)
	defer cancel()
	if err := t.inbox.write(ctx, t.Places, unhandledAt(t.myself().ID)); err != nil {
		t.Log.Error("telegram", "error", err)
		return false
	}
	return true
}

// finish waits, for Times.Grace, until what has begun is done; then everything that still waits for Telegram is given
// up. The inbox writes down what has not been dealt with. It reports whether Telegram may forget all updates that came.
func (t *Telegram) finish() bool {
	t.stopping.Store(true)
	done := make(chan struct{})
	go func() {
		t.rooms.Stop()
		t.saying.all.Wait()
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
