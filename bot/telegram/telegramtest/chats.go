package telegramtest

import (
	"slices"
	"time"
)

// Chat is a private chat, a group, a supergroup or a topic of one.
type Chat struct {
	*space
	Thread int // 0 outside of topics

	seen int // number of messages of the bot that Next has returned
}

// space is a chat with all of its topics.
type space struct {
	ID int64

	server     *Server
	kind       string
	forum      bool
	members    map[int64]bool
	topics     map[int]bool
	ranks      map[int64]string // of people who are more than members
	admin      bool             // the bot is an administrator
	open       bool             // the person has written to the bot
	gone       bool             // the bot is not a member, or is blocked
	movedTo    int64            // id of the supergroup that it became
	muted      string
	shut       map[int]bool // closed topics
	restricted bool         // the bot may not write
	nextID     int
	messages   map[int]*Message
	sent       []*Message // by the bot
	texts      []string   // texts of these, and of their edits, in order of time
	news       signal
	held       <-chan struct{} // sending waits until it closes
	used       usage           // rate limit usage by the bot
	counted    map[string]int  // accepted calls that count against rate limits, by method
	quiet      map[int64]bool  // people who have muted it
	pictures   bool            // the bot may send no photos
	slow       time.Duration   // interval between two messages of one member; 0 for none
	destroyed  bool            // the group is deleted
}

func (s *Server) space(kind string, id int64) *space {
	c := &space{ID: id, server: s, kind: kind, members: map[int64]bool{}, ranks: map[int64]string{},
		topics: map[int]bool{}, counted: map[string]int{}, quiet: map[int64]bool{}, shut: map[int]bool{},
		messages: map[int]*Message{}, nextID: 100}
	s.spaces[id] = c
	return c
}

// Private returns a person's chat with the bot; Next returns messages from now on, so it must be called before the
// question whose answer is awaited. The bot may not write there before the person does.
func (p *Person) Private() *Chat {
	p.server.mu.Lock()
	defer p.server.mu.Unlock()
	c := p.server.spaces[p.ID]
	if c == nil {
		c = p.server.space("private", p.ID)
		c.members[p.ID] = true
	}
	return &Chat{space: c, seen: len(c.sent)}
}

// Group makes a basic group.
func (s *Server) Group(members ...*Person) *Chat { return s.group("group", -4_000_000_000, members) }

// Supergroup makes a supergroup.
func (s *Server) Supergroup(members ...*Person) *Chat {
	return s.group("supergroup", -1_001_000_000_000, members)
}

// Forum makes a supergroup with topics; the chat is its general topic.
func (s *Server) Forum(members ...*Person) *Chat {
	c := s.Supergroup(members...)
	c.forum = true
	return c
}

func (s *Server) group(kind string, base int64, members []*Person) *Chat {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextID++
	c := s.space(kind, base-s.nextID)
	for _, p := range members {
		c.members[p.ID] = true
	}
	return &Chat{space: c}
}

// Number makes the ids of later messages higher than from, so that lower ids belong to another Server.
func (c *Chat) Number(from int) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.nextID = from
}

// Topic creates a topic of a forum.
func (c *Chat) Topic() *Chat {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.nextID++
	c.topics[c.nextID] = true
	return &Chat{space: c.space, Thread: c.nextID}
}

// Forbid makes the chat refuse what a method sends, such as "sendPhoto"; "" forbids nothing.
func (c *Chat) Forbid(method string) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.muted = method
}

// Hold delays everything sent to or changed in this chat until a channel closes. The calls of clients that give up
// earlier have no effect.
func (c *Chat) Hold(until <-chan struct{}) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.held = until
}

// Upgrade turns a group into a supergroup with a new id. Service messages report that in the old chat, in the new one,
// or neither; then only errors do.
func (c *Chat) Upgrade(tellOld, tellNew bool) *Chat {
	s := c.server
	members := []*Person{}
	s.mu.Lock()
	for id := range c.members {
		members = append(members, s.people[id])
	}
	s.mu.Unlock()
	to := s.Supergroup(members...)
	s.mu.Lock()
	defer s.mu.Unlock()
	c.movedTo, to.admin = to.ID, c.admin
	service := func(in *Chat, field string, id int64) {
		o := in.add(members[0], Content{}).json()
		delete(o, "text")
		o[field] = id
		s.push("message", o)
	}
	if tellNew {
		service(to, "migrate_from_chat_id", c.ID)
	}
	if tellOld {
		service(c, "migrate_to_chat_id", to.ID)
	}
	return to
}

func (c *space) json() object {
	o := object{"id": c.ID, "type": c.kind}
	if p := c.server.people[c.ID]; c.kind == "private" && p != nil {
		o.put("first_name", p.First)
		o.put("last_name", p.Last)
		o.put("username", p.Handle)
	} else {
		o["title"] = "A group"
	}
	if c.forum {
		o["is_forum"] = true
	}
	return o
}

// Message is a message in a chat as it was sent. Its methods return what it has become.
type Message struct {
	ID   int
	From *Person
	Content
	Silent     bool
	Preview    bool // of links
	ForceReply bool
	ReplyTo    int
	Offered    []Button

	chat    *Chat
	answers *Message
	now     Content
	buttons [][]Button
	edits   int
	author  object // the sender in Telegram's form; nil for From
	faded   bool   // Telegram reports only its existence
	inline  string // inline_message_id of a message posted in inline mode
	deleted bool
	sent    time.Time
}

// Button is a button under a message. It sends data to the bot or opens an address.
type Button struct{ Label, Data, URL string }

