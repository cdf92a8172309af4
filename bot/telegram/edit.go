package telegram

import (
	"context"
	"errors"
	"fmt"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/styled"
	"tabuleiro/bot/telegram/wire"
)

// Telegram makes a picture or a file of a text, and each of the other, but never a text of them. A change calls
// no one and opens no box for the reply, and a message that has opened one is never changed.

// errFixed is why something is not even tried.
var errFixed = errors.New("the message cannot become this one")

// messageState is what decides how a message can be changed.
type messageState struct {
	media bool  // it has a picture or a file, and will not be a text again
	keys  bool  // it has buttons
	owner int64 // who has led to it, 0 if that is nobody
	brief bool  // its buttons are chat.Message.Fleeting
	box   bool  // it opened a box for the reply, and cannot be changed
	away  bool  // it was deleted

	thread int // the topic that it is in, 0 if none

	at    time.Time // when it was sent; zero for one from before the start
	place int       // among the bot's own in its chat
}

// shapeOf is the shape of a message. Of those from before the start it is not known: what is tried with them may be
// refused.
func (t *Telegram) shapeOf(of wire.Ref) messageState {
	if is, ok := t.shapes.Get(of); ok {
		return is
	}
	return messageState{keys: true}
}

// shapeNow is the shape of a message whose button was pressed: of that Telegram has told.
func (t *Telegram) shapeNow(of wire.Ref, c *replyContext) messageState {
	is := t.shapeOf(of)
	is.media, is.thread = c.media, c.heard.Thread
	return is
}

// Edit implements chat.Adapter. It waits for the chat's turn, as Send does.
func (t *Telegram) Edit(ctx context.Context, _ chat.Room, name chat.Ref, m chat.Message) error {
	of, err := wire.ParseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: edit: %w", err)
	}
	ctx, cancel := t.within(ctx, t.Times.Send)
	defer cancel()
	defer t.showAhead(ctx, wire.Spot{Chat: of.Chat}, m)()
	if err = t.change(ctx, of, t.shapeOf(of), m); err != nil {
		return fmt.Errorf("telegram: edit %s: %w", name, err)
	}
	return nil
}

// Retire implements chat.Adapter. It is done when a chat has nothing better to do, or not at all: buttons that stay are
// no harm. Those that a player has changed for the second step of a move stay: a move costs two calls, and no third
// one.
func (t *Telegram) Retire(_ context.Context, _ chat.Room, name chat.Ref) error {
	of, err := wire.ParseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: retire: %w", err)
	}
	if is := t.shapeOf(of); is.keys && !is.brief && !t.gone(of) {
		t.retire(of, is)
	}
	return nil
}

// Remove implements chat.Adapter. Telegram does not count it.
func (t *Telegram) Remove(ctx context.Context, _ chat.Room, name chat.Ref) error {
	of, err := wire.ParseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: remove: %w", err)
	}
	t.remove(ctx, of, t.shapeOf(of))
	return nil
}

// pressed is the message whose button was pressed, if it is in a room and may be changed; else nil.
func (t *Telegram) pressed(c *replyContext, at wire.Spot) *wire.Ref {
	if c == nil || c.query == "" || c.message == 0 || t.moves.current(at) != c.heard {
		return nil
	}
	return &wire.Ref{Chat: c.heard.Chat, Message: c.message}
}

