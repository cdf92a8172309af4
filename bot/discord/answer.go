package discord

import (
	"context"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
)

// usualDeadline is how long an interaction may wait for its first answer: three seconds, less the way.
const usualDeadline = 2800 * time.Millisecond

// answer is what an interaction gets. What is to be said first is its first answer, which Discord counts nowhere and which needs no
// permission: a message for its author only or, after a button, what takes the place of the message that has it. If there is nothing
// in time Discord is told that an answer is on its way. In a direct talk there are no others, and what is said there stays.
type answer struct {
	*Discord
	to    *interaction
	begun chan struct{} // closed when there is a first answer, or none can be given any more

	mu       turn  // held while something is said
	first    int   // type of the first answer, 0: there is none yet
	promised bool  // it says nothing, or nothing yet
	failed   error // the interaction cannot be answered
	unsure   bool  // whether the first answer got there, and was the first one
	taken    bool  // nothing more can take the place of a promise, or of the message with the button
}

// Types of first answers.
const (
	saying    = 4 // a message
	promising = 5 // that there will be one, to a command
	noting    = 6 // nothing, to a button
	turning   = 7 // what the message with the button becomes
	asking    = 9 // a field to fill in
)

// response is the first answer.
type response struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

func newAnswer(d *Discord, i *interaction) *answer {
	return &answer{Discord: d, to: i, begun: make(chan struct{}), mu: make(turn, 1)}
}

func callback(i *interaction) string {
	return discordgo.EndpointInteractionResponse(i.ID, i.Token)
}

// original is the address of the first answer or, after a button to which that was noting or turning, of the message that has it.
func (a *answer) original() string {
	return discordgo.EndpointWebhookMessage(a.to.App, a.to.Token, "@original")
}

// acknowledge tells Discord that an answer is on its way, unless there is one soon enough.
func (a *answer) acknowledge() {
	late := time.NewTimer(a.clock.leisure(a.to.ID))
	defer late.Stop()
	select {
	case <-a.begun:
	case <-late.C:
		a.promise()
	}
}

// promise tells Discord that an answer is on its way, unless there is one.
func (a *answer) promise() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.first == 0 {
		a.defers()
	}
}

// defers gives a first answer that says nothing: to a command one that only its author sees. Where the bot is no member it is no
// promise of Discord's, as that would be kept by the next thing said, though that is for all. The caller holds mu, and there is no
// first answer.
func (a *answer) defers() {
	a.promised = true
	switch {
	case a.to.Type != typeCommand:
		_, _ = a.begin(noting, nil, nil)
	case a.to.abroad():
		_, _ = a.begin(saying, part{content: "…"}.flagged(ephemeral), nil)
	default:
		_, _ = a.begin(promising, map[string]int{"flags": a.flags()}, nil)
	}
}

// flags are those of an answer for one person only.
func (a *answer) flags() int {
	if a.to.alone() {
		return 0
	}
	return ephemeral
}

// begin gives the first answer, and returns the id of the message if it is one and that is known. If Discord does not take what it says,
// which is the error, the interaction is acknowledged all the same. If nobody knows whether it got there it may have: what follows goes
// the same way, and is refused if it has not. The caller holds mu, and there is no first answer.
func (a *answer) begin(kind int, data any, file *upload) (id string, err error) {
	a.first = kind
	c := call{what: "answer an interaction first", method: "POST", url: callback(a.to), within: a.deadline, body: response{kind, data}, file: file}
	var said struct {
		Resource struct{ Message struct{ ID string } }
	}
	if kind == saying {
		c.url += "?with_response=true"
		err = a.do(a.life, c, &said)
	} else {
		err = a.do(a.life, c, nil)
	}
	known := err != nil && isRefusal(err) && code(err) != alreadyAcknowledged
	if known && !expired(err) && !a.promised {
		a.defers()
		return "", err
	}
	close(a.begun)
	if a.unsure = err != nil && !known; known {
		a.failed = err
	}
	if err != nil && code(err) != alreadyAcknowledged {
		a.Log.Warn("interaction not acknowledged", "event", prefix+a.to.ID, "error", err)
	}
	again := a.unsure && (kind == turning || a.to.Type == typeCommand)
	a.taken = !a.promised && !again
	return said.Resource.Message.ID, a.failed
}

// secret tells whether the button that was pressed is under a message that only its author sees.
func (a *answer) secret() bool { return a.to.Message != nil && a.to.Message.Flags&ephemeral != 0 }

