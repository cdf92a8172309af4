package telegram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/wire"
)

// job is what there is to do about an update.
type job struct {
	room chat.Room // where, after what there is to do there already
	deal func(context.Context)
	firm bool // reads as a move
	asks bool // is said to the bot, in a group

	from  int64         // whose word it is, 0 if it is nobody's: then it is never skipped
	cause *replyContext // of an event for the bot, else nil
}

// understand finds out what an update is about; nil if there is nothing to do.
func (t *Telegram) understand(u wire.Update) *job {
	switch {
	case u.Member != nil:
		return t.understandMembership(*u.Member)
	case u.Inline != nil:
		return t.understandInline(u.ID, *u.Inline)
	case u.Callback != nil && u.Callback.Inline != "" && !u.Callback.From.IsBot:
		return t.understandTaking(u.ID, *u.Callback)
	case u.Callback != nil:
		return t.understandCallback(u.ID, *u.Callback)
	case u.Edited != nil:
		return t.understandEdited(*u.Edited)
	case u.Message == nil:
		return nil
	}
	t.chats.with(u.Message.Chat.ID, func(k *known) { k.people = max(k.people, u.Message.ID) })
	if do, service := t.understandService(u.Message); service {
		return do
	}
	return t.understandMessage(u)
}

// groupAnonymous is the user in whose name Telegram shows administrators who hide.
const groupAnonymous = 1087968824

func (t *Telegram) understandMessage(u wire.Update) *job {
	m := *u.Message
	hidden := m.As != nil || m.From != nil && m.From.ID == groupAnonymous
	if m.From == nil || m.Chat.Type == "channel" || m.From.IsBot && !hidden {
		return nil
	}
	file := m.Posted()
	if key := unreadable(&m, file); key != "" {
		return t.unread(m, key)
	}
	t.reopen(m.Chat.ID)
	e := t.eventOf(u, hidden)
	if !t.understandText(&e, m) {
		return nil
	}
	command := strings.HasPrefix(e.Text, "/")
	if m.Text == "" && !command && (file == nil || !e.Addressed) {
		return t.unread(m, WordlessKey) // pictures and files that people show each other
	}
	if file == nil && command {
		file = m.Reply.Posted()
	}
	return t.handle(e, m, file)
}

// unreadable is the key of the sentence why a message is not read, "" if it is. Of a file kept from elsewhere the words
// are somebody else's and go.
func unreadable(m *wire.Message, file *wire.Document) string {
	switch {
	case m.Forwarded() && m.Chat.Type == "private" && file != nil:
		m.Caption, m.Marks = "", nil
	case m.Forwarded():
		return ForwardedKey
	case chat.Trim(m.Content()) == "" && file == nil:
		return WordlessKey
	}
	return ""
}

// eventOf is what the bot hears of a message, but for its text.
func (t *Telegram) eventOf(u wire.Update, hidden bool) chat.Event {
	m, private := u.Message, u.Message.Chat.Type == "private"
	e := chat.Event{ID: t.eventID(u.ID), Room: t.moves.current(m.Where()).Room(), Private: private, Addressed: private,
		Locale: m.From.LanguageCode, Reread: u.Reread}
	if m.Date > 0 { // whole seconds
		e.Said = time.Unix(m.Date, 0)
	}
	if !hidden {
		t.see(*m.From)
		e.From = m.From.Person()
	}
	t.understandReply(&e, m.Reply)
	return e
}

// handle is the task to have an event heard, with a file if there is one; nil if it is for nobody here.
func (t *Telegram) handle(e chat.Event, m wire.Message, file *wire.Document) *job {
	weight := t.handler.Weigh(e)
	if weight == chat.Talk {
		return nil
	}
	c := &replyContext{of: t, message: m.ID, author: wire.UserID(e.From), locale: e.Locale, heard: t.moves.current(m.Where())}
	return &job{room: e.Room, asks: e.Addressed && !e.Private, firm: weight == chat.Move, from: c.author, cause: c,
		deal: func(ctx context.Context) {
			if file != nil {
				e.File = t.fetch(ctx, *file)
			}
			if ctx.Err() == nil {
				t.hear(ctx, e, c)
			}
		}}
}

