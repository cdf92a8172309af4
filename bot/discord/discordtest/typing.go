package discordtest

import (
	"strings"
	"time"
)

// Mention returns the markup that mentions a user.
func (u *User) Mention() string { return "<@" + u.ID + ">" }

// Types posts a message in a channel.
func (u *User) Types(c *Channel, text string) *Message {
	return u.post(&Message{Content: text}, c)
}

// Replies replies to a message, with a notification.
func (u *User) Replies(to *Message, text string) *Message {
	return u.post(&Message{Content: text, Type: 19, Referenced: to, ping: true}, to.channel)
}

// RepliesTold replies to a message that Discord reports with another text, with a notification.
func (u *User) RepliesTold(to *Message, text, told string) *Message {
	other := *to
	other.Content = told
	other.fate = &fate{now: &other}
	return u.Replies(&other, text)
}

// RepliesSilently replies to a message without a notification.
func (u *User) RepliesSilently(to *Message, text string) *Message {
	return u.post(&Message{Content: text, Type: 19, Referenced: to}, to.channel)
}

// Uploads posts a message with a file.
func (u *User) Uploads(c *Channel, text string, f *File) *Message {
	return u.post(&Message{Content: text, File: f}, c)
}

// RepliesWith replies to a message with a file and a notification.
func (u *User) RepliesWith(to *Message, text string, f *File) *Message {
	return u.post(&Message{Content: text, File: f, Type: 19, Referenced: to, ping: true}, to.channel)
}

func (u *User) post(m *Message, c *Channel) *Message {
	s := u.s
	s.mu.Lock()
	defer s.mu.Unlock()
	m.ID, m.author, m.channel, m.s = s.snowflake(), u, c, s
	m.fate = &fate{now: m}
	if c.locked {
		s.t.Fatalf("%s writes into a thread that is locked", u.Handle)
	}
	s.messages[m.ID] = m
	c.active, c.archived, c.met = time.Now(), false, true
	for _, to := range s.hearers() {
		if c.away() || c.guild == nil && to.intents&intentDirectMessages == 0 || c.guild != nil &&
			to.intents&intentMessages == 0 {
			continue
		}
		s.push(to, "MESSAGE_CREATE", s.heardWire(m, to.intents&intentContent != 0))
	}
	return m
}

// heardWire returns a message as the bot receives it. Unless all is set, it has text only if it mentions the bot or
// replies to one of the bot's ordinary messages; the caller holds mu.
func (s *Server) heardWire(m *Message, all bool) map[string]any {
	w := s.messageWire(m)
	if m.channel.guild != nil && !all && m.author != s.Bot && !strings.Contains(m.Content, s.Bot.Mention()) &&
		!(m.ping && m.Referenced != nil && m.Referenced.author == s.Bot && !m.Referenced.answers) {
		w["content"], w["attachments"] = "", []any{}
	}
	return w
}
