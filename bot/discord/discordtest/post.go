package discordtest

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
)

// open returns a channel if the bot may see it. The caller holds mu.
func (s *Server) open(id string) (*Channel, *problem) {
	c := s.channels[id]
	switch {
	case c == nil || c.gone:
		return nil, unknownChannel
	case c.denied&ViewChannel != 0, c.away():
		return nil, missingAccess
	}
	return c, nil
}

func (c *Channel) sending() uint64 {
	if c.Thread {
		return SendInThreads
	}
	return SendMessages
}

func (s *Server) createMessage(r *call) (any, *problem) {
	c, wrong := s.open(r.PathValue("channel"))
	if wrong != nil {
		return nil, wrong
	}
	m := s.newMessage(s.Bot, c)
	b, wrong := s.message(m, r, true)
	switch {
	case c.user != nil && c.user.silent:
		return nil, closedToBot
	case c.user != nil && !c.met && !s.meet(c.user):
		return nil, noMutualServer
	case c.locked:
		return nil, lockedThread
	case c.denied&c.sending() != 0, len(r.files) > 0 && c.denied&AttachFiles != 0:
		return nil, missingPermissions
	case wrong != nil:
		return nil, wrong
	case len(b.Nonce) > 25:
		return nil, invalid("nonce: Must be 25 or fewer in length.")
	}
	if b.Enforce && b.Nonce != "" {
		if old := c.nonces[b.Nonce]; old != nil {
			return s.messageWire(old.now), nil
		}
	}
	if b.Reference != nil && c.denied&ReadHistory != 0 {
		return nil, noHistory
	}
	if b.Reference != nil {
		m.Type, m.Referenced = 19, s.messages[b.Reference.Message]
		if m.Referenced == nil && (b.Reference.Strict == nil || *b.Reference.Strict) {
			return nil, invalid("message_reference: Unknown message")
		}
	}
	m.Silent = b.Flags&(1<<12) != 0
	c.nonces[b.Nonce] = m
	s.messages[m.ID] = m
	c.active, c.archived = time.Now(), false
	if c.Thread {
		for _, u := range m.Pinged {
			c.join(u)
		}
	}
	c.said = append(c.said, m)
	c.texts = append(c.texts, m.Content)
	c.bell.ring()
	w := s.messageWire(m)
	for _, to := range s.hearers() {
		s.push(to, "MESSAGE_CREATE", w) // the bot receives its own messages
	}
	return w, nil
}

// meet reports whether a user shares a server with the bot. The caller holds mu.
func (s *Server) meet(u *User) bool {
	for _, g := range s.guilds {
		if _, ok := g.members[u.ID]; ok {
			return true
		}
	}
	return false
}

// openDirect opens a user's DM.
func (s *Server) openDirect(r *call) (any, *problem) {
	var b struct {
		Recipient string `json:"recipient_id"`
	}
	if json.Unmarshal(r.payload, &b) != nil || s.users[b.Recipient] == nil || s.users[b.Recipient].bot {
		return nil, invalid("recipient_id: Unknown user")
	}
	return s.users[b.Recipient].talk().wire(), nil
}

func (s *Server) deleteMessage(r *call) (any, *problem) {
	c, wrong := s.open(r.PathValue("channel"))
	if wrong != nil {
		return nil, wrong
	}
	m := s.messages[r.PathValue("message")]
	switch {
	case m == nil || m.deleted || m.channel != c:
		return nil, unknownMessage
	case m.author != s.Bot:
		return nil, missingPermissions
	}
	m.deleted = true
	c.bell.ring()
	return nil, nil
}

func (s *Server) editMessage(r *call) (any, *problem) {
	c, wrong := s.open(r.PathValue("channel"))
	if wrong != nil {
		return nil, wrong
	}
	m := s.messages[r.PathValue("message")]
	switch {
	case m == nil || m.deleted || m.channel != c:
		return nil, unknownMessage
	case m.author != s.Bot:
		return nil, notTheAuthor
	case c.asleep():
		return nil, archivedThread
	}
	if wrong := c.agedEdit(m); wrong != nil {
		return nil, wrong
	}
	if len(r.files) > 0 && c.denied&AttachFiles != 0 {
		return nil, missingPermissions
	}
	if m, wrong = s.change(m, r); wrong != nil {
		return nil, wrong
	}
	return s.messageWire(m), nil
}

// Discord limits the edits of messages older than an hour in a channel.
const (
	aged         = time.Hour
	mostOldEdits = 10
)

