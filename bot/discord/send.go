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
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
)

// compose converts a message to Discord's form.
func (d *Discord) compose(m chat.Message) []styled.Part { return styled.Compose(d.words, m, d.caps()) }

// Send implements chat.Adapter. A private message goes to the author of the interaction, or is a reply to the author of
// a message; the Ref is that of the last part.
func (d *Discord) Send(ctx context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	h, answers := m.Answers.(*inbound)
	if !answers {
		h = &inbound{}
	}
	if ref, done, err := d.respond(ctx, room, m, h); done {
		return ref, wrap(err)
	}
	if !answers && d.refuses(room) {
		return "", wrap(errRefused)
	}
	ref, err := d.say(ctx, room, m, h)
	if err == nil && m.Closes && h.pressedIn(room) && h.answer.Close(ctx) {
		_ = d.Retire(ctx, room, chat.Ref(h.answer.to.Message.ID+withButtons)) // cannot fail at once
	}
	if client.Code(err) == discordgo.ErrCodeMissingPermissions {
		ref, err = d.sayBare(ctx, room, m, h, err)
	}
	if err != nil {
		ref, err = d.fail(ctx, room, m, h, err)
	}
	return ref, wrap(err)
}

// respond sends a message through the interaction that it answers: in place of the message with the pressed button, or
// to its author alone. done is false if that is not wanted, or no longer possible.
func (d *Discord) respond(ctx context.Context, room chat.Room, m chat.Message, h *inbound) (ref chat.Ref, done bool,
	err error) {
	if h.answer == nil {
		return "", false, nil
	}
	instead := m.Instead || m.OnlyButtons
	m.Private = m.Private || instead && h.event.Hidden
	own := h.event.Private || h.event.Opener.ID == h.event.From.ID
	if instead && h.pressedIn(room) && (!m.Private || own) {
		if ref, done = d.replace(ctx, h, m); done {
			return ref, true, nil
		}
	}
	if !m.Private {
		return "", false, nil
	}
	ref, err = d.sayParts(d.compose(m), func(p styled.Part) (string, error) {
		return h.answer.put(ctx, p, answerAuthor)
	})
	if expired(err) {
		if h.answer.to.IsDirect() {
			return "", false, nil
		}
		// nobody else may read it, and its author can ask again
		d.Log.Info("an ephemeral answer came too late", "event", h.event.ID)
		return "", true, nil
	}
	return ref, true, err
}

// sayParts sends the parts of a message. The Ref is that of the last one that has an id.
func (d *Discord) sayParts(parts []styled.Part, say func(styled.Part) (id string, err error)) (ref chat.Ref, err error) {
	for _, p := range parts {
		id, err := say(p)
		if err != nil {
			return "", err
		}
		if id != "" {
			ref = refOf(id, p)
		}
	}
	return ref, nil
}

// replace replaces the message with the pressed button. It returns false if that is impossible: the message is gone,
// the interaction has expired, the message was replaced already, or m does not fit into one.
func (d *Discord) replace(ctx context.Context, h *inbound, m chat.Message) (chat.Ref, bool) {
	parts := d.changeTo(m)
	if len(parts) != 1 {
		return "", false
	}
	id, err := h.answer.put(ctx, parts[0], replaceMessage)
	switch {
	case err != nil:
		d.Log.Info("a message cannot be edited and is sent anew", "room", h.event.Room, "event", h.event.ID, "error", err)
		return "", false
	case id == "" || h.answer.isSecret():
		return "", id != ""
	case !m.Private:
		d.messages.Change(h.answer.to.Message.ID, func(m *messageState) { m.opener = "" })
	}
	return h.event.Pressed, true
}

// say posts the parts of a message, the first one as the response to the command if possible. A board is an ordinary
// message unless the bot receives all texts, because it receives no replies to interaction responses.
func (d *Discord) say(ctx context.Context, room chat.Room, m chat.Message, h *inbound) (chat.Ref, error) {
	parts := d.compose(m)
	if d.room(room).guest {
		return d.sayByWays(ctx, room, parts)
	}
	nonce, to := nonce(room, m.Once), ""
	if m.Private {
		to = h.message
	}
	answers := h.answer != nil && h.event.Room == room &&
		(m.Board == nil || d.content.Load() || h.event.Private)
	n := 0
	return d.sayParts(parts, func(p styled.Part) (id string, err error) {
		if answers {
			id, err = h.answer.put(ctx, p, postForAll)
		}
		if err == nil && id != "" {
			d.saw(wire.Channel(room), id)
		} else {
			id, err = d.post(ctx, wire.Channel(room), p, nonce+"."+strconv.Itoa(n), to)
		}
		if n++; err == nil && to != "" && len(p.Buttons) > 0 {
			d.messages.Change(id, func(m *messageState) { m.opener = h.event.From.ID })
		}
		return id, err
	})
}

