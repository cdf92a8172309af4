package client

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"tabuleiro/bot/chat"
)

// Failure is the error of a request.
type Failure struct {
	method string
	Status int           // Telegram's error code or the HTTP status, 0 without an answer
	Spoken bool          // the answer is an error object of Telegram
	Text   string        // description, without the token
	After  time.Duration // delay that Telegram asks for
	Moved  int64         // new id of the chat, 0 if it has not migrated
	cause  error         // the context's error if that ended the request
}

func (f *Failure) Error() string {
	if f.Status == 0 {
		return fmt.Sprintf("%s: %s", f.method, f.Text)
	}
	return fmt.Sprintf("%s: %d %s", f.method, f.Status, f.Text)
}

func (f *Failure) Unwrap() error { return f.cause }

// Passing reports whether the error is temporary.
func (f *Failure) Passing() bool {
	return !f.Spoken || f.Status >= 500 || f.Status == http.StatusTooManyRequests || f.Status == http.StatusConflict
}

// Refused reports whether Telegram rejects the token.
func (f *Failure) Refused() bool {
	return f.Spoken && (f.Status == http.StatusUnauthorized || f.Status == http.StatusNotFound)
}

// Says reports whether Telegram's description contains any of these, ignoring case.
func (f *Failure) Says(any ...string) bool {
	for _, s := range any {
		if strings.Contains(strings.ToLower(f.Text), strings.ToLower(s)) {
			return true
		}
	}
	return false
}

// AsFailure returns the Failure in an error, or an empty one if there is none.
func AsFailure(err error) *Failure {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f
	}
	return &Failure{}
}

// Unmodified reports whether an edit would change nothing.
func (f *Failure) Unmodified() bool { return f.Says("message is not modified") }

// Closes returns chat.ErrBlocked or chat.ErrClosed if the chat accepts no messages any more, else nil.
func (f *Failure) Closes() error {
	switch {
	case f.Spoken && f.Status == http.StatusForbidden && f.Says("blocked by the user"):
		return chat.ErrBlocked
	case f.Spoken && (f.Status == http.StatusForbidden || f.Status == http.StatusBadRequest && f.Says(
		"chat not found", "group chat was deactivated", "PEER_ID_INVALID", "CHAT_WRITE_FORBIDDEN",
		"have no rights to send a message",
		"not enough rights to send text messages", "message thread not found", "TOPIC_CLOSED", "TOPIC_DELETED",
		"CHAT_RESTRICTED")):
		return chat.ErrClosed
	}
	return nil
}
