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

// answer is what an interaction gets. The first message is its first answer, which Discord counts nowhere and which
// needs no permission: a message for its author only or, after a button, what takes the place of the message that has
// it. If there is nothing in time Discord is told that an answer is on its way. In a direct talk there are no others,
// and messages stay.
type answer struct {
	*Discord
	to    *wire.Interaction
	over  atomic.Bool   // nothing more comes, or its author was told that nothing does
	begun chan struct{} // closed when there is a first answer, or none can be given any more

	mu    client.Turn                       // held while something is said
	first discordgo.InteractionResponseType // 0: there is no first answer yet
	// a message can take the place of the first answer or, after a button, of the message that has it
	free bool
	err  error // of the first answer; unless it is a refusal that may have got there
}

// Types of first answers.
const (
	saying    = discordgo.InteractionResponseChannelMessageWithSource
	promising = discordgo.InteractionResponseDeferredChannelMessageWithSource // there will be one, to a command
	noting    = discordgo.InteractionResponseDeferredMessageUpdate            // nothing, to a button
	turning   = discordgo.InteractionResponseUpdateMessage                    // of the message with the button
)

// callBack gives an interaction its first answer. The id is that of the message, if it is one.
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

// original is the address of the first answer or, after a button to which that was noting or turning, of the message
// that has it.
func (a *answer) original() string {
	return discordgo.EndpointWebhookMessage(a.to.App, a.to.Token, "@original")
}

// acknowledge tells Discord that an answer is on its way, unless there is one soon enough.
func (a *answer) acknowledge() {
	select {
	case <-a.begun:
	case <-time.After(a.client.Clock.Leisure(a.to.ID)):
		a.Promise()
	}
}

// Promise tells Discord that an answer is on its way, unless there is one.
func (a *answer) Promise() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.promise()
}

// isOverdue reports whether the author of the interaction has been told by now that there was no answer, or may have
// been.
func (a *answer) isOverdue() bool {
	if a.client.Clock.IsPatient(a.to.ID) {
		return false
	}
	a.acknowledge()
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.err != nil
}

// promise gives a first answer that says nothing, if there is none: to a command one that only its author sees. Where
// the bot can only answer it is no promise of Discord's, as that would be kept by the next thing said, though that is
// for all. The caller holds mu.
func (a *answer) promise() {
	if a.first != 0 {
		return
	}
	kind, data := promising, any(map[string]discordgo.MessageFlags{"flags": a.flags()})
	switch {
	case a.to.Type != discordgo.InteractionApplicationCommand:
		kind, data = noting, nil
	case a.to.Visiting():
		kind, data = saying, styled.Part{Content: "…"}.Payload(discordgo.MessageFlagsEphemeral)
	}
	_, err := a.callBack(a.to, kind, data, nil)
	a.begin(kind, true, err)
}

// begin notes the first answer. The caller holds mu.
func (a *answer) begin(kind discordgo.InteractionResponseType, free bool, err error) {
	a.first, a.free, a.err = kind, free, err
	close(a.begun)
}

// flags are those of an answer for one person only.
func (a *answer) flags() discordgo.MessageFlags {
	if a.to.IsDirect() {
		return 0
	}
	return discordgo.MessageFlagsEphemeral
}

// refused reports whether an error tells that an answer has not got there. Who has answered already may go on.
func refused(err error) bool {
	return client.IsRefusal(err) && client.Code(err) != discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged
}

// failed is why the interaction cannot be answered, nil if it may be.
func (a *answer) failed() error {
	if refused(a.err) {
		return a.err
	}
	return nil
}

// open says something as the first answer, of which there is none. If Discord does not take what it says, which is the
// error, the interaction is acknowledged all the same. If it is unknown whether it got there it is said once more in its
// own place, which is refused if it has not. The caller holds mu.
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
	if err != nil && !known && (kind == turning || a.to.Type == discordgo.InteractionApplicationCommand) {
		return a.take(ctx, p)
	}
	return id, a.failed()
}

// isSecret reports whether the button that was pressed is under a message that only its author sees.
func (a *answer) isSecret() bool {
	return a.to.Message != nil && a.to.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}

// Say says something, with the flags of a message; instead: in the place of the message with the button that was
// pressed, if only one person sees that. A promise is kept by it.
func (a *answer) Say(ctx context.Context, p styled.Part, flags discordgo.MessageFlags,
	instead bool) (id string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	instead = instead && a.isSecret()
	// what one person sees does not become what all see
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

// Post gives a command its first answer for all who are there to see: a message like any other. It is false if there is
// an answer already, or none can be given.
func (a *answer) Post(ctx context.Context, p styled.Part) (id string, posted bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.first != 0 || a.to.Type != discordgo.InteractionApplicationCommand || a.to.Visiting() {
		return "", false
	}
	id, err := a.open(ctx, saying, p, 0)
	return id, err == nil && id != ""
}

// expired reports whether an error means that an interaction cannot be answered at all, or not any more.
func expired(err error) bool {
	switch client.Code(err) {
	case discordgo.ErrCodeUnknownInteraction, discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeInvalidWebhookTokenProvided:
		return true
	}
	return false
}

// Replace puts something in the place of the message with the button that was pressed. It is false if it did not get
// there, with an error unless something else is there already.
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
	if err == nil && a.to.Visiting() { // there is no other way to change it
		a.tellAddress(a.to.Message.ID, a.original())
	}
	return err == nil, err
}

// take puts something where the first answer is or, after a button, the message that has the button. The caller holds
// mu.
func (a *answer) take(ctx context.Context, p styled.Part) (id string, err error) {
	var now struct{ ID string }
	err = a.client.Do(ctx, client.Call{What: "change what was answered", Method: "PATCH", URL: a.original(),
		Body: p.Body(nil), File: p.File}, &now)
	a.free = err != nil && client.Code(err) != discordgo.ErrCodeUnknownMessage
	return now.ID, err
}

// Close takes away the message with the button that was pressed, and reports whether it stays, as something else was
// answered. One that only its author sees goes at the end.
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

// Finish ends the answering. If nothing was said here the answer stands in the room: a promise is taken away.
func (a *answer) Finish(ctx context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.promise()
	if a.failed() == nil && a.free && (a.to.Type == discordgo.InteractionApplicationCommand || a.isSecret()) {
		a.remove(ctx)
	}
}

// remove deletes what the first answer is or, after a button, the message that has the button. The caller holds mu.
func (a *answer) remove(ctx context.Context) {
	c := client.Call{What: "end an interaction", Method: "DELETE", URL: a.original()}
	if err := a.client.Do(ctx, c, nil); err != nil && client.Code(err) != discordgo.ErrCodeUnknownMessage {
		a.Log.Info("an acknowledgement or a menu stays", "event", wire.Prefix+a.to.ID, "error", err)
	}
}

// How many characters may be typed for a move, of which none takes as many, and head the field.
const (
	longestTyped   = 200
	longestHeading = 45
)

// askText answers a button with a field into which something is typed. The text comes as an interaction of its own.
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
