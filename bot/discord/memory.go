package discord

import (
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/wire"
)

// memory caches what is known of rooms, messages and people, the last used of each: all of it can be looked up again or
// is dispensable.
type memory struct {
	rooms    *cache.LRU[string, roomState]    // by id of the channel or server
	messages *cache.LRU[string, messageState] // by id
	people   *cache.LRU[string, personState]  // by id with the service
	members  *cache.LRU[string, memberState]  // by ids of server and person
	handles  *cache.LRU[string, chat.User]    // people who wrote or were mentioned, by handle
	gaps     atomic.Int64                     // number of gaps in which events may have been missed
}

// remembered is the size of each cache.
const remembered = 2000

func newMemory() memory {
	return memory{
		rooms:    cache.New[string, roomState](remembered, 0),
		messages: cache.New[string, messageState](remembered, 0),
		people:   cache.New[string, personState](remembered, 0),
		members:  cache.New[string, memberState](remembered, 0),
		handles:  cache.New[string, chat.User](remembered, 0),
	}
}

// roomState is what is known of a channel, a thread or a DM.
type roomState struct {
	server, parent string // the server, and the channel of a thread; "" for none
	placed, rooted bool   // server and parent are known
	locale         string // of a server: its chosen language

	latest []string // ids of the last messages since the gap below, oldest first
	gap    int64
	late   *wire.Message // the last message that arrived after a gap
	lateAt time.Time

	guest   bool       // the bot is not a member, and can only answer
	ways    [2]*answer // the last interactions, where the bot may have to answer through them
	missed  bool       // a message could not be sent, so the matches are shown at the next event
	refused time.Time  // when a direct message was rejected
}

// messageState is what is known of a message.
type messageState struct {
	pressed *answer // to the press of its last pressed button
	dressed bool    // it got its buttons by an edit
	opener  string  // the only person it is meant for, though all see it
	address string  // the only URL by which it can be edited, until then
	until   time.Time
}

// personState is what is known of a person.
type personState struct {
	servers []string  // where the person was seen, the last few
	talk    chat.Room // the DM
	talks   bool      // has written there
	hinted  bool      // was told how to reach the bot
}

// memberState is what is known of a person on a server, and since when; a zero time means unknown.
type memberState struct {
	here, manages       bool
	seen, named, ranked time.Time // named: when a command told whether the person is here
}

// room returns the state of a room.
func (m *memory) room(room chat.Room) roomState { return m.rooms.Value(wire.Channel(room)) }

// inView is the number of a channel's last messages that count as in sight. Where the bot may read it receives all
// messages, even if without their texts, so it knows when a board has scrolled away.
const inView = 10

// saw records a message in a channel; repetitions are ignored.
func (m *memory) saw(channel, id string) {
	m.rooms.Change(channel, func(r *roomState) {
		if gap := m.gaps.Load(); r.gap != gap {
			r.latest, r.gap = nil, gap
		}
		if !slices.Contains(r.latest, id) {
			r.latest = append(slices.Clone(r.latest[max(len(r.latest)-inView+1, 0):]), id)
		}
	})
}

// InSight implements chat.Direct. Where the bot can only answer, only the message of a pressed button is in sight.
func (m *memory) InSight(room chat.Room, ref chat.Ref) bool {
	id, _ := messageOf(ref)
	r := m.room(room)
	return m.messages.Value(id).isPressed() || !r.guest && r.gap == m.gaps.Load() && slices.Contains(r.latest, id)
}

// isPressed reports whether a press of one of the message's buttons is still being answered.
func (is messageState) isPressed() bool { return is.pressed != nil && !is.pressed.over.Load() }

// tellAddress records the interaction URL by which a message can be edited while that is open. An ephemeral message has
// no other URL.
func (m *memory) tellAddress(id, address string) {
	m.messages.Change(id, func(is *messageState) { is.address, is.until = address, time.Now().Add(answerTTL) })
}

// maxServers is the number of servers remembered for a person.
const maxServers = 8

// meet records people on a server, "" in a DM, so that typed handles can be resolved. Discord would need a privileged
// intent for that.
func (m *memory) meet(server string, people ...chat.User) {
	for _, u := range people {
		if u.ID == "" || u.Handle == "" || u.Robot {
			continue
		}
		m.handles.Put(strings.ToLower(u.Handle), u)
		m.people.Change(u.ID, func(p *personState) {
			if server != "" && !slices.Contains(p.servers, server) {
				p.servers = append(slices.Clone(p.servers[max(0, len(p.servers)+1-maxServers):]), server)
			}
		})
	}
}

// Find implements chat.Threads. In a DM everybody may challenge people who have written to the bot in a DM.
func (m *memory) Find(room chat.Room, by, handle string) (chat.User, bool) {
	u := m.handles.Value(strings.ToLower(handle))
	found, near := m.people.Value(u.ID), m.people.Value(by).servers
	server := m.room(room).server
	if server != "" {
		near = []string{server}
	}
	met := slices.ContainsFunc(found.servers, func(s string) bool { return slices.Contains(near, s) })
	return u, met || server == "" && found.talks
}

// refuses reports whether a DM has rejected a message within refusedTTL.
func (m *memory) refuses(talk chat.Room) bool { return time.Since(m.room(talk).refused) < refusedTTL }
