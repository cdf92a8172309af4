package wire

import (
	"fmt"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
)

// Ref is the content of a chat.Ref: "-100200/31" is message 31 of that chat. It stays the same when the message is
// edited.
type Ref struct {
	Chat    int64
	Message int
}

// String returns the text that ParseRef parses.
func (r Ref) String() string { return strconv.FormatInt(r.Chat, 10) + "/" + strconv.Itoa(r.Message) }

// ParseRef parses the text of a Ref.
func ParseRef(text chat.Ref) (Ref, error) {
	in, of, _ := strings.Cut(string(text), "/")
	chatID, err := strconv.ParseInt(in, 10, 64)
	message, wrong := strconv.Atoi(of)
	if err != nil || wrong != nil {
		return Ref{}, fmt.Errorf("%q is not the name of a message", text)
	}
	return Ref{chatID, message}, nil
}
