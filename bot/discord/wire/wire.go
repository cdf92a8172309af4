// Package wire is what Discord sends, as far as it is read: the events of the gateway, ids, rooms and permissions.
//
// Of discordgo it has what stands in messages and interactions, but not these: there a component that it does not know
// makes all of one empty.
package wire

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

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
	// Message is one of a channel, with the message that it replies to.
	Message struct {
		ID         string
		Channel    string `json:"channel_id"`
		Guild      string `json:"guild_id"`
		Content    string
		Type       discordgo.MessageType
		Flags      discordgo.MessageFlags
		Author     *discordgo.User
		Member     *discordgo.Member
		Webhook    string `json:"webhook_id"`
		Mentions   []Mention
		Files      []discordgo.MessageAttachment `json:"attachments"`
		Referenced *Message                      `json:"referenced_message"`

		Reread time.Time `json:"-"` // when it was read or told again, as it may have been missed; zero: it came by itself
	}
	// Mention is a user whom a message names.
	Mention struct {
		discordgo.User
		Member *discordgo.Member
	}
	// Interaction is a command, the press of a button, or a form that was filled in.
	Interaction struct {
		ID          string
		App         string `json:"application_id"`
		Type        discordgo.InteractionType
		Token       string
		ChannelID   string `json:"channel_id"`
		Channel     discordgo.Channel
		GuildID     string `json:"guild_id"`
		Context     discordgo.InteractionContextType
		Owners      map[string]string `json:"authorizing_integration_owners"`
		Guild       Guild
		Member      *discordgo.Member
		User        *discordgo.User
		Message     *Message
		Locale      string
		Permissions string `json:"app_permissions"`
		Data        struct {
			Name      string
			Type      discordgo.ApplicationCommandType
			Target    string `json:"target_id"`
			Options   []Given
			Resolved  Resolved
			Custom    string                  `json:"custom_id"`
			Component discordgo.ComponentType `json:"component_type"`
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
		Type    discordgo.ApplicationCommandOptionType
		Value   json.RawMessage
		Focused bool
		Options []Given // of a command under another one
	}
	// Resolved is what the options of a command name, by id.
	Resolved struct {
		Users   map[string]*discordgo.User
		Members map[string]*discordgo.Member
		Files   map[string]*discordgo.MessageAttachment `json:"attachments"`
	}
)

// Repeats reports whether a message says the same as the one before it in the room, nil for none, by the same person.
func (m *Message) Repeats(before *Message) bool {
	return before != nil && before.ID != m.ID && before.Author != nil && m.Author != nil &&
		m.Author.ID == before.Author.ID &&
		m.Content != "" && m.Content == before.Content && len(m.Files)+len(before.Files) == 0
}

// epoch is where Discord's ids begin, in milliseconds since 1970: the first second of 2015.
const epoch = 1420070400000

// SnowflakeAt is an id as Discord gave them at a time.
func SnowflakeAt(t time.Time) string {
	return strconv.FormatInt(max(t.UnixMilli()-epoch, 0)<<22, 10)
}

// TimeOf is when Discord gave an id, zero if it is none.
func TimeOf(id string) time.Time {
	made, _ := discordgo.SnowflakeTimestamp(id)
	return made
}
