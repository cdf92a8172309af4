package telegramtest

import (
	"slices"
	"time"
)

// Chat is where people and the bot are: a private chat, a group, a supergroup or a topic of one.
type Chat struct {
	*space
	Thread int // 0 outside of topics

	seen int // messages of the bot that Next returned
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
	gone       bool             // the bot is not in it, or blocked
	movedTo    int64            // the supergroup it became
	muted      string
	shut       map[int]bool // topics that are closed
	restricted bool         // the bot may not write
	nextID     int
	messages   map[int]*Message
	sent       []*Message // by the bot
	texts      []string   // of these, and of what they have become, in the order of time
	news       signal
	held       <-chan struct{} // nothing is sent before it closes
	used       usage           // by the bot
	counted    map[string]int  // calls that Telegram counts and has taken, by method
	quiet      map[int64]bool  // people who have muted it
	pictures   bool            // the bot may send no photos
	slow       time.Duration   // between two messages of one member, 0: none
	destroyed  bool            // the group is deleted
}

func (s *Server) space(kind string, id int64) *space {
	c := &space{ID: id, server: s, kind: kind, members: map[int64]bool{}, ranks: map[int64]string{},
		topics: map[int]bool{}, counted: map[string]int{}, quiet: map[int64]bool{}, shut: map[int]bool{},
		messages: map[int]*Message{}, nextID: 100}
	s.spaces[id] = c
	return c
}

// Private is a person's chat with the bot, of which Next shows what comes from now on: where an answer is waited for it
// is called before the question, as afterwards the answer may be there already. The bot may not write there before the
// person does.
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

// Group is a small group.
func (s *Server) Group(members ...*Person) *Chat { return s.group("group", -4_000_000_000, members) }

// Supergroup is a large one.
func (s *Server) Supergroup(members ...*Person) *Chat {
	return s.group("supergroup", -1_001_000_000_000, members)
}

// Forum is a supergroup with topics; the chat is its general topic.
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

// Number gives messages that come from now on higher numbers than this one: those up to it are of another Telegram.
func (c *Chat) Number(from int) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.nextID = from
}

// Topic opens a topic of a forum.
func (c *Chat) Topic() *Chat {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.nextID++
	c.topics[c.nextID] = true
	return &Chat{space: c.space, Thread: c.nextID}
}

// Forbid makes what a method sends be refused in this chat: "sendPhoto"; "" forbids nothing.
func (c *Chat) Forbid(method string) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.muted = method
}

// Hold makes everything that is sent to this chat, or changed, wait until a channel closes. A caller that gives up
// before has not done it.
func (c *Chat) Hold(until <-chan struct{}) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.held = until
}

// Upgrade makes a supergroup of a group, with another id. It is told in the old one, in the new one, or only to who
// writes to the old one.
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

// Message is one in a chat, as it was sent. Its methods tell what the bot does to it later.
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
	author  object // as Telegram tells of the one who wrote it; nil: From
	faded   bool   // Telegram tells nothing more of it than that it was
	inline  string // its name if it was chosen in inline mode
	deleted bool
	sent    time.Time
}

// Button is one under a message: it says something to the bot, or opens an address.
type Button struct{ Label, Data, URL string }

func (c *Chat) add(from *Person, content Content) *Message {
	c.nextID++
	m := &Message{ID: c.nextID, From: from, Content: content, now: content, chat: &Chat{space: c.space, Thread: c.Thread}}
	c.messages[m.ID] = m
	return m
}

// Now is what a message shows now.
func (m *Message) Now() Content {
	m.chat.server.mu.Lock()
	defer m.chat.server.mu.Unlock()
	return m.now
}

// Inline is what a message is called by which the bot changes what was posted in inline mode, "" for others.
func (m *Message) Inline() string { return m.inline }

// Edits is how often a message was changed.
func (m *Message) Edits() int {
	m.chat.server.mu.Lock()
	defer m.chat.server.mu.Unlock()
	return m.edits
}

// Fade makes a message one so old that Telegram tells the bot nothing of it but where it was, and that only if it is in
// no topic.
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

// Buttons are the labels under a message now.
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

// Data is what the button with a label says; "" if there is none.
func (m *Message) Data(label string) string { return m.button(label).Data }

// URL is the address that the button with a label opens; "" if there is none.
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

// Thread is the topic that a message is in, 0 if none.
func (m *Message) Thread() int { return m.chat.Thread }

// Mentions are the people a message mentions now by more than a name.
func (m *Message) Mentions() []int64 {
	var ids []int64
	for _, e := range m.Now().Entities {
		if e.Type == "text_mention" && !slices.Contains(ids, e.User.ID) {
			ids = append(ids, e.User.ID)
		}
	}
	return ids
}

// json is a message with the one that it answers; of that one Telegram does not tell in its turn what it answered.
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

// root is the message with which a topic began. Every message of the topic answers it that answers no other one.
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

// keyboard are buttons as Telegram tells of them.
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

// NextWithin is the next message of the bot in this chat or topic, nil if none comes in time.
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

// Sent are all messages of the bot in this chat and its topics.
func (c *Chat) Sent() []*Message {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return slices.Clone(c.sent)
}

// Texts are those of the messages of the bot in the order of time; what one says by now that it did not say at first
// stands there, too, behind its first line.
func (c *Chat) Texts() []string {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return slices.Clone(c.texts)
}
