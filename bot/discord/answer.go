package discord

import (
	"context"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// deadline is how long an interaction may wait for its first answer: three seconds, less the way.
const deadline = 2800 * time.Millisecond

// answer is what an interaction gets: an acknowledgement at once, and then what is only for the eyes of its author.
type answer struct {
	*Discord
	to           *interaction
	acknowledged chan struct{} // closed with failed set
	failed       error         // the interaction cannot be answered

	thread string // id of the thread that was opened for it

	mu   sync.Mutex
	told bool // the place of the acknowledgement is taken
	said bool // something was said in the room
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

// acknowledge tells Discord that an answer is on its way: for a command one that only its author will see.
func (a *answer) acknowledge() {
	defer close(a.acknowledged)
	r := response{Type: 6}
	if a.to.Type == typeCommand {
		r = response{Type: 5, Data: map[string]int{"flags": ephemeral}}
	}
	a.failed = a.first(r)
}

// refuse is an acknowledgement and all that there is to say.
func (a *answer) refuse(text string) {
	defer close(a.acknowledged)
	p := part{content: escape(text)}.payload()
	p.Flags |= ephemeral
	a.failed = a.first(response{Type: 4, Data: p})
	a.told = true
}

func (a *answer) first(r response) error {
	err := a.do(a.life, call{what: "acknowledge an interaction", method: "POST", url: callback(a.to), within: deadline, body: r}, nil)
	if code(err) == alreadyAcknowledged {
		return nil // a try that seemed to fail had not
	}
	if err != nil {
		a.Log.Warn("interaction not acknowledged", "event", prefix+a.to.ID, "error", err)
	}
	return err
}

// replaces tells whether the first answer takes the place of something that only its author sees: the acknowledgement of
// a command, or the message with the button that was pressed.
func (a *answer) replaces() bool {
	return a.to.Type == typeCommand || a.to.Message != nil && a.to.Message.Flags&ephemeral != 0
}

// tell says something that only the author of the interaction sees.
func (a *answer) tell(ctx context.Context, p part) error {
	<-a.acknowledged
	if a.failed != nil {
		return a.failed
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	c := call{what: "answer an interaction", method: "PATCH", url: a.original(), png: p.png}
	body := p.payload()
	if a.told || !a.replaces() {
		c.method, c.url, c.once = "POST", discordgo.EndpointWebhookToken(a.to.App, a.to.Token), true
		body.Flags |= ephemeral
	}
	c.body = body
	if err := a.do(ctx, c, nil); err != nil {
		return err
	}
	a.told = true
	return nil
}

// finish takes the acknowledgement away if nothing has taken its place: what there was to say stands in the room.
func (a *answer) finish(ctx context.Context) {
	<-a.acknowledged
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.thread != "" && !a.said {
		a.forsake(ctx)
	}
	if a.failed != nil || a.told || !a.replaces() {
		return
	}
	c := call{what: "end an interaction", method: "DELETE", url: a.original()}
	if a.thread != "" && a.said {
		c.method, c.body = "PATCH", part{content: "<#" + a.thread + ">"}.payload()
	}
	if err := a.do(ctx, c, nil); err != nil && code(err) != unknownMessage {
		a.Log.Info("an acknowledgement stays", "event", prefix+a.to.ID, "error", err)
	}
}

// forsake takes away the thread in which nothing was said; without the permission for that it is only closed.
func (a *answer) forsake(ctx context.Context) {
	c := call{what: "delete a thread", method: "DELETE", url: discordgo.EndpointChannel(a.thread), route: "channel " + a.thread}
	if a.do(ctx, c, nil) == nil {
		return
	}
	c.what, c.method, c.body = "close a thread", "PATCH", map[string]bool{"archived": true}
	if err := a.do(ctx, c, nil); err != nil {
		a.Log.Info("an empty thread stays", "thread", a.thread, "error", err)
	}
}

// lacking is the sentence about permissions that are missing.
func (d *Discord) lacking(locale string, bits uint64) string {
	return d.Say(locale, PermissionKey, map[string]string{"Permissions": permissionList(bits)})
}
