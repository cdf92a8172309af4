package telegram

import (
	"context"
	"strconv"
	"sync"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/wire"
)

// cause is what answers to an event need to know of it.
type cause struct {
	heard   wire.Spot
	message int    // the message that was written, or whose button was pressed; 0 if that is in a chat that has moved
	media   bool   // a picture or a file is in the message whose button was pressed
	author  int64  // who did that
	name    string // of who pressed a button
	locale  string // of the device of that person
	query   string // Telegram's name for the pressing of a button, "" if none was
	move    bool   // it reads as a move, so that a board comes of it
	late    *time.Timer
	course

	mu        sync.Mutex
	answered  bool
	answering sync.WaitGroup
}

// first tells, once, that the pressing of a button has not been answered yet.
func (c *cause) first() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.query == "" || c.answered {
		return false
	}
	c.answered = true
	return true
}

// longestNotice is what Telegram shows in answer to a button, in characters.
const longestNotice = 200

// answerQuery stops a button from turning, and shows a text if there is one. It is false if that was done before.
func (o *outbox) answerQuery(c *cause, text string, alert bool) bool {
	return o.answer(c, text, alert, "")
}

// answer does that, and opens a link to the bot, "" for none.
func (o *outbox) answer(c *cause, text string, alert bool, link string) bool {
	if !c.first() {
		return false
	}
	ctx, cancel := within(context.Background(), o.life, o.times.Edit)
	defer cancel()
	params := tgbotapi.Params{"callback_query_id": c.query}
	params.AddNonEmpty("text", chat.Shorten(text, longestNotice, nil))
	params.AddNonEmpty("url", link)
	params.AddBool("show_alert", alert && text != "")
	if err := o.line.Insist(ctx, client.Request{Method: "answerCallbackQuery", Params: params, Chat: c.heard.Chat},
		nil); err != nil {
		if o.life.Err() != nil {
			return false
		}
		o.log.Info("telegram: a button was not answered", "error", err) // mostly because it was pressed long ago
		return false
	}
	return true
}

// stop keeps a button from turning for longer, and tells the person if the chat has to wait. It waits for nothing.
func (o *outbox) stop(c *cause) {
	if c == nil || c.query == "" {
		return
	}
	text := o.wait(c)
	c.answering.Go(func() { o.answerQuery(c, text, false) })
}

// longWait is worth a word, in seconds of Telegram's.
const longWait = 3

// wait is a sentence about how long the chat of a button has to wait, "" if that is not worth a word. A board goes before
// the answers; all else waits for what the events before come to, too.
func (o *outbox) wait(c *cause) string {
	class, unsaid := pace.News, 0
	if !c.move {
		class, unsaid = pace.Answers, o.unsaid(c.heard.Room())
	}
	seconds := int((o.lanes.Wait(c.heard.Chat, class, unsaid) + o.times.Second/2) / o.times.Second)
	if seconds < longWait {
		return ""
	}
	return o.say(c, WaitKey, map[string]string{"Seconds": strconv.Itoa(seconds)})
}

// after does something later, or never if the adapter has been stopped.
func (o *outbox) after(d time.Duration, do func()) *time.Timer {
	return time.AfterFunc(d, func() {
		if o.life.Err() == nil {
			do()
		}
	})
}

// progress is the chat.Progress of an event.
type progress struct {
	*cause
	of *outbox
}

func (p progress) Decided() { p.decided() }

// Settled tells the person who pressed a button at once if the chat has to wait: that the tap counts is decided.
func (p progress) Settled() {
	if p.move && p.of.wait(p.cause) != "" {
		p.of.stop(p.cause)
	}
	p.settled()
}
