package discord

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
)

const (
	longestText  = 2000 // as Discord counts it; formatting counts too
	longestAlt   = 1024
	longestTitle = 100
	pictureName  = "board.png"
)

// part is a message as Discord has it.
type part struct {
	content  string
	mentions []string // ids of those who are notified
	buttons  [][]chat.Button
	file     *upload // nil if none
	only     bool    // the buttons change, and nothing else of the message
}

// upload is a file that goes with a message.
type upload struct {
	name string
	data []byte
	alt  string // what it shows, "" if the message tells
}

// payload is the JSON of a message.
type payload struct {
	Content     string                       `json:"content"`
	Flags       int                          `json:"flags"`
	Mentions    allowed                      `json:"allowed_mentions"`
	Components  []discordgo.MessageComponent `json:"components"`
	Attachments []attachment                 `json:"attachments"`
	Reference   *reference                   `json:"message_reference,omitempty"`
	Nonce       string                       `json:"nonce,omitempty"`
	Enforce     bool                         `json:"enforce_nonce,omitempty"`
}

type allowed struct {
	Parse   []string `json:"parse"` // none: nobody is notified who is not in Users
	Users   []string `json:"users,omitempty"`
	Replied bool     `json:"replied_user"`
}

// attachment describes a file of a message. The library's own has no field for the description.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

type reference struct {
	Message string `json:"message_id"`
	Strict  bool   `json:"fail_if_not_exists"`
}

func (p part) payload() payload {
	body := payload{
		Content:     p.content,
		Flags:       suppressEmbeds,
		Mentions:    allowed{Parse: []string{}, Users: p.mentions},
		Components:  components(p.buttons),
		Attachments: []attachment{},
	}
	if f := p.file; f != nil {
		body.Attachments = append(body.Attachments, attachment{ID: "0", Filename: f.name, Description: cut(f.alt, longestAlt)})
	} else if strings.TrimSpace(body.Content) == "" {
		body.Content = "\u200b" // nothing at all would be refused
	}
	return body
}

// flagged is a message with flags.
func (p part) flagged(flags int) payload {
	body := p.payload()
	body.Flags |= flags
	return body
}

// turned is what the message becomes whose button was pressed: there, what is attached and not named goes.
func (p part) turned(m *message) any {
	if !p.only {
		return p.payload()
	}
	kept := []map[string]string{}
	for _, f := range m.Files {
		kept = append(kept, map[string]string{"id": f.ID})
	}
	return map[string]any{"components": components(p.buttons), "attachments": kept}
}

// body is what a message changes to.
func (p part) body() any {
	if p.only {
		return map[string]any{"components": components(p.buttons)}
	}
	return p.payload()
}

// changeTo is what one of Discord's messages changes to.
func (d *Discord) changeTo(m chat.Message) []part {
	parts := d.compose(m)
	if m.OnlyButtons {
		return []part{{buttons: parts[len(parts)-1].buttons, only: true}}
	}
	return parts
}

// Send says a message. A private one goes to the author of the interaction, or becomes a reply to what was typed. The
// Ref is that of the last part.
func (d *Discord) Send(ctx context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	ref, err := d.send(ctx, room, m)
	if err != nil {
		return "", fmt.Errorf("discord: %w", err)
	}
	return ref, nil
}

func (d *Discord) send(ctx context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	h, _ := m.Answers.(*hearing)
	if h != nil && h.event.Hidden && (m.Instead || m.OnlyButtons) {
		m.Private = true
	}
	own := h != nil && (h.event.Private || h.event.Opener.ID == h.event.From.ID)
	if (m.Instead || m.OnlyButtons) && h.pressedIn(room) && (!m.Private || own) {
		if ref, ok := d.instead(ctx, h, m); ok {
			return ref, nil
		}
	}
	if m.Private && h != nil && h.answer != nil {
		parts := d.compose(m)
		ref, err := d.tell(ctx, h.answer, parts)
		switch {
		case !expired(err):
			return ref, err
		case !h.answer.to.alone():
			d.unsaid.keep(h, h.event.Text, parts)
			return "", nil
		}
	}
	ref, err := d.say(ctx, room, m, h)
	if err == nil && m.Closes && h.pressedIn(room) {
		if m.Taken != nil {
			m.Taken(ref)
		}
		h.answer.close(ctx)
	}
	switch {
	case code(err) != missingPermissions:
	case m.Board != nil && m.Board.PNG != nil:
		// the picture may be what is not permitted; the text of the board says the same
		board := *m.Board
		board.PNG = nil
		m.Board = &board
		if ref, err = d.say(ctx, room, m, h); err == nil {
			d.complain(ctx, h, attachFiles)
		}
	case m.File != nil:
		// nothing says the same as a file, so everybody is told why there is none
		m.File = nil
		m.Text = append(slices.Clone(m.Text), chat.Span{Text: "\n" + d.lacking(h.locale(), attachFiles)})
		ref, err = d.say(ctx, room, m, h)
	}
	if c := code(err); c == cannotWriteTo || c == noMutualServer {
		if ref, ok := tellClosed(ctx, d, room, d.compose(m)); ok {
			return ref, nil
		}
	}
	switch {
	case code(err) == missingPermissions, code(err) == missingAccess:
		if h != nil && h.answer != nil {
			d.complain(ctx, h, h.answer.to.sending())
			return "", err
		}
		if d.leave(ctx, room) {
			return "", err
		}
		return "", fmt.Errorf("%w: %w", chat.ErrClosed, err)
	case closed(err):
		if d.leave(ctx, room) {
			return "", err
		}
		if c := code(err); c == cannotWriteTo || c == noMutualServer {
			d.shut.Add(room, true)
		}
		return "", fmt.Errorf("%w: %w", chat.ErrClosed, err)
	}
	return ref, err
}

