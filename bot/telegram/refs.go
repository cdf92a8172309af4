package telegram

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/styled"
	"tabuleiro/bot/telegram/wire"
)

// shape is what decides how a message can be changed.
type shape struct {
	media bool  // it has a picture or a file, and will not be a text again
	keys  bool  // it has buttons
	owner int64 // who has led to it, 0 if that is nobody
	brief bool  // its buttons are chat.Message.Fleeting
	box   bool  // it opened a box for the reply, and cannot be changed
	away  bool  // it was deleted

	thread int // the topic that it is in, 0 if none
}

// retireWithin is how long old buttons wait for their chat to be quiet; those that stay do no harm.
const retireWithin = 5 * time.Minute

// unknown is the shape of messages from before the start: what is tried with them may be refused.
var unknown = shape{keys: true}

func (o *outbox) shapeOf(of wire.Ref) shape {
	if is, ok := o.shapes.Get(of); ok {
		return is
	}
	return unknown
}

// remember notes the shape of a message.
func (o *outbox) remember(of wire.Ref, is shape) { o.shapes.Put(of, is) }

// release is Telegram.Retire.
func (o *outbox) release(name chat.Ref) error {
	of, err := wire.ParseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: retire: %w", err)
	}
	if is := o.shapeOf(of); is.keys && !is.brief && !o.gone(of) {
		o.retire(of, is)
	}
	return nil
}

// retire takes the buttons off a message when its chat has nothing better to do, or not at all.
func (o *outbox) retire(of wire.Ref, is shape) {
	go func() {
		ctx, cancel := within(context.Background(), o.life, retireWithin)
		defer cancel()
		err := o.rekey(ctx, of, is, styled.Keys(nil), pace.Spares)
		if err != nil && !errors.Is(err, pace.ErrOvertaken) {
			o.log.Info("telegram: the buttons of a message stay", "error", err)
		}
	}()
}

// remove deletes a message of ours that has done its service. Telegram does that within two days of its sending; later
// the buttons are taken off. Deleting counts for no limit of a chat.
func (o *outbox) remove(ctx context.Context, of wire.Ref, is shape) {
	params := tgbotapi.Params{"chat_id": strconv.FormatInt(of.Chat, 10), "message_id": strconv.Itoa(of.Message)}
	o.remember(of, shape{away: true})
	err := o.line.Insist(ctx, client.Request{Method: "deleteMessage", Params: params}, nil)
	if err != nil {
		o.remember(of, is)
	}
	if f := client.AsFailure(err); f.Spoken && !f.Passing() {
		o.retire(of, is)
	} else if err != nil {
		o.log.Info("telegram: a message stays that has done its service", "error", err)
	}
}

// gone reports whether a message is in a chat that has moved: messages do not keep their names.
func (o *outbox) gone(of wire.Ref) bool { return o.moves.now(wire.Spot{Chat: of.Chat}).Chat != of.Chat }

// rekey gives a message other buttons, when it is the chat's turn.
func (o *outbox) rekey(ctx context.Context, of wire.Ref, is shape, k styled.Keyboard, class pace.Class) error {
	r, err := rekeying(of, k)
	if err != nil {
		return err
	}
	r.Call = &pace.Call{Chat: of.Chat, Of: of, Class: class}
	_, err = o.deliver(ctx, r)
	return o.rekeyed(of, is, len(k.Rows) > 0, err)
}

// rekeying is the request for other buttons.
func rekeying(of wire.Ref, k styled.Keyboard) (client.Request, error) {
	params := tgbotapi.Params{"chat_id": strconv.FormatInt(of.Chat, 10), "message_id": strconv.Itoa(of.Message)}
	return client.Request{Method: "editMessageReplyMarkup", Params: params, Chat: of.Chat},
		params.AddInterface("reply_markup", k)
}

// rekeyed notes what came of that. A message that has the buttons is as it should be, and so is one that is to have
// none and is gone, or opened a box for the reply, which Telegram does not change.
func (o *outbox) rekeyed(of wire.Ref, is shape, keys bool, err error) error {
	f := client.AsFailure(err)
	gone := f.Closes() || f.Says("message to edit not found", "MESSAGE_ID_INVALID", "message can't be edited")
	if err != nil && !f.Unmodified() && (keys || !gone) {
		return err
	}
	is.keys = keys
	o.remember(of, is)
	return nil
}
