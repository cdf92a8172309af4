package discordtest

import (
	"strings"
	"time"
)

// Outcome is the result of an interaction, as its author sees it.
type Outcome struct {
	Made  time.Time
	First time.Time // time of the initial response, zero if none came in time
	Sent  bool      // the bot was connected when it was made, or would receive it on resuming
	Late  bool      // an initial response came too late: the author saw an error
	Told  bool      // the author was answered, or the message with the button was changed or deleted
}

// Outcome returns the result of the interaction so far.
func (i *Interaction) Outcome() Outcome {
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	changed := i.source != nil && (i.source.edits > i.edits || i.source.deleted)
	return Outcome{i.began, i.at, i.sent, i.late, i.first == 4 || i.first == 7 || i.first == 9 || len(i.answers) > 0 ||
		i.ended || changed}
}

// Secrets returns the texts that only the author of the interaction sees.
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

// Token returns the token of the interaction, which its follow-up calls contain.
func (i *Interaction) Token() string { return i.token }

// Latest returns the bot's newest message in a channel that contains a text and has components, as it is now; nil if
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
