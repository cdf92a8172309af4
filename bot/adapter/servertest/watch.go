package servertest

import (
	"sync"

	"tabuleiro/bot/chat"
)

// Watch keeps what a server shows until it can be told; while nobody watches it keeps nothing.
type Watch struct {
	mu    sync.Mutex
	by    func(chat.Message)
	shown []chat.Message
}

// Watch has a function see what the bot shows from then on: the text and the buttons of a new message and of one that
// is changed, without the text where that stays. It may be called by several at once.
func (w *Watch) Watch(by func(chat.Message)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.by = by
}

// Shows notes what is shown. The caller may hold locks of the server.
func (w *Watch) Shows(m chat.Message) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.by != nil {
		w.shown = append(w.shown, m)
	}
}

// Tell tells what was shown. The caller holds no lock, because the function may wait for others.
func (w *Watch) Tell() {
	w.mu.Lock()
	by, shown := w.by, w.shown
	w.shown = nil
	w.mu.Unlock()
	for _, m := range shown {
		by(m)
	}
}
