package discord

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/answer"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
)

// changeTo is what one of Discord's messages changes to.
func changeTo(o *outbox, m chat.Message) []styled.Part {
	parts := o.compose(m)
	if m.OnlyButtons {
		return []styled.Part{{Buttons: parts[len(parts)-1].Buttons, Only: true}}
	}
	return parts
}

// Send says a message. A private one goes to the author of the interaction, or becomes a reply to what was typed. The
// Ref is that of the last part.
func (o *outbox) Send(ctx context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	ref, err := o.send(ctx, room, m)
	if err != nil {
		return "", fmt.Errorf("discord: %w", err)
	}
	return ref, nil
}

func (o *outbox) send(ctx context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	h, _ := m.Answers.(*hearing)
	if h != nil && h.event.Hidden && (m.Instead || m.OnlyButtons) {
		m.Private = true
	}
	own := h != nil && (h.event.Private || h.event.Opener.ID == h.event.From.ID)
	if (m.Instead || m.OnlyButtons) && h.pressedIn(room) && (!m.Private || own) {
		if ref, ok := o.instead(ctx, h, m); ok {
			return ref, nil
		}
	}
	if m.Private && h != nil && h.answer != nil {
		ref, err := o.tell(ctx, h.answer, o.compose(m))
		switch {
		case !answer.Expired(err):
			return ref, err
		case !h.answer.To.Alone(): // nobody else may read it, and whoever still wants to know asks again
			o.log.Info("an answer for one person came too late", "event", h.event.ID)
			return "", nil
		}
	}
	if h == nil && o.refuses(room) {
		return "", errRefused
	}
	ref, err := o.say(ctx, room, m, h)
	if err == nil && m.Closes && h.pressedIn(room) {
		// does nothing that can fail at once
		h.answer.Close(ctx, func() { _ = o.Retire(ctx, room, chat.Ref(h.answer.To.Message.ID+withButtons)) })
	}
	switch {
	case client.Code(err) != client.MissingPermissions:
	case m.Board != nil && m.Board.PNG != nil:
		// the picture may be what is not permitted; the text of the board says the same
		board := *m.Board
		board.PNG = nil
		m.Board = &board
		if ref, err = o.say(ctx, room, m, h); err == nil {
			o.complain(ctx, h, wire.AttachFiles)
		}
	case m.File != nil:
		// nothing says the same as a file, so everybody is told why there is none
		m.File = nil
		m.Text = append(slices.Clone(m.Text), chat.Span{Text: "\n" + o.lacking(h.locale(), wire.AttachFiles)})
		ref, err = o.say(ctx, room, m, h)
	}
	if c := client.Code(err); c == client.CannotWriteTo || c == client.NoMutualServer {
		if ref, ok := o.tellClosed(ctx, room, o.compose(m)); ok {
			return ref, nil
		}
	}
	switch {
	case client.Code(err) == client.MissingPermissions, client.Code(err) == client.MissingAccess:
		if h != nil && h.answer != nil {
			o.complain(ctx, h, h.answer.To.Sending())
			return "", err
		}
		if o.leave(ctx, room) {
			return "", err
		}
		return "", fmt.Errorf("%w: %w", chat.ErrClosed, err)
	case closed(err):
		if o.leave(ctx, room) {
			return "", err
		}
		if c := client.Code(err); c == client.CannotWriteTo || c == client.NoMutualServer {
			o.shut.Put(room, true)
			o.refused.Put(room, true)
		}
		return "", fmt.Errorf("%w: %w", chat.ErrClosed, err)
	}
	return ref, err
}

// tell says all parts of a message to the author of an interaction only.
func (o *outbox) tell(ctx context.Context, a *answer.Answer, parts []styled.Part) (ref chat.Ref, err error) {
	for _, p := range parts {
		id, err := a.Say(ctx, p, a.Flags(), true)
		if err != nil {
			return "", err
		}
		if id != "" {
			ref = refOf(id, p)
		}
	}
	return ref, nil
}

// closed reports whether an error means that a room cannot be written to.
func closed(err error) bool {
	switch client.Code(err) {
	case client.MissingPermissions, client.MissingAccess, client.UnknownChannel, client.CannotWriteTo,
		client.NoMutualServer, client.ThreadArchived, client.ThreadLocked:
		return true
	}
	return false
}

// instead puts a message where the button was that it answers. It is false if that cannot be done: the message is gone,
// the interaction too old, the place taken, or what there is to say is too much for one message.
func (o *outbox) instead(ctx context.Context, h *hearing, m chat.Message) (chat.Ref, bool) {
	parts := changeTo(o, m)
	if len(parts) != 1 {
		return "", false
	}
	placed, err := h.answer.Replace(ctx, parts[0])
	if err != nil {
		o.log.Info("a message is not changed but said anew", "room", h.event.Room, "event", h.event.ID, "error", err)
	}
	if !placed {
		return "", false
	}
	if h.answer.Secret() {
		return "", true
	}
	if !m.Private {
		o.openers.Remove(h.answer.To.Message.ID)
	}
	return h.event.Pressed, true
}

// complain tells the person whose interaction is being answered which permissions the bot lacks.
func (o *outbox) complain(ctx context.Context, h *hearing, bits uint64) {
	if h == nil || h.answer == nil {
		return
	}
	if _, err := h.answer.Say(ctx, o.line(o.lacking(h.event.Locale, bits)), h.answer.Flags(), false); err != nil {
		o.log.Warn("a missing permission not told", "room", h.event.Room, "error", err)
	}
}

// lacking is the sentence about permissions that are missing.
func (o *outbox) lacking(locale string, bits uint64) string {
	return o.permissions(locale, PermissionKey, bits)
}

// permissions is a sentence that names some.
func (o *outbox) permissions(locale, key string, bits uint64) string {
	var names []string
	for _, p := range wire.Permissions {
		if bits&p.Bit != 0 {
			names = append(names, o.sentence(locale, p.Key, nil))
		}
	}
	return o.sentence(locale, key, map[string]string{"Permissions": strings.Join(names, ", ")})
}

// say posts all parts of a message: the first as the answer to the command that brings it about. A board is an ordinary
// message where the bot does not hear all texts, as it hears none that reply to the answer to an interaction.
func (o *outbox) say(ctx context.Context, room chat.Room, m chat.Message, h *hearing) (chat.Ref, error) {
	parts := o.compose(m)
	if o.guestIn.Has(room) {
		return o.sayAbroad(ctx, room, parts)
	}
	nonce := newNonce()
	if m.Once != "" {
		nonce = onceNonce(room, m.Once)
	}
	to := ""
	if m.Private && h != nil {
		to = h.message
	}
	var ref chat.Ref
	for n, p := range parts {
		id, posted := "", false
		if h != nil && h.answer != nil && h.event.Room == room && (m.Board == nil || o.content() || h.event.Private) {
			id, posted = h.answer.Post(ctx, p)
		}
		var err error
		if posted {
			o.sight.saw(wire.Channel(room), id)
		} else {
			id, err = o.post(ctx, wire.Channel(room), p, nonce+"."+strconv.Itoa(n), to)
		}
		if err != nil {
			return "", err
		}
		if ref = refOf(id, p); to != "" && len(p.Buttons) > 0 {
			o.openers.Put(id, h.event.From.ID)
		}
	}
	return ref, nil
}
