package discord

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// usualDeadline is how long an interaction may wait for its first answer: three seconds, less the way.
const usualDeadline = 2800 * time.Millisecond

// answer is what an interaction gets: an acknowledgement at once, and then what is only for the eyes of its author; in a
// direct talk there are no others, and what is said there stays.
type answer struct {
	*Discord
	to           *interaction
	acknowledged chan struct{} // closed with failed set
	failed       error         // the interaction cannot be answered
	unsure       bool          // whether the acknowledgement got there

	mu    sync.Mutex
	taken bool // nothing more can take the place that replaces and replace are about
}

// response is the first answer.
type response struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

func newAnswer(d *Discord, i *interaction) *answer {
	return &answer{Discord: d, to: i, acknowledged: make(chan struct{})}
}

func callback(i *interaction) string {
	return discordgo.EndpointInteractionResponse(i.ID, i.Token)
}

// original is the address of the first answer or, after a button, of the message that has the button.
func (a *answer) original() string {
	return discordgo.EndpointWebhookMessage(a.to.App, a.to.Token, "@original")
}

// acknowledge tells Discord that an answer is on its way: for a command one that only its author will see. Where the bot is no
// member that is no mere promise, as the next thing said would keep it, and what all are to see be seen by nobody else; it is
// a hint, if there is one, which stays.
func (a *answer) acknowledge(hint string) {
	defer close(a.acknowledged)
	r := response{Type: 6}
	switch {
	case a.to.Type != typeCommand:
	case a.to.abroad():
		body := part{content: cmp.Or(hint, "…")}.payload()
		body.Flags |= ephemeral
		r, a.taken = response{Type: 4, Data: body}, hint != ""
	default:
		r = response{Type: 5, Data: map[string]int{"flags": a.flags()}}
	}
	a.failed = a.first(r)
}

// flags are those of an answer for one person only.
func (a *answer) flags() int {
	if a.to.alone() {
		return 0
	}
	return ephemeral
}

// refuse is an acknowledgement and all that there is to say.
func (a *answer) refuse(text string) {
	defer close(a.acknowledged)
	p := part{content: escape(text)}
	body := p.payload()
	body.Flags |= a.flags()
	err := a.first(response{Type: 4, Data: body})
	if a.failed, a.taken = err, true; err == nil && a.unsure {
		_, a.failed = a.take(a.life, p) // changes nothing if it got there
	}
}

// first gives the first answer. If nobody knows whether it got there it may have: what follows goes the same way, and is
// refused if it has not.
func (a *answer) first(r response) error {
	err := a.do(a.life, call{what: "acknowledge an interaction", method: "POST", url: callback(a.to), within: a.deadline, body: r}, nil)
	if code(err) == alreadyAcknowledged {
		return nil // a try that seemed to fail had not
	}
	if err != nil {
		a.Log.Warn("interaction not acknowledged", "event", prefix+a.to.ID, "error", err)
	}
	if a.unsure = err != nil && !isRefusal(err); a.unsure {
		return nil
	}
	return err
}

// replaces tells whether the first answer takes the place of something that only its author sees: the acknowledgement of
// a command, or the message with the button that was pressed.
func (a *answer) replaces() bool { return a.to.Type == typeCommand || a.secret() }

// secret tells whether the button that was pressed is under a message that only its author sees.
func (a *answer) secret() bool { return a.to.Message != nil && a.to.Message.Flags&ephemeral != 0 }

// tell says something that only the author of the interaction sees.
func (a *answer) tell(ctx context.Context, p part) (id string, err error) {
	<-a.acknowledged
	if a.failed != nil {
		return "", a.failed
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.taken && a.replaces() {
		if id, err := a.take(ctx, p); code(err) != unknownMessage {
			return a.told(id, a.original()), err
		}
	}
	return more(ctx, a, p)
}

// more is one thing more that is told.
func more(ctx context.Context, a *answer, p part) (id string, err error) {
	id, err = a.follow(ctx, p, a.flags())
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
	<-a.acknowledged
	if a.failed != nil {
		return false, a.failed
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.taken {
		return false, nil
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

// close takes away the message with the button that was pressed. One that only its author sees goes at the end.
func (a *answer) close(ctx context.Context) {
	<-a.acknowledged
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.failed == nil && !a.taken && !a.secret() {
		a.remove(ctx)
	}
}

// finish takes the acknowledgement away if nothing has taken its place: what there was to say stands in the room.
func (a *answer) finish(ctx context.Context) {
	<-a.acknowledged
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.failed == nil && !a.taken && a.replaces() {
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
	return d.Say(locale, PermissionKey, map[string]string{"Permissions": permissionList(bits)})
}
