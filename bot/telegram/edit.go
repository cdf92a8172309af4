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

// Telegram can edit a text into a photo or a document and either of these into the other, but neither back into a text.
// An edit notifies nobody and cannot open a reply box (force_reply), and a message that opened one cannot be edited.

// errFixed means that an edit was not attempted because Telegram does not allow it.
var errFixed = errors.New("the message cannot become this one")

// messageState determines how a message can be edited.
type messageState struct {
	media bool  // has a picture or a file, and cannot become a text again
	keys  bool  // has buttons
	owner int64 // the person whose event it answers, 0 if nobody
	brief bool  // its buttons are chat.Message.Fleeting
	box   bool  // opened a reply box, and cannot be edited
	away  bool  // was deleted

	thread int // topic of the message, 0 if none

	at    time.Time // when it was sent; zero if before the start
	place int       // its number among the bot's messages in the chat
}

// shapeOf returns the state of a message. For messages from before the start it is a guess, and Telegram may refuse the
// edit.
func (t *Telegram) shapeOf(of wire.Ref) messageState {
	if is, ok := t.shapes.Get(of); ok {
		return is
	}
	return messageState{keys: true}
}

// shapeNow returns the state of the message whose button was pressed, updated with what Telegram sent along with the
// press.
func (t *Telegram) shapeNow(of wire.Ref, c *replyContext) messageState {
	is := t.shapeOf(of)
	is.media, is.thread = c.media, c.heard.Thread
	return is
}

// Edit implements chat.Adapter. Like Send it waits in the queue of the chat.
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

// Retire implements chat.Adapter: it removes the buttons in the background when the chat's queue is idle, or never.
// Fleeting buttons stay, so that a move in two steps costs two calls and not a third.
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

// Remove implements chat.Adapter. Telegram does not count deletions against a rate limit.
func (t *Telegram) Remove(ctx context.Context, _ chat.Room, name chat.Ref) error {
	of, err := wire.ParseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: remove: %w", err)
	}
	t.remove(ctx, of, t.shapeOf(of))
	return nil
}

// pressed returns the message whose button was pressed if it is in the room and may be edited, else nil.
func (t *Telegram) pressed(c *replyContext, at wire.Spot) *wire.Ref {
	if c == nil || c.query == "" || c.message == 0 || t.moves.current(at) != c.heard {
		return nil
	}
	return &wire.Ref{Chat: c.heard.Chat, Message: c.message}
}

// change turns a message of the bot into m, or replaces only its buttons, when the chat's queue allows.
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
		return nil // by a newer change
	}
	if err != nil && !f.Unmodified() {
		return err
	}
	is.media, is.keys = is.media || p.kind != asText, len(p.keys.InlineKeyboard) > 0
	t.shapes.Put(of, is)
	return nil
}

// changing returns the request that edits a message of the bot into this one.
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

// edit returns a request about a message of the bot.
func edit(method string, of wire.Ref, class pace.Class) client.Request {
	return client.Request{Method: method, Call: &pace.Call{Chat: of.Chat, Of: of, Class: class},
		Params: client.Params{"chat_id": of.Chat, "message_id": of.Message}}
}

// rekey replaces the buttons of a message when the chat's queue allows. It succeeds if the buttons are already those,
// and if they are to be removed from a message that is gone or cannot be edited.
func (t *Telegram) rekey(ctx context.Context, of wire.Ref, is messageState, k tgbotapi.InlineKeyboardMarkup, class pace.Class) error {
	r := edit("editMessageReplyMarkup", of, class)
	r.Params["reply_markup"] = k
	_, err := t.deliver(ctx, r)
	if errors.Is(err, pace.ErrOvertaken) {
		return nil // by a newer change
	}
	f := client.AsFailure(err)
	gone := f.Closes() != nil || f.Says("message to edit not found", "MESSAGE_ID_INVALID", "message can't be edited")
	if is.keys = len(k.InlineKeyboard) > 0; err != nil && !f.Unmodified() && (is.keys || !gone) {
		return err
	}
	t.shapes.Put(of, is)
	return nil
}

// retireTimeout limits how long the removal of old buttons waits for the chat to be quiet.
const retireTimeout = 5 * time.Minute

// retire removes the buttons of a message in the background when its chat's queue is idle, or never.
func (t *Telegram) retire(of wire.Ref, is messageState) {
	go func() {
		ctx, cancel := t.within(context.Background(), retireTimeout)
		defer cancel()
		err := t.rekey(ctx, of, is, styled.Keys(nil), pace.Spares)
		if err != nil {
			t.Log.Info("telegram: the buttons of a message cannot be removed", "error", err)
		}
	}()
}

// remove deletes a message of the bot; if Telegram refuses, as it does two days after sending, its buttons are removed
// instead. Deletions do not count against the chat's rate limit.
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
		t.Log.Info("telegram: an old message cannot be deleted", "error", err)
	}
}
