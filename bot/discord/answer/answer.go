// Package answer gives interactions, which commands and buttons are, the answers that they get themselves: in time, to
// their authors or in the place of the message with the button that was pressed.
package answer

import (
	"context"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
)

// Desk is where interactions are answered.
type Desk struct {
	Client  *client.Client
	Life    context.Context // of what is answered by itself
	Log     *slog.Logger
	Secrets *adapter.Beliefs[string, string] // addresses of messages that only one person sees, by their ids
}

// Answer is what an interaction gets. The first message is its first answer, which Discord counts nowhere and which
// needs no permission: a message for its author only or, after a button, what takes the place of the message that has
// it. If there is nothing in time Discord is told that an answer is on its way. In a direct talk there are no others,
// and messages stay.
type Answer struct {
	*Desk
	To    *wire.Interaction
	begun chan struct{} // closed when there is a first answer, or none can be given any more

	mu       client.Turn // held while something is said
	first    int         // type of the first answer, 0: there is none yet
	promised bool        // it says nothing, or nothing yet
	failed   error       // the interaction cannot be answered
	unsure   bool        // whether the first answer got there, and was the first one
	taken    bool        // nothing more can take the place of a promise, or of the message with the button
}

// Types of first answers.
const (
	saying     = 4 // a message
	promising  = 5 // that there will be one, to a command
	noting     = 6 // nothing, to a button
	turning    = 7 // what the message with the button becomes
	completing = 8 // what may be typed
	asking     = 9 // a field to fill in
)

// response is the first answer.
type response struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// Open begins to answer an interaction.
func (d *Desk) Open(i *wire.Interaction) *Answer {
	return &Answer{Desk: d, To: i, begun: make(chan struct{}), mu: make(client.Turn, 1)}
}

func callback(i *wire.Interaction) string {
	return discordgo.EndpointInteractionResponse(i.ID, i.Token)
}

// original is the address of the first answer or, after a button to which that was noting or turning, of the message
// that has it.
func (a *Answer) original() string {
	return discordgo.EndpointWebhookMessage(a.To.App, a.To.Token, "@original")
}

// Acknowledge tells Discord that an answer is on its way, unless there is one soon enough.
func (a *Answer) Acknowledge() {
	select {
	case <-a.begun:
	case <-time.After(a.Client.Clock.Leisure(a.To.ID)):
		a.Promise()
	}
}

// Promise tells Discord that an answer is on its way, unless there is one.
func (a *Answer) Promise() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.first == 0 {
		a.defers()
	}
}

// Overdue reports whether the author of the interaction has been told by now that there was no answer, or may have
// been.
func (a *Answer) Overdue() bool {
	if a.Client.Clock.IsPatient(a.To.ID) {
		return false
	}
	a.Acknowledge()
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.failed != nil || a.unsure
}

// defers gives a first answer that says nothing: to a command one that only its author sees. Where the bot can only
// answer it is no Promise of Discord's, as that would be kept by the next thing said, though that is for all. The
// caller holds mu, and there is no first answer.
func (a *Answer) defers() {
	a.promised = true
	switch {
	case a.To.Type != wire.TypeCommand:
		_, _ = a.begin(noting, nil, nil)
	case a.To.Visiting():
		_, _ = a.begin(saying, styled.Part{Content: "…"}.Flagged(wire.Ephemeral), nil)
	default:
		_, _ = a.begin(promising, map[string]int{"flags": a.Flags()}, nil)
	}
}

// Begin has a text said to the author first: all other messages wait until say, which says it, is called.
func (a *Answer) Begin(text string) (say func()) {
	a.mu.Lock()
	return func() {
		defer a.mu.Unlock()
		_, _ = a.begin(saying, styled.Part{Content: text}.Flagged(wire.Ephemeral), nil)
	}
}

// Flags are those of an answer for one person only.
func (a *Answer) Flags() int {
	if a.To.Alone() {
		return 0
	}
	return wire.Ephemeral
}

// begin gives the first answer, and returns the id of the message if it is one and that is known. If Discord does not
// take what it says, which is the error, the interaction is acknowledged all the same. If it is unknown whether it got
// there it may have: later messages go the same way, and are refused if it has not. The caller holds mu, and there is
// no first answer.
func (a *Answer) begin(kind int, data any, file *client.Upload) (id string, err error) {
	a.first = kind
	c := client.Call{What: "answer an interaction first", Method: "POST", URL: callback(a.To), Within: client.Deadline,
		Body: response{kind, data}, File: file}
	var said struct {
		Resource struct{ Message struct{ ID string } }
	}
	if kind == saying {
		c.URL += "?with_response=true"
		err = a.Client.Do(a.Life, c, &said)
	} else {
		err = a.Client.Do(a.Life, c, nil)
	}
	known := err != nil && client.IsRefusal(err) && client.Code(err) != client.AlreadyAcknowledged
	if known && !Expired(err) && !a.promised {
		a.defers()
		return "", err
	}
	close(a.begun)
	if a.unsure = err != nil && !known; known {
		a.failed = err
	}
	if err != nil && client.Code(err) != client.AlreadyAcknowledged {
		a.Log.Warn("interaction not acknowledged", "event", wire.Prefix+a.To.ID, "error", err)
	}
	again := a.unsure && (kind == turning || a.To.Type == wire.TypeCommand)
	a.taken = !a.promised && !again
	return said.Resource.Message.ID, a.failed
}

