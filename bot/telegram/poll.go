package telegram

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
)

// batch is how many updates are asked for at once, the most that Telegram gives.
const batch = 100

// poll asks Telegram for news until ctx ends.
func (t *Telegram) poll(ctx context.Context) error {
	t.forgetWebhook(ctx)
	// The place is one behind the last update that was settled; asking for it makes Telegram forget all before. 0 asks for
	// whatever Telegram has not forgotten. It is not kept any longer than needed: after a quiet week ids begin anywhere.
	var place int64
	wait := t.line.backoff()
	for ctx.Err() == nil {
		updates, err := t.news(ctx, place)
		if err != nil {
			if f := asFailure(err); f.refused() {
				t.finish()
				return t.wrongToken(f)
			}
			if ctx.Err() != nil {
				break
			}
			t.notHeard(ctx, err)
			d := wait.NextBackOff()
			if after := asFailure(err).after; after > 0 {
				d = after
			}
			pause(ctx, d)
			continue
		}
		next, flights := int64(0), []*flight(nil)
		for _, raw := range updates {
			u, err := decode(raw)
			next = max(next, u.ID+1)
			if err != nil {
				t.Log.Error("telegram: an update is skipped", "error", err, "update", t.line.hide.Replace(chat.Shorten(string(raw), 2000, nil)))
				continue
			}
			f := t.receive(ctx, u)
			if f == nil && ctx.Err() != nil { // it may not even have begun; what follows has not
				next = u.ID
				break
			}
			flights = append(flights, f)
		}
		if len(updates) > 0 && next <= 1 { // not even an id could be read: the same will come again
			pause(ctx, wait.NextBackOff())
			continue
		}
		wait.Reset()
		if len(updates) == 0 {
			next = 0
		} else if !t.settle(ctx, flights) {
			place = max(place, next)
			break
		}
		place = next
	}
	if t.finish() && place > 0 {
		t.confirm(place)
	}
	return nil
}

// news waits for updates from a place on.
func (t *Telegram) news(ctx context.Context, place int64) ([]json.RawMessage, error) {
	var updates []json.RawMessage
	params := tgbotapi.Params{
		"timeout":         strconv.Itoa(max(1, int(t.Times.Poll.Seconds()))),
		"limit":           strconv.Itoa(batch),
		"allowed_updates": wanted,
	}
	params.AddNonZero64("offset", place)
	err := t.line.ask(ctx, request{method: "getUpdates", params: params, held: t.Times.Poll}, &updates)
	return updates, err
}

// confirm tells Telegram at the end what has been dealt with, or is written down.
func (t *Telegram) confirm(place int64) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.life), t.Times.Farewell)
	defer cancel()
	params := tgbotapi.Params{"timeout": "0", "limit": "1", "offset": strconv.FormatInt(place, 10), "allowed_updates": wanted}
	if err := t.line.ask(ctx, request{method: "getUpdates", params: params}, nil); err != nil {
		t.Log.Info("telegram: the last updates will come again", "error", err)
	}
}

// notHeard logs why there is no news, and mends it where that is possible.
func (t *Telegram) notHeard(ctx context.Context, err error) {
	f := asFailure(err)
	switch {
	case f.status == http.StatusConflict && f.says("webhook"):
		t.Log.Warn("telegram: a webhook is set elsewhere, and is taken away", "error", err)
		t.forgetWebhook(ctx)
	case f.status == http.StatusConflict:
		t.Log.Error("telegram: another program is using the same token; only one of them hears each message. Stop the other one", "error", err)
	default:
		t.Log.Warn("telegram: no news, trying again", "error", err)
	}
}

// forgetWebhook makes polling possible; what waits for the webhook stays waiting.
func (t *Telegram) forgetWebhook(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, t.Times.Edit)
	defer cancel()
	if err := t.line.insist(ctx, request{method: "deleteWebhook"}, nil); err != nil && ctx.Err() == nil {
		t.Log.Warn("telegram: the webhook could not be taken away", "error", err)
	}
}
