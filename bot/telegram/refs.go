package telegram

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
)

// ref is what a chat.Ref tells of a message of ours: "-100200/31/mk" is message 31 of that chat with the marks m and k.
type ref struct {
	chat    int64
	message int
	media   bool // m: it has a picture or a file, and will not be a text again
	keys    bool // k: it had buttons when it was sent
	box     bool // r: it opened a box for the reply, and cannot be changed
}

func (r ref) String() string {
	marks := ""
	for _, m := range []struct {
		is   bool
		mark string
	}{{r.media, "m"}, {r.keys, "k"}, {r.box, "r"}} {
		if m.is {
			marks += m.mark
		}
	}
	return strconv.FormatInt(r.chat, 10) + "/" + strconv.Itoa(r.message) + "/" + marks
}

// parseRef reads a chat.Ref. Without a second slash it is from when only messages with buttons had one.
func parseRef(text chat.Ref) (ref, error) {
	in, rest, _ := strings.Cut(string(text), "/")
	of, marks, marked := strings.Cut(rest, "/")
	chatID, err := strconv.ParseInt(in, 10, 64)
	message, wrong := strconv.Atoi(of)
	if err != nil || wrong != nil {
		return ref{}, fmt.Errorf("%q is not the name of a message", text)
	}
	return ref{
		chat:    chatID,
		message: message,
		media:   strings.Contains(marks, "m"),
		keys:    strings.Contains(marks, "k") || !marked,
		box:     strings.Contains(marks, "r"),
	}, nil
}

// Retire implements chat.Retirer.
func (t *Telegram) Retire(ctx context.Context, _ chat.Room, name chat.Ref) error {
	of, err := parseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: retire: %w", err)
	}
	t.mu.Lock()
	had := of.keys || t.keyed[of]
	t.mu.Unlock()
	if !had || t.gone(of) {
		return nil
	}
	ctx, cancel := t.within(ctx, t.Times.Edit)
	defer cancel()
	if err := t.rekey(ctx, of.chat, of.message, keys(nil)); err != nil {
		return fmt.Errorf("telegram: retire %s: %w", name, err)
	}
	return nil
}

// gone tells whether a message is in a chat that has moved: messages do not keep their names.
func (t *Telegram) gone(of ref) bool { return t.now(spot{chat: of.chat}).chat != of.chat }

// rekey gives a message other buttons. A message that has them, or is gone, is as it should be.
func (t *Telegram) rekey(ctx context.Context, chatID int64, message int, k keyboard) error {
	params := tgbotapi.Params{"chat_id": strconv.FormatInt(chatID, 10), "message_id": strconv.Itoa(message)}
	if err := params.AddInterface("reply_markup", k); err != nil {
		return err
	}
	err := t.line.insist(ctx, request{method: "editMessageReplyMarkup", params: params}, nil)
	f := asFailure(err)
	gone := f.closes() || f.says("message to edit not found", "MESSAGE_ID_INVALID")
	if f.unmodified() || len(k.Rows) == 0 && gone {
		return nil
	}
	return err
}

// unmodified tells whether Telegram had nothing to change.
func (f *failure) unmodified() bool { return f.says("message is not modified") }
