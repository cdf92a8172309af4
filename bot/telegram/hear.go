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

// job is the work that an update causes.
type job struct {
	room chat.Room // the room in whose order it runs
	deal func(context.Context)
	firm bool // reads as a move
	asks bool // is addressed to the bot, in a group

	from  int64         // its author, 0 if it has none: then it is never skipped
	cause *replyContext // of an event for the bot, else nil
}

// understand decodes what an update is about. It returns nil if there is nothing to do.
func (t *Telegram) understand(u wire.Update) *job {
	switch {
	case u.Member != nil:
		return t.understandMembership(*u.Member)
	case u.Inline != nil:
		return t.understandInline(u.ID, *u.Inline)
	case u.Callback != nil && u.Callback.InlineMessageID != "" && !u.Callback.From.IsBot:
		return t.understandTaking(u.ID, *u.Callback)
	case u.Callback != nil:
		return t.understandCallback(u.ID, *u.Callback)
	case u.Edited != nil:
		return t.understandEdited(*u.Edited)
	case u.Message == nil:
		return nil
	}
	t.chats.with(u.Message.Chat.ID, func(k *known) { k.people = max(k.people, u.Message.MessageID) })
	if do, service := t.understandService(u.Message); service {
		return do
	}
	return t.understandMessage(u)
}

// groupAnonymous is the user that Telegram shows as the sender for anonymous administrators.
const groupAnonymous = 1087968824

func (t *Telegram) understandMessage(u wire.Update) *job {
	m := *u.Message
	hidden := m.SenderChat != nil || m.From != nil && m.From.ID == groupAnonymous
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

// unreadable returns the key of the sentence that says why a message is ignored, "" if it is not. The caption of a file
// forwarded to a private chat is somebody else's and is dropped.
func unreadable(m *wire.Message, file *wire.Document) string {
	switch {
	case m.Forwarded() && m.Chat.Type == "private" && file != nil:
		m.Caption, m.CaptionEntities = "", nil
	case m.Forwarded():
		return ForwardedKey
	case chat.Trim(m.Content()) == "" && file == nil:
		return WordlessKey
	}
	return ""
}

// eventOf returns the event of a message, without its text.
func (t *Telegram) eventOf(u wire.Update, hidden bool) chat.Event {
	m, private := u.Message, u.Message.Chat.Type == "private"
	e := chat.Event{ID: t.eventID(u.ID), Room: t.moves.current(m.Where()).Room(), Private: private, Addressed: private,
		Locale: m.From.LanguageCode, Reread: u.Reread}
	if m.Date > 0 { // whole seconds
		e.Said = m.Time()
	}
	if !hidden {
		t.see(*m.From)
		e.From = wire.Person(*m.From)
	}
	t.understandReply(&e, m.Reply)
	return e
}

// handle returns the job that passes an event to the bot, with a file if there is one; nil if the event does not
// concern the bot.
func (t *Telegram) handle(e chat.Event, m wire.Message, file *wire.Document) *job {
	weight := t.handler.Weigh(e)
	if weight == chat.Talk {
		return nil
	}
	c := &replyContext{of: t, message: m.MessageID, author: wire.UserID(e.From), locale: e.Locale, heard: t.moves.current(m.Where())}
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

// fetch downloads a posted file. It has no Data if it is too large or could not be fetched in time.
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
		t.Log.Warn("telegram: a file cannot be downloaded", "name", f.Name, "size", f.Size, "error", err)
	}
	f.Data = data
	return f
}

// understandReply records which message an event replies to. In a topic, Telegram marks every message that is no reply
// as a reply to the one that created the topic.
func (t *Telegram) understandReply(e *chat.Event, to *wire.Message) {
	if to == nil || to.Topic != nil || to.From == nil {
		return
	}
	switch {
	case to.From.ID == t.myself().ID:
		e.Quoted, e.QuotedRef, e.Addressed = to.Content(), refTo(to), true
	case !to.From.IsBot && to.SenderChat == nil:
		t.see(*to.From)
		e.Answered = wire.Person(*to.From)
	}
}

// refTo returns the Ref of a message of the bot.
func refTo(m *wire.Message) chat.Ref {
	return chat.Ref(wire.Ref{Chat: m.Chat.ID, Message: m.MessageID}.String())
}