// agedEdit counts an edit of an old message. The caller holds mu.
func (c *Channel) agedEdit(m *Message) *problem {
	if time.Since(m.when) < aged {
		return nil
	}
	c.oldEdits = slices.DeleteFunc(c.oldEdits, func(at time.Time) bool { return time.Since(at) > aged })
	if len(c.oldEdits) >= mostOldEdits {
		return oldEdits
	}
	c.oldEdits = append(c.oldEdits, time.Now())
	return nil
}

// getMessages returns messages, optionally those after one, newest first.
func (s *Server) getMessages(r *call) (any, *problem) {
	c, wrong := s.open(r.PathValue("channel"))
	if wrong != nil {
		return nil, wrong
	}
	after, _ := strconv.ParseUint(r.URL.Query().Get("after"), 10, 64)
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil {
		limit = 50
	}
	var found []*Message
	for _, m := range s.messages {
		if id, _ := strconv.ParseUint(m.ID, 10, 64); m.channel == c && !m.deleted && id > after && c.denied&ReadHistory == 0 {
			found = append(found, m)
		}
	}
	slices.SortFunc(found, func(a, b *Message) int { return strings.Compare(a.ID, b.ID) })
	if len(found) > limit {
		if after > 0 {
			found = found[:limit]
		} else {
			found = found[len(found)-limit:]
		}
	}
	all := []any{}
	for _, m := range slices.Backward(found) {
		w := s.heardWire(m, s.granted)
		delete(w, "guild_id") // only events have these
		delete(w, "member")
		all = append(all, w)
	}
	return all, nil
}

func (s *Server) createThread(r *call) (any, *problem) {
	c, wrong := s.open(r.PathValue("channel"))
	var b struct {
		Name string
		Type int
		Auto int `json:"auto_archive_duration"`
	}
	if wrong != nil {
		return nil, wrong
	}
	if err := json.Unmarshal(r.payload, &b); err != nil {
		return nil, invalid("%v", err)
	}
	switch {
	case c.guild == nil || c.Thread:
		return nil, wrongChannel
	case c.denied&CreateThreads != 0:
		return nil, missingPermissions
	case b.Name == "" || len([]rune(b.Name)) > 100 || b.Type != 11 ||
		!slices.Contains([]int{60, 1440, 4320, 10080}, b.Auto):
		return nil, invalid("thread %q of type %d, archived after %d", b.Name, b.Type, b.Auto)
	}
	t := s.channel(&Channel{Name: b.Name, guild: c.guild, Thread: true, parent: c, denied: c.denied, active: time.Now(),
		keeps: time.Duration(b.Auto) * time.Minute})
	t.join(s.Bot)
	c.threads = append(c.threads, t)
	c.bell.ring()
	return map[string]any{"id": t.ID, "type": 11, "name": t.Name, "parent_id": c.ID, "guild_id": c.guild.ID}, nil
}

// join adds a user to a thread. The caller holds mu.
func (c *Channel) join(u *User) {
	if !slices.Contains(c.members, u.ID) {
		c.members = append(c.members, u.ID)
	}
}

func (s *Server) addMember(r *call) (any, *problem) {
	c, wrong := s.open(r.PathValue("channel"))
	u := s.users[r.PathValue("user")]
	switch {
	case wrong != nil:
		return nil, wrong
	case !c.Thread:
		return nil, wrongChannel
	case u == nil:
		return nil, &problem{404, 10013, "Unknown User"}
	}
	c.join(u)
	return nil, nil
}

// deleteChannel is always refused: the bot lacks the permission to manage threads.
func (s *Server) deleteChannel(r *call) (any, *problem) {
	if _, wrong := s.open(r.PathValue("channel")); wrong != nil {
		return nil, wrong
	}
	return nil, missingPermissions
}

// archive archives or reopens a thread, as its creator may.
func (s *Server) archive(r *call) (any, *problem) {
	c, wrong := s.open(r.PathValue("channel"))
	var b struct{ Archived *bool }
	switch {
	case wrong != nil:
		return nil, wrong
	case json.Unmarshal(r.payload, &b) != nil || b.Archived == nil || !c.Thread:
		return nil, invalid("only archiving a thread is known here")
	case c.locked, c.denied&SendInThreads != 0:
		return nil, missingPermissions
	}
	if c.archived = *b.Archived; !c.archived {
		c.active = time.Now()
	}
	c.bell.ring()
	return map[string]any{"id": c.ID, "type": 11}, nil
}
