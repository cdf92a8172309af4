package discordtest

import (
	"strings"
	"time"
)

// Mention is how somebody is written in a message.
func (u *User) Mention() string { return "<@" + u.ID + ">" }

// Types writes into a channel.
func (u *User) Types(c *Channel, text string) *Message {
	return u.post(&Message{Content: text}, c)
}

// Replies answers a message, with a ping.
func (u *User) Replies(to *Message, text string) *Message {
	return u.post(&Message{Content: text, Type: 19, Referenced: to, ping: true}, to.channel)
}

// RepliesTold answers a message with a ping; Discord tells another text of that one.
func (u *User) RepliesTold(to *Message, text, told string) *Message {
	other := *to
	other.Content = told
	other.fate = &fate{now: &other}
	return u.Replies(&other, text)
}

// RepliesSilently answers a message without a ping.
func (u *User) RepliesSilently(to *Message, text string) *Message {
	return u.post(&Message{Content: text, Type: 19, Referenced: to}, to.channel)
}

// Uploads writes into a channel with a file.
func (u *User) Uploads(c *Channel, text string, f *File) *Message {
	return u.post(&Message{Content: text, File: f}, c)
}

// RepliesWith answers a message with a ping and a file.
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

// heardWire is a message as the bot gets it, with the text of all or only of those meant for it: those that mention it,
// and replies to its ordinary messages. The caller holds mu.
func (s *Server) heardWire(m *Message, all bool) map[string]any {
	w := s.messageWire(m)
	if m.channel.guild != nil && !all && m.author != s.Bot && !strings.Contains(m.Content, s.Bot.Mention()) &&
		!(m.ping && m.Referenced != nil && m.Referenced.author == s.Bot && !m.Referenced.answers) {
		w["content"], w["attachments"] = "", []any{}
	}
	return w
}
