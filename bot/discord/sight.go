package discord

import (
	"slices"
	"strings"
	"sync"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/answer"
	"tabuleiro/bot/discord/wire"
	"tabuleiro/bot/recent"
)

// A board goes on in its message as long as people need not look for it: it is among the last messages of its channel,
// or its button has just been pressed. Discord tells of all messages where the bot may read, also of those whose text
// it does not tell.

// So many messages of a channel are in sight, and so many channels are looked at: those in which something was said
// last.
const (
	inView  = 10
	watched = 1000
)

// sight knows the latest messages of channels.
type sight struct {
	mu       sync.Mutex
	channels *recent.List[string, []string] // their ids, at most inView, the latest last
}

// saw notes a message that somebody has said, be it told twice.
func (s *sight) saw(channel, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last, _ := s.channels.Get(channel)
	if slices.Contains(last, id) {
		return
	}
	s.channels.Put(channel, append(slices.Clone(last[max(len(last)-inView+1, 0):]), id))
}

// has reports whether a message is in sight.
func (s *sight) has(channel, id string) bool {
	last, _ := s.channels.Get(channel)
	return slices.Contains(last, id)
}

// InSight implements chat.Sighted. Where the bot can only answer it sees nothing but what is pressed.
func (o *outbox) InSight(room chat.Room, ref chat.Ref) bool {
	id := strings.TrimSuffix(string(ref), withButtons)
	return o.pressed.Has(id) || !o.guestIn.Has(room) && o.sight.has(wire.Channel(room), id)
}

// answered forgets that a button was pressed. Its message may have been pressed again since, which goes on being
// answered.
func answered(o *outbox, a *answer.Answer) {
	o.pressed.RemoveIf(func(_ string, is *answer.Answer) bool { return is == a })
}