func (t *Telegram) understandCallback(id int64, q wire.Callback) *job {
	c := &replyContext{of: t, query: q.ID, author: q.From.ID, name: wire.Person(q.From).Name, locale: q.From.LanguageCode}
	if q.Message == nil || q.Message.Chat.ID == 0 || q.Data == "" || q.From.IsBot {
		return &job{room: wire.Spot{Chat: q.From.ID}.Room(), from: q.From.ID, deal: func(context.Context) {
			t.answerPress(c, "", false, "")
		}}
	}
	m := *q.Message
	t.reopen(m.Chat.ID)
	t.see(q.From)
	there, is := m.Where(), t.shapeOf(wire.Ref{Chat: m.Chat.ID, Message: m.MessageID})
	if c.media = m.Media(); m.Date == 0 { // too old for Telegram to describe: its state as sent is used, if known
		there.Thread, c.media = is.thread, is.media
	}
	c.heard = t.moves.current(there)
	e := chat.Event{
		ID:        t.eventID(id),
		Room:      c.heard.Room(),
		From:      wire.Person(q.From),
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
		c.message, e.Pressed = m.MessageID, e.QuotedRef
	}
	c.move = t.handler.Weigh(e) == chat.Move
	// The timer starts now, not when the job's turn comes: Telegram and people wait only a few seconds for an answer to
	// a press. Usually the event is decided and answered before it fires.
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

// openerOf returns the person whose event a message of the bot answers, if it is cached; else the author of the message
// that it replies to. In a topic, a message that is no reply looks like one to the message that created the topic.
func openerOf(m wire.Message, is messageState) chat.User {
	if is.owner != 0 {
		return wire.PersonOf(is.owner)
	}
	if to := m.Reply; to != nil && to.Topic == nil && to.SenderChat == nil && to.From != nil && !to.From.IsBot {
		return wire.Person(*to.From)
	}
	return chat.User{}
}

// eventID returns the event id of an update. Update ids are unique per bot.
func (t *Telegram) eventID(update int64) string {
	return fmt.Sprintf("telegram:%d-update-%d", t.myself().ID, update)
}

// hear passes an event to the bot with the context for its answers, and then answers the press if there was one.
func (t *Telegram) hear(ctx context.Context, e chat.Event, c *replyContext) {
	e.Reply = c
	if c.turn.Before != nil {
		e.Progress = c
	}
	t.handler.Hear(ctx, e)
	if c.query != "" {
		c.late.Stop()
		t.answerPress(c, "", false, "")
		c.answering.Wait()
	}
}

// understandEdited handles an edited message: the new text is ignored. If the message was meant for the bot, its author
// is told so.
func (t *Telegram) understandEdited(m wire.Message) *job {
	toBot := m.Reply != nil && m.Reply.From != nil && m.Reply.From.ID == t.myself().ID
	if chat.Trim(m.Content()) == "" || m.Chat.Type != "private" && !toBot && !strings.HasPrefix(chat.Trim(m.Content()), "/") {
		return nil
	}
	return t.unread(m, EditedKey)
}

// unread returns a job that tells the author of a message, once for each reason, why the bot ignores it. It is nil if
// that was told before, and in groups, where forwarded messages and pictures are meant for others.
func (t *Telegram) unread(m wire.Message, key string) *job {
	apart := m.Chat.Type == "private" || key == EditedKey
	if !apart || m.From == nil || m.From.IsBot || m.SenderChat != nil || m.IsAutomaticForward || key == WordlessKey && !m.Wordless() {
		return nil
	}
	if _, known := t.hinted.PutNew(fmt.Sprint(m.From.ID, " ", key), true); known {
		return nil
	}
	at := t.moves.current(m.Where())
	c := &replyContext{of: t, message: m.MessageID, author: m.From.ID, locale: m.From.LanguageCode, heard: at}
	text := t.say(c, key, nil)
	if text == "" {
		return nil
	}
	return &job{room: at.Room(), from: m.From.ID, deal: func(ctx context.Context) {
		if _, err := t.Send(ctx, at.Room(), chat.Message{Text: []chat.Span{{Text: text}}, Private: true,
			Answers: c}); err != nil {
			t.Log.Info("telegram: a hint cannot be sent", "room", at.Room(), "error", err)
		}
	}}
}

// skipped tells a room that updates were rejected under load, once the admitted ones are done.
func (t *Telegram) skipped(room chat.Room, n int) {
	t.Log.Info("telegram: telling a room that messages were dropped", "room", room, "updates", n)
	if t.life.Err() == nil {
		t.turns.PutTurn(room, func(adapter.Turn) { t.handler.ShowAgain(t.life, room, true) })
	}
}

// showAgain shows the matches of a chat with all its topics, or of one topic, before anything else that follows there;
// it returns false if there are none. missed means that events may have been lost.
func (t *Telegram) showAgain(ctx context.Context, at wire.Spot, missed bool) (any bool) {
	for _, room := range t.playedIn(ctx, at) {
		any = true
		if room == at.Room() {
			t.handler.ShowAgain(t.life, room, missed)
		} else {
			t.turns.PutTurn(room, func(adapter.Turn) { t.handler.ShowAgain(t.life, room, missed) })
		}
	}
	return any
}

// playedIn returns the rooms of a chat in which a match is played, topics included, or only the topic if at is one.
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
