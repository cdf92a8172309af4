package servertest

import (
	"sync"

	"tabuleiro/bot/chat"
)

// Watch buffers the messages that a server shows until Tell delivers them. It buffers nothing while nobody watches.
type Watch struct {
	mu    sync.Mutex
	by    func(chat.Message)
	shown []chat.Message
}

// Watch sets the function that receives text and buttons of each new and each edited message, without the text if it is
// unchanged. It may be called concurrently.
func (w *Watch) Watch(by func(chat.Message)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.by = by
}

// Shows buffers a message. The caller may hold locks of the server.
func (w *Watch) Shows(m chat.Message) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.by != nil {
		w.shown = append(w.shown, m)
	}
}

// Tell delivers the buffered messages. The caller must hold no lock, because the function may block.
func (w *Watch) Tell() {
	w.mu.Lock()
	by, shown := w.by, w.shown
	w.shown = nil
	w.mu.Unlock()
	for _, m := range shown {
		by(m)
	}
}
