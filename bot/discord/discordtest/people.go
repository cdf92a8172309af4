package discordtest

import (
	"slices"
	"time"
)

// User is a Discord account.
type User struct {
	ID     string
	Handle string
	Name   string // display name, "" for the handle
	Locale string // of the client

	s      *Server
	bot    bool
	direct *Channel
	silent bool // accepts no direct messages
}

// Guild is a server with members.
type Guild struct {
	ID        string
	Locale    string
	Community bool // the locale was chosen, as only community servers can

	s       *Server
	foreign bool              // the bot is not a member
	members map[string]string // nicknames by user id
	owner   *User
	roles   []role // the first one is everybody's
}

// role grants permissions to some members of a server.
type role struct {
	id          string
	permissions uint64
	members     []*User
}

// Channel is a channel of a server, a thread, or a DM with the bot.
type Channel struct {
	ID     string
	Name   string
	Thread bool

	s        *Server
	guild    *Guild // nil for a DM
	group    bool   // a group DM without the bot
	user     *User  // of a DM
	met      bool   // someone there has written to the bot
	parent   *Channel
	members  []string // of a thread
	denied   uint64   // permissions that the bot lacks
	gone     bool
	archived bool
	locked   bool
	keeps    time.Duration // inactivity after which a thread is archived
	active   time.Time     // time of the last message
	oldEdits []time.Time   // edits of messages older than an hour
	bell     bell
	said     []*Message // by the bot
	texts    []string   // texts of these, and of their edits, in order of time
	read     int
	nonces   map[string]*Message
	threads  []*Channel
}

// User makes an account.
func (s *Server) User(handle string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := &User{ID: s.snowflake(), Handle: handle, Locale: "en-US", s: s}
	s.users[u.ID] = u
	return u
}

// Person returns the account with an id, nil if there is none.
func (s *Server) Person(id string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.users[id]
}

// Robot makes another bot.
func (s *Server) Robot(handle string) *User {
	u := s.User(handle)
	u.bot = true
	return u
}

// Guild makes a server with members.
func (s *Server) Guild(members ...*User) *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := &Guild{ID: s.snowflake(), Locale: "en-US", s: s, members: map[string]string{}}
	g.roles = []role{{id: g.ID, permissions: ViewChannel | SendMessages, members: nil}}
	for _, u := range members {
		g.members[u.ID] = ""
	}
	s.guilds[g.ID] = g
	return g
}

// Abroad makes a server of which the bot is not a member. Its members can have installed the bot themselves.
func (s *Server) Abroad(members ...*User) *Guild {
	g := s.Guild(members...)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.guilds, g.ID) // the bot does not hear of it
	g.foreign = true
	return g
}

// away reports whether the bot is not a member of a channel.
func (c *Channel) away() bool { return c.group || c.guild != nil && c.guild.foreign }

// Nick gives a member a nickname.
func (g *Guild) Nick(u *User, nick string) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.members[u.ID] = nick
}

// Leave removes a member from the server.
func (g *Guild) Leave(u *User) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	delete(g.members, u.ID)
}

// Owner makes a user the owner of the server.
func (g *Guild) Owner(u *User) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.owner = u
}

// Role makes a role with permissions for members; without members the permissions are added to everybody's role.
func (g *Guild) Role(permissions uint64, members ...*User) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	if len(members) == 0 {
		g.roles[0].permissions |= permissions
		return
	}
	g.roles = append(g.roles, role{id: g.s.snowflake(), permissions: permissions, members: members})
}

// rolesOf returns the ids of a member's roles, without everybody's.
func (g *Guild) rolesOf(u *User) []string {
	ids := []string{}
	for _, r := range g.roles[1:] {
		if slices.Contains(r.members, u) {
			ids = append(ids, r.id)
		}
	}
	return ids
}

// permissionsOf returns the permissions of a member.
func (g *Guild) permissionsOf(u *User) uint64 {
	if g.owner == u {
		return 1<<50 - 1
	}
	may := g.roles[0].permissions
	for _, r := range g.roles[1:] {
		if slices.Contains(r.members, u) {
			may |= r.permissions
		}
	}
	return may
}

// Channel makes a channel of the server.
func (g *Guild) Channel(name string) *Channel {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	return g.s.channel(&Channel{Name: name, guild: g})
}

// channel adds a channel. The caller holds mu.
func (s *Server) channel(c *Channel) *Channel {
	c.s, c.ID, c.nonces = s, s.snowflake(), map[string]*Message{}
	s.channels[c.ID] = c
	return c
}

// Direct returns a user's DM with the bot.
func (u *User) Direct() *Channel {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return u.talk()
}

// talk is Direct for a caller that holds mu.
func (u *User) talk() *Channel {
	if u.direct == nil {
		u.direct = u.s.channel(&Channel{user: u})
	}
	return u.direct
}

