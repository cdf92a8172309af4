package discord

import (
	"slices"
	"strings"
	"sync"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/wire"
	"tabuleiro/bot/recent"
)

// met are people who were heard or named lately, and on which servers: so that a handle that is typed means somebody.
// Discord itself finds people for a bot only with an intent that has to be granted.
type met struct {
	mu      sync.Mutex
	people  *recent.List[string, chat.User] // by handle
	servers *recent.List[string, []string]  // the latest few, by the person's id
}

// So many people are remembered, and of each so many servers.
const (
	acquaintances = 1000
	mostServers   = 8
)

// meets remembers people on a server, "" in a direct talk.
func (m *met) meets(server string, people ...chat.User) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, u := range people {
		if u.ID == "" || u.Handle == "" || u.Robot {
			continue
		}
		m.people.Put(strings.ToLower(u.Handle), u)
		if on, _ := m.servers.Get(u.ID); server != "" && !slices.Contains(on, server) {
			m.servers.Put(u.ID, append(slices.Clone(on[max(0, len(on)+1-mostServers):]), server))
		}
	}
}

// find is somebody with a handle, if this one was met on one of the servers.
func (m *met) find(handle string, servers []string) (u chat.User, there bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	u, ok := m.people.Get(strings.ToLower(handle))
	on, _ := m.servers.Get(u.ID)
	return u, ok && slices.ContainsFunc(on, func(s string) bool { return slices.Contains(servers, s) })
}

// serversOf are those on which somebody was met.
func (m *met) serversOf(id string) []string {
	on, _ := m.servers.Get(id)
	return on
}

// Find implements chat.Finder. People who talk with the bot may be challenged there by all.
func (o *outbox) Find(room chat.Room, by, handle string) (chat.User, bool) {
	guild, known := o.places.Guild(wire.Channel(room))
	if known && guild != "" {
		return o.met.find(handle, []string{guild})
	}
	u, there := o.met.find(handle, o.met.serversOf(by))
	return u, there || u.ID != "" && o.talks.Has(strings.TrimPrefix(u.ID, wire.Prefix))
}