// fetch gets a file that somebody posted. It has no Data if it is too large or cannot be had in time.
func (t *Telegram) fetch(ctx context.Context, d wire.Document) *chat.File {
	f := &chat.File{Name: adapter.FileName(d.FileName), Size: d.FileSize}
	if d.FileSize > chat.LargestFile {
		return f
	}
	ctx, cancel := t.within(ctx, t.Times.Fetch)
	defer cancel()
	data, err := t.line.Fetch(ctx, d.FileID)
	if f.Size = cmp.Or(f.Size, len(data)); errors.Is(err, adapter.ErrTooLarge) {
		f.Size = cmp.Or(f.Size, chat.LargestFile+1)
	}
	if err != nil {
		t.Log.Warn("telegram: a file could not be had", "name", f.Name, "size", f.Size, "error", err)
	}
	f.Data = data
	return f
}

// understandReply notes which message an event answers. In a topic every message that answers none seems to answer the
// one that began the topic.
func (t *Telegram) understandReply(e *chat.Event, to *wire.Message) {
	if to == nil || to.Topic != nil || to.From == nil {
		return
	}
	switch {
	case to.From.ID == t.myself().ID:
		e.Quoted, e.QuotedRef, e.Addressed = to.Content(), refTo(to), true
	case !to.From.IsBot && to.As == nil:
		t.see(*to.From)
		e.Answered = to.From.Person()
	}
}

// refTo is the name of a message of ours.
func refTo(m *wire.Message) chat.Ref {
	return chat.Ref(wire.Ref{Chat: m.Chat.ID, Message: m.ID}.String())
}

func (t *Telegram) understandCallback(id int64, q wire.Callback) *job {
	c := &replyContext{of: t, query: q.ID, author: q.From.ID, name: q.From.Person().Name, locale: q.From.LanguageCode}
	if q.Message == nil || q.Message.Chat.ID == 0 || q.Data == "" || q.From.IsBot {
		return &job{room: wire.Spot{Chat: q.From.ID}.Room(), from: q.From.ID, deal: func(context.Context) {
			t.answerPress(c, "", false, "")
		}}
	}
	m := *q.Message
	t.reopen(m.Chat.ID)
	t.see(q.From)
	there, is := m.Where(), t.shapeOf(wire.Ref{Chat: m.Chat.ID, Message: m.ID})
	if c.media = m.Media(); m.Date == 0 { // too old: it is as it was sent, if that was since the start
		there.Thread, c.media = is.thread, is.media
	}
	c.heard = t.moves.current(there)
	e := chat.Event{
		ID:        t.eventID(id),
		Room:      c.heard.Room(),
		From:      q.From.Person(),
		Text:      q.Data,
		Addressed: true,
		Tap:       true,
		Private:   m.Chat.Type == "private",
		Quoted:    m.Content(),
		QuotedRef: refTo(&m),
		Opener:    openerOf(m, is),
		Locale:    q.From.LanguageCode,
	}
	if c.heard == there {
		c.message, e.Pressed = m.ID, e.QuotedRef
	}
	c.move = t.handler.Weigh(e) == chat.Move
	// From now on, not from when its turn comes: Telegram does not wait for long, and neither do people where the chat
	// has to. By then it is mostly decided, and answered.
	patience := t.Times.Press
	if t.wait(c) != "" {
		patience /= 2
	}
	c.late = time.AfterFunc(patience, func() {
		if t.life.Err() == nil {
			t.answerPress(c, t.wait(c), false, "")
		}
	})
	return &job{room: e.Room, deal: func(ctx context.Context) { t.hear(ctx, e, c) },
		firm: c.move, from: c.author, cause: c}
}

// openerOf is the person who has led to a message of ours, as far as that is remembered; else the one whom it answers.
// In a topic a message that answers none seems to answer the one that began the topic.
func openerOf(m wire.Message, is messageState) chat.User {
	if is.owner != 0 {
		return wire.User{ID: is.owner}.Person()
	}
	if to := m.Reply; to != nil && to.Topic == nil && to.As == nil && to.From != nil && !to.From.IsBot {
		return to.From.Person()
	}
	return chat.User{}
}