// Secret reports whether the button that was pressed is under a message that only its author sees.
func (a *Answer) Secret() bool { return a.To.Message != nil && a.To.Message.Flags&wire.Ephemeral != 0 }

// Say says something, with the flags of a message; instead: in the place of the message with the button that was
// pressed, if only one person sees that. A promise is kept by it.
func (a *Answer) Say(ctx context.Context, p styled.Part, flags int, instead bool) (id string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	instead = instead && a.Secret()
	keeps := instead || a.To.Type == wire.TypeCommand
	if a.first != 0 {
		keeps = keeps && (flags == a.Flags() || !a.To.Visiting()) // what one person sees does not become what all see
	} else {
		if instead {
			_, err = a.begin(turning, p.Turned(a.To.Message), p.File)
			id = a.To.Message.ID
		} else {
			id, err = a.begin(saying, p.Flagged(flags), p.File)
		}
		if err != nil || !a.unsure {
			return a.told(id, a.original()), err
		}
	}
	if a.failed != nil {
		return "", a.failed
	}
	if !a.taken && keeps {
		if id, err := a.take(ctx, p); client.Code(err) != client.UnknownMessage {
			return a.told(id, a.original()), err
		}
	}
	id, err = a.follow(ctx, p, flags)
	return a.told(id, discordgo.EndpointWebhookMessage(a.To.App, a.To.Token, id)), err
}

// Post gives a command its first answer for all who are there to see: a message like any other. It is false if there is
// an answer already, or none can be given.
func (a *Answer) Post(ctx context.Context, p styled.Part) (id string, posted bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.first != 0 || a.To.Type != wire.TypeCommand || a.To.Visiting() {
		return "", false
	}
	id, err := a.begin(saying, p.Flagged(0), p.File)
	if err == nil && a.unsure {
		id, err = a.take(ctx, p)
	}
	return id, err == nil && id != ""
}

// told is the id of what was told. It is changed the way that it was told, for as long as that is open: if only one
// person sees it, there is no other.
func (a *Answer) told(id, address string) string {
	if id != "" {
		a.Secrets.Put(id, address)
	}
	return id
}

// Expired reports whether an error means that an interaction cannot be answered at all, or not any more.
func Expired(err error) bool {
	switch client.Code(err) {
	case client.UnknownInteraction, client.UnknownWebhook, client.InvalidToken:
		return true
	}
	return false
}

// Replace puts something in the place of the message with the button that was pressed. It is false if it did not get
// there, with an error unless something else is there already.
func (a *Answer) Replace(ctx context.Context, p styled.Part) (placed bool, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	defer func() {
		if placed && a.To.Visiting() { // there is no other way to change it
			a.told(a.To.Message.ID, a.original())
		}
	}()
	if a.first == 0 {
		if _, err := a.begin(turning, p.Turned(a.To.Message), p.File); err != nil || !a.unsure {
			return err == nil, err
		}
	}
	if a.failed != nil || a.taken {
		return false, a.failed
	}
	_, err = a.take(ctx, p)
	return err == nil, err
}

// take puts something where the first answer is or, after a button, the message that has the button. The caller holds
// mu.
func (a *Answer) take(ctx context.Context, p styled.Part) (id string, err error) {
	var now struct{ ID string }
	err = a.Client.Do(ctx, client.Call{What: "change what was answered", Method: "PATCH", URL: a.original(),
		Body: p.Body(), File: p.File}, &now)
	a.taken = err == nil || client.Code(err) == client.UnknownMessage
	return now.ID, err
}

// Close takes away the message with the button that was pressed, or retires its buttons if something else was answered.
// One that only its author sees goes at the end.
func (a *Answer) Close(ctx context.Context, retire func()) {
	a.Promise()
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.failed != nil || a.Secret():
	case !a.taken:
		a.remove(ctx)
	case a.first == saying:
		retire()
	}
}

// Finish ends the answering. If nothing was said here the answer stands in the room: a promise is taken away.
func (a *Answer) Finish(ctx context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	command := a.To.Type == wire.TypeCommand
	if a.first == 0 {
		a.defers()
	}
	if a.failed == nil && !a.taken && (command || a.Secret()) {
		a.remove(ctx)
	}
}

// remove deletes what the first answer is or, after a button, the message that has the button. The caller holds mu.
func (a *Answer) remove(ctx context.Context) {
	c := client.Call{What: "end an interaction", Method: "DELETE", URL: a.original()}
	if err := a.Client.Do(ctx, c, nil); err != nil && client.Code(err) != client.UnknownMessage {
		a.Log.Info("an acknowledgement or a menu stays", "event", wire.Prefix+a.To.ID, "error", err)
	}
}

// follow says one thing more in answer to an interaction. The caller holds mu.
func (a *Answer) follow(ctx context.Context, p styled.Part, flags int) (id string, err error) {
	var said struct{ ID string }
	err = a.Client.Do(ctx, client.Call{
		What:   "answer an interaction",
		Method: "POST", URL: discordgo.EndpointWebhookToken(a.To.App, a.To.Token),
		Body: p.Flagged(flags), File: p.File, Once: true,
	}, &said)
	return said.ID, err
}