// change makes a message of ours another one, or gives it other buttons, when it is the chat's turn.
func (t *Telegram) change(ctx context.Context, of wire.Ref, is messageState, m chat.Message) error {
	parts := t.fit(of.Chat, m)
	if is.brief = m.Fleeting; m.OnlyButtons {
		return t.rekey(ctx, of, is, styled.Keys(parts[len(parts)-1].Buttons), classOf(m))
	}
	p := t.pack(parts[0])
	if len(parts) > 1 || is.box || t.gone(of) || p.kind == asText && (is.media || chat.Trim(p.Plain) == "") {
		return errFixed
	}
	_, err := t.deliver(ctx, p.changing(of))
	f := client.AsFailure(err)
	if f.Moved != 0 {
		t.noteMove(wire.Spot{Chat: of.Chat}, wire.Spot{Chat: f.Moved})
	}
	if errors.Is(err, pace.ErrOvertaken) {
		return nil // by a change that is newer
	}
	if err != nil && !f.Unmodified() {
		return err
	}
	is.media, is.keys = is.media || p.kind != asText, len(p.keys.InlineKeyboard) > 0
	t.shapes.Put(of, is)
	return nil
}

// changing is the request that makes a message of ours this one.
func (p outgoing) changing(of wire.Ref) client.Request {
	r := edit("editMessageText", of, classOf(p.Message))
	r.Call.Overtaken, r.Params["reply_markup"] = p.Overtaken, p.keys
	if p.kind == asText {
		r.Params["text"], r.Params["entities"], r.Params["link_preview_options"] = p.Plain, p.Entities, noPreview
		return r
	}
	r.Method, r.Upload = "editMessageMedia", p.upload()
	media := map[string]any{"type": p.kind, "media": "attach://" + r.Upload.Field}
	if p.Plain != "" {
		media["caption"], media["caption_entities"] = p.Plain, p.Entities
	}
	r.Params["media"] = media
	return r
}

// edit is a request about a message of ours.
func edit(method string, of wire.Ref, class pace.Class) client.Request {
	return client.Request{Method: method, Call: &pace.Call{Chat: of.Chat, Of: of, Class: class},
		Params: client.Params{"chat_id": of.Chat, "message_id": of.Message}}
}

// rekey gives a message other buttons, when it is the chat's turn. A message that has the buttons is as it should be,
// and so is one that is to have none and is gone, or opened a box for the reply, which Telegram does not change.
func (t *Telegram) rekey(ctx context.Context, of wire.Ref, is messageState, k tgbotapi.InlineKeyboardMarkup, class pace.Class) error {
	r := edit("editMessageReplyMarkup", of, class)
	r.Params["reply_markup"] = k
	_, err := t.deliver(ctx, r)
	if errors.Is(err, pace.ErrOvertaken) {
		return nil // by a change that is newer
	}
	f := client.AsFailure(err)
	gone := f.Closes() != nil || f.Says("message to edit not found", "MESSAGE_ID_INVALID", "message can't be edited")
	if is.keys = len(k.InlineKeyboard) > 0; err != nil && !f.Unmodified() && (is.keys || !gone) {
		return err
	}
	t.shapes.Put(of, is)
	return nil
}

// retireTimeout is how long old buttons wait for their chat to be quiet.
const retireTimeout = 5 * time.Minute

// retire takes the buttons off a message when its chat has nothing better to do, or not at all.
func (t *Telegram) retire(of wire.Ref, is messageState) {
	go func() {
		ctx, cancel := t.within(context.Background(), retireTimeout)
		defer cancel()
		err := t.rekey(ctx, of, is, styled.Keys(nil), pace.Spares)
		if err != nil {
			t.Log.Info("telegram: the buttons of a message stay", "error", err)
		}
	}()
}

// remove deletes a message of ours that has done its service. Telegram does that within two days of its sending; later
// the buttons are taken off. Deleting counts for no limit of a chat.
func (t *Telegram) remove(ctx context.Context, of wire.Ref, is messageState) {
	r := edit("deleteMessage", of, pace.Spares)
	r.Call = nil
	t.shapes.Put(of, messageState{away: true})
	err := t.line.Insist(ctx, r, nil)
	if err != nil {
		t.shapes.Put(of, is)
	}
	if f := client.AsFailure(err); f.Spoken && !f.Passing() {
		t.retire(of, is)
	} else if err != nil {
		t.Log.Info("telegram: a message stays that has done its service", "error", err)
	}
}
