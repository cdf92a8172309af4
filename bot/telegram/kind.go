package telegram

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/styled"
	"tabuleiro/bot/telegram/wire"
)

// kind is what Telegram calls the content of a message.
type kind string

const (
	asText      kind = "text"
	asPhoto     kind = "photo"
	asDocument  kind = "document"
	asAnimation kind = "animation"
)

// methods are those by which messages are sent.
var methods = map[kind]string{
	asText: "sendMessage", asPhoto: "sendPhoto", asDocument: "sendDocument", asAnimation: "sendAnimation",
}

// kindOf is the kind that a message becomes.
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

// uploadOf is what goes with a message that is no text. The field has the name of the kind.
func uploadOf(m chat.Message, k kind) *client.Upload {
	if k != asPhoto {
		return &client.Upload{Field: string(k), Name: m.File.Name, Data: m.File.Data}
	}
	return &client.Upload{Field: string(asPhoto), Name: "board.png", Data: m.Board.PNG}
}

// parcel is a message as it is sent.
type parcel struct {
	chat.Message
	kind kind
	styled.Text
}

// lesser is what can be sent where Telegram refuses something: the board as a text, a file that does not move, the
// words of the file and why there is none.
func (o *outbox) lesser(p parcel, c *cause, why *client.Failure) (parcel, bool) {
	m := p.Message
	_, reason, _ := strings.Cut(why.Text, "Bad Request: ")
	if why.Says("not enough rights") {
		reason = o.say(c, RightsKey, nil)
	}
	excused := func(key string) []chat.Span {
		return append(slices.Clone(m.Text), chat.Span{Text: "\n" +
			o.say(c, key, map[string]string{"Name": m.File.Name, "Reason": reason})})
	}
	switch {
	case p.kind == asAnimation:
		p.kind = asDocument
		if l := styled.Compose(o.words, excused(NoFilmKey), m.Turn); len(wire.Units(l.Plain)) <= o.caps().Caption {
			p.Text = l
		}
		return p, true
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
	whole := chat.Fit(m, o.caps())
	m = whole[len(whole)-1]
	return parcel{m, asText, styled.Compose(o.words, m.Text, m.Turn)}, true
}

// readable reports whether the content of a file can be said in a message with something before it.
func readable(text string) bool {
	control := func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' || r == utf8.RuneError
	}
	return len(text) <= 3000 && strings.IndexFunc(text, control) < 0
}
