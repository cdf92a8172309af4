package discord

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

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
	return discordgo.EndpointWebhookMessage(a.to.App, a.to.Token, "@original")
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
	kind, data := promising, any(map[string]discordgo.MessageFlags{"flags": a.flags()})
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

// flags returns the message flags of an answer for one person only.
func (a *answer) flags() discordgo.MessageFlags {
	if a.to.IsDirect() {
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
func (a *answer) open(ctx context.Context, kind discordgo.InteractionResponseType, p styled.Part,
	flags discordgo.MessageFlags) (id string, err error) {
	data := any(p.Payload(flags))
	if kind == turning {
		data = p.Body(a.to.Message)
	}
	id, err = a.callBack(a.to, kind, data, p.File)
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

// Say sends an answer with message flags, as the initial response or in place of a deferred one if possible. With
// instead it replaces the message with the pressed button, if that is ephemeral.
func (a *answer) Say(ctx context.Context, p styled.Part, flags discordgo.MessageFlags,
	instead bool) (id string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	instead = instead && a.isSecret()
	// an ephemeral response must not become one for all
	keeps := instead || a.to.Type == discordgo.InteractionApplicationCommand && (flags == a.flags() || !a.to.Visiting())
	switch {
	case a.first == 0 && instead:
		_, err = a.open(ctx, turning, p, flags)
		return a.tellAddress(a.to.Message.ID, a.original()), err
	case a.first == 0:
		id, err = a.open(ctx, saying, p, flags)
		return a.tellAddress(id, a.original()), err
	case a.failed() != nil:
		return "", a.failed()
	case a.free && keeps:
		if id, err := a.take(ctx, p); client.Code(err) != discordgo.ErrCodeUnknownMessage {
			return a.tellAddress(id, a.original()), err
		}
	}
	var said struct{ ID string }
	err = a.client.Do(ctx, client.Call{
		What:   "answer an interaction",
		Method: "POST", URL: discordgo.EndpointWebhookToken(a.to.App, a.to.Token),
		Body: p.Payload(flags), File: p.File, Once: true,
	}, &said)
	return a.tellAddress(said.ID, discordgo.EndpointWebhookMessage(a.to.App, a.to.Token, said.ID)), err
}

// Post sends p as the initial response to a command, visible to all like an ordinary message. posted is false if there
// is a response already, or none is possible.
func (a *answer) Post(ctx context.Context, p styled.Part) (id string, posted bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.first != 0 || a.to.Type != discordgo.InteractionApplicationCommand || a.to.Visiting() {
		return "", false
	}
	id, err := a.open(ctx, saying, p, 0)
	return id, err == nil && id != ""
}

// expired reports whether an error means that an interaction can no longer be answered.
func expired(err error) bool {
	switch client.Code(err) {
	case discordgo.ErrCodeUnknownInteraction, discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeInvalidWebhookTokenProvided:
		return true
	}
	return false
}

// Replace replaces the message with the pressed button. It returns false and no error if that message was replaced
// before.
func (a *answer) Replace(ctx context.Context, p styled.Part) (placed bool, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.first == 0:
		_, err = a.open(ctx, turning, p, 0)
	case a.failed() != nil || !a.free:
		return false, a.failed()
	default:
		_, err = a.take(ctx, p)
	}
	if err == nil && a.to.Visiting() { // there is no other way to edit it later
		a.tellAddress(a.to.Message.ID, a.original())
	}
	return err == nil, err
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
	heading = wire.Shorten(heading, longestHeading)
	_, _ = d.callBack(i, discordgo.InteractionResponseModal, map[string]any{
		"custom_id": i.Data.Custom,
		"title":     heading,
		"components": []discordgo.MessageComponent{discordgo.ActionsRow{
			Components: []discordgo.MessageComponent{discordgo.TextInput{
				CustomID: "text", Label: heading, Style: discordgo.TextInputShort, Required: true, MaxLength: longestTyped,
			}}}},
	}, nil)
}
