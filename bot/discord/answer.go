package discord

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
)

// answer is the reply to an interaction. Its initial response needs no permission and counts against no rate limit: an
// ephemeral message (in a DM an ordinary one), an edit of the message with the pressed button or, if there is nothing
// to send in time, a deferred response.
type answer struct {
	*Discord
	to    *wire.Interaction
	over  atomic.Bool   // no more answers follow, or the author was told that there is none
	begun chan struct{} // closed when there is an initial response, or there can be none

	mu    client.Turn                       // held while something is sent
	first discordgo.InteractionResponseType // 0 before the initial response
	// a message can replace the initial response or, after a button, the message with the button
	free bool
	err  error // of the initial response; it may have arrived unless this is a refusal
}

// Types of initial responses.
const (
	saying    = discordgo.InteractionResponseChannelMessageWithSource
	promising = discordgo.InteractionResponseDeferredChannelMessageWithSource // to a command: an answer will follow
	noting    = discordgo.InteractionResponseDeferredMessageUpdate            // to a button: no change yet
	turning   = discordgo.InteractionResponseUpdateMessage                    // replaces the message with the button
)

// callBack sends the initial response to an interaction. It returns the message's id if the response is a message.
func (d *Discord) callBack(i *wire.Interaction, kind discordgo.InteractionResponseType, data any,
	file *client.Upload) (id string, err error) {
	var said struct {
		Resource struct{ Message struct{ ID string } }
	}
	err = d.client.Do(d.life, client.Call{What: "answer an interaction first", Method: "POST",
		URL:    discordgo.EndpointInteractionResponse(i.ID, i.Token) + "?with_response=true",
		Within: client.Deadline, File: file, Body: struct {
			Type discordgo.InteractionResponseType `json:"type"`
			Data any                               `json:"data,omitempty"`
		}{kind, data}}, &said)
	if err != nil && client.Code(err) != discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged {
		d.Log.Warn("interaction not acknowledged", "event", wire.Prefix+i.ID, "error", err)
	}
	return said.Resource.Message.ID, err
}

// original is the URL of the initial response or, after noting or turning, of the message with the button.
func (a *answer) original() string {
	return discordgo.EndpointWebhookMessage(a.to.AppID, a.to.Token, "@original")
}

// acknowledge sends a deferred response, unless there is an answer soon enough.
func (a *answer) acknowledge() {
	select {
	case <-a.begun:
	case <-time.After(a.client.Clock.Leisure(a.to.ID)):
		a.Promise()
	}
}

// Promise sends a deferred response, unless there is a response already.
func (a *answer) Promise() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.promise()
}

// isOverdue reports whether Discord has told the author that there was no answer, or may have.
func (a *answer) isOverdue() bool {
	if a.client.Clock.IsPatient(a.to.ID) {
		return false
	}
	a.acknowledge()
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.err != nil
}

// promise sends a deferred response if there is no response, to a command an ephemeral one. The caller holds mu.
func (a *answer) promise() {
	if a.first != 0 {
		return
	}
	kind, data := promising, any(map[string]discordgo.MessageFlags{"flags": a.flags(tellAuthor)})
	switch {
	case a.to.Type != discordgo.InteractionApplicationCommand:
		kind, data = noting, nil
	// The next message, meant for all, would replace a deferred response and be ephemeral too.
	case a.to.Visiting():
		kind, data = saying, styled.Part{Content: "…"}.Payload(discordgo.MessageFlagsEphemeral)
	}
	_, err := a.callBack(a.to, kind, data, nil)
	a.begin(kind, true, err)
}

// begin records the initial response. The caller holds mu.
func (a *answer) begin(kind discordgo.InteractionResponseType, free bool, err error) {
	a.first, a.free, a.err = kind, free, err
	close(a.begun)
}

// flags returns the message flags of a delivery.
func (a *answer) flags(as delivery) discordgo.MessageFlags {
	if as < answerAuthor || a.to.IsDirect() {
		return 0
	}
	return discordgo.MessageFlagsEphemeral
}

// refused reports whether an error means that a response did not arrive. If the interaction was acknowledged before,
// later answers are still possible.
func refused(err error) bool {
	return client.IsRefusal(err) && client.Code(err) != discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged
}

// failed returns why the interaction cannot be answered, nil if it may be.
func (a *answer) failed() error {
	if refused(a.err) {
		return a.err
	}
	return nil
}

// open sends p as the initial response; the caller holds mu. If Discord rejects p, it returns the error and
// acknowledges the interaction all the same.
func (a *answer) open(ctx context.Context, p styled.Part, as delivery) (id string, err error) {
	kind, data := saying, any(p.Payload(a.flags(as)))
	if a.turns(as) {
		kind, data = turning, p.Body(a.to.Message)
	}
	if id, err = a.callBack(a.to, kind, data, p.File); kind == turning {
		id = a.to.Message.ID
	}
	known := refused(err)
	if known && !expired(err) {
		a.promise()
		return "", err
	}
	a.begin(kind, false, err)
	// It is unknown whether p arrived: it is sent again as an edit of the initial response, which fails if there is
	// none.
	if err != nil && !known && (kind == turning || a.to.Type == discordgo.InteractionApplicationCommand) {
		return a.take(ctx, p)
	}
	return id, a.failed()
}

