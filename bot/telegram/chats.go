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

// chats is what is remembered of chats.
type chats struct {
	mu   sync.Mutex
	list *cache.LRU[int64, *known]
}

// known is what is remembered of a chat.
type known struct {
	opened    int       // how often something was heard from it
	closed    error     // why it takes no messages until something is heard from it; nil: it may take them
	wordsOnly time.Time // until then boards are words there, as pictures were refused
	asked     time.Time // when Telegram told last whether the bot may write there
	callable  bool      // that it may

	people int // number of the last message that is not the bot's
	own    int // and of the last that is
	said   int // how many are the bot's
}

// with does something with what is remembered of a chat; nobody else does meanwhile.
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

// get returns what is remembered of a chat.
func (c *chats) get(id int64) (is known) {
	c.with(id, func(k *known) { is = *k })
	return is
}

// reopen notes that something was heard from a chat, so that it may be written to.
func (t *Telegram) reopen(id int64) {
	t.chats.with(id, func(k *known) { k.opened, k.closed = k.opened+1, nil })
}

// close keeps a chat from being written to until something is heard from it; opened is how often that was when the call
// began that failed. A topic may close without the chat.
func (t *Telegram) close(id int64, f *client.Failure, opened int) {
	if f.Status == 403 {
		t.chats.with(id, func(k *known) {
			if k.opened == opened {
				k.closed = f.Closes()
			}
		})
	}
}

// A board is edited as long as people need not look for it: it is not old, and no message has come after it but a few
// of the bot's own. In privacy mode the bot does not hear what people say to each other; in supergroups, where messages
// are numbered one by one, the numbers of its own messages tell how many others came between them. Of a chat in which
// nothing was said since the start the last board is taken to be in sight, as a restart is no reason for another one.

// Bounds of what is in sight.
const (
	inSightFor = 10 * time.Minute
	ownAfter   = 8 // of the bot's own messages
)

// supergroups have numbers below this one; of theirs links are made.
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

// gone reports whether a message is in a chat that has moved: messages do not keep their names.
func (t *Telegram) gone(of wire.Ref) bool {
	return t.moves.current(wire.Spot{Chat: of.Chat}).Chat != of.Chat
}

// Callable implements chat.Direct. A bot may write to those who have written to it and have not blocked it; whether
// that is so Telegram tells when it is asked to show that the bot is busy, which leaves no message.
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

// Address implements chat.Direct. Only messages of supergroups have one.
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

// acquaintances is the number of people that are known by their handle, the latest. Of anybody else who is
// mentioned there is the handle only, as of one not seen yet.
const acquaintances = 1000

// see remembers who has which handle: a message that mentions a handle does not say whose it is.
func (t *Telegram) see(u wire.User) {
	if u.ID == 0 || u.IsBot {
		return
	}
	of, handle := u.Person(), strings.ToLower(u.UserName)
	if is, ok := t.people.Get(handle); ok && is == of {
		return
	}
	t.people.RemoveIf(func(_ string, other chat.User) bool { return other.ID == of.ID })
	if handle != "" {
		t.people.Put(handle, of)
	}
}
