package telegram

import (
	"path"
	"strings"

	"tabuleiro/bot/chat"
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
func uploadOf(m chat.Message) *upload {
	if k := kindOf(m); k != asPhoto {
		return &upload{string(k), m.File.Name, m.File.Data}
	}
	return &upload{string(asPhoto), "board.png", m.Board.PNG}
}
