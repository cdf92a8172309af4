package telegram

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/share"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/wire"
)

// keeping is how what Telegram brings is safe until it is dealt with, so that Telegram may forget it. A process that is
// alone deals with it at once, and writes down only what has to wait. Among others it goes into their inbox, by
// whichever of them it comes, and is dealt with by the one whose room it is.
type keeping interface {
	// all sees that Telegram may forget updates. next is the place behind the last of them for which that is so; if ok
	// is false there may be others behind it.
	all(ctx context.Context, updates []json.RawMessage) (next int64, ok bool)

	// one is all for an update that the webhook was called with, as long as the call lasts.
	one(ctx, call context.Context, u wire.Update) (ok bool)

	// again takes up what was written down by a process that was alone.
	again(ctx context.Context, list []wire.Update) error

	// decided is told that what comes of an update is stored, and undone that nothing came of it.
	decided(f *flight)
	undone(f *flight)

	// over ends polling, and tells whether all that came is safe.
	over() bool
}

type alone struct{ t *Telegram }

func (a alone) all(ctx context.Context, updates []json.RawMessage) (next int64, ok bool) {
	var flights []*flight
	for _, raw := range updates {
		u, err := wire.Decode(raw)
		next = max(next, u.After())
		if err != nil {
			skip(a.t.Log, a.t.line, raw, err)
			continue
		}
		f := a.t.receive(ctx, u, nil)
		if f == nil && ctx.Err() != nil { // it may not even have begun; what follows has not
			next = u.ID
			break
		}
		flights = append(flights, f)
	}
	return next, a.settle(ctx, flights)
}

func (a alone) one(ctx, call context.Context, u wire.Update) bool {
	f := a.t.receive(ctx, u, nil)
	if f == nil || a.settle(ctx, []*flight{f}) {
		return f != nil || ctx.Err() == nil
	}
	select {
	case <-f.landed:
		return true
	case safe := <-a.t.finished:
		a.t.finished <- safe
		return safe && a.t.inbox.kept(u.ID) // not so if it came too late
	case <-call.Done():
		return false
	}
}

func (a alone) again(ctx context.Context, list []wire.Update) error {
	for _, u := range list {
		done := a.t.inbox.alone()
		a.t.inbox.written[u.ID] = true
		done()
		u.Recalled = true
		a.t.receive(ctx, u, nil)
	}
	return nil
}

func (a alone) decided(f *flight) { a.t.land(f) }
func (alone) undone(*flight)      {} // it is written down at the end
func (a alone) over() bool        { return a.t.finish() }

// settle waits until flights have landed or are written down, so that Telegram may forget the updates. It is false if
// ctx ended before. Where much is waiting it does not wait long: these would be no exception.
func (a alone) settle(ctx context.Context, flights []*flight) bool {
	patience := a.t.Times.Settle
	if a.t.inbox.length() > len(flights) {
		patience /= 10
	}
	for {
		if landed(ctx, flights, patience) {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		if a.t.write() {
			return true
		}
	}
}

// landed waits for flights, but not for long.
func landed(ctx context.Context, flights []*flight, patience time.Duration) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for _, f := range flights {
		if f == nil {
			continue
		}
		select {
		case <-f.landed:
		case <-timer.C:
			return false
		case <-ctx.Done():
			return false
		}
	}
	return true
}

type among struct{ t *Telegram }

func (a among) all(ctx context.Context, updates []json.RawMessage) (next int64, ok bool) {
	var all []wire.Update
	for _, raw := range updates {
		u, err := wire.Decode(raw)
		if next = max(next, u.After()); err != nil {
			skip(a.t.Log, a.t.line, raw, err)
			continue
		}
		all = append(all, u)
	}
	wait := a.t.line.Backoff()
	wait.MaxInterval = longestSilence
	signed := time.Now()
	for {
		err := a.file(ctx, all...)
		if err == nil {
			return next, true
		}
		if ctx.Err() != nil {
			return 0, false
		}
		a.t.Log.Warn("telegram: incoming updates cannot be kept, trying again", "error", err)
		if time.Since(signed) >= chat.Sign {
			signed = time.Now()
			attendAll(a.t, ctx, all)
		}
		pace.Pause(ctx, wait.NextBackOff())
	}
}

func (a among) one(_, call context.Context, u wire.Update) bool {
	err := a.file(call, u)
	if err != nil {
		a.t.Log.Warn("telegram: an update cannot be kept, Telegram will bring it again", "error", err)
	}
	return err == nil
}

func (a among) again(ctx context.Context, list []wire.Update) error {
	if err := a.file(ctx, list...); err != nil {
		return fmt.Errorf("telegram: %w", err)
	}
	return a.t.Places.Put(ctx, unhandledAt(a.t.myself().ID), "")
}

func (among) decided(*flight) {} // it stays this process's until all is said

func (a among) undone(f *flight) {
	a.t.inbox.abandon(f)
	f.letter.Drop()
}

func (among) over() bool { return true } // it goes on elsewhere

// file puts updates into the inbox.
func (a among) file(ctx context.Context, updates ...wire.Update) error {
	var news []share.News
	for _, u := range updates {
		body, err := json.Marshal(u)
		if err != nil {
			return fmt.Errorf("file update %d: %w", u.ID, err)
		}
		news = append(news, share.News{Room: u.Room(), Service: a.t.Name(), Number: u.ID, Body: string(body)})
	}
	return a.t.Work.File(ctx, news...)
}
