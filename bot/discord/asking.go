package discord

import (
	"github.com/bwmarrin/discordgo"
)

// longestTyped is how many characters may be typed for a move; none takes as many.
const longestTyped = 200

// askText answers a button with a field into which something is typed. The text comes as an interaction of its own.
func (d *Discord) askText(i *interaction) {
	heading := cut(d.Say(i.Locale, TypeKey, nil), longestHeading)
	err := d.do(d.life, call{
		what:   "ask for a text",
		method: "POST", url: callback(i), within: d.deadline,
		body: response{Type: asking, Data: map[string]any{
			"custom_id": i.Data.Custom,
			"title":     heading,
			"components": []discordgo.MessageComponent{row(discordgo.TextInput{
				CustomID: "text", Label: heading, Style: discordgo.TextInputShort, Required: true, MaxLength: longestTyped,
			})},
		}},
	}, nil)
	if err != nil && code(err) != alreadyAcknowledged {
		d.Log.Warn("a text is not asked for", "event", prefix+i.ID, "error", err)
	}
}