// Group makes a group DM without the bot, whose members have installed the bot themselves.
func (s *Server) Group() *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.channel(&Channel{Name: "group", group: true})
}

// Deafen makes a user refuse direct messages, or accept them again.
func (u *User) Deafen(on bool) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.silent = on
}

// Permissions of the bot and of members.
const (
	Administrator uint64 = 1 << 3
	ManageGuild   uint64 = 1 << 5
	ViewChannel   uint64 = 1 << 10
	SendMessages  uint64 = 1 << 11
	ManageThreads uint64 = 1 << 34
	ReadHistory   uint64 = 1 << 16
	AttachFiles   uint64 = 1 << 15
	CreateThreads uint64 = 1 << 35
	SendInThreads uint64 = 1 << 38

	everything = ViewChannel | SendMessages | AttachFiles | ReadHistory | CreateThreads | SendInThreads // as in the README
)

// Deny takes permissions from the bot in a channel and its threads; 0 restores all.
func (c *Channel) Deny(permissions uint64) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.denied = permissions
	for _, t := range c.threads {
		t.denied = permissions
	}
}

// Opens opens a thread in a channel. The bot is not told.
func (u *User) Opens(c *Channel, name string) *Channel {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	t := c.s.channel(&Channel{Name: name, guild: c.guild, Thread: true, parent: c, denied: c.denied, active: time.Now()})
	t.join(u)
	return t
}

// Delete deletes a channel.
func (c *Channel) Delete() {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.gone = true
	if c.tell("DELETE"); c.Thread {
		return
	}
	for _, t := range c.threads {
		t.gone = true // for these there are no events
	}
}

// Archive archives a thread; with lock only moderators can reopen it.
func (c *Channel) Archive(lock bool) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.archived, c.locked = true, lock
	c.tell("UPDATE")
}

// tell sends an event about a channel to the sessions that subscribe to it. The caller holds mu.
func (c *Channel) tell(what string) {
	kind := "CHANNEL_" + what
	if c.Thread {
		kind = "THREAD_" + what
	}
	for _, to := range c.s.hearers() {
		if c.guild != nil && !c.away() && to.intents&intentGuilds != 0 && c.denied&ViewChannel == 0 {
			c.s.push(to, kind, c.wire())
		}
	}
}

// Expel removes the bot from the server of a channel.
func (c *Channel) Expel() {
	g := c.guild
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	for _, to := range g.s.hearers() {
		g.s.push(to, "GUILD_DELETE", map[string]any{"id": g.ID})
	}
	delete(g.s.guilds, g.ID)
	g.foreign = true
}

// asleep reports whether a thread is archived. The caller holds mu.
func (c *Channel) asleep() bool {
	if c.Thread && c.keeps > 0 && time.Since(c.active) > c.keeps {
		c.archived = true
	}
	return c.archived
}

// Archived reports whether a thread is archived.
func (c *Channel) Archived() bool {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.asleep()
}

// Next waits for the next message of the bot in a channel.
func (c *Channel) Next() *Message {
	c.s.t.Helper()
	c.s.await(&c.bell, func() bool { return len(c.said) > c.read }, "message %d of the bot in %s", c.read+1, c.Name)
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.read++
	return c.said[c.read-1]
}

// NextWithin returns the next message of the bot in a channel, nil if none comes in time.
func (c *Channel) NextWithin(d time.Duration) *Message {
	if !c.s.within(d, &c.bell, func() bool { return len(c.said) > c.read }) {
		return nil
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.read++
	return c.said[c.read-1]
}

// Sent returns all messages of the bot in a channel, as posted.
func (c *Channel) Sent() []*Message {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return slices.Clone(c.said)
}

// Texts returns the texts of the bot's messages and of their edits, in order of time.
func (c *Channel) Texts() []string {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return slices.Clone(c.texts)
}

// Unread counts the messages of the bot that Next has not returned yet.
func (c *Channel) Unread() int {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return len(c.said) - c.read
}

// NewThread waits for the next thread of a channel.
func (c *Channel) NewThread() *Channel {
	c.s.t.Helper()
	n := 0
	c.s.await(&c.bell, func() bool { n = len(c.threads); return n > 0 }, "a thread")
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	t := c.threads[0]
	c.threads = c.threads[1:]
	return t
}

// Has reports whether a user is a member of a thread.
func (c *Channel) Has(u *User) bool {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return slices.Contains(c.members, u.ID)
}

// Closed waits until a thread is deleted or archived.
func (c *Channel) Closed() {
	c.s.t.Helper()
	c.s.await(&c.bell, func() bool { return c.gone || c.archived }, "the end of the thread %s", c.Name)
}