// posts is the prefix of the routes for new messages.
const posts = "messages "

// post posts a message in a channel. Within minutes, the same nonce does not post it again.
func (d *Discord) post(ctx context.Context, channel string, p styled.Part, nonce, to string) (id string, err error) {
	flags := discordgo.MessageFlags(0)
	if p.Silent {
		flags = discordgo.MessageFlagsSuppressNotifications
	}
	body := p.Payload(flags)
	body.Nonce, body.Enforce = nonce, true
	if to != "" {
		body.Reference = &discordgo.MessageReference{MessageID: to, FailIfNotExists: new(bool)}
	}
	var posted struct{ ID string }
	err = d.client.Do(ctx, client.Call{What: "post a message", Method: "POST",
		URL: discordgo.EndpointChannelMessages(channel), Route: posts + channel, Body: body, File: p.File}, &posted)
	if client.Code(err) == discordgo.ErrCodeCannotReplyWithoutPermissionToReadMessageHistory && to != "" {
		return d.post(ctx, channel, p, nonce, "") // without permission to read the message history the bot can still post
	}
	if err == nil {
		d.saw(channel, posted.ID)
	}
	return posted.ID, err
}

// nonce returns the same value for the same idempotency key in every process.
func nonce(room chat.Room, once string) string {
	if once == "" {
		return rand.Text()[:20]
	}
	sum := sha256.Sum256([]byte(string(room) + " " + once))
	return hex.EncodeToString(sum[:10])
}

// sayBare sends a message without the picture or file that was not permitted. A board's text replaces its picture; a
// file has no replacement, so everybody is told why it is missing.
func (d *Discord) sayBare(ctx context.Context, room chat.Room, m chat.Message, h *inbound,
	err error) (ref chat.Ref, now error) {
	switch {
	case m.Board != nil && m.Board.PNG != nil:
		board := *m.Board
		board.PNG = nil
		m.Board = &board
		if ref, err = d.say(ctx, room, m, h); err == nil {
			d.complain(h, discordgo.PermissionAttachFiles)
		}
	case m.File != nil:
		m.File = nil
		m.Text = append(slices.Clone(m.Text),
			chat.Span{Text: "\n" + d.permissions(h.event.Locale, PermissionKey, discordgo.PermissionAttachFiles)})
		ref, err = d.say(ctx, room, m, h)
	}
	return ref, err
}

// complain tells the author of an interaction which permissions the bot lacks.
func (d *Discord) complain(h *inbound, bits uint64) {
	if h.answer != nil {
		d.whisper(h.answer, d.permissions(h.event.Locale, PermissionKey, bits))
	}
}

// noMutualServer is Discord's code for a message to a person who shares no server with the bot.
const noMutualServer = 50278

// fail handles the error of a message. If the room can no longer be written to, the error wraps chat.ErrClosed, unless
// the match continues in another room.
func (d *Discord) fail(ctx context.Context, room chat.Room, m chat.Message, h *inbound, err error) (chat.Ref, error) {
	code := client.Code(err)
	deaf := code == discordgo.ErrCodeCannotSendMessagesToThisUser || code == noMutualServer
	if deaf {
		if ref, err := d.sayByWays(ctx, room, d.compose(m)); err == nil {
			return ref, nil
		}
	}
	if !closed(err) {
		return "", err
	}
	if h.answer != nil && (code == discordgo.ErrCodeMissingPermissions || code == discordgo.ErrCodeMissingAccess) {
		d.complain(h, h.answer.to.Sending())
		return "", err
	}
	if d.leave(ctx, room) {
		return "", err
	}
	if deaf {
		d.rooms.Change(wire.Channel(room), func(r *roomState) { r.missed, r.refused = true, time.Now() })
	}
	return "", fmt.Errorf("%w: %w", chat.ErrClosed, err)
}

// closed reports whether an error means that a room cannot be written to.
func closed(err error) bool {
	switch client.Code(err) {
	case discordgo.ErrCodeMissingPermissions, discordgo.ErrCodeMissingAccess, discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeCannotSendMessagesToThisUser,
		noMutualServer, discordgo.ErrCodePerformedOperationOnArchivedThread, discordgo.ErrCodeThreadIsLocked:
		return true
	}
	return false
}

