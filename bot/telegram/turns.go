package telegram

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/wire"
)

// replyOrder is the order of what is done in each room: an event is decided when those before it are, and answers to it are
// said after those to the events before.
type replyOrder struct {
	mu      sync.Mutex
	last    map[chat.Room]place
	open    map[chat.Room]int // places of which something may still be said
	all     sync.WaitGroup
	stopped bool
}

// place is closed twice: when the next one may be decided, and when what comes of it may be said.
type place struct{ decided, said chan struct{} }

// none is the place before the first one.
var none = func() place {
	closed := make(chan struct{})
	close(closed)
	return place{closed, closed}
}()

// turn is what something knows that is done in a room.
type turn struct {
	before  <-chan struct{} // closed when what came of the events before has been said; nil: it is no turn
	said    func()          // what came of the events after may be said
	decided func()          // the next one may be
}

// put has something done in a room when all before it there is decided; at its end it is decided and said. It is false
// after stop: then nothing is done.
func (s *replyOrder) put(room chat.Room, do func(turn)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return false
	}
	own := place{make(chan struct{}), make(chan struct{})}
	last, ok := s.last[room]
	if !ok {
		last = none
	}
	s.last[room] = own
	s.open[room]++
	now := turn{last.said, sync.OnceFunc(func() { s.leave(room, own) }), sync.OnceFunc(func() { close(own.decided) })}
	s.all.Go(func() {
		<-last.decided
		defer now.decided()
		defer now.said()
		do(now)
	})
	return true
}

// leave notes that all is said that comes of a place.
func (s *replyOrder) leave(room chat.Room, own place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[room]--; s.open[room] == 0 {
		delete(s.open, room)
		delete(s.last, room)
	}
	close(own.said)
}

// stop waits until all is done, and takes on nothing more.
func (s *replyOrder) stop() {
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
	s.all.Wait()
}

// pending counts the events of a room of which something may still be said.
func (s *replyOrder) pending(room chat.Room) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[room]
}

// replyContext is what answers to an event need to know of it.
type replyContext struct {
	of      *Telegram
	heard   wire.Spot
	message int    // the message that was written, or whose button was pressed; 0 if that is in a chat that has moved
	media   bool   // a picture or a file is in the message whose button was pressed
	author  int64  // who did that
	name    string // of who pressed a button
	locale  string // of the device of that person
	query   string // Telegram's name for the pressing of a button, "" if none was
	move    bool   // it reads as a move, so that a board comes of it
	late    *time.Timer

	turn          // zero: the cause is no event
	landed func() // it need not be heard again

	answered  atomic.Bool // the press was
	answering sync.WaitGroup
}

// Decided implements chat.Progress.
func (c *replyContext) Decided() { c.decided() }

// Settled implements chat.Progress. The person who pressed a button is told at once if the chat has to wait: that the
// tap counts is decided.
func (c *replyContext) Settled() {
	if c.move && c.of.wait(c) != "" {
		c.of.stop(c)
	}
	c.landed()
	c.decided()
}

// Forget implements chat.Progress.
func (c *replyContext) Forget() { _ = c.of.write() } // logged

// longestNotice is what Telegram shows in answer to a button, in characters.
const longestNotice = 200

// answerPress stops a button from turning, and shows a text if there is one, or opens a link to the bot. It is false if
// that was done before, or comes too late. While more waits at Telegram one press is answered before the others: if that
// is too late, so are they until all that waits there has come.
func (t *Telegram) answerPress(c *replyContext, text string, alert bool, link string) bool {
	if c.query == "" || c.answered.Swap(true) {
		return false
	}
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
		t.Log.Info("telegram: a button was not answered", "error", err)
	}
	if !client.AsFailure(err).Says("query is too old") {
		t.behind.Store(false)
	} else if t.behind.Load() {
		t.stale.Store(true)
	}
	return err == nil
}

// stop keeps a button from turning for longer, and tells the person if the chat has to wait. It waits for nothing.
func (t *Telegram) stop(c *replyContext) {
	if c == nil || c.query == "" {
		return
	}
	text := t.wait(c)
	c.answering.Go(func() { t.answerPress(c, text, false, "") })
}

// longWait is worth a word, in seconds of Telegram's.
const longWait = 3

// wait is a sentence about how long the chat of a button has to wait, "" if that is not worth a word. A board goes before
// the answers; all else waits for what the events before come to, too.
func (t *Telegram) wait(c *replyContext) string {
	class, unsaid := pace.News, 0
	if !c.move {
		class, unsaid = pace.Answers, t.turns.pending(c.heard.Room())
	}
	seconds := int((t.queue.Wait(c.heard.Chat, class, unsaid) + t.Times.Second/2) / t.Times.Second)
	if seconds < longWait {
		return ""
	}
	return t.say(c, WaitKey, map[string]string{"Seconds": strconv.Itoa(seconds)})
}

// brief makes a request that is not worth a long wait.
func (t *Telegram) brief(ctx context.Context, r client.Request) error {
	ctx, cancel := t.within(ctx, t.Times.Edit)
	defer cancel()
	return t.line.Insist(ctx, r, nil)
}

// Sentences of the adapter itself.
const (
	EditedKey    = "telegram-edited"    // a message that was changed does not count
	ForwardedKey = "telegram-forwarded" // nor does one that somebody else wrote
	WordlessKey  = "telegram-wordless"  // nor does one without words
	WaitKey      = "telegram-wait"      // the chat has to wait {{.Seconds}}
	NoFileKey    = "telegram-no-file"   // files are not allowed here
	NoFilmKey    = "telegram-no-film"   // nor are moving pictures, which are sent as files
	RightsKey    = "telegram-rights"    // as the reason for both
)

// say is a sentence for the author of an event, who may not be known.
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
