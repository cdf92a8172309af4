// Package wire decodes what the adapter reads of Discord's data: gateway events, ids, rooms and permissions.
//
// It uses discordgo's types, but not for messages, nor for the data of interactions: an unknown component would make
// discordgo drop the whole.
package wire

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
)

// Prefix is the prefix of Discord's rooms and ids.
const Prefix = "discord:"

// Room returns the room of a channel.
func Room(channel string) chat.Room { return chat.Room(Prefix + channel) }

// Channel returns the channel id of a room.
func Channel(room chat.Room) string { return strings.TrimPrefix(string(room), Prefix) }

// The parts of the gateway's events that are used. Any field may be missing.
type (
	// Message is a message in a channel, with the one that it replies to.
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

		Reread time.Time `json:"-"` // when it was fetched or delivered again, as it may have been missed; else zero
	}
	// Mention is a user mentioned in a message.
	Mention struct {
		discordgo.User
		Member *discordgo.Member
	}
	// Interaction is a command, the press of a button, or a submitted form.
	Interaction struct {
		interaction
		Channel     discordgo.Channel
		Guild       Guild
		Message     *Message `json:"message"`
		Permissions string   `json:"app_permissions"`
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
				Field  struct{ Value string }   `json:"component"` // below a label
			} `json:"components"` // of a form
		} `json:"data"`
	}
	// interaction has the library's fields, without its method that decodes data and messages.
	interaction discordgo.Interaction
	// Guild is a server.
	Guild struct {
		Locale   string
		Features []string
	}
	// Given is an option of a command with its value, or a subcommand.
	Given struct {
		Name    string
		Type    discordgo.ApplicationCommandOptionType
		Value   json.RawMessage
		Focused bool
		Options []Given // of a subcommand
	}
	// Resolved has the objects that the options of a command refer to, by id.
	Resolved struct {
		Users   map[string]*discordgo.User
		Members map[string]*discordgo.Member
		Files   map[string]*discordgo.MessageAttachment `json:"attachments"`
	}
)

// Repeats reports whether a message has the same author and text as the one before it in the room, nil for none.
func (m *Message) Repeats(before *Message) bool {
	return before != nil && before.ID != m.ID && before.Author != nil && m.Author != nil &&
		m.Author.ID == before.Author.ID &&
		m.Content != "" && m.Content == before.Content && len(m.Files)+len(before.Files) == 0
}

// epoch is the start of Discord's ids in Unix milliseconds: the first second of 2015.
const epoch = 1420070400000

// SnowflakeAt returns the smallest id of a time.
func SnowflakeAt(t time.Time) string {
	return strconv.FormatInt(max(t.UnixMilli()-epoch, 0)<<22, 10)
}

// TimeOf returns the time of an id, zero if it is malformed.
func TimeOf(id string) time.Time {
	made, _ := discordgo.SnowflakeTimestamp(id)
	return made
}