// eventID is a name for an update. Numbers of updates are of one bot.
func (t *Telegram) eventID(update int64) string {
	return fmt.Sprintf("telegram:%d-update-%d", t.myself().ID, update)
}

// hear passes an event on, with what answers to it need.
func (t *Telegram) hear(ctx context.Context, e chat.Event, c *replyContext) {
	e.Reply = c
	if c.before != nil {
		e.Progress = c
	}
	t.handler.Hear(ctx, e)
	if c.query != "" {
		c.late.Stop()
		t.answerPress(c, "", false, "")
		c.answering.Wait()
	}
}

// understandEdited is for a message whose author has changed it: its new words do not count. An author who has meant
// the bot is told so.
func (t *Telegram) understandEdited(m wire.Message) *job {
	toBot := m.Reply != nil && m.Reply.From != nil && m.Reply.From.ID == t.myself().ID
	if chat.Trim(m.Content()) == "" || m.Chat.Type != "private" && !toBot && !strings.HasPrefix(chat.Trim(m.Content()), "/") {
		return nil
	}
	return t.unread(m, EditedKey)
}

// unread tells the author of a message once why the bot does nothing about it; nil where that is told nobody, or has
// been told: in a group others are meant by what people pass on and show each other.
func (t *Telegram) unread(m wire.Message, key string) *job {
	apart := m.Chat.Type == "private" || key == EditedKey
	if !apart || m.From == nil || m.From.IsBot || m.As != nil || m.Automatic || key == WordlessKey && !m.Wordless() {
		return nil
	}
	if _, known := t.hinted.PutNew(fmt.Sprint(m.From.ID, " ", key), true); known {
		return nil
	}
	at := t.moves.current(m.Where())
	c := &replyContext{of: t, message: m.ID, author: m.From.ID, locale: m.From.LanguageCode, heard: at}
	text := t.say(c, key, nil)
	if text == "" {
		return nil
	}
	return &job{room: at.Room(), from: m.From.ID, deal: func(ctx context.Context) {
		if _, err := t.Send(ctx, at.Room(), chat.Message{Text: []chat.Span{{Text: text}}, Private: true,
			Answers: c}); err != nil {
			t.Log.Info("telegram: a hint was not told", "room", at.Room(), "error", err)
		}
	}}
}

// skipped is called when too much was waiting in a room, once that has been dealt with.
func (t *Telegram) skipped(room chat.Room, n int) {
	t.Log.Info("telegram: a room is told that not all was heard", "room", room, "updates", n)
	if t.life.Err() == nil {
		t.turns.put(room, func(turn) { t.handler.ShowAgain(t.life, room, true) })
	}
}

// showAgain shows the matches of a chat with all its topics, or of a topic, where the bot could not speak: before what
// was said there afterwards. Nothing was missed, unless that is said. It is false if there are none.
func (t *Telegram) showAgain(ctx context.Context, at wire.Spot, missed bool) (any bool) {
	for _, room := range t.playedIn(ctx, at) {
		any = true
		if room == at.Room() {
			t.handler.ShowAgain(t.life, room, missed)
		} else {
			t.turns.put(room, func(turn) { t.handler.ShowAgain(t.life, room, missed) })
		}
	}
	return any
}

// playedIn are the rooms of a chat in which something is played, its topics among them, or the topic if it is one.
func (t *Telegram) playedIn(ctx context.Context, at wire.Spot) []chat.Room {
	rooms, err := t.handler.Playing(ctx, "telegram")
	if err != nil {
		t.Log.Error("telegram: the matches of a room could not be looked up", "room", at.Room(), "error", err)
	}
	return slices.DeleteFunc(rooms, func(room chat.Room) bool {
		in, err := wire.SpotOf(room)
		return err != nil || in.Chat != at.Chat || at.Thread != 0 && in != at
	})
}