func (c *Chat) add(from *Person, content Content) *Message {
	c.nextID++
	m := &Message{ID: c.nextID, From: from, Content: content, now: content, chat: &Chat{space: c.space, Thread: c.Thread}}
	c.messages[m.ID] = m
	return m
}

// Now returns the current content of a message.
func (m *Message) Now() Content {
	m.chat.server.mu.Lock()
	defer m.chat.server.mu.Unlock()
	return m.now
}

// Inline returns the inline_message_id of a message posted in inline mode, "" for others.
func (m *Message) Inline() string { return m.inline }

// Edits counts the edits of a message.
func (m *Message) Edits() int {
	m.chat.server.mu.Lock()
	defer m.chat.server.mu.Unlock()
	return m.edits
}

// Fade makes a message so old that updates contain only its id and chat, without its topic.
func (m *Message) Fade() {
	m.chat.server.mu.Lock()
	defer m.chat.server.mu.Unlock()
	m.faded = true
}

// Deleted reports whether the bot has deleted a message.
func (m *Message) Deleted() bool {
	m.chat.server.mu.Lock()
	defer m.chat.server.mu.Unlock()
	return m.deleted
}

// Buttons returns the labels of the buttons now under a message.
func (m *Message) Buttons() []string {
	m.chat.server.mu.Lock()
	defer m.chat.server.mu.Unlock()
	var labels []string
	for _, row := range m.buttons {
		for _, b := range row {
			labels = append(labels, b.Label)
		}
	}
	return labels
}

// Data returns the data of the button with a label, "" if there is none.
func (m *Message) Data(label string) string { return m.button(label).Data }

// URL returns the address of the button with a label, "" if there is none.
func (m *Message) URL(label string) string { return m.button(label).URL }

func (m *Message) button(label string) Button {
	m.chat.server.mu.Lock()
	defer m.chat.server.mu.Unlock()
	for _, row := range m.buttons {
		for _, b := range row {
			if b.Label == label {
				return b
			}
		}
	}
	return Button{}
}

// Thread returns the topic of a message, 0 if none.
func (m *Message) Thread() int { return m.chat.Thread }

// Mentions returns the ids of the people whom a message mentions by id.
func (m *Message) Mentions() []int64 {
	var ids []int64
	for _, e := range m.Now().Entities {
		if e.Type == "text_mention" && !slices.Contains(ids, e.User.ID) {
			ids = append(ids, e.User.ID)
		}
	}
	return ids
}

// json returns a message with the one it replies to, whose own reply Telegram omits.
func (m *Message) json() object {
	o := m.alone()
	if m.faded {
		return o
	}
	if to := m.chat.messages[m.ReplyTo]; to != nil && !to.deleted {
		o["reply_to_message"] = to.alone()
	} else if m.chat.Thread != 0 {
		o["reply_to_message"] = m.chat.root()
	}
	return o
}

// root returns the message that created a topic. Every message in the topic that is no reply appears as a reply to it.
func (c *Chat) root() object {
	return object{"message_id": c.Thread, "from": c.anybody().json(), "chat": c.json(), "date": time.Now().Unix(),
		"message_thread_id": c.Thread, "is_topic_message": true,
		"forum_topic_created": object{"name": "Topic", "icon_color": 7322096}}
}

func (m *Message) alone() object {
	o := object{"message_id": m.ID, "from": m.From.json(), "chat": m.chat.json(), "date": time.Now().Unix()}
	if m.faded {
		return object{"message_id": m.ID, "chat": m.chat.json(), "date": 0}
	}
	if m.author != nil {
		o["from"] = m.author
	}
	if m.chat.Thread != 0 {
		o["message_thread_id"], o["is_topic_message"] = m.chat.Thread, true
	}
	if entities := m.now.show(o); len(m.now.Entities) > 0 {
		o[entities] = m.now.marks(m.chat.server)
	}
	if len(m.buttons) > 0 {
		o["reply_markup"] = object{"inline_keyboard": keyboard(m.buttons)}
	}
	if m.edits > 0 {
		o["edit_date"] = time.Now().Unix()
	}
	return o
}

// keyboard returns buttons in Telegram's form.
func keyboard(rows [][]Button) [][]object {
	told := [][]object{}
	for _, row := range rows {
		line := []object{}
		for _, b := range row {
			o := object{"text": b.Label}
			o.put("callback_data", b.Data)
			o.put("url", b.URL)
			if b.Data == "" && b.URL == "" {
				o["switch_inline_query"] = ""
			}
			line = append(line, o)
		}
		told = append(told, line)
	}
	return told
}

// Next waits for the next message of the bot in this chat or topic.
func (c *Chat) Next() *Message {
	m := c.NextWithin(Patience)
	if m == nil {
		c.server.fail("no message in chat %d, topic %d", c.ID, c.Thread)
	}
	return m
}

// NextWithin returns the next message of the bot in this chat or topic, nil if none comes in time.
func (c *Chat) NextWithin(d time.Duration) *Message {
	s := c.server
	late := time.NewTimer(d)
	defer late.Stop()
	for {
		s.mu.Lock()
		for c.seen < len(c.sent) {
			m := c.sent[c.seen]
			c.seen++
			if m.chat.Thread == c.Thread {
				s.mu.Unlock()
				return m
			}
		}
		again := c.news.wait()
		s.mu.Unlock()
		select {
		case <-again:
		case <-s.stop:
			return nil
		case <-late.C:
			return nil
		}
	}
}

// Sent returns all messages of the bot in this chat and its topics.
func (c *Chat) Sent() []*Message {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return slices.Clone(c.sent)
}

// Texts returns the texts of the bot's messages in order of time. An edit adds its first line and the lines that are
// new.
func (c *Chat) Texts() []string {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return slices.Clone(c.texts)
}
