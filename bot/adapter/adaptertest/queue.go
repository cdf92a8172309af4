package adaptertest

import (
	"context"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
)

// Hesitant is a handler that blocks on each event until GoOn is closed.
type Hesitant struct {
	chattest.Deaf
	Heard chan string
	GoOn  chan struct{}
}

// Hear implements chat.Handler.
func (h Hesitant) Hear(_ context.Context, e chat.Event) {
	h.Heard <- e.Text
	<-h.GoOn
}

// waiting checks that an event counts as queued until it has been handled. Two events are in one room, where one waits,
// and one is in another.
func waiting(w *world) {
	h := Hesitant{Heard: make(chan string, 3), GoOn: make(chan struct{})}
	w.start(h)
	if w.adapter.State().Queues == nil {
		return
	}
	other := w.Group("ana")
	w.group.Says("ana", "first", nil)
	w.group.Says("ana", "second", nil)
	other.Says("ana", "elsewhere", nil)
	w.settle()
	if n := len(h.Heard); n != 2 || w.adapter.State().Queues["in"] != 3 {
		w.t.Errorf("%d are heard, and %d in the queue, want 2 and 3", n, w.adapter.State().Queues["in"])
	}
	close(h.GoOn)
	w.settle()
	if n := len(h.Heard); n != 3 || w.adapter.State().Queues["in"] != 0 {
		w.t.Errorf("%d are heard, and %d in the queue at the end", n, w.adapter.State().Queues["in"])
	}
}

// matchID returns the id of the match in a message, with "#".
func matchID(m Message) string {
	_, id, _ := strings.Cut(m.Text, "#")
	return "#" + strings.Fields(id + " ")[0]
}
