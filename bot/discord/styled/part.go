package styled

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/wire"
)

// Limits of Discord.
const (
	LongestText = 2000 // as Discord counts; Markdown counts too
	longestAlt  = 1024
	pictureName = "board.png"
)

// Caps are Discord's limits, except for Talk. They allow more buttons than a message can have, because these become
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

// Part is a message in Discord's form.
type Part struct {
	Content  string
	Mentions []string // ids of the people to notify
	Buttons  [][]chat.Button
	File     *client.Upload // nil if none
	Only     bool           // only the buttons change
	Silent   bool           // sent without a notification
}

// Payload is a message as JSON.
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

// attachment describes a file of a message. The library's type lacks the description.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// Payload returns the message as it is sent, with flags.
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
			attachment{ID: "0", Filename: f.Name, Description: chat.Shorten(f.Alt, longestAlt)})
	} else if strings.TrimSpace(body.Content) == "" {
		body.Content = "\u200b" // an empty message would be refused
	}
	return body
}

// Body returns the part as the body of an edit. In the response to a button of m, it names the files of m to keep, as
// others would be removed.
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
