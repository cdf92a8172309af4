package telegram

import (
	"context"
	"encoding/json"
	"time"

	"tabuleiro/bot/telegram/wire"
)

// keep has updates dealt with. It returns the place behind the last of them that Telegram may forget; if ok is false
// there may be others behind it.
func (t *Telegram) keep(ctx context.Context, updates []json.RawMessage) (next int64, ok bool) {
	var flights []*flight
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
		return safe && t.inbox.kept(u.ID) // not so if it came too late
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
