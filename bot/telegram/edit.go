package telegram

import (
	"context"
	"errors"
	"fmt"
	"strconv"

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

// edit is Telegram.Edit.
func (o *outbox) edit(ctx context.Context, room chat.Room, name chat.Ref, m chat.Message) error {
	of, err := wire.ParseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: edit: %w", err)
	}
	ctx, cancel := within(ctx, o.life, o.times.Send)
	defer cancel()
	if m.OnlyButtons {
		fitted := chat.Fit(m, o.caps())
		err = o.rekey(ctx, of, o.shapeOf(of), styled.Keys(fitted[len(fitted)-1].Buttons), classOf(m))
	} else {
		err = o.change(ctx, of, o.shapeOf(of), m)
	}
	if err != nil {
		return fmt.Errorf("telegram: edit %s: %w", name, err)
	}
	return nil
}

// pressed is the message whose button was pressed, if it is in a room and may be changed; else nil.
func (o *outbox) pressed(c *cause, at wire.Spot) *wire.Ref {
	if c == nil || c.query == "" || c.message == 0 || o.moves.now(at) != c.heard {
		return nil
	}
	return &wire.Ref{Chat: c.heard.Chat, Message: c.message}
}

// takePlace makes a new message of one whose button was pressed. It is false if that is not possible, so that the new
// one has to be sent.
func (o *outbox) takePlace(ctx context.Context, old wire.Ref, is shape, m chat.Message) (bool, error) {
	err := o.change(ctx, old, is, m)
	switch f := client.AsFailure(err); {
	case err == nil:
		return true, nil
	case errors.Is(err, errFixed):
		return false, nil
	case f.Spoken && !f.Passing():
		o.log.Info("telegram: a message was not changed, another one is sent", "error", err)
		return false, nil
	}
	return false, err
}

// change makes a message of ours another one, when it is the chat's turn.
func (o *outbox) change(ctx context.Context, of wire.Ref, is shape, m chat.Message) (err error) {
	m.Text = styled.Defuse(o.words.Respell(m.Text), m.Turn)
	parts := chat.Fit(o.fitting(of.Chat, m), o.caps())
	if len(parts) > 1 || is.box || o.gone(of) {
		return errFixed
	}
	m = parts[0]
	kind, k, l := kindOf(m), styled.Keys(m.Buttons), styled.Compose(o.words, m.Text, m.Turn)
	if kind == asText && (is.media || styled.Blank(l.Plain)) {
		return errFixed
	}
	r := client.Request{Method: "editMessageText", Params: tgbotapi.Params{
		"chat_id": strconv.FormatInt(of.Chat, 10), "message_id": strconv.Itoa(of.Message),
	}}
	if kind == asText {
		err = l.Fill(r.Params, "text", "entities")
		r.Params["link_preview_options"] = noPreview
	} else {
		r.Method, r.Upload = "editMessageMedia", uploadOf(m, kind)
		err = r.Params.AddInterface("media", inputMedia{kind, "attach://" + r.Upload.Field, l.Plain, l.Entities})
	}
	if err == nil {
		err = r.Params.AddInterface("reply_markup", k)
	}
	if err != nil {
		return err
	}
	r.Call = &pace.Call{Chat: of.Chat, Of: of, Class: classOf(m), Overtaken: m.Overtaken}
	_, err = o.deliver(ctx, r)
	if errors.Is(err, pace.ErrOvertaken) {
		return nil // by a change that is newer
	}
	f := client.AsFailure(err)
	if f.Moved != 0 {
		o.noteMove(wire.Spot{Chat: of.Chat}, wire.Spot{Chat: f.Moved})
	}
	if err != nil && !f.Unmodified() {
		return err
	}
	o.remember(of, shape{media: is.media || kind != asText, keys: len(k.Rows) > 0, brief: m.Fleeting, owner: is.owner,
		thread: is.thread})
	return nil
}

// inputMedia is the content of a message with a picture or a file, as editMessageMedia wants it.
type inputMedia struct {
	Type     kind          `json:"type"`
	Media    string        `json:"media"`
	Caption  string        `json:"caption,omitempty"`
	Entities []wire.Entity `json:"caption_entities,omitempty"`
}

// repost is the request that changes the text and the buttons of what was posted in inline mode.
func repost(name string, words styled.Text, keys styled.Keyboard) (client.Request, error) {
	r := client.Request{Method: "editMessageText",
		Params: tgbotapi.Params{"inline_message_id": name, "link_preview_options": noPreview}}
	if err := r.Params.AddInterface("reply_markup", keys); err != nil {
		return r, err
	}
	return r, words.Fill(r.Params, "text", "entities")
}
