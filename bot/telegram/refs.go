package telegram

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
)

// ref is what a chat.Ref tells: "-100200/31" is message 31 of that chat. It stays the same whatever the message becomes.
type ref struct {
	chat    int64
	message int
}

func (r ref) String() string { return strconv.FormatInt(r.chat, 10) + "/" + strconv.Itoa(r.message) }

func parseRef(text chat.Ref) (ref, error) {
	in, of, _ := strings.Cut(string(text), "/")
	chatID, err := strconv.ParseInt(in, 10, 64)
	message, wrong := strconv.Atoi(of)
	if err != nil || wrong != nil {
		return ref{}, fmt.Errorf("%q is not the name of a message", text)
	}
	return ref{chatID, message}, nil
}

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

func (t *Telegram) shapeOf(of ref) shape {
	if is, ok := t.shapes.Get(of); ok {
		return is
	}
	return unknown
}

// remember notes the shape of a message.
func (t *Telegram) remember(of ref, is shape) { t.shapes.Add(of, is) }

// Retire implements chat.Retirer. It is done when a chat has nothing better to do, or not at all: buttons that stay are no harm.
// Those that a player has changed for the second step of a move stay: a move costs two calls, and no third one.
func (t *Telegram) Retire(_ context.Context, _ chat.Room, name chat.Ref) error {
	of, err := parseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: retire: %w", err)
	}
	if is := t.shapeOf(of); is.keys && !is.brief && !t.gone(of) {
		t.retire(of, is)
	}
	return nil
}

func (t *Telegram) retire(of ref, is shape) {
	t.lanes.spare(t.life, of.chat, errand{of, func(ctx context.Context, place *ticket) {
		ctx, cancel := context.WithTimeout(ctx, t.Times.Edit)
		defer cancel()
		r, err := rekeying(of, keys(nil))
		if r.place = place; err == nil {
			err = t.rekeyed(of, is, false, t.line.insist(ctx, r, nil))
		}
		if err != nil {
			t.Log.Info("telegram: the buttons of a message stay", "error", err)
		}
	}})
}

// remove deletes a message of ours that has done its service. Telegram does that within two days of its sending; later the buttons
// are taken off.
func (t *Telegram) remove(ctx context.Context, of ref, is shape) {
	err := func() error {
		place, err := t.lanes.enter(ctx, of.chat, of)
		if err != nil {
			return err
		}
		defer place.leave()
		params := tgbotapi.Params{"chat_id": strconv.FormatInt(of.chat, 10), "message_id": strconv.Itoa(of.message)}
		return t.line.insist(ctx, request{method: "deleteMessage", params: params, chat: of.chat, place: place}, nil)
	}()
	if f := asFailure(err); f.spoken && !f.passing() {
		err = t.rekey(ctx, of, is, keys(nil))
	}
	if err != nil {
		t.Log.Info("telegram: a menu stays", "error", err)
	}
}

// gone tells whether a message is in a chat that has moved: messages do not keep their names.
func (t *Telegram) gone(of ref) bool { return t.now(spot{chat: of.chat}).chat != of.chat }

// rekey gives a message other buttons, when it is the chat's turn.
func (t *Telegram) rekey(ctx context.Context, of ref, is shape, k keyboard) error {
	r, err := rekeying(of, k)
	if err != nil {
		return err
	}
	_, err = t.deliver(ctx, of.chat, of, r)
	return t.rekeyed(of, is, len(k.Rows) > 0, err)
}

// rekeying is the request for other buttons.
func rekeying(of ref, k keyboard) (request, error) {
	params := tgbotapi.Params{"chat_id": strconv.FormatInt(of.chat, 10), "message_id": strconv.Itoa(of.message)}
	return request{method: "editMessageReplyMarkup", params: params, chat: of.chat}, params.AddInterface("reply_markup", k)
}

// rekeyed notes what came of that. A message that has the buttons is as it should be, and so is one that is to have none and
// is gone, or opened a box for the reply, which Telegram does not change.
func (t *Telegram) rekeyed(of ref, is shape, keys bool, err error) error {
	f := asFailure(err)
	gone := f.closes() || f.says("message to edit not found", "MESSAGE_ID_INVALID", "message can't be edited")
	if err != nil && !f.unmodified() && (keys || !gone) {
		return err
	}
	is.keys = keys
	t.remember(of, is)
	return nil
}

// unmodified tells whether Telegram had nothing to change.
func (f *failure) unmodified() bool { return f.says("message is not modified") }
