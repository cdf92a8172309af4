package telegram

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/wire"
)

// task is what there is to do about an update.
type task struct {
	room chat.Room                  // where, after what there is to do there already
	deal func(context.Context) bool // false if it was stopped before the end
	firm bool                       // reads as a move
	asks bool                       // is said to the bot, in a group

	from  int64  // whose word it is, 0 if it is nobody's: then it is never skipped
	cause *cause // of an event for the bot, else nil
}

// understand finds out what an update is about; nil if there is nothing to do.
func (t *ears) understand(u wire.Update) *task {
	switch {
	case u.Member != nil:
		return t.understandMembership(*u.Member)
	case u.Inline != nil:
		return t.understandInline(u.ID, *u.Inline)
	case u.Callback != nil && u.Callback.Inline != "" && !u.Callback.From.Bot:
		return t.understandTaking(u.ID, *u.Callback)
	case u.Callback != nil:
		return t.understandCallback(u.ID, *u.Callback)
	case u.Edited != nil:
		return t.understandEdited(*u.Edited)
	case u.Message == nil:
		return nil
	}
	t.out.sight.heard(u.Message.Chat.ID, u.Message.ID)
	switch {
	case u.Message.MigrateTo != 0:
		return t.understandMove(u.Message.Chat.ID, u.Message.MigrateTo)
	case u.Message.MigrateFrom != 0:
		return t.understandMove(u.Message.MigrateFrom, u.Message.Chat.ID)
	case u.Message.Closed != nil:
		by := wire.User{}
		if u.Message.From != nil {
			by = *u.Message.From
		}
		return t.shut(u.Message.Where(), by)
	case u.Message.Reopened != nil:
		return t.returned(u.Message.Where())
	case len(u.Message.Came) > 0:
		for _, who := range u.Message.Came {
			t.ranks.Put(seat{u.Message.Chat.ID, who.ID}, wire.Standing{Status: "member"})
		}
		return nil
	case u.Message.Left != nil:
		return t.understandLeaving(u.Message.Chat.ID, *u.Message.Left)
	}
	return t.understandMessage(u)
}

// groupAnonymous is the user in whose name Telegram shows administrators who hide.
const groupAnonymous = 1087968824

func (t *ears) understandMessage(u wire.Update) *task {
	m := *u.Message
	hidden := m.As != nil || m.From != nil && m.From.ID == groupAnonymous
	private, file := m.Chat.Type == "private", m.Posted()
	switch {
	case m.From == nil, m.Chat.Type == "channel", m.From.Bot && !hidden:
		return nil
	// which may be kept from elsewhere; the words with it are somebody else's
	case m.Forwarded() && private && file != nil:
		m.Caption, m.Marks = "", nil
	case m.Forwarded():
		return t.unread(m, ForwardedKey)
	case chat.Trim(m.Said()) == "" && file == nil:
		return t.unread(m, WordlessKey)
	}
	t.out.reopen(m.Chat.ID)
	self := t.myself()
	e := chat.Event{
		ID:      t.eventID(u.ID),
		Private: private,
		Locale:  m.From.Language,
		Reread:  u.Reread,
	}
	if m.Date > 0 { // whole seconds
		e.Said = time.Unix(m.Date, 0)
	}
	if !hidden {
		t.people.see(*m.From)
		e.From = m.From.Person()
	}
	at := t.moves.now(m.Where())
	e.Room, e.Addressed = at.Room(), e.Private
	t.understandReply(&e, m.Reply, self)
	if !t.understandText(&e, m, self) {
		return nil
	}
	command := strings.HasPrefix(e.Text, "/")
	if m.Text == "" && !command && (file == nil || !e.Addressed) {
		return t.unread(m, WordlessKey) // pictures and files that people show each other
	}
	if file == nil && command {
		file = m.Reply.Posted()
	}
	weight := t.weigh(e)
	if weight == chat.Talk {
		return nil
	}
	c := &cause{message: m.ID, author: wire.UserID(e.From), locale: e.Locale, heard: at}
	return &task{room: e.Room, asks: e.Addressed && !e.Private, firm: weight == chat.Move, from: c.author, cause: c,
		deal: func(ctx context.Context) bool {
			if file != nil {
				getting, cancel := within(ctx, t.life, t.times.Fetch)
				e.File = fetch(getting, t.line, t.log, *file)
				if cancel(); ctx.Err() != nil {
					return false
				}
			}
			return t.hear(ctx, e, c)
		}}
}

// weigh is what the bot says of an event.
func (t *ears) weigh(e chat.Event) chat.Weight {
	if w, ok := t.handler.(chat.Weigher); ok {
		return w.Weigh(e)
	}
	return chat.Wish
}

// understandReply notes which message an event answers. In a topic every message that answers none seems to answer the
// one that began the topic.
func (t *ears) understandReply(e *chat.Event, to *wire.Message, self wire.User) {
	if to == nil || to.Topic != nil || to.From == nil {
		return
	}
	switch {
	case to.From.ID == self.ID:
		e.Quoted, e.QuotedRef, e.Addressed = to.Said(), refTo(to), true
	case !to.From.Bot && to.As == nil:
		t.people.see(*to.From)
		e.Answered = to.From.Person()
	}
}

// refTo is the name of a message of ours.
func refTo(m *wire.Message) chat.Ref {
	return chat.Ref(wire.Ref{Chat: m.Chat.ID, Message: m.ID}.String())
}

