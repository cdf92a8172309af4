package client

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"tabuleiro/bot/chat"
)

// Failure is why a request came to nothing.
type Failure struct {
	method string
	Status int           // Telegram's error code or the HTTP status, 0 if there was no answer
	Spoken bool          // Telegram itself said so, in its own form
	Text   string        // in words, without the token
	After  time.Duration // how long Telegram wants us to wait
	Moved  int64         // the chat's new id
	cause  error         // the context's error if that is what ended it
}

func (f *Failure) Error() string {
	if f.Status == 0 {
		return fmt.Sprintf("%s: %s", f.method, f.Text)
	}
	return fmt.Sprintf("%s: %d %s", f.method, f.Status, f.Text)
}

func (f *Failure) Unwrap() error { return f.cause }

// Passing reports whether the same request may well succeed later.
func (f *Failure) Passing() bool {
	return !f.Spoken || f.Status >= 500 || f.Status == http.StatusTooManyRequests || f.Status == http.StatusConflict
}

// Refused reports whether the token is the trouble.
func (f *Failure) Refused() bool {
	return f.Spoken && (f.Status == http.StatusUnauthorized || f.Status == http.StatusNotFound)
}

// Says reports whether Telegram's words contain any of these.
func (f *Failure) Says(any ...string) bool {
	for _, s := range any {
		if strings.Contains(strings.ToLower(f.Text), strings.ToLower(s)) {
			return true
		}
	}
	return false
}

// AsFailure is the failure in an error; one that says nothing if there is none.
func AsFailure(err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	return &Failure{}
}

// Unmodified reports whether Telegram had nothing to change.
func (f *Failure) Unmodified() bool { return f.Says("message is not modified") }

// Closes is chat.ErrClosed if a chat does not take messages any more, or chat.ErrBlocked; else nil.
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
