package telegramtest

import (
	"fmt"
	"strings"
	"time"
)

// Person is a Telegram account.
type Person struct {
	ID       int64
	First    string
	Last     string
	Handle   string // without @; "" for none
	Language string

	server  *Server
	bot     bool
	deleted bool
}

// Person makes an account; the handle may be "".
func (s *Server) Person(first, handle string) *Person {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextID++
	p := &Person{server: s, ID: s.nextID, First: first, Handle: handle, Language: "en"}
	s.people[p.ID] = p
	return p
}

// Number makes the ids of later accounts higher than from.
func (s *Server) Number(from int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextID = from
}

// NumberUpdates makes the ids of later updates higher than from.
func (s *Server) NumberUpdates(from int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextUpdate = from
}

// json returns a person in Telegram's form.
func (p *Person) json() object {
	o := object{"id": p.ID, "is_bot": p.bot, "first_name": p.First}
	o.put("last_name", p.Last)
	o.put("username", p.Handle)
	o.put("language_code", p.Language)
	return o
}

// Manner is a variation of a message.
type Manner func(*writing)

type writing struct {
	reply   *Message
	told    *string // text of the replied-to message as reported; nil for its own
	mention []*Person
	file    *Document
	photo   []byte
	extra   object
	from    object
}

// Reply makes a message a reply.
func Reply(m *Message) Manner { return func(w *writing) { w.reply = m } }

// ReplyTold makes a message a reply to one that Telegram reports with another text.
func ReplyTold(m *Message, text string) Manner {
	return func(w *writing) { w.reply, w.told = m, &text }
}

// Naming mentions people by their first names in the text, without a handle.
func Naming(p ...*Person) Manner { return func(w *writing) { w.mention = p } }

// Forwarded makes a message one forwarded from somebody else.
func Forwarded(w *writing) {
	w.extra["forward_origin"] = object{"type": "hidden_user", "sender_user_name": "Somebody", "date": 1700000000}
}

// Anonymous makes the author an anonymous administrator.
func Anonymous(w *writing) {
	w.from = object{"id": 1087968824, "is_bot": true, "first_name": "Group", "username": "GroupAnonymousBot"}
}

// As sends a message on behalf of a channel.
func As(channel int64) Manner {
	return func(w *writing) {
		w.from = object{"id": 136817688, "is_bot": true, "first_name": "Channel", "username": "Channel_Bot"}
		w.extra["sender_chat"] = object{"id": channel, "type": "channel", "title": "A channel"}
	}
}

// With sets any field of the message.
func With(field string, value any) Manner { return func(w *writing) { w.extra[field] = value } }

// Says sends a message. The bot receives it if privacy mode allows.
func (p *Person) Says(c *Chat, text string, manners ...Manner) *Message {
	s := p.server
	s.mu.Lock()
	defer s.mu.Unlock()
	w := writing{extra: object{}, from: p.json()}
	for _, m := range manners {
		m(&w)
	}
	if c.kind == "private" {
		c.open = true
	} else if !c.members[p.ID] {
		c.members[p.ID] = true
	}
	content := Content{Text: text, Photo: w.photo}
	if w.file != nil {
		content.Document = s.keep("document", w.file)
	}
	m := c.add(p, content)
	m.author = w.from
	o := object{"message_id": m.ID, "from": w.from, "chat": c.json(), "date": time.Now().Unix()}
	marks := content.show(o)
	if w.from["id"] == 1087968824 {
		o["sender_chat"] = c.json()
	}
	if e := s.entitiesOf(text, w.mention); len(e) > 0 {
		o[marks] = e
	}
	if c.Thread != 0 {
		o["message_thread_id"], o["is_topic_message"] = c.Thread, true
		o["reply_to_message"] = c.root()
	}
	if m.answers = w.reply; w.reply != nil {
		to := w.reply.alone()
		if w.told != nil {
			delete(to, "caption")
			to["text"] = *w.told
		}
		o["reply_to_message"] = to
		if c.kind == "supergroup" && c.Thread == 0 {
			o["message_thread_id"] = w.reply.ID // a chain of replies, not a topic
		}
	}
	for k, v := range w.extra {
		o[k] = v
	}
	if c.hears(text, w.reply) {
		s.push("message", o)
	}
	return m
}

// Edits changes the text of a message.
func (p *Person) Edits(m *Message, text string) {
	s := p.server
	s.mu.Lock()
	defer s.mu.Unlock()
	c := m.chat
	o := object{"message_id": m.ID, "from": p.json(), "chat": c.json(), "date": time.Now().Unix(),
		"edit_date": time.Now().Unix(), "text": text}
	if e := s.entitiesOf(text, nil); len(e) > 0 {
		o["entities"] = e
	}
	if m.answers != nil {
		o["reply_to_message"] = m.answers.alone()
	}
	if c.hears(text, m.answers) {
		s.push("edited_message", o)
	}
}

// hears reports whether Telegram shows the bot a message.
func (c *Chat) hears(text string, reply *Message) bool {
	if c.kind == "private" || !c.server.privacy || c.admin {
		return !c.gone || c.kind == "private"
	}
	if c.gone {
		return false
	}
	if reply != nil && reply.From == c.server.Bot {
		return true
	}
	for _, at := range found(commandForm, text, inPath) {
		_, whose, addressed := strings.Cut(text[at[0]:at[1]], "@")
		if !addressed || strings.EqualFold(whose, c.server.Bot.Handle) {
			return true
		}
	}
	return false
}

// Tap is the press of a button.
type Tap struct {
	server *Server
	done   chan struct{}
	at     time.Time
	Text   string // what was shown in answer
	Alert  bool   // shown as a dialog
	URL    string // address opened
}

// Taps presses the button with a label.
func (p *Person) Taps(m *Message, label string) *Tap {
	s := p.server
	s.mu.Lock()
	defer s.mu.Unlock()
	data := ""
	for _, row := range m.buttons {
		for _, b := range row {
			if b.Label == label {
				data = b.Data
			}
		}
	}
	if data == "" {
		s.mu.Unlock()
		defer s.mu.Lock()
		s.fail("%s finds no button %q under: %s", p.First, label, m.Text)
		return nil
	}
	return s.press(p, m, data)
}

// TapsData presses a button with some data, even one that is no longer there.
func (p *Person) TapsData(m *Message, data string) *Tap {
	p.server.mu.Lock()
	defer p.server.mu.Unlock()
	return p.server.press(p, m, data)
}

func (s *Server) press(p *Person, m *Message, data string) *Tap {
	tap := &Tap{server: s, done: make(chan struct{}), at: time.Now()}
	s.nextTap++
	id := fmt.Sprint(90000000 + s.nextTap)
	s.taps[id] = tap
	o := object{"id": id, "from": p.json(), "chat_instance": "1", "data": data}
	if m.inline != "" {
		o["inline_message_id"] = m.inline
	} else {
		o["message"] = m.json()
	}
	s.push("callback_query", o)
	return tap
}

// Wait waits for the answer and returns its text.
func (t *Tap) Wait() string {
	late := time.NewTimer(Patience)
	defer late.Stop()
	select {
	case <-t.done:
	case <-late.C:
		t.server.fail("a button is still turning")
	}
	return t.Text
}
