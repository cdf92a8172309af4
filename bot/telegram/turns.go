package telegram

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/wire"
)

// replyContext is what answers need to know about their event.
type replyContext struct {
	of      *Telegram
	heard   wire.Spot
	message int    // the message received, or the one whose button was pressed; 0 if that is in a chat that has moved
	media   bool   // the message whose button was pressed has a picture or a file
	author  int64  // author of the event
	name    string // name of the person who pressed a button
	locale  string // language of the author's device
	query   string // id of the callback query, "" if no button was pressed
	move    bool   // reads as a move, so that a board will follow
	late    *time.Timer

	turn   adapter.Turn // zero if there is no event
	landed func()       // the event need not be delivered again

	answered  atomic.Bool // the press was answered
	answering sync.WaitGroup
}

// Decided implements chat.Progress.
func (c *replyContext) Decided() { c.turn.Decided() }

// Settled implements chat.Progress. If the chat has to wait, the press is answered at once, as the tap is certain to
// count.
func (c *replyContext) Settled() {
	if c.move && c.of.wait(c) != "" {
		c.of.stop(c)
	}
	c.landed()
	c.turn.Decided()
}

// Forget implements chat.Progress.
func (c *replyContext) Forget() { _ = c.of.write() } // logged

// longestNotice is the length of an answer to a press, in characters.
const longestNotice = 200

// answerPress ends a button's loading indicator, and shows a text or opens a link to the bot. It returns false if the
// press was answered before or is too old.
func (t *Telegram) answerPress(c *replyContext, text string, alert bool, link string) bool {
	if c.query == "" || c.answered.Swap(true) {
		return false
	}
	// While Telegram has more updates waiting, one press is answered before the others: if it is too old, so are they
	// until the backlog is done.
	if t.behind.Load() {
		t.probe <- struct{}{}
		release := sync.OnceFunc(func() { <-t.probe })
		defer release()
		if !t.behind.Load() {
			release()
		}
	}
	if t.stale.Load() {
		return false
	}
	params := client.Params{"callback_query_id": c.query, "text": chat.Shorten(text, longestNotice), "url": link,
		"show_alert": alert && text != ""}
	r := client.Request{Method: "answerCallbackQuery", Params: params, Chat: c.heard.Chat}
	err := t.brief(context.Background(), r)
	if err != nil && t.life.Err() == nil {
		t.Log.Info("telegram: a callback query cannot be answered", "error", err)
	}
	if !client.AsFailure(err).Says("query is too old") {
		t.behind.Store(false)
	} else if t.behind.Load() {
		t.stale.Store(true)
	}
	return err == nil
}

// stop answers a press in the background, with a text if the chat has to wait.
func (t *Telegram) stop(c *replyContext) {
	if c == nil || c.query == "" {
		return
	}
	text := t.wait(c)
	c.answering.Go(func() { t.answerPress(c, text, false, "") })
}

// longWait is the shortest delay worth mentioning, in Telegram's seconds.
const longWait = 3

// wait returns a sentence about the delay of a press's chat, "" if that is too short to mention. A board goes before
// answers; other answers also wait for those to pending events.
func (t *Telegram) wait(c *replyContext) string {
	class, unsaid := pace.News, 0
	if !c.move {
		class, unsaid = pace.Answers, t.turns.Open(c.heard.Room())
	}
	seconds := int((t.queue.Wait(c.heard.Chat, class, unsaid) + t.Times.Second/2) / t.Times.Second)
	if seconds < longWait {
		return ""
	}
	return t.say(c, WaitKey, map[string]string{"Seconds": strconv.Itoa(seconds)})
}

// brief makes a request with a short timeout.
func (t *Telegram) brief(ctx context.Context, r client.Request) error {
	ctx, cancel := t.within(ctx, t.Times.Edit)
	defer cancel()
	return t.line.Insist(ctx, r, nil)
}

// Keys of the adapter's own sentences.
const (
	EditedKey    = "telegram-edited"    // an edited message is ignored
	ForwardedKey = "telegram-forwarded" // so is a forwarded one
	WordlessKey  = "telegram-wordless"  // and one without text
	WaitKey      = "telegram-wait"      // the chat has to wait {{.Seconds}}
	NoFileKey    = "telegram-no-file"   // files are not allowed here
	NoFilmKey    = "telegram-no-film"   // animations are not allowed here and are sent as files
	RightsKey    = "telegram-rights"    // the reason for these two
)

// say returns a sentence in the language of an event's author, who may be unknown.
func (t *Telegram) say(c *replyContext, key string, gaps map[string]string) string {
	if t.Say == nil {
		return ""
	}
	locale := ""
	if c != nil {
		locale = c.locale
	}
	return t.Say(locale, key, gaps)
}
