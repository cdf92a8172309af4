package discord

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
)

// The parts of the gateway's events that are read. Any field may be missing.
type (
	user struct {
		ID       string
		Username string
		Global   string `json:"global_name"`
		Bot      bool
	}
	member struct {
		Nick        string
		User        *user
		Permissions string // only in interactions
	}
	message struct {
		ID         string
		Channel    string `json:"channel_id"`
		Guild      string `json:"guild_id"`
		Content    string
		Type       int
		Flags      int
		Author     *user
		Member     *member
		Webhook    string `json:"webhook_id"`
		Mentions   []mention
		Files      []attached `json:"attachments"`
		Referenced *message   `json:"referenced_message"`

		reread time.Time // when it was read again because it may have been missed; zero: it came by itself
	}
	// attached is a file that a message or a command came with: where it is to be had.
	attached struct {
		ID       string
		Filename string
		Size     int // in bytes
		URL      string
	}
	mention struct {
		user
		Member *member
	}
	interaction struct {
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
		Guild       guild
		Member      *member
		User        *user
		Message     *message
		Locale      string
		Permissions string `json:"app_permissions"`
		Data        struct {
			Name      string
			Type      int
			Target    string `json:"target_id"`
			Options   []given
			Resolved  resolved
			Custom    string `json:"custom_id"`
			Component int    `json:"component_type"`
			Values    []string
			Rows      []struct {
				Fields []struct{ Value string } `json:"components"`
			} `json:"components"` // of what was filled in
		}
	}
	guild struct {
		Locale   string
		Features []string
	}
	given struct {
		Name    string
		Type    int
		Value   json.RawMessage
		Focused bool
		Options []given // of a command under another one
	}
	resolved struct {
		Users   map[string]*user
		Members map[string]*member
		Files   map[string]*attached `json:"attachments"`
	}
)

const (
	typeMessage = 0
	typeReply   = 19

	typeCommand   = 2
	typeComponent = 3
	typeComplete  = 4
	typeFilled    = 5

	componentMenu   = 3
	componentPeople = 5

	ephemeral      = 1 << 6
	suppressEmbeds = 1 << 2
)

// person is a user as the bot knows people. The name is the one that others on the server see.
func person(u *user, m *member) chat.User {
	p := chat.User{ID: prefix + u.ID, Handle: strings.ReplaceAll(u.Username, " ", "_"), Name: u.Global, Robot: u.Bot}
	if m != nil && m.Nick != "" {
		p.Name = m.Nick
	}
	if p.Name == "" {
		p.Name = u.Username
	}
	return p
}

var mentioned = regexp.MustCompile(`<@!?(\d+)>`)

// text is what a message says in words: people by their handles, the bot left out. toBot tells whether it was mentioned.
func (m *message) text(self string) (text string, people []chat.User, toBot bool) {
	text = mentioned.ReplaceAllStringFunc(m.Content, func(s string) string {
		id := mentioned.FindStringSubmatch(s)[1]
		if id == self {
			toBot = true
			return " "
		}
		at := slices.IndexFunc(m.Mentions, func(u mention) bool { return u.ID == id && u.Username != "" })
		if at < 0 {
			return s
		}
		p := person(&m.Mentions[at].user, m.Mentions[at].Member)
		people = append(people, p)
		return "@" + p.Handle
	})
	return strings.TrimSpace(text), people, toBot
}

// memberOf is what the message tells of somebody mentioned as a member of the server, nil if nothing.
func (m *message) memberOf(id string) *member {
	for i := range m.Mentions {
		if m.Mentions[i].ID == id {
			return m.Mentions[i].Member
		}
	}
	return nil
}

// who is who an interaction comes from: a member on a server, a user elsewhere. nil if it does not say.
func (i *interaction) who() (*user, *member) {
	if i.Member != nil && i.Member.User != nil {
		return i.Member.User, i.Member
	}
	return i.User, nil
}

// text is a given option's value as text, its JSON if it is none.
func (g given) text() string {
	var s string
	if json.Unmarshal(g.Value, &s) == nil {
		return s
	}
	return string(g.Value)
}

// chosen is the language that a server has chosen, "" if it has not. Only servers that call themselves communities can.
func (g guild) chosen() string {
	for _, f := range g.Features {
		if f == "COMMUNITY" {
			return g.Locale
		}
	}
	return ""
}

// Permissions.
const (
	viewChannel   = 1 << 10
	sendMessages  = 1 << 11
	attachFiles   = 1 << 15
	createThreads = 1 << 35
	sendInThreads = 1 << 38
	administrator = 1 << 3
	manageGuild   = 1 << 5
)

// permissions are what the bot may lack, and the keys of their names.
var permissions = []struct {
	bit uint64
	key string
}{
	{viewChannel, "missing-permissions.view"},
	{sendMessages, "missing-permissions.send"},
	{sendInThreads, "missing-permissions.threads-send"},
	{attachFiles, "missing-permissions.attach"},
	{createThreads, "missing-permissions.threads"},
}

// lacks is which of the permissions needed the bot does not have where the interaction comes from; 0 where nobody needs
// any, or none are told.
func (i *interaction) lacks(needed uint64) uint64 {
	has, err := strconv.ParseUint(i.Permissions, 10, 64)
	if i.GuildID == "" || i.abroad() || err != nil || has&administrator != 0 {
		return 0
	}
	return needed &^ has
}

// inThread tells whether the interaction comes from a thread.
func (i *interaction) inThread() bool { return isThread(i.Channel.Type) }

// isThread tells whether a channel of a type is a thread: types 10 to 12.
func isThread(kind int) bool { return kind >= 10 && kind <= 12 }

// sending is the permission to write where the interaction comes from.
func (i *interaction) sending() uint64 {
	if i.inThread() {
		return sendInThreads
	}
	return sendMessages
}
