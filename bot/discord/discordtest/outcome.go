package discordtest

import (
	"strings"
	"time"
)

// Outcome is what has come of an interaction, as its author sees it.
type Outcome struct {
	Made  time.Time
	First time.Time // when the first answer came, zero if none did in time
	Sent  bool      // the bot was there when it was made, or had a session that would be told of it
	Late  bool      // one came that was too late: the author was told that there was none
	Told  bool      // something was said to the author, or the message with the button changed or went
}

// Outcome is what has come of the interaction so far.
func (i *Interaction) Outcome() Outcome {
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	changed := i.source != nil && (i.source.edits > i.edits || i.source.deleted)
	return Outcome{i.began, i.at, i.sent, i.late, i.first == 4 || i.first == 7 || i.first == 9 || len(i.answers) > 0 ||
		i.ended || changed}
}

// Secrets are the texts that only the author of the interaction sees.
func (i *Interaction) Secrets() (texts []string) {
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	for _, m := range i.answers {
		if m.Secret {
			texts = append(texts, m.Content)
		}
	}
	return texts
}

// Token is by what the calls that answer the interaction are known.
func (i *Interaction) Token() string { return i.token }

// Latest is the newest message of the bot in a channel that has a text and something to press, as it is now; nil if
// there is none.
func (c *Channel) Latest(text string) *Message {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	for at := len(c.said) - 1; at >= 0; at-- {
		if m := c.said[at]; !m.deleted && len(m.now.components) > 0 && strings.Contains(m.now.Content, text) {
			return m.now
		}
	}
	return nil
}
