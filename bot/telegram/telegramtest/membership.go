package telegramtest

import (
	"maps"
	"slices"
	"time"
)

// Add puts the bot into a group in which it was not, as somebody does who is in it.
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

// Expel throws the bot out, as somebody does or, without a name, anybody; in a private chat, it blocks it. Admit takes
// it in again.
func (c *Chat) Expel(by ...*Person) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.gone = true
	if by == nil {
		by = []*Person{c.anybody()}
	}
	c.becomes("member", "kicked", by[0])
}

// Permit changes what all who are no administrators may do: to write, or only to read. The bot is not told.
func (c *Chat) Permit(write bool) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.restricted = !write
}

// Quit has the bot be out of a group without anybody who has thrown it out, as when it leaves by itself.
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

// Appoint gives somebody a rank: "creator", "administrator", or "member" again. The bot is not told.
func (c *Chat) Appoint(p *Person, rank string) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.ranks[p.ID] = rank
}

// Leaves is what somebody does who has had enough of a group. The bot is told.
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

// Deletes is what somebody does who leaves Telegram: the account is gone, and so is everything that it was called.
func (p *Person) Deletes() {
	s := p.server
	s.mu.Lock()
	defer s.mu.Unlock()
	p.deleted, p.First, p.Last, p.Handle = true, "", "", ""
}

// Destroy is what the owner of a group does who deletes it. The bot is not told.
func (c *Chat) Destroy() {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.destroyed = true
}

// Pictures lets the members who are no administrators send photos, or with false only words. The bot is not told.
func (c *Chat) Pictures(allowed bool) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.pictures = !allowed
}

// Slow has members who are no administrators wait for so long between two messages; 0 ends that. The bot is not told.
func (c *Chat) Slow(every time.Duration) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.slow = every
}

// Close keeps everybody but administrators from writing in a topic, or with false opens it again.
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

// Delete takes a topic away with all that is in it. The bot is not told.
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

// anybody is the member who came to Telegram first, or somebody made up.
func (c *space) anybody() *Person {
	if len(c.members) > 0 {
		return c.server.people[slices.Min(slices.Collect(maps.Keys(c.members)))]
	}
	return &Person{ID: 1, First: "Owner", server: c.server}
}

// becomes tells the bot what it is in a chat now.
func (c *space) becomes(before, now string, by *Person) {
	bot := c.server.Bot
	c.server.push("my_chat_member", object{
		"chat": c.json(), "from": by.json(), "date": time.Now().Unix(), "old_chat_member": standing(bot, before),
		"new_chat_member": standing(bot, now),
	})
}

// standing is what somebody is in a chat, as Telegram tells it.
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