// withButtons is the suffix of the Ref of a message with buttons; chat.Ref.Is ignores it.
const withButtons = "+"

// refOf returns the Ref of a message with an id.
func refOf(id string, p styled.Part) chat.Ref {
	if len(p.Buttons) > 0 {
		id += withButtons
	}
	return chat.Ref(id)
}

// messageOf returns the id of a message, and whether its Ref says that it has buttons.
func messageOf(ref chat.Ref) (id string, dressed bool) {
	return strings.CutSuffix(string(ref), withButtons)
}

// changeTo returns the parts that an edit consists of.
func (d *Discord) changeTo(m chat.Message) []styled.Part {
	parts := d.compose(m)
	if m.OnlyButtons {
		return []styled.Part{{Buttons: parts[len(parts)-1].Buttons, Only: true}}
	}
	return parts
}

// Edit implements chat.Adapter: it replaces text, picture and buttons, without a notification. It fails if the text is
// too long for one message, or the message is gone.
func (d *Discord) Edit(ctx context.Context, room chat.Room, ref chat.Ref, m chat.Message) error {
	id, dressed := messageOf(ref)
	parts := d.changeTo(m)
	if id == "" || len(parts) != 1 {
		return fmt.Errorf("discord: change a message: %d messages cannot take the place of %q", len(parts), ref)
	}
	if len(parts[0].Buttons) > 0 && !dressed {
		d.messages.Change(id, func(m *messageState) { m.dressed = true }) // its Ref does not say so
	}
	return wrap(d.change(ctx, room, id, client.Call{What: "change a message", Method: "PATCH", Body: parts[0].Body(nil),
		File: parts[0].File}))
}

// Retire implements chat.Adapter. It removes the buttons at low priority, as presses of old buttons are refused anyway;
// if one of them was just pressed, the answer to that press removes them.
func (d *Discord) Retire(ctx context.Context, room chat.Room, ref chat.Ref) error {
	id, dressed := messageOf(ref)
	is := d.messages.Value(id)
	if !dressed && !is.dressed {
		return nil
	}
	bare := styled.Part{Only: true}
	if is.isPressed() {
		if id, err := is.pressed.put(ctx, bare, replaceMessage); err == nil && id != "" {
			return nil
		}
	}
	d.idle.Put(room, adapter.Job{Do: func() {
		// buttons that stay are refused when pressed
		_ = d.change(d.life, room, id, client.Call{What: "take buttons off a message", Method: "PATCH", Body: bare.Body(nil),
			Idle: true})
	}})
	return nil
}

// Remove implements chat.Adapter.
func (d *Discord) Remove(ctx context.Context, room chat.Room, ref chat.Ref) error {
	id, _ := messageOf(ref)
	if id == "" {
		return nil
	}
	err := d.change(ctx, room, id, client.Call{What: "delete a message", Method: "DELETE", Idle: true})
	switch client.Code(err) {
	// it is gone, or ephemeral and dismissed by its reader
	case discordgo.ErrCodeUnknownMessage, discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeInvalidWebhookTokenProvided:
		return nil
	}
	return wrap(err)
}

// aged is the age from which Discord limits edits of a message more strictly.
const aged = time.Hour

// change makes a call that edits or deletes a message of a room.
func (d *Discord) change(ctx context.Context, room chat.Room, id string, c client.Call) error {
	channel := wire.Channel(room)
	c.URL, c.Route = discordgo.EndpointChannelMessage(channel, id), c.Method+" "+channel
	if is := d.messages.Value(id); time.Now().Before(is.until) { // this is the only URL
		c.URL, c.Route = is.address, ""
	} else if c.Method == "PATCH" && d.room(room).guest {
		return errGuest
	} else if c.Method == "PATCH" && d.client.Clock.At(time.Now()).Sub(wire.TimeOf(id)) > aged {
		c.Route = "old " + c.Route
	}
	return d.client.Do(ctx, c, nil)
}

// Address implements chat.Direct.
func (d *Discord) Address(room chat.Room, ref chat.Ref) string {
	server := d.room(room).server
	id, _ := messageOf(ref)
	if server == "" || id == "" {
		return ""
	}
	return "https://discord.com/channels/" + server + "/" + wire.Channel(room) + "/" + id
}
