package discord

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/wire"
)

// memory is what is known of rooms, messages and people: of each kind what was used last, as all of it can be asked
// again or is a comfort only.
type memory struct {
	rooms    *table[roomState]             // by the ids of channels, and of servers
	messages *table[messageState]          // by their ids
	people   *table[personState]           // by their ids with the service
	members  *table[memberState]           // by the ids of server and person
	handles  *cache.LRU[string, chat.User] // people who were heard or named lately
	gaps     atomic.Int64                  // how often something may not have been heard
}

// remembered is of how many rooms, messages and people something is known.
const remembered = 2000

func newMemory() memory {
	return memory{rooms: newTable[roomState](), messages: newTable[messageState](), people: newTable[personState](),
		members: newTable[memberState](), handles: cache.New[string, chat.User](remembered, 0)}
}

// roomState is what is known of a channel, a thread or a direct talk.
type roomState struct {
	server, parent string // of which it is a part, and the channel of a thread; "" for none
	placed, rooted bool   // server and parent are known
	locale         string // of a server: the language that it has chosen

	latest []string // ids of the latest messages since the gap below, the latest last
	gap    int64
	late   *wire.Message // the latest that was told after a gap
	lateAt time.Time

	guest   bool       // the bot is no member, and can only answer
	ways    [2]*answer // the latest interactions of a room in which it may be so
	missed  bool       // something could not be said, and may be when something is heard
	refused time.Time  // when it took no direct message
}

// messageState is what is known of a message.
type messageState struct {
	pressed *answer // to the button that was pressed last
	dressed bool    // it got its buttons later
	opener  string  // for whom alone it is although all see it
	address string  // by which alone it can be changed until then
	until   time.Time
}

// personState is what is known of a person.
type personState struct {
	servers []string  // where this one was met, the latest few
	talk    chat.Room // the direct talk
	talks   bool      // has said something there
	hinted  bool      // was told how to be heard
}

// memberState is what is known of a person on a server, and since when; the zero time is for what is not known.
type memberState struct {
	here, manages       bool
	seen, named, ranked time.Time // named: when a command has just said whether this one is here
}

// table keeps what is known by ids.
type table[V any] struct {
	mu   sync.Mutex // held while a row changes
	rows *cache.LRU[string, V]
}

func newTable[V any]() *table[V] { return &table[V]{rows: cache.New[string, V](remembered, 0)} }

// get is what is known, the zero value if nothing is.
func (t *table[V]) get(id string) V {
	is, _ := t.rows.Get(id)
	return is
}

// change changes what is known.
func (t *table[V]) change(id string, change func(*V)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	is := t.get(id)
	change(&is)
	t.rows.Put(id, is)
}

// room is what is known of a room.
func (m *memory) room(room chat.Room) roomState { return m.rooms.get(wire.Channel(room)) }

// inView is the number of messages of a channel in sight. A board goes on in its message as long as people need not look
// for it: Discord tells of all messages where the bot may read, also of those whose text it does not tell.
const inView = 10

// saw notes a message that somebody has said, be it told twice.
func (m *memory) saw(channel, id string) {
	m.rooms.change(channel, func(r *roomState) {
		if gap := m.gaps.Load(); r.gap != gap {
			r.latest, r.gap = nil, gap
		}
		if !slices.Contains(r.latest, id) {
			r.latest = append(slices.Clone(r.latest[max(len(r.latest)-inView+1, 0):]), id)
		}
	})
}

// InSight implements chat.Direct. Where the bot can only answer it sees nothing but what is pressed.
func (m *memory) InSight(room chat.Room, ref chat.Ref) bool {
	id, _ := messageOf(ref)
	r := m.room(room)
	return m.messages.get(id).isPressed() || !r.guest && r.gap == m.gaps.Load() && slices.Contains(r.latest, id)
}

// isPressed reports whether a button of a message was pressed, and that is still being answered.
func (is messageState) isPressed() bool { return is.pressed != nil && !is.pressed.over.Load() }

// tellAddress remembers by which address a message with an id is changed, the way that it was told, for as long as that
// is open: if only one person sees it, there is no other. It returns the id.
func (m *memory) tellAddress(id, address string) string {
	if id != "" {
		m.messages.change(id, func(is *messageState) { is.address, is.until = address, time.Now().Add(answerTTL) })
	}
	return id
}

// addressOf is the address by which alone a message can be changed, "" if there is none.
func (m *memory) addressOf(id string) string {
	if is := m.messages.get(id); time.Now().Before(is.until) {
		return is.address
	}
	return ""
}

// maxServers is on how many servers it is remembered that somebody was met.
const maxServers = 8

// meet remembers people on a server, "" in a direct talk, so that a handle that is typed means somebody. Discord itself
// finds people for a bot only with an intent that has to be granted.
func (m *memory) meet(server string, people ...chat.User) {
	for _, u := range people {
		if u.ID == "" || u.Handle == "" || u.Robot {
			continue
		}
		m.handles.Put(strings.ToLower(u.Handle), u)
		m.people.change(u.ID, func(p *personState) {
			if server != "" && !slices.Contains(p.servers, server) {
				p.servers = append(slices.Clone(p.servers[max(0, len(p.servers)+1-maxServers):]), server)
			}
		})
	}
}

// Find implements chat.Threads. People who talk with the bot may be challenged there by all.
func (m *memory) Find(room chat.Room, by, handle string) (chat.User, bool) {
	u, _ := m.handles.Get(strings.ToLower(handle))
	found, near := m.people.get(u.ID), m.people.get(by).servers
	server := m.room(room).server
	if server != "" {
		near = []string{server}
	}
	met := slices.ContainsFunc(found.servers, func(s string) bool { return slices.Contains(near, s) })
	return u, met || server == "" && found.talks
}

// refuses reports whether a direct talk has taken no message lately.
func (m *memory) refuses(talk chat.Room) bool { return time.Since(m.room(talk).refused) < refusedTTL }
