package answer

import (
	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
)

// How many characters may be typed for a move, of which none takes as many, and head the field.
const (
	longestTyped   = 200
	longestHeading = 45
)

// AskText answers a button with a field into which something is typed. The text comes as an interaction of its own.
func (d *Desk) AskText(i *wire.Interaction, heading string) {
	heading = wire.Cut(heading, longestHeading)
	_, _ = d.respond(i, discordgo.InteractionResponseModal, map[string]any{
		"custom_id": i.Data.Custom,
		"title":     heading,
		"components": []discordgo.MessageComponent{discordgo.ActionsRow{
			Components: []discordgo.MessageComponent{discordgo.TextInput{
				CustomID: "text", Label: heading, Style: discordgo.TextInputShort, Required: true, MaxLength: longestTyped,
			}}}},
	}, nil)
}

// longestChoice is how long a choice may be.
const longestChoice = 100

// noAnswer is what a sentence among the choices stands for: no move, and no other word either.
const noAnswer = "?"

// Complete answers what is being typed with what it may become or, if that is nothing, with a sentence, "" for none.
func (d *Desk) Complete(i *wire.Interaction, texts []string, hint string) {
	choices := []discordgo.ApplicationCommandOptionChoice{}
	for _, s := range texts {
		if s != "" && wire.Length(s) <= longestChoice && len(choices) < styled.MostChoices {
			choices = append(choices, discordgo.ApplicationCommandOptionChoice{Name: s, Value: s})
		}
	}
	if len(choices) == 0 && hint != "" {
		choices = append(choices,
			discordgo.ApplicationCommandOptionChoice{Name: wire.CutWords(hint, longestChoice), Value: noAnswer})
	}
	_, _ = d.respond(i, discordgo.InteractionApplicationCommandAutocompleteResult, map[string]any{"choices": choices}, nil)
}
