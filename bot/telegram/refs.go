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
	media bool // it has a picture or a file, and will not be a text again
	keys  bool // it has buttons
	box   bool // it opened a box for the reply, and cannot be changed
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

// Retire implements chat.Retirer.
func (t *Telegram) Retire(ctx context.Context, _ chat.Room, name chat.Ref) error {
	of, err := parseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: retire: %w", err)
	}
	is := t.shapeOf(of)
	if !is.keys || t.gone(of) {
		return nil
	}
	ctx, cancel := t.within(ctx, t.Times.Edit)
	defer cancel()
	if err := t.rekey(ctx, of, is, keys(nil)); err != nil {
		return fmt.Errorf("telegram: retire %s: %w", name, err)
	}
	return nil
}

// gone tells whether a message is in a chat that has moved: messages do not keep their names.
func (t *Telegram) gone(of ref) bool { return t.now(spot{chat: of.chat}).chat != of.chat }

// rekey gives a message other buttons. A message that has them is as it should be, and so is one that is to have none and is
// gone, or opened a box for the reply, which Telegram does not change.
func (t *Telegram) rekey(ctx context.Context, of ref, is shape, k keyboard) error {
	params := tgbotapi.Params{"chat_id": strconv.FormatInt(of.chat, 10), "message_id": strconv.Itoa(of.message)}
	if err := params.AddInterface("reply_markup", k); err != nil {
		return err
	}
	err := t.line.insist(ctx, request{method: "editMessageReplyMarkup", params: params}, nil)
	f := asFailure(err)
	gone := f.closes() || f.says("message to edit not found", "MESSAGE_ID_INVALID", "message can't be edited")
	if err != nil && !f.unmodified() && !(len(k.Rows) == 0 && gone) {
		return err
	}
	is.keys = len(k.Rows) > 0
	t.remember(of, is)
	return nil
}

// unmodified tells whether Telegram had nothing to change.
func (f *failure) unmodified() bool { return f.says("message is not modified") }
