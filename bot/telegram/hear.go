package telegram

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"tabuleiro/bot/chat"
)

// understand finds out what an update is about: what to do, and the room to do it in. deal is nil if there is nothing to
// do; it returns false if the update has not been dealt with.
func (t *Telegram) understand(u update) (room chat.Room, deal func(context.Context) bool) {
	switch {
	case u.Member != nil:
		t.seeMembership(*u.Member)
	case u.Callback != nil:
		return t.understandCallback(u.ID, *u.Callback)
	case u.Message != nil && u.Message.MigrateTo != 0:
		return t.understandMove(u.Message.Chat.ID, u.Message.MigrateTo)
	case u.Message != nil && u.Message.MigrateFrom != 0:
		return t.understandMove(u.Message.MigrateFrom, u.Message.Chat.ID)
	case u.Message != nil:
		return t.understandMessage(u.ID, *u.Message)
	}
	return "", nil
}

// groupAnonymous is the user in whose name Telegram shows administrators who hide.
const groupAnonymous = 1087968824

func (t *Telegram) understandMessage(id int64, m message) (chat.Room, func(context.Context) bool) {
	hidden := m.As != nil || m.From != nil && m.From.ID == groupAnonymous
	private, file := m.Chat.Type == "private", m.posted()
	switch {
	case m.From == nil, m.Chat.Type == "channel", m.From.Bot && !hidden:
		return "", nil
	case m.forwarded() && private && file != nil: // which may be kept from elsewhere; the words with it are somebody else's
		m.Caption, m.Marks = "", nil
	case m.forwarded(), m.said() == "" && file == nil:
		return "", nil
	}
	t.reopen(m.Chat.ID)
	self := t.myself()
	e := chat.Event{
		ID:      eventID(id),
		Private: private,
		Locale:  m.From.Language,
	}
	if !hidden {
		t.people.see(*m.From)
		e.From = m.From.person()
	}
	at := t.now(m.where())
	e.Room, e.Addressed = at.room(), e.Private
	t.understandReply(&e, m.Reply, self)
	if !t.understandText(&e, m, self) {
		return "", nil
	}
	command := strings.HasPrefix(e.Text, "/")
	if m.Text == "" && !command && (file == nil || !e.Addressed) {
		return "", nil // pictures and files that people show each other
	}
	if file == nil && command {
		file = m.Reply.posted()
	}
	c := &cause{message: m.ID, author: m.From.ID, heard: at}
	return e.Room, func(ctx context.Context) bool {
		if file != nil {
			if e.File = t.fetch(ctx, *file); ctx.Err() != nil {
				return false
			}
		}
		return t.hear(ctx, e, c)
	}
}

// understandReply notes which message an event answers. In a topic every message that answers none seems to answer the one
// that began the topic.
func (t *Telegram) understandReply(e *chat.Event, to *message, self user) {
	if to == nil || to.Topic != nil || to.From == nil {
		return
	}
	switch {
	case to.From.ID == self.ID:
		e.Quoted, e.Addressed = to.said(), true
	case !to.From.Bot && to.As == nil:
		t.people.see(*to.From)
		e.Answered = to.From.person()
	}
}

// understandText fills in the text, in which nothing is left but what is meant for the bot: its own name is cut off. Who
// is mentioned without having a handle is cut out and only among the Mentions. It is false for commands to other bots.
func (t *Telegram) understandText(e *chat.Event, m message, self user) bool {
	said, entities := m.Text, m.Entities
	if said == "" {
		said, entities = m.Caption, m.Marks
	}
	text := units(said)
	command := strings.HasPrefix(said, "/")
	var b strings.Builder
	from := 0
	for _, in := range entities {
		end := in.Offset + in.Length
		if in.Offset < from || in.Length <= 0 || end > len(text) {
			continue
		}
		written := string(utf16.Decode(text[in.Offset:end]))
		instead := written
		switch {
		case in.Type == "mention" && strings.EqualFold(written, "@"+self.Username):
			e.Addressed = true
			if !command {
				instead = ""
			}
		case in.Type == "mention":
			if u, ok := t.people.known(written[1:]); ok {
				e.Mentions = append(e.Mentions, u)
			}
		case in.Type == "text_mention" && in.User != nil && in.User.ID == self.ID:
			e.Addressed = true
			instead = ""
		case in.Type == "text_mention" && in.User != nil && !in.User.Bot:
			t.people.see(*in.User)
			e.Mentions = append(e.Mentions, in.User.person())
			instead = ""
			if in.User.Username != "" {
				instead = "@" + in.User.Username
			}
		}
		b.WriteString(string(utf16.Decode(text[from:in.Offset])))
		b.WriteString(instead)
		from = end
	}
	b.WriteString(string(utf16.Decode(text[from:])))
	e.Text = strings.TrimSpace(b.String())
	if !command {
		return true
	}
	e.Addressed = true
	word := e.Text
	if i := strings.IndexFunc(word, unicode.IsSpace); i >= 0 {
		word = word[:i]
	}
	name, whose, addressed := strings.Cut(word, "@")
	if addressed && !strings.EqualFold(whose, self.Username) {
		return false
	}
	e.Text = name + e.Text[len(word):]
	return true
}

func (t *Telegram) understandCallback(id int64, q callback) (chat.Room, func(context.Context) bool) {
	c := &cause{query: q.ID, author: q.From.ID, name: q.From.person().Name}
	if q.Message == nil || q.Message.Chat.ID == 0 || q.Data == "" || q.From.Bot {
		return spot{chat: q.From.ID}.room(), func(context.Context) bool {
			t.answerQuery(c, "", false)
			return true
		}
	}
	m := *q.Message
	t.reopen(m.Chat.ID)
	t.people.see(q.From)
	at := t.now(m.where())
	c.heard, c.media = at, m.media()
	if at == m.where() {
		c.message = m.ID
	}
	e := chat.Event{
		ID:        eventID(id),
		Room:      at.room(),
		From:      q.From.person(),
		Text:      q.Data,
		Addressed: true,
		Private:   m.Chat.Type == "private",
		Quoted:    m.said(),
		Locale:    q.From.Language,
	}
	// From now on, not from when its turn comes: Telegram does not wait for long.
	c.late = t.after(t.Times.Press, func() { t.answerQuery(c, "", false) })
	return e.Room, func(ctx context.Context) bool { return t.hear(ctx, e, c) }
}

func eventID(update int64) string { return fmt.Sprintf("telegram:update-%d", update) }

// hear passes an event on, with what answers to it need. It is false if the adapter was stopped meanwhile.
func (t *Telegram) hear(ctx context.Context, e chat.Event, c *cause) bool {
	e.Reply = c
	t.handler.Hear(ctx, e)
	if c.query != "" {
		c.late.Stop()
		t.answerQuery(c, "", false)
	}
	return ctx.Err() == nil
}

// seeMembership notes what became of the bot in a chat.
func (t *Telegram) seeMembership(m membership) {
	switch m.New.Status {
	case "kicked", "left":
		t.closed.Add(m.Chat.ID, true)
	default:
		t.closed.Remove(m.Chat.ID)
	}
	if m.Chat.Type != "private" {
		t.admin.Add(m.Chat.ID, m.New.Status == "administrator")
	}
}

// reopen notes that something was heard from a chat, so that it may be written to.
func (t *Telegram) reopen(chat int64) {
	t.closed.Remove(chat)
}
