package telegram

import (
	"slices"
	"sync"
	"time"

	"tabuleiro/bot/recent"
	"tabuleiro/bot/telegram/wire"
)

// A board is edited as long as people need not look for it: it is not old, and no message has come after it but a few
// of the bot's own. In privacy mode the bot does not hear what people say to each other; in supergroups, where messages
// are numbered one by one, the numbers of its own messages tell how many others came between them.

// Bounds of what is in sight.
const (
	inSightFor = 10 * time.Minute
	ownAfter   = 8 // of the bot's own messages
)

// supergroups have numbers below this one; of theirs links are made.
const supergroups = -1_000_000_000_000

// sight knows the latest messages of chats.
type sight struct {
	mu    sync.Mutex
	chats *recent.List[int64, *glance]
}

// glance is what the bot knows of the end of a chat.
type glance struct {
	people int // number of the last message that is not the bot's
	own    []sighting
}

type sighting struct {
	message int
	at      time.Time
}

// heard notes a message of somebody else.
func (s *sight) heard(chat int64, message int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.of(chat)
	g.people = max(g.people, message)
}

// said notes a message of the bot.
func (s *sight) said(of wire.Ref) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.of(of.Chat)
	g.own = append(g.own, sighting{of.Message, time.Now()})
	g.own = g.own[max(0, len(g.own)-2*ownAfter):]
}

// of is what is known of a chat; the caller holds mu.
func (s *sight) of(chat int64) *glance {
	g, ok := s.chats.Get(chat)
	if !ok {
		g = &glance{}
		s.chats.Put(chat, g)
	}
	return g
}

// has reports whether a message is in sight.
func (s *sight) has(of wire.Ref) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.of(of.Chat)
	i := slices.IndexFunc(g.own, func(o sighting) bool { return o.message == of.Message })
	if i < 0 || time.Since(g.own[i].at) > inSightFor || g.people > of.Message {
		return false
	}
	after := len(g.own) - 1 - i
	unheard := of.Chat < supergroups && g.own[len(g.own)-1].message-of.Message > after
	return after <= ownAfter && !unheard
}