// say says something, with the flags of a message; instead: in the place of the message with the button that was pressed, if only one
// person sees that. A promise is kept by it.
func (a *answer) say(ctx context.Context, p part, flags int, instead bool) (id string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	instead = instead && a.secret()
	keeps := instead || a.to.Type == typeCommand
	if a.first != 0 {
		keeps = keeps && (flags == a.flags() || !a.to.abroad()) // what one person sees does not become what all see
	} else {
		if instead {
			_, err = a.begin(turning, p.turned(a.to.Message), p.file)
			id = a.to.Message.ID
		} else {
			id, err = a.begin(saying, p.flagged(flags), p.file)
		}
		if err != nil || !a.unsure {
			return a.told(id, a.original()), err
		}
	}
	if a.failed != nil {
		return "", a.failed
	}
	if !a.taken && keeps {
		if id, err := a.take(ctx, p); code(err) != unknownMessage {
			return a.told(id, a.original()), err
		}
	}
	id, err = a.follow(ctx, p, flags)
	return a.told(id, discordgo.EndpointWebhookMessage(a.to.App, a.to.Token, id)), err
}

// told is the id of what was told. It is changed the way that it was told, for as long as that is open: if only one person sees it, there
// is no other.
func (a *answer) told(id, address string) string {
	if id != "" {
		a.secrets.Put(id, address)
	}
	return id
}

// expired tells whether an error means that an interaction cannot be answered at all, or not any more.
func expired(err error) bool {
	switch code(err) {
	case unknownInteraction, unknownWebhook, invalidToken:
		return true
	}
	return false
}

// replace puts something in the place of the message with the button that was pressed. It is false if it did not get
// there, with an error unless something else is there already.
func (a *answer) replace(ctx context.Context, p part) (bool, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.first == 0 {
		if _, err := a.begin(turning, p.turned(a.to.Message), p.file); err != nil || !a.unsure {
			return err == nil, err
		}
	}
	if a.failed != nil || a.taken {
		return false, a.failed
	}
	_, err := a.take(ctx, p)
	return err == nil, err
}

// take puts something where the first answer is or, after a button, the message that has the button. The caller holds mu.
func (a *answer) take(ctx context.Context, p part) (id string, err error) {
	var now struct{ ID string }
	err = a.do(ctx, call{what: "change what was answered", method: "PATCH", url: a.original(), body: p.body(), file: p.file}, &now)
	a.taken = err == nil || code(err) == unknownMessage
	return now.ID, err
}

// close takes away the message with the button that was pressed, or its buttons if something else was answered. One that only its
// author sees goes at the end.
func (a *answer) close(ctx context.Context) {
	a.promise()
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.failed != nil || a.secret():
	case !a.taken:
		a.remove(ctx)
	case a.first == saying:
		_ = a.Retire(ctx, chat.Room(prefix+a.to.ChannelID), chat.Ref(a.to.Message.ID+withButtons)) // does nothing that can fail at once
	}
}

// done is what a command is answered with whose answer stands in the room, for its author only.
const done = "✓"

// finish ends the answering. What there was to say stands in the room if nothing was said here: a promise is taken away.
func (a *answer) finish(ctx context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	command := a.to.Type == typeCommand
	switch {
	case a.first == 0 && command:
		_, _ = a.begin(saying, part{content: done}.flagged(ephemeral), nil)
	case a.first == 0:
		a.defers()
	}
	if a.failed == nil && !a.taken && (command || a.secret()) {
		a.remove(ctx)
	}
}

// remove deletes what the first answer is or, after a button, the message that has the button. The caller holds mu.
func (a *answer) remove(ctx context.Context) {
	c := call{what: "end an interaction", method: "DELETE", url: a.original()}
	if err := a.do(ctx, c, nil); err != nil && code(err) != unknownMessage {
		a.Log.Info("an acknowledgement or a menu stays", "event", prefix+a.to.ID, "error", err)
	}
}

// lacking is the sentence about permissions that are missing.
func (d *Discord) lacking(locale string, bits uint64) string {
	var names []string
	for _, p := range permissions {
		if bits&p.bit != 0 {
			names = append(names, d.Say(locale, p.key, nil))
		}
	}
	return d.Say(locale, PermissionKey, map[string]string{"Permissions": strings.Join(names, ", ")})
}