// tell says all parts of a message to the author of an interaction only.
func (d *Discord) tell(ctx context.Context, a *answer, parts []part) (ref chat.Ref, err error) {
	for _, p := range parts {
		id, err := a.say(ctx, p, a.flags(), true)
		if err != nil {
			return "", err
		}
		if id != "" {
			ref = refOf(id, p)
		}
	}
	return ref, nil
}

// closed tells whether an error means that a room cannot be written to.
func closed(err error) bool {
	switch code(err) {
	case missingPermissions, missingAccess, unknownChannel, cannotWriteTo, noMutualServer, threadArchived, threadLocked:
		return true
	}
	return false
}

// instead puts a message where the button was that it answers. It is false if that cannot be done: the message is gone,
// the interaction too old, the place taken, or what there is to say is too much for one message.
func (d *Discord) instead(ctx context.Context, h *hearing, m chat.Message) (chat.Ref, bool) {
	parts := d.changeTo(m)
	if len(parts) != 1 {
		return "", false
	}
	placed, err := h.answer.replace(ctx, parts[0])
	if err != nil {
		d.Log.Info("a message is not changed but said anew", "room", h.event.Room, "event", h.event.ID, "error", err)
	}
	if !placed {
		return "", false
	}
	if h.answer.secret() {
		return "", true
	}
	if !m.Private {
		d.openers.Remove(h.answer.to.Message.ID)
	}
	return refOf(h.answer.to.Message.ID, parts[0]), true
}

// complain tells the person whose interaction is being answered which permissions the bot lacks.
func (d *Discord) complain(ctx context.Context, h *hearing, bits uint64) {
	if h == nil || h.answer == nil {
		return
	}
	if _, err := h.answer.say(ctx, part{content: escape(d.lacking(h.event.Locale, bits))}, h.answer.flags(), false); err != nil {
		d.Log.Warn("a missing permission not told", "room", h.event.Room, "error", err)
	}
}

// say posts all parts of a message. If it is said again because nobody knows whether it arrived, Discord is told so.
func (d *Discord) say(ctx context.Context, room chat.Room, m chat.Message, h *hearing) (chat.Ref, error) {
	parts := d.compose(m)
	if d.guestIn.Contains(room) {
		return d.sayAbroad(ctx, room, parts)
	}
	key := identity(room, parts)
	nonce, unsure := d.unsure.Take(key)
	switch {
	case m.Once != "":
		nonce = onceNonce(room, m.Once)
	case unsure:
	case h != nil && h.message != "": // which may be read again by the next process
		nonce = onceNonce(room, fmt.Sprint("answer ", h.said.Add(1), " to ", h.message))
	default:
		nonce = newNonce()
	}
	to := ""
	if m.Private && h != nil {
		to = h.message
	}
	var ref chat.Ref
	for n, p := range parts {
		id, err := d.post(ctx, channelOf(room), p, nonce+"."+strconv.Itoa(n), to)
		if err != nil {
			d.unsure.Put(key, nonce)
			return "", err
		}
		if ref = refOf(id, p); to != "" && len(p.buttons) > 0 {
			d.openers.Add(id, h.event.From.ID)
		}
	}
	return ref, nil
}

// post puts a message into a channel. The same nonce again, within minutes, does not put another one there.
func (d *Discord) post(ctx context.Context, channel string, p part, nonce, to string) (id string, err error) {
	body := p.payload()
	body.Nonce, body.Enforce = nonce, true
	if to != "" {
		body.Reference = &reference{Message: to}
	}
	var posted struct{ ID string }
	c := call{
		what:   "post a message",
		method: "POST", url: discordgo.EndpointChannelMessages(channel), route: "messages " + channel,
		body: body, file: p.file,
	}
	err = d.do(ctx, c, &posted)
	if code(err) == noHistory && to != "" {
		return d.post(ctx, channel, p, nonce, "") // without permission to read what it answers the bot may still speak
	}
	return posted.ID, err
}

func newNonce() string { return rand.Text()[:20] }

// onceNonce is the same for the same message whoever says it, be it this process or one after it.
func onceNonce(room chat.Room, once string) string {
	sum := sha256.Sum256([]byte(string(room) + " " + once))
	return hex.EncodeToString(sum[:10])
}

// identity is what makes a message the same when it is said again.
func identity(room chat.Room, parts []part) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%q %q ", room, p.content)
		if p.file != nil {
			fmt.Fprintf(h, "%q %q ", p.file.name, p.file.data)
		}
	}
	return string(h.Sum(nil))
}
