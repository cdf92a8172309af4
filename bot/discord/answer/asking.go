package answer

import (
	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/discord/client"
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
	d.answer(i, "ask for a text", response{Type: asking, Data: map[string]any{
		"custom_id": i.Data.Custom,
		"title":     heading,
		"components": []discordgo.MessageComponent{discordgo.ActionsRow{
			Components: []discordgo.MessageComponent{discordgo.TextInput{
				CustomID: "text", Label: heading, Style: discordgo.TextInputShort, Required: true, MaxLength: longestTyped,
			}}}},
	}})
}

// choice is one of what is offered while something is typed.
type choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// longestChoice is how long a choice may be.
const longestChoice = 100

// noAnswer is what a sentence among the choices stands for: no move, and no other word either.
const noAnswer = "?"

// Complete answers what is being typed with what it may become or, if that is nothing, with a sentence, "" for none.
func (d *Desk) Complete(i *wire.Interaction, texts []string, hint string) {
	choices := []choice{}
	for _, s := range texts {
		if s != "" && wire.Length(s) <= longestChoice && len(choices) < styled.MostChoices {
			choices = append(choices, choice{s, s})
		}
	}
	if len(choices) == 0 && hint != "" {
		choices = append(choices, choice{wire.CutWords(hint, longestChoice), noAnswer})
	}
	d.answer(i, "complete what is typed", response{Type: completing, Data: map[string]any{"choices": choices}})
}

// answer gives an answer after which nothing follows.
func (d *Desk) answer(i *wire.Interaction, what string, r response) {
	err := d.Client.Do(d.Life, client.Call{What: what, Method: "POST", URL: callback(i), Within: client.Deadline, Body: r},
		nil)
	if err != nil && client.Code(err) != client.AlreadyAcknowledged {
		d.Log.Info("an interaction is not answered", "event", wire.Prefix+i.ID, "error", err)
	}
}