// isSecret reports whether the pressed button belongs to an ephemeral message.
func (a *answer) isSecret() bool {
	return a.to.Message != nil && a.to.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}

// delivery is how an answer is shown.
type delivery int

// The deliveries.
const (
	postForAll     delivery = iota // like an ordinary message: only as the initial response to a command
	replaceMessage                 // in place of the message with the pressed button
	followUp                       // for all, where the bot can only answer
	answerAuthor                   // to the author alone, in place of that message if it is ephemeral
	tellAuthor                     // to the author alone
)

// put sends p as the initial response, in place of a deferred one, or as a message of its own. The id is "" if the
// delivery is no longer possible.
func (a *answer) put(ctx context.Context, p styled.Part, as delivery) (id string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.first == 0 && (as != postForAll || a.reaches(postForAll)):
		id, err = a.open(ctx, p, as)
	case a.failed() != nil || as == postForAll:
		return "", a.failed()
	case a.free && a.reaches(as):
		id, err = a.take(ctx, p)
		if as != replaceMessage && client.Code(err) == discordgo.ErrCodeUnknownMessage {
			return a.follow(ctx, p, as)
		}
	case as != replaceMessage:
		return a.follow(ctx, p, as)
	}
	if as > replaceMessage || a.to.Visiting() { // there is no other way to edit it later
		a.tellAddress(id, a.original())
	}
	return id, err
}

// turns reports whether a delivery replaces the message with the pressed button.
func (a *answer) turns(as delivery) bool {
	return as == replaceMessage || as == answerAuthor && a.isSecret()
}

// reaches reports whether the initial response, or an edit of it, is shown as a delivery wants: an ephemeral one does
// not become one for all.
func (a *answer) reaches(as delivery) bool {
	return a.turns(as) || a.to.Type == discordgo.InteractionApplicationCommand && (as >= answerAuthor || !a.to.Visiting())
}

// follow sends p as a message of its own.
func (a *answer) follow(ctx context.Context, p styled.Part, as delivery) (id string, err error) {
	var said struct{ ID string }
	err = a.client.Do(ctx, client.Call{
		What:   "answer an interaction",
		Method: "POST", URL: discordgo.EndpointWebhookToken(a.to.AppID, a.to.Token),
		Body: p.Payload(a.flags(as)), File: p.File, Once: true,
	}, &said)
	a.tellAddress(said.ID, discordgo.EndpointWebhookMessage(a.to.AppID, a.to.Token, said.ID))
	return said.ID, err
}

// expired reports whether an error means that an interaction can no longer be answered.
func expired(err error) bool {
	switch client.Code(err) {
	case discordgo.ErrCodeUnknownInteraction, discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeInvalidWebhookTokenProvided:
		return true
	}
	return false
}

// take edits the initial response or, after a button, the message with the button. The caller holds mu.
func (a *answer) take(ctx context.Context, p styled.Part) (id string, err error) {
	var now struct{ ID string }
	err = a.client.Do(ctx, client.Call{What: "change what was answered", Method: "PATCH", URL: a.original(),
		Body: p.Body(nil), File: p.File}, &now)
	a.free = err != nil && client.Code(err) != discordgo.ErrCodeUnknownMessage
	return now.ID, err
}

// Close deletes the message with the pressed button. It returns true if the message stays because the initial response
// was another message; an ephemeral message is left to Finish.
func (a *answer) Close(ctx context.Context) (stays bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.promise()
	switch {
	case a.failed() != nil || a.isSecret():
	case a.free:
		a.remove(ctx)
	default:
		return a.first == saying
	}
	return false
}

// Finish ends the answering. It deletes a deferred response that was never replaced, because the answer is in the room.
func (a *answer) Finish(ctx context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.promise()
	if a.failed() == nil && a.free && (a.to.Type == discordgo.InteractionApplicationCommand || a.isSecret()) {
		a.remove(ctx)
	}
}

// remove deletes the initial response or, after a button, the message with the button. The caller holds mu.
func (a *answer) remove(ctx context.Context) {
	c := client.Call{What: "end an interaction", Method: "DELETE", URL: a.original()}
	if err := a.client.Do(ctx, c, nil); err != nil && client.Code(err) != discordgo.ErrCodeUnknownMessage {
		a.Log.Info("an acknowledgement or a menu cannot be removed", "event", wire.Prefix+a.to.ID, "error", err)
	}
}

// Lengths of the text typed for a move, which none reaches, and of the field's heading, in characters.
const (
	longestTyped   = 200
	longestHeading = 45
)

// askText answers a button with a form that has one text field. The text arrives as another interaction.
func (d *Discord) askText(i *wire.Interaction, heading string) {
	heading = chat.Shorten(heading, longestHeading)
	_, _ = d.callBack(i, discordgo.InteractionResponseModal, map[string]any{
		"custom_id": i.Data.Custom,
		"title":     heading,
		"components": []discordgo.MessageComponent{discordgo.ActionsRow{
			Components: []discordgo.MessageComponent{discordgo.TextInput{
				CustomID: "text", Label: heading, Style: discordgo.TextInputShort, Required: true, MaxLength: longestTyped,
			}}}},
	}, nil)
}
