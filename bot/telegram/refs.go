package telegram

import (
	"context"
	"fmt"
	"strconv"

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

	thread int // the topic that it is in, 0 if none
}

// unknown is the shape of messages from before the start: what is tried with them may be refused.
var unknown = shape{keys: true}

func (t *Telegram) shapeOf(of wire.Ref) shape {
	if is, ok := t.shapes.Get(of); ok {
		return is
	}
	return unknown
}

// remember notes the shape of a message.
func (t *Telegram) remember(of wire.Ref, is shape) { t.shapes.Add(of, is) }

// Retire implements chat.Retirer. It is done when a chat has nothing better to do, or not at all: buttons that stay are no harm.
// Those that a player has changed for the second step of a move stay: a move costs two calls, and no third one.
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

func (t *Telegram) retire(of wire.Ref, is shape) {
	t.lanes.Spare(t.life, of.Chat, pace.Errand{Of: of, Do: func(ctx context.Context, place *pace.Ticket) {
		ctx, cancel := context.WithTimeout(ctx, t.Times.Edit)
		defer cancel()
		r, err := rekeying(of, styled.Keys(nil))
		if r.Place = place; err == nil {
			err = t.rekeyed(of, is, false, t.line.Insist(ctx, r, nil))
		}
		if err != nil {
			t.Log.Info("telegram: the buttons of a message stay", "error", err)
		}
	}})
}

// remove deletes a message of ours that has done its service. Telegram does that within two days of its sending; later the buttons
// are taken off.
func (t *Telegram) remove(ctx context.Context, of wire.Ref, is shape) {
	err := func() error {
		place, err := t.lanes.Enter(ctx, of.Chat, of)
		if err != nil {
			return err
		}
		defer place.Leave()
		params := tgbotapi.Params{"chat_id": strconv.FormatInt(of.Chat, 10), "message_id": strconv.Itoa(of.Message)}
		return t.line.Insist(ctx, client.Request{Method: "deleteMessage", Params: params, Chat: of.Chat, Place: place}, nil)
	}()
	if f := client.AsFailure(err); f.Spoken && !f.Passing() {
		err = t.rekey(ctx, of, is, styled.Keys(nil))
	}
	if err != nil {
		t.Log.Info("telegram: a menu stays", "error", err)
	}
}

// gone tells whether a message is in a chat that has moved: messages do not keep their names.
func (t *Telegram) gone(of wire.Ref) bool { return t.now(wire.Spot{Chat: of.Chat}).Chat != of.Chat }

// rekey gives a message other buttons, when it is the chat's turn.
func (t *Telegram) rekey(ctx context.Context, of wire.Ref, is shape, k styled.Keyboard) error {
	r, err := rekeying(of, k)
	if err != nil {
		return err
	}
	_, err = t.deliver(ctx, of.Chat, of, r)
	return t.rekeyed(of, is, len(k.Rows) > 0, err)
}

// rekeying is the request for other buttons.
func rekeying(of wire.Ref, k styled.Keyboard) (client.Request, error) {
	params := tgbotapi.Params{"chat_id": strconv.FormatInt(of.Chat, 10), "message_id": strconv.Itoa(of.Message)}
	return client.Request{Method: "editMessageReplyMarkup", Params: params, Chat: of.Chat}, params.AddInterface("reply_markup", k)
}

// rekeyed notes what came of that. A message that has the buttons is as it should be, and so is one that is to have none and
// is gone, or opened a box for the reply, which Telegram does not change.
func (t *Telegram) rekeyed(of wire.Ref, is shape, keys bool, err error) error {
	f := client.AsFailure(err)
	gone := f.Closes() || f.Says("message to edit not found", "MESSAGE_ID_INVALID", "message can't be edited")
	if err != nil && !f.Unmodified() && (keys || !gone) {
		return err
	}
	is.keys = keys
	t.remember(of, is)
	return nil
}
