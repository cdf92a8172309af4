package telegram

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
)

// Telegram makes a picture or a file of a text, and each of the other, but never a text of them. A change calls
// no one and opens no box for the reply, and a message that has opened one is never changed.

// errFixed is why something is not even tried.
var errFixed = errors.New("the message cannot become this one")

// Edit implements chat.Editor. It waits for the chat's turn, as Send does.
func (t *Telegram) Edit(ctx context.Context, room chat.Room, name chat.Ref, m chat.Message) error {
	of, err := parseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: edit: %w", err)
	}
	if m.Once != "" || t.seats.in(ctx, room) {
		ctx = forPlayers(ctx)
	}
	ctx, cancel := t.within(ctx, t.Times.Send)
	defer cancel()
	if m.OnlyButtons {
		fitted := chat.Fit(m, t.Caps())
		err = t.rekey(ctx, of, t.shapeOf(of), keys(fitted[len(fitted)-1].Buttons))
	} else {
		err = t.change(ctx, of, t.shapeOf(of), m)
	}
	if err != nil {
		return fmt.Errorf("telegram: edit %s: %w", name, err)
	}
	return nil
}

// pressed is the message whose button was pressed, if it is in a room and may be changed; else nil.
func (t *Telegram) pressed(c *cause, at spot) *ref {
	if c == nil || c.query == "" || c.message == 0 || t.now(at) != c.heard {
		return nil
	}
	return &ref{c.heard.chat, c.message}
}

// takePlace makes a new message of one whose button was pressed. It is false if that is not possible, so that the new one
// has to be sent.
func (t *Telegram) takePlace(ctx context.Context, old ref, is shape, m chat.Message) (bool, error) {
	err := t.change(ctx, old, is, m)
	switch f := asFailure(err); {
	case err == nil:
		return true, nil
	case errors.Is(err, errFixed):
		return false, nil
	case f.spoken && !f.passing():
		t.Log.Info("telegram: a message was not changed, another one is sent", "error", err)
		return false, nil
	}
	return false, err
}

// change makes a message of ours another one, when it is the chat's turn.
func (t *Telegram) change(ctx context.Context, of ref, is shape, m chat.Message) (err error) {
	m.Text = defuse(t.respell(m.Text), m.Turn)
	parts := chat.Fit(m, t.Caps())
	if len(parts) > 1 || is.box || t.gone(of) {
		return errFixed
	}
	m = parts[0]
	kind, k, l := kindOf(m), keys(m.Buttons), t.compose(m.Text, m.Turn)
	if kind == asText && (is.media || blank(l.text)) {
		return errFixed
	}
	r := request{method: "editMessageText", params: tgbotapi.Params{
		"chat_id": strconv.FormatInt(of.chat, 10), "message_id": strconv.Itoa(of.message),
	}}
	if kind == asText {
		err = l.fill(r.params, "text", "entities")
		r.params["link_preview_options"] = noPreview
	} else {
		r.method, r.upload = "editMessageMedia", uploadOf(m, kind)
		err = r.params.AddInterface("media", inputMedia{kind, "attach://" + r.upload.field, l.text, l.entities})
	}
	if err == nil {
		err = r.params.AddInterface("reply_markup", k)
	}
	if err != nil {
		return err
	}
	_, err = t.deliver(ctx, of.chat, of, r)
	if errors.Is(err, errOvertaken) {
		return nil // by a change that is newer
	}
	f := asFailure(err)
	if f.moved != 0 {
		t.noteMove(spot{chat: of.chat}, spot{chat: f.moved})
	}
	if err != nil && !f.unmodified() {
		return err
	}
	t.remember(of, shape{media: is.media || kind != asText, keys: len(k.Rows) > 0, brief: m.Fleeting, owner: is.owner, thread: is.thread})
	return nil
}

// inputMedia is the content of a message with a picture or a file, as editMessageMedia wants it.
type inputMedia struct {
	Type     kind     `json:"type"`
	Media    string   `json:"media"`
	Caption  string   `json:"caption,omitempty"`
	Entities []entity `json:"caption_entities,omitempty"`
}
