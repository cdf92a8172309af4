package telegram

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/wire"
)

// batch is the number of updates requested at once, Telegram's maximum.
const batch = 100

// longestSilence is the longest backoff between polls, unless Telegram asks for more.
const longestSilence = 5 * time.Second

// poll runs long polling until ctx ends.
func (t *Telegram) poll(ctx context.Context) error {
	t.forgetWebhook(ctx)
	// place is the offset after the last settled update; requesting it makes Telegram forget all updates before. 0
	// requests everything that Telegram still has. It is reset when there are no updates, because after a quiet week
	// Telegram restarts the ids at random.
	var place int64
	full := false // whether the last answer was a full batch
	wait := t.line.Backoff()
	wait.MaxInterval = longestSilence
	for ctx.Err() == nil {
		began := time.Now()
		updates, err := t.news(ctx, place)
		t.behind.Store(full || len(updates) == batch)
		if full = len(updates) == batch; !t.behind.Load() {
			t.stale.Store(false)
		}
		switch {
		case err != nil && client.AsFailure(err).Refused():
			return wrongToken(t.API, client.AsFailure(err))
		case err != nil:
			t.notHeard(ctx, err, wait)
			continue
		case len(updates) == 0:
			place = 0
			wait.Reset()
			if time.Since(began) < t.Times.Second { // a server that does not hold the request would be polled in a tight loop
				pace.Pause(ctx, t.Times.Second)
			}
			continue
		}
		next := t.keep(ctx, updates)
		if next <= 1 { // not even an id could be decoded: the same updates will come again
			pace.Pause(ctx, wait.NextBackOff())
			continue
		}
		wait.Reset()
		place = next
	}
	if t.finish() && place > 0 {
		t.confirm(place)
	}
	return nil
}

// news requests updates from an offset on.
func (t *Telegram) news(ctx context.Context, place int64) ([]json.RawMessage, error) {
	var updates []json.RawMessage
	params := client.Params{"timeout": max(1, int(t.Times.Poll.Seconds())), "limit": batch, "offset": place,
		"allowed_updates": wire.AllowedUpdates}
	err := t.line.Ask(ctx, client.Request{Method: "getUpdates", Params: params, Held: t.Times.Poll}, &updates)
	return updates, err
}

// confirm acknowledges, at the end, the updates that were handled or stored.
func (t *Telegram) confirm(place int64) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.life), t.Times.Grace)
	defer cancel()
	params := client.Params{"limit": 1, "offset": place, "allowed_updates": wire.AllowedUpdates}
	err := t.line.Ask(ctx, client.Request{Method: "getUpdates", Params: params}, nil)
	chat.Warn(t.Log, err, "telegram: the last updates cannot be confirmed and will come again")
}

// notHeard logs why a poll failed, removes a webhook that is in the way, and waits before the next try.
func (t *Telegram) notHeard(ctx context.Context, err error, wait *backoff.ExponentialBackOff) {
	f := client.AsFailure(err)
	switch {
	case ctx.Err() != nil:
		return
	case f.Status == http.StatusConflict && f.Says("webhook"):
		t.Log.Warn("telegram: removing a webhook that was set elsewhere", "error", err)
		t.forgetWebhook(ctx)
	case f.Status == http.StatusConflict:
		t.Log.Error("telegram: another program is using the same token; only one of them hears each message. Stop the other one, or give both the same database, on which one waits", "error", err)
	default:
		t.Log.Warn("telegram: polling failed, trying again", "error", err)
	}
	pace.Pause(ctx, cmp.Or(f.After, wait.NextBackOff()))
}

// forgetWebhook deletes the webhook, which polling requires. Pending updates are kept.
func (t *Telegram) forgetWebhook(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, t.Times.Edit)
	defer cancel()
	if err := t.line.Insist(ctx, client.Request{Method: "deleteWebhook"}, nil); err != nil && ctx.Err() == nil {
		t.Log.Warn("telegram: the webhook cannot be removed", "error", err)
	}
}
