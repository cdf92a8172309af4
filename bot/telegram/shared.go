package telegram

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/share"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/wire"
)

// Where several processes share the work, what Telegram brings goes into their inbox, by whichever of them it comes,
// and is dealt with by the one whose room it is. Telegram may forget it as soon as it is there.

// file puts updates into the inbox.
func (t *Telegram) file(ctx context.Context, updates ...wire.Update) error {
	var news []share.News
	for _, u := range updates {
		body, err := json.Marshal(u)
		if err != nil {
			return fmt.Errorf("file update %d: %w", u.ID, err)
		}
		news = append(news, share.News{Room: u.Room(), Service: t.Name(), Number: u.ID, Body: string(body)})
	}
	return t.Work.File(ctx, news...)
}

// keep sees that Telegram may forget updates: they are dealt with, or written down. next is the place behind the last
// of them for which that is so; if ok is false there may be others behind it.
func (t *Telegram) keep(ctx context.Context, updates []json.RawMessage) (next int64, ok bool) {
	if t.Work == nil {
		next, flights := t.receiveAll(ctx, updates)
		return next, t.settle(ctx, flights)
	}
	var all []wire.Update
	for _, raw := range updates {
		u, err := wire.Decode(raw)
		if next = max(next, u.After()); err != nil {
			skip(t.Log, t.line, raw, err)
			continue
		}
		all = append(all, u)
	}
	wait := t.line.Backoff()
	wait.MaxInterval = longestSilence
	signed := time.Now()
	for {
		err := t.file(ctx, all...)
		if err == nil {
			return next, true
		}
		if ctx.Err() != nil {
			return 0, false
		}
		t.Log.Warn("telegram: incoming updates cannot be kept, trying again", "error", err)
		if time.Since(signed) >= chat.Sign {
			signed = time.Now()
			attendAll(t, ctx, all)
		}
		pace.Pause(ctx, wait.NextBackOff())
	}
}

// takeOut deals with an update from the inbox.
func (t *Telegram) takeOut(l *share.Letter) {
	u, err := wire.Decode([]byte(l.Body))
	if err != nil {
		skip(t.Log, t.line, []byte(l.Body), err)
		l.Done()
		return
	}
	t.receive(t.life, u, l)
}

// begin is the context in which an update is dealt with; false if it is not to be.
func beginWith(life context.Context, l *share.Letter) (context.Context, bool) {
	if l == nil {
		return life, true
	}
	return l.Begin(life)
}

// secretOf is what Telegram says to the webhook if nothing is configured: the same in all processes.
func secretOf(token string) string {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte("tabuleiro webhook"))
	return hex.EncodeToString(mac.Sum(nil))
}
