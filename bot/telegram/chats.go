package telegram

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/wire"
)

// chats caches the state of chats.
type chats struct {
	mu   sync.Mutex
	list *cache.LRU[int64, *known]
}

// known is the cached state of a chat.
type known struct {
	opened    int       // number of events received from it
	closed    error     // why it accepts no messages until the next event from it; nil if it may accept them
	wordsOnly time.Time // until when boards are sent as text, because pictures were refused
	asked     time.Time // time of Telegram's last answer whether the bot may write there
	callable  bool      // that answer

	people int // id of the last message that is not the bot's
	own    int // id of the bot's last message
	said   int // number of the bot's messages
}

// with runs a function on the state of a chat under the lock.
func (c *chats) with(id int64, do func(*known)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.list.Get(id)
	if !ok {
		k = &known{}
		c.list.Put(id, k)
	}
	do(k)
}

// get returns a copy of the state of a chat.
func (c *chats) get(id int64) (is known) {
	c.with(id, func(k *known) { is = *k })
	return is
}

// reopen records an event from a chat, after which it may be written to.
func (t *Telegram) reopen(id int64) {
	t.chats.with(id, func(k *known) { k.opened, k.closed = k.opened+1, nil })
}

// close marks a chat as closed until the next event from it, after a call failed with 403. opened is the event count
// when that call began: the mark is skipped if an event has come since.
func (t *Telegram) close(id int64, f *client.Failure, opened int) {
	// With another status it may be only the topic that is closed.
	if f.Status == 403 {
		t.chats.with(id, func(k *known) {
			if k.opened == opened {
				k.closed = f.Closes()
			}
		})
	}
}

// A board is edited in place while it is easy to find: it is recent, and only a few of the bot's own messages follow
// it. In privacy mode the bot does not receive what people write to each other; in supergroups, where message ids are
// consecutive, the ids of its own messages tell how many others came in between. In a chat without a message from the
// bot in this process, the last board counts as in sight, because a restart is no reason to send another one.

// Limits for a message to count as in sight.
const (
	inSightFor = 10 * time.Minute
	ownAfter   = 8 // number of the bot's own messages after it
)

// supergroups have ids below this one, and links to their messages count from it.
const supergroups = -1_000_000_000_000

// InSight implements chat.Direct.
func (t *Telegram) InSight(_ chat.Room, name chat.Ref) bool {
	of, err := wire.ParseRef(name)
	if err != nil || t.gone(of) {
		return false
	}
	is, sent := t.chats.get(of.Chat), t.shapeOf(of)
	after := is.said - sent.place
	switch {
	case is.people > of.Message:
		return false
	case is.said == 0:
		return time.Since(t.inbox.began) < inSightFor
	}
	unheard := of.Chat < supergroups && is.own-of.Message > after
	return time.Since(sent.at) <= inSightFor && after <= ownAfter && !unheard
}

// gone reports whether a message is in a chat that has migrated: message ids do not survive that.
func (t *Telegram) gone(of wire.Ref) bool {
	return t.moves.current(wire.Spot{Chat: of.Chat}).Chat != of.Chat
}

// Callable implements chat.Direct. A bot may write to people who have written to it and have not blocked it; where that
// is unknown a "typing" action, which leaves no message, finds out.
func (t *Telegram) Callable(ctx context.Context, id string, _ bool) (chat.Room, bool) {
	person := wire.UserID(chat.User{ID: id})
	switch is := t.chats.get(person); {
	case is.closed != nil || person == 0:
		return chat.Room(id), false
	case is.opened > 0:
		return chat.Room(id), true
	case time.Since(is.asked) < time.Hour:
		return chat.Room(id), is.callable
	}
	ctx, cancel := t.within(ctx, t.Times.Edit)
	defer cancel()
	params := client.Params{"chat_id": person, "action": "typing"}
	err := t.line.Ask(ctx, client.Request{Method: "sendChatAction", Params: params}, nil)
	if f := client.AsFailure(err); err == nil || f.Spoken && !f.Passing() {
		t.chats.with(person, func(k *known) { k.asked, k.callable = time.Now(), err == nil })
	}
	return chat.Room(id), err == nil
}

// Address implements chat.Direct. Only messages in supergroups have a link.
func (t *Telegram) Address(room chat.Room, name chat.Ref) string {
	of, err := wire.ParseRef(name)
	at, wrong := wire.SpotOf(room)
	if err != nil || wrong != nil || of.Chat >= supergroups {
		return ""
	}
	link := "https://t.me/c/" + strconv.FormatInt(supergroups-of.Chat, 10) + "/"
	if at.Thread != 0 {
		link += strconv.Itoa(at.Thread) + "/"
	}
	return link + strconv.Itoa(of.Message)
}

// acquaintances is the number of people remembered by handle. Of anybody else who is mentioned only the handle is
// known.
const acquaintances = 1000

// see remembers the owner of a handle, because a mention by handle does not carry the user's id.
func (t *Telegram) see(u wire.User) {
	if u.ID == 0 || u.IsBot {
		return
	}
	of, handle := wire.Person(u), strings.ToLower(u.UserName)
	if is, ok := t.people.Get(handle); ok && is == of {
		return
	}
	t.people.RemoveIf(func(_ string, other chat.User) bool { return other.ID == of.ID })
	if handle != "" {
		t.people.Put(handle, of)
	}
}
