package telegramtest

import (
	"maps"
	"slices"
	"time"
)

// Add adds the bot to a group, by a member.
func (c *Chat) Add(by *Person) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.gone = false
	c.becomes("left", "member", by)
	m := c.add(by, Content{})
	o := m.json()
	delete(o, "text")
	o["new_chat_members"] = []object{c.server.Bot.json()}
	c.server.push("message", o)
}

// Expel removes the bot, by a person or by any member; in a private chat it blocks the bot.
func (c *Chat) Expel(by ...*Person) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.gone = true
	if by == nil {
		by = []*Person{c.anybody()}
	}
	c.becomes("member", "kicked", by[0])
}

// Permit lets members who are not administrators write, or only read. The bot is not told.
func (c *Chat) Permit(write bool) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.restricted = !write
}

// Quit makes the bot leave a group by itself.
func (c *Chat) Quit() {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.gone = true
	c.becomes("member", "left", c.server.Bot)
}

// Admit undoes Expel.
func (c *Chat) Admit() {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.gone = false
	c.becomes("kicked", "member", c.anybody())
}

// Restrict keeps the bot from writing in a group, or lets it write again.
func (c *Chat) Restrict(on bool) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.restricted = on
	if on {
		c.becomes("member", "restricted", c.anybody())
	} else {
		c.becomes("restricted", "member", c.anybody())
	}
}

// Promote makes the bot an administrator.
func (c *Chat) Promote() {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.admin = true
	c.becomes("member", "administrator", c.anybody())
}

// Appoint sets a person's rank: "creator", "administrator" or "member". The bot is not told.
func (c *Chat) Appoint(p *Person, rank string) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.ranks[p.ID] = rank
}

// Leaves makes a person leave a group. The bot is told.
func (p *Person) Leaves(c *Chat) {
	s := p.server
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(c.members, p.ID)
	o := c.add(p, Content{}).json()
	delete(o, "text")
	o["left_chat_member"] = p.json()
	s.push("message", o)
}

// Deletes deletes a person's account, with its names.
func (p *Person) Deletes() {
	s := p.server
	s.mu.Lock()
	defer s.mu.Unlock()
	p.deleted, p.First, p.Last, p.Handle = true, "", "", ""
}

// Destroy deletes a group. The bot is not told.
func (c *Chat) Destroy() {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.destroyed = true
}

// Pictures lets members who are not administrators send photos, or forbids it. The bot is not told.
func (c *Chat) Pictures(allowed bool) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.pictures = !allowed
}

// Slow sets the interval between two messages of a member who is not an administrator; 0 ends that. The bot is not
// told.
func (c *Chat) Slow(every time.Duration) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.slow = every
}

// Close closes a topic to all but administrators, or reopens it.
func (c *Chat) Close(on bool) {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	c.shut[c.Thread] = on
	field := "forum_topic_closed"
	if !on {
		field = "forum_topic_reopened"
	}
	o := c.add(c.anybody(), Content{}).json()
	delete(o, "text")
	o[field] = object{}
	s.push("message", o)
}

// Delete deletes a topic with its messages. The bot is not told.
func (c *Chat) Delete() {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	delete(c.topics, c.Thread)
	for id, m := range c.messages {
		if m.chat.Thread == c.Thread {
			delete(c.messages, id)
		}
	}
}

// anybody returns the member with the lowest id, or a made-up person.
func (c *space) anybody() *Person {
	if len(c.members) > 0 {
		return c.server.people[slices.Min(slices.Collect(maps.Keys(c.members)))]
	}
	return &Person{ID: 1, First: "Owner", server: c.server}
}

// becomes reports a change of the bot's status in a chat to the bot.
func (c *space) becomes(before, now string, by *Person) {
	bot := c.server.Bot
	c.server.push("my_chat_member", object{
		"chat": c.json(), "from": by.json(), "date": time.Now().Unix(), "old_chat_member": standing(bot, before),
		"new_chat_member": standing(bot, now),
	})
}

// standing returns a person's status in a chat, in Telegram's form.
func standing(p *Person, status string) object {
	o := object{"user": p.json(), "status": status}
	switch status {
	case "creator":
		o["is_anonymous"] = false
	case "kicked":
		o["until_date"] = 0
	case "restricted":
		o["is_member"], o["until_date"] = true, 0
		for _, right := range []string{"send_messages", "send_audios", "send_documents", "send_photos", "send_videos",
			"send_video_notes",
			"send_voice_notes", "send_polls", "send_other_messages", "add_web_page_previews", "change_info", "invite_users",
			"pin_messages", "manage_topics"} {
			o["can_"+right] = false
		}
	case "administrator":
		o["can_be_edited"], o["is_anonymous"] = false, false
		for _, right := range []string{"manage_chat", "delete_messages", "manage_video_chats", "restrict_members",
			"promote_members", "change_info",
			"invite_users", "post_stories", "edit_stories", "delete_stories"} {
			o["can_"+right] = true
		}
	}
	return o
}

func (s *Server) leaveChat(p params) (any, error) {
	c, err := s.chat(p)
	if err != nil {
		return nil, err
	}
	c.gone = true
	c.becomes("member", "left", s.Bot)
	return true, nil
}
