package telegram

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/wire"
)

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

// chat returns the state of a chat.
func (t *Telegram) chat(id int64) known { return t.chats.Value(id) }

// reopen records an event from a chat, after which it may be written to.
func (t *Telegram) reopen(id int64) {
	t.chats.Change(id, func(k *known) { k.opened, k.closed = k.opened+1, nil })
}

// close marks a chat as closed until the next event from it, after a call failed with 403. opened is the event count
// when that call began: the mark is skipped if an event has come since.
func (t *Telegram) close(id int64, f *client.Failure, opened int) {
	// With another status it may be only the topic that is closed.
	if f.Status == 403 {
		t.chats.Change(id, func(k *known) {
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
	is, sent := t.chat(of.Chat), t.shapeOf(of)
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
	switch is := t.chat(person); {
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
		t.chats.Change(person, func(k *known) { k.asked, k.callable = time.Now(), err == nil })
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

// migrations maps chats that have a new id, and topics that were deleted, to their successors. A group that becomes a
// supergroup gets a new id, which Telegram reports in the old group, in the new one and in errors, in any order; a
// deleted topic shows only as an error of a message to it, and its matches continue in the group.
type migrations struct{ to sync.Map } // wire.Spot to wire.Spot

// settle redirects a spot to another one. It reports whether that is new.
func (m *migrations) settle(from, to wire.Spot) bool {
	was, _ := m.to.Swap(from, to)
	return was != to
}

// current returns the successor of a spot, or the spot itself.
func (m *migrations) current(s wire.Spot) wire.Spot {
	if to, ok := m.to.Load(s); ok {
		s = to.(wire.Spot)
	}
	if to, ok := m.to.Load(wire.Spot{Chat: s.Chat}); ok {
		return wire.Spot{Chat: to.(wire.Spot).Chat}
	}
	return s
}

// reached reports whether a chat is the successor of another one.
func (m *migrations) reached(chat int64) (found bool) {
	m.to.Range(func(from, to any) bool {
		found = to.(wire.Spot).Chat == chat && from.(wire.Spot).Chat != chat
		return !found
	})
	return found
}

// noteMove redirects a spot to another one and, if that is new, schedules Moved before later events in the new room. It
// does not call Moved itself because the caller may hold the lock of a match, which the bot needs.
func (t *Telegram) noteMove(from, to wire.Spot) {
	if t.moves.settle(from, to) {
		t.turns.PutTurn(to.Room(), func(adapter.Turn) { t.moved(from, to) })
	}
}

// moved calls Moved once there is a handler, and retries until it succeeds or the adapter stops.
func (t *Telegram) moved(from, to wire.Spot) {
	select {
	case <-t.listens:
	case <-t.life.Done():
		return // there was nobody to tell: Telegram will report it again
	}
	_, _ = backoff.Retry(t.life, func() (none struct{}, err error) {
		return none, t.handler.Moved(t.life, from.Room(), to.Room())
	}, backoff.WithBackOff(t.line.Backoff()), backoff.WithMaxElapsedTime(0), backoff.WithNotify(
		func(err error, _ time.Duration) {
			t.Log.Error("telegram: the matches and settings of a room could not be moved, trying again", "from", from.Room(),
				"to", to.Room(), "error", err)
		}))
}

// understandService handles service messages: migrated groups, closed and reopened topics, people who join and leave.
func (t *Telegram) understandService(m *wire.Message) *job {
	switch {
	case m.MigrateToChatID != 0:
		return t.understandMove(m.Chat.ID, m.MigrateToChatID)
	case m.MigrateFromChatID != 0:
		return t.understandMove(m.MigrateFromChatID, m.Chat.ID)
	case m.Closed != nil:
		by := wire.User{}
		if m.From != nil {
			by = *m.From
		}
		return t.shut(m.Where(), by)
	case m.Reopened != nil:
		return t.returned(m.Where())
	case m.LeftChatMember != nil:
		return t.understandLeaving(m.Chat.ID, *m.LeftChatMember)
	}
	for _, who := range m.NewChatMembers {
		t.ranks.Put(seat{m.Chat.ID, who.ID}, wire.Member{Status: "member"})
	}
	return nil
}

func (t *Telegram) understandMembership(m wire.Membership) *job {
	group := m.Chat.Type == "group" || m.Chat.Type == "supergroup"
	at := wire.Spot{Chat: m.Chat.ID}
	t.reopen(at.Chat)
	t.ranks.Put(seat{at.Chat, t.myself().ID}, m.NewChatMember)
	t.chats.Change(at.Chat, func(k *known) {
		k.wordsOnly = time.Time{}
		if !wire.IsPresent(m.NewChatMember) && group {
			k.closed = chat.ErrClosed
		} else if !wire.IsPresent(m.NewChatMember) {
			k.closed = chat.ErrBlocked
		}
	})
	switch {
	case !wire.MayWrite(m.NewChatMember):
		return t.shut(at, m.From)
	case wire.MayWrite(m.OldChatMember):
		return nil
	case wire.IsPresent(m.OldChatMember) || !group:
		return t.returned(at)
	case t.moves.reached(m.Chat.ID): // the same group under its new id
		return nil
	}
	return &job{room: at.Room(), deal: func(ctx context.Context) {
		if !t.showAgain(ctx, at, true) {
			e := chat.Event{Room: at.Room(), From: wire.Person(m.From), Locale: m.From.LanguageCode}
			t.handler.Joined(ctx, e, t.hearsAll(ctx, m.Chat.ID))
		}
	}}
}

// returned shows the matches of a chat or topic again after the bot could not write there. No event was missed, because
// the bot received everything that could be written.
func (t *Telegram) returned(at wire.Spot) *job {
	t.reopen(at.Chat)
	return &job{room: at.Room(), deal: func(ctx context.Context) { t.showAgain(ctx, at, false) }}
}

// shut handles a chat with all its topics, or one topic, in which the bot may no longer write.
func (t *Telegram) shut(at wire.Spot, by wire.User) *job {
	return &job{room: at.Room(), deal: func(ctx context.Context) {
		if at.Thread != 0 && t.administrates(ctx, at.Chat) {
			return // administrators may write in a closed topic
		}
		for _, room := range t.playedIn(ctx, at) {
			t.handler.Shut(ctx, room, wire.Person(by))
		}
	}}
}

// understandLeaving handles a person who has left a group. The bot's own leaving comes as a membership update.
func (t *Telegram) understandLeaving(group int64, who wire.User) *job {
	if who.ID == t.myself().ID {
		return nil
	}
	t.ranks.Put(seat{group, who.ID}, wire.Member{Status: "left"})
	at := t.moves.current(wire.Spot{Chat: group})
	return &job{room: at.Room(), deal: func(ctx context.Context) {
		for _, room := range t.playedIn(ctx, at) {
			t.handler.Left(ctx, room, wire.Person(who))
		}
	}}
}

func (t *Telegram) understandMove(from, to int64) *job {
	old, now := wire.Spot{Chat: from}, wire.Spot{Chat: to}
	t.moves.settle(old, now)
	return &job{room: now.Room(), deal: func(context.Context) { t.moved(old, now) }}
}

// seat is a person's membership in a group.
type seat struct{ group, person int64 }

// Administers implements chat.Presence. Anonymous administrators have no id and count as nobody.
func (t *Telegram) Administers(ctx context.Context, room chat.Room, id string) (bool, error) {
	is, err := t.standingIn(ctx, room, id, false)
	return is.Status == "creator" || is.Status == "administrator", err
}

// Present implements chat.Presence.
func (t *Telegram) Present(ctx context.Context, room chat.Room, id string, now bool) (bool, error) {
	is, err := t.standingIn(ctx, room, id, now)
	return wire.IsPresent(is), err
}

// standingIn returns a person's status in a room.
func (t *Telegram) standingIn(ctx context.Context, room chat.Room, id string, now bool) (is wire.Member, err error) {
	at, err := wire.SpotOf(room)
	if err != nil {
		return is, err
	}
	return t.standing(ctx, seat{t.moves.current(at).Chat, wire.UserID(chat.User{ID: id})}, now)
}

// standing returns a person's status in a group; in a private chat everybody is its owner. It is cached for
// Times.Trust, and now bypasses the cache.
func (t *Telegram) standing(ctx context.Context, of seat, now bool) (is wire.Member, err error) {
	is, known := t.ranks.Get(of)
	switch {
	case of.group > 0:
		return wire.Member{Status: "creator"}, nil
	case of.person == 0:
		return wire.Member{Status: "left"}, nil
	case known && !now:
		return is, nil
	}
	ctx, cancel := t.within(ctx, t.Times.Edit)
	defer cancel()
	params := client.Params{"chat_id": of.group, "user_id": of.person}
	err = t.line.Insist(ctx, client.Request{Method: "getChatMember", Params: params}, &is)
	if to := client.AsFailure(err).Moved; to != 0 {
		t.noteMove(wire.Spot{Chat: of.group}, wire.Spot{Chat: to})
		return t.standing(ctx, seat{to, of.person}, now)
	}
	if err != nil {
		return wire.Member{}, fmt.Errorf("telegram: what somebody is in group %d: %w", of.group, err)
	}
	t.ranks.Put(of, is)
	return is, nil
}

// hearsAll reports whether the bot receives every message of a group: it is an administrator, or privacy mode is off.
// If the lookup fails the answer is false, which costs no more than a needless reply box.
func (t *Telegram) hearsAll(ctx context.Context, group int64) bool {
	return t.myself().CanReadAllGroupMessages || t.administrates(ctx, group)
}

// administrates reports whether the bot is known to be an administrator of a group.
func (t *Telegram) administrates(ctx context.Context, group int64) bool {
	self := t.myself().ID
	if self == 0 {
		return false
	}
	is, err := t.standing(ctx, seat{group, self}, false)
	chat.Warn(t.Log, err, "telegram: the bot's rights in a group cannot be looked up")
	return is.Status == "administrator"
}
