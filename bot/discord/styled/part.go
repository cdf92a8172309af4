package styled

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/wire"
)

// The bounds of Discord.
const (
	LongestText = 2000 // as Discord counts it; formatting counts too
	longestAlt  = 1024
	pictureName = "board.png"
)

// Caps are Discord's but for Talk. There is room for more buttons than a message can have, because they turn into
// menus.
var Caps = chat.Caps{
	Text:     LongestText,
	Pictures: true,
	Caption:  LongestText,
	Rows:     mostRows * MostChoices / mostColumns,
	Columns:  mostColumns,
	Says:     longestID - len(ForText),
	Label:    80,
	Privates: true,
	Threads:  true,
	ByID:     true,
	Asks:     true,
	Turns:    true,
	Apart:    true,
	Choices:  20,
}

// Part is a message as Discord has it.
type Part struct {
	Content  string
	Mentions []string // ids of those who are notified
	Buttons  [][]chat.Button
	File     *client.Upload // nil if none
	Only     bool           // the buttons change, and nothing else of the message
	Silent   bool           // it makes no sound when it comes
}

// Payload is the JSON of a message.
type Payload struct {
	Content     string                           `json:"content"`
	Flags       discordgo.MessageFlags           `json:"flags"`
	Mentions    discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Components  []discordgo.MessageComponent     `json:"components"`
	Attachments []attachment                     `json:"attachments"`
	Reference   *discordgo.MessageReference      `json:"message_reference,omitempty"`
	Nonce       string                           `json:"nonce,omitempty"`
	Enforce     bool                             `json:"enforce_nonce,omitempty"`
}

// attachment describes a file of a message. The library's own has no field for the description.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// Payload is the message as it is sent, with flags.
func (p Part) Payload(flags discordgo.MessageFlags) Payload {
	body := Payload{
		Content:     p.Content,
		Flags:       discordgo.MessageFlagsSuppressEmbeds | flags,
		Mentions:    discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}, Users: p.Mentions},
		Components:  Components(p.Buttons),
		Attachments: []attachment{},
	}
	if f := p.File; f != nil {
		body.Attachments = append(body.Attachments,
			attachment{ID: "0", Filename: f.Name, Description: wire.Shorten(f.Alt, longestAlt)})
	} else if strings.TrimSpace(body.Content) == "" {
		body.Content = "\u200b" // nothing at all would be refused
	}
	return body
}

// Body is the part as the change of a message. In the answer to a button that was pressed, which m has, the files of m
// go that are not named.
func (p Part) Body(m *wire.Message) any {
	if !p.Only {
		return p.Payload(0)
	}
	body := map[string]any{"components": Components(p.Buttons)}
	if m != nil {
		kept := []map[string]string{}
		for _, f := range m.Files {
			kept = append(kept, map[string]string{"id": f.ID})
		}
		body["attachments"] = kept
	}
	return body
}
