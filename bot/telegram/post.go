package telegram

import (
	"context"
	"fmt"
	"net/http"
	"unicode/utf8"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/styled"
	"tabuleiro/bot/telegram/wire"
)

// A post of inline mode is changed by a name of its own, at the rates of the chat that it is in (tdlib/telegram-bot-api
// issue 648), which is not known. Telegram takes no upload for it, as the documentation of editMessageMedia says: it
// can have a picture only by the name that Telegram gave to the same one when it was sent to a chat. It is no text
// again then, but the board as text stands below the picture for those who do not see that.

// Has implements chat.Reposter.
func (t *Telegram) Has(png []byte) bool { return t.out.pictureOf(&chat.Board{PNG: png}) != "" }

// Repost implements chat.Reposter. Parts that do not fit go. It is tried once: a call that fails returns when Telegram
// may be asked again, and will have been overtaken by then.
func (t *Telegram) Repost(ctx context.Context, name string, m chat.Message) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(t.life, cancel)()
	m.Text = styled.Defuse(t.out.words.Respell(m.Text), m.Turn)
	keys, picture := styled.Keys(m.Buttons), t.out.pictureOf(m.Board)
	post := func(method string, words styled.Text) error {
		r, err := reposting(method, name, picture, words, keys)
		if err == nil {
			err = t.line.Ask(ctx, r, nil)
		}
		return err
	}
	var err error
	switch {
	case picture != "":
		if whole := chat.Fit(inWords(t.Caps(), m, t.Caps().Caption)); len(whole) > 1 { // else the words go with half a board
			m.Board = nil
		}
		err = post("editMessageMedia", t.caption(m))
	case t.out.framed.Has(name):
		err = post("editMessageCaption", t.caption(m))
	default:
		err = post("editMessageText", t.beginning(m, t.Caps().Text))
		if client.AsFailure(err).Says("there is no text in the message to edit") {
			t.out.framed.Put(name, true)
			err = post("editMessageCaption", t.caption(m))
		}
	}
	if err == nil && picture != "" {
		t.out.framed.Put(name, true)
	}
	switch f := client.AsFailure(err); {
	case err == nil, f.Unmodified():
		return nil
	case f.Status == http.StatusForbidden, f.Says("MESSAGE_ID_INVALID", "message to edit not found"):
		return fmt.Errorf("telegram: %w: %w", chat.ErrClosed, err)
	case away(err):
		pace.Pause(ctx, f.After)
		return fmt.Errorf("telegram: %w: %w", chat.ErrAway, err)
	}
	return fmt.Errorf("telegram: change a post: %w", err)
}

// beginning is a message in words, as far as it goes into so many characters.
func (t *Telegram) beginning(m chat.Message, most int) styled.Text {
	return styled.Compose(t.out.words, chat.Fit(inWords(t.Caps(), m, most))[0].Text, m.Turn)
}

// inWords is a message with its board as text, and what it has to fit into.
func inWords(caps chat.Caps, m chat.Message, most int) (chat.Message, chat.Caps) {
	caps.Pictures, caps.Text = false, most
	if m.Board != nil {
		m.Board = &chat.Board{Text: m.Board.Text, Told: m.Board.Told}
	}
	return m, caps
}

// caption is beginning below a picture. It fits whether Telegram counts characters or UTF-16 units.
func (t *Telegram) caption(m chat.Message) styled.Text {
	all := t.beginning(m, t.Caps().Text).Plain
	return t.beginning(m, t.Caps().Caption-len(wire.Units(all))+utf8.RuneCountInString(all))
}
