// Package wire is what Discord sends, as far as it is read: the events of the gateway, ids, rooms and permissions.
package wire

import (
	"encoding/json"
	"strings"
	"time"

	"tabuleiro/bot/chat"
)

// Prefix begins the rooms and ids of Discord.
const Prefix = "discord:"

// Room is the room of a channel.
func Room(channel string) chat.Room { return chat.Room(Prefix + channel) }

// Channel is the id of a room's channel.
func Channel(room chat.Room) string { return strings.TrimPrefix(string(room), Prefix) }

// The parts of the gateway's events that are read. Any field may be missing.
type (
	// User is an account, of a person or of a bot.
	User struct {
		ID       string
		Username string
		Global   string `json:"global_name"`
		Bot      bool
	}
	// Member is a user as a server knows it.
	Member struct {
		Nick        string
		User        *User
		Permissions string // only in interactions
	}
	// Message is one of a channel, with the message that it replies to.
	Message struct {
		ID         string
		Channel    string `json:"channel_id"`
		Guild      string `json:"guild_id"`
		Content    string
		Type       int
		Flags      int
		Author     *User
		Member     *Member
		Webhook    string `json:"webhook_id"`
		Mentions   []Mention
		Files      []Attached `json:"attachments"`
		Referenced *Message   `json:"referenced_message"`

		Reread time.Time `json:"-"` // when it was read or told again, as it may have been missed; zero: it came by itself
	}
	// Attached is a file that a message or a command came with: where it is to be had.
	Attached struct {
		ID       string
		Filename string
		Size     int // in bytes
		URL      string
	}
	// Mention is a user whom a message names.
	Mention struct {
		User
		Member *Member
	}
	// Interaction is a command, the press of a button, or a form that was filled in.
	Interaction struct {
		ID        string
		App       string `json:"application_id"`
		Type      int
		Token     string
		ChannelID string `json:"channel_id"`
		Channel   struct {
			Type   int
			Parent string `json:"parent_id"`
		}
		GuildID     string `json:"guild_id"`
		Context     int
		Owners      map[string]string `json:"authorizing_integration_owners"`
		Guild       Guild
		Member      *Member
		User        *User
		Message     *Message
		Locale      string
		Permissions string `json:"app_permissions"`
		Data        struct {
			Name      string
			Type      int
			Target    string `json:"target_id"`
			Options   []Given
			Resolved  Resolved
			Custom    string `json:"custom_id"`
			Component int    `json:"component_type"`
			Values    []string
			Rows      []struct {
				Fields []struct{ Value string } `json:"components"`
				Field  struct{ Value string }   `json:"component"` // under a label
			} `json:"components"` // of what was filled in
		}
	}
	// Guild is a server.
	Guild struct {
		Locale   string
		Features []string
	}
	// Given is an option of a command with its value, or a command under another one.
	Given struct {
		Name    string
		Type    int
		Value   json.RawMessage
		Focused bool
		Options []Given // of a command under another one
	}
	// Resolved is what the options of a command name, by id.
	Resolved struct {
		Users   map[string]*User
		Members map[string]*Member
		Files   map[string]*Attached `json:"attachments"`
	}
)

// Types of messages, interactions and components, and flags of messages.
const (
	TypeMessage = 0
	TypeReply   = 19

	TypeCommand   = 2
	TypeComponent = 3
	TypeComplete  = 4
	TypeFilled    = 5

	ComponentMenu   = 3
	ComponentPeople = 5

	Ephemeral      = 1 << 6
	SuppressEmbeds = 1 << 2
	Silent         = 1 << 12 // a message without push or sound
)

// Repeats reports whether a message says the same as the one before it in the room, nil for none, by the same person.
func (m *Message) Repeats(before *Message) bool {
	return before != nil && before.ID != m.ID && before.Author != nil && m.Author != nil &&
		m.Author.ID == before.Author.ID &&
		m.Content != "" && m.Content == before.Content && len(m.Files)+len(before.Files) == 0
}