func (t *ears) understandCallback(id int64, q wire.Callback) *task {
	c := &cause{query: q.ID, author: q.From.ID, name: q.From.Person().Name, locale: q.From.Language}
	if q.Message == nil || q.Message.Chat.ID == 0 || q.Data == "" || q.From.Bot {
		return &task{room: wire.Spot{Chat: q.From.ID}.Room(), from: q.From.ID, deal: func(context.Context) bool {
			t.out.answerQuery(c, "", false)
			return true
		}}
	}
	m := *q.Message
	t.out.reopen(m.Chat.ID)
	t.people.see(q.From)
	there, media := t.placeOf(m)
	at := t.moves.now(there)
	c.heard, c.media = at, media
	if at == there {
		c.message = m.ID
	}
	e := chat.Event{
		ID:        t.eventID(id),
		Room:      at.Room(),
		From:      q.From.Person(),
		Text:      q.Data,
		Addressed: true,
		Tap:       true,
		Private:   m.Chat.Type == "private",
		Quoted:    m.Said(),
		QuotedRef: refTo(&m),
		Opener:    t.openerOf(m),
		Locale:    q.From.Language,
	}
	if c.message != 0 {
		e.Pressed = e.QuotedRef
	}
	c.move = t.weigh(e) == chat.Move
	// From now on, not from when its turn comes: Telegram does not wait for long, and neither do people where the chat
	// has to. By then it is mostly decided, and answered.
	patience := t.times.Press
	if t.out.wait(c) != "" {
		patience /= 2
	}
	c.late = t.out.after(patience, func() { t.out.answerQuery(c, t.out.wait(c), false) })
	return &task{room: e.Room, deal: func(ctx context.Context) bool { return t.hear(ctx, e, c) },
		firm: c.move, from: c.author, cause: c}
}

// openerOf is the person who has led to a message of ours, as far as that is remembered; else the one whom it answers.
// In a topic a message that answers none seems to answer the one that began the topic.
func (t *ears) openerOf(m wire.Message) chat.User {
	if owner := t.out.shapeOf(wire.Ref{Chat: m.Chat.ID, Message: m.ID}).owner; owner != 0 {
		return wire.User{ID: owner}.Person()
	}
	if to := m.Reply; to != nil && to.Topic == nil && to.As == nil && to.From != nil && !to.From.Bot {
		return to.From.Person()
	}
	return chat.User{}
}

// placeOf is where a message with a button is, and whether there is more in it than text. Of a message that is too old
// Telegram tells neither; then it is as it was sent, if that was since the start.
func (t *ears) placeOf(m wire.Message) (at wire.Spot, media bool) {
	if m.Date != 0 {
		return m.Where(), m.Media()
	}
	is := t.out.shapeOf(wire.Ref{Chat: m.Chat.ID, Message: m.ID})
	return wire.Spot{Chat: m.Chat.ID, Thread: is.thread}, is.media
}

// eventID is a name for an update. Numbers of updates are of one bot.
func (t *ears) eventID(update int64) string {
	return fmt.Sprintf("telegram:%d-update-%d", t.myself().ID, update)
}

// hear passes an event on, with what answers to it need. It is false if the adapter was stopped meanwhile.
func (t *ears) hear(ctx context.Context, e chat.Event, c *cause) bool {
	e.Reply = c
	if c.settled != nil {
		e.Progress = progress{c, t.out}
	}
	t.handler.Hear(ctx, e)
	if c.query != "" {
		c.late.Stop()
		t.out.answerQuery(c, "", false)
		c.answering.Wait()
	}
	return ctx.Err() == nil
}

// skipped is called when too much was waiting in a room, once that has been dealt with.
func (t *ears) skipped(room chat.Room, n int) {
	t.log.Info("telegram: a room is told that not all was heard", "room", room, "updates", n)
	if h, ok := t.handler.(chat.Misser); ok && t.life.Err() == nil {
		t.rooms.Put(room, adapter.Job{Do: func() { h.ShowAgain(t.life, room, true) }})
	}
}

// returned has the matches of a chat, or of a topic, shown again where the bot could not speak: nothing was missed,
// since it heard all that could be said.
func (t *ears) returned(at wire.Spot) *task {
	t.out.reopen(at.Chat)
	return &task{room: at.Room(), deal: func(ctx context.Context) bool {
		t.showAgain(ctx, at, false)
		return true
	}}
}

// showAgain shows the matches of a chat with all its topics, or of a topic, when it is the turn of that room: before
// what was said there afterwards. It is false if there are none.
func (t *ears) showAgain(ctx context.Context, at wire.Spot, missed bool) (any bool) {
	for _, room := range t.playedIn(ctx, at) {
		any = true
		show := func() { t.handler.(chat.Misser).ShowAgain(t.life, room, missed) }
		if room == at.Room() {
			show()
		} else {
			t.rooms.Put(room, adapter.Job{Do: show, Firm: true})
		}
	}
	return any
}

// playedIn are the rooms of a chat in which something is played, its topics among them, or the topic if it is one.
func (t *ears) playedIn(ctx context.Context, at wire.Spot) []chat.Room {
	h, ok := t.handler.(chat.Misser)
	if !ok {
		return nil
	}
	rooms, err := h.Playing(ctx, "telegram")
	if err != nil {
		t.log.Error("telegram: the matches of a room could not be looked up", "room", at.Room(), "error", err)
	}
	return slices.DeleteFunc(rooms, func(room chat.Room) bool {
		in, err := wire.SpotOf(room)
		return err != nil || in.Chat != at.Chat || at.Thread != 0 && in != at
	})
}
