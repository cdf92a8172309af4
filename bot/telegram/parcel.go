package telegram

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/styled"
	"tabuleiro/bot/telegram/wire"
)

// kind is the content type of a message, by Telegram's name.
type kind string

const (
	asText      kind = "text"
	asPhoto     kind = "photo"
	asDocument  kind = "document"
	asAnimation kind = "animation"
)

// methods are the API methods that send each kind.
var methods = map[kind]string{
	asText: "sendMessage", asPhoto: "sendPhoto", asDocument: "sendDocument", asAnimation: "sendAnimation",
}

// kindOf returns the kind that a message is sent as.
func kindOf(m chat.Message) kind {
	switch {
	case m.Board != nil && m.Board.PNG != nil:
		return asPhoto
	case m.File == nil:
		return asText
	case strings.EqualFold(path.Ext(m.File.Name), ".gif"):
		return asAnimation
	}
	return asDocument
}

// outgoing is a message in the form in which it is sent.
type outgoing struct {
	chat.Message
	styled.Text
	kind      kind
	keys      tgbotapi.InlineKeyboardMarkup
	again     bool // was refused once
	forbidden bool // pictures are forbidden in the chat
}

// pack prepares a message that fits for sending.
func (t *Telegram) pack(m chat.Message) outgoing {
	return outgoing{Message: m, Text: styled.Compose(m.Text, m.Turn), kind: kindOf(m), keys: styled.Keys(m.Buttons)}
}

// pictureAgain is how long boards stay text after a chat refused a picture, unless the bot's rights there change
// earlier.
const pictureAgain = 24 * time.Hour

// fit splits a message into parts that a chat accepts; where pictures are known to be refused the board becomes text.
func (t *Telegram) fit(chatID int64, m chat.Message) []chat.Message {
	if kindOf(m) == asPhoto && m.Board.Text != "" && time.Now().Before(t.chats.get(chatID).wordsOnly) {
		m.Board = &chat.Board{Text: m.Board.Text}
	}
	m.Text = t.defuse(m.Text, m.Turn)
	return chat.Fit(m, t.Caps(""))
}

// upload returns the file of a message that is no text. The form field is named after the kind.
func (p outgoing) upload() *client.Upload {
	if p.kind != asPhoto {
		return &client.Upload{Field: string(p.kind), Name: p.File.Name, Data: p.File.Data}
	}
	return &client.Upload{Field: string(asPhoto), Name: "board.png", Data: p.Board.PNG}
}

// lesser returns a fallback for a refused message: a document for an animation, text for a board, the file's text and
// the reason for a document. A picture that was refused as such is first sent once more; if it was refused for another
// reason ok is false.
func (t *Telegram) lesser(p outgoing, c *replyContext, why *client.Failure) (outgoing, bool) {
	m := p.Message
	rights := why.Says("not enough rights")
	excused := func(key string) []chat.Span {
		_, reason, _ := strings.Cut(why.Text, "Bad Request: ")
		if rights {
			reason = t.say(c, RightsKey, nil)
		}
		return append(slices.Clone(m.Text), chat.Span{Text: "\n" +
			t.say(c, key, map[string]string{"Name": m.File.Name, "Reason": reason})})
	}
	switch {
	case p.kind == asAnimation:
		p.kind = asDocument
		if l := styled.Compose(excused(NoFilmKey), m.Turn); len(wire.Units(l.Plain)) <= t.Caps("").Caption {
			p.Text = l
		}
		return p, true
	case p.kind == asPhoto && !rights && !p.again:
		p.again = true
		return p, why.Says("photo", "image", "media")
	case p.kind == asPhoto && m.Board.Text != "":
		m.Board = &chat.Board{Text: m.Board.Text}
	case p.kind == asDocument:
		m.Text = excused(NoFileKey)
		if words := cmp.Or(m.File.Text, string(m.File.Data)); readable(words) {
			m.Text = append(m.Text, chat.Span{Text: "\n"}, chat.Span{Text: words, Mono: true})
		}
		m.File = nil
	default:
		return p, false
	}
	whole := chat.Fit(m, t.Caps(""))
	words := t.pack(whole[len(whole)-1])
	words.forbidden = p.kind == asPhoto && rights
	return words, true
}

// readable reports whether the content of a file is short and plain enough to be sent within a message.
func readable(text string) bool {
	control := func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' || r == utf8.RuneError
	}
	return len(text) <= 3000 && strings.IndexFunc(text, control) < 0
}
