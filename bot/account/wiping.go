package account

import (
	"context"
	"sync"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/kv"
)

// Wiper clears the store of what was deleted.
type Wiper struct {
	archive *archive.Archive
	asked   chan struct{}
	mu      sync.Mutex // held while the mark changes
	traces  int        // how often something was deleted that may leave traces
}

// NewWiper clears the store of an archive.
func NewWiper(a *archive.Archive) *Wiper { return &Wiper{archive: a, asked: make(chan struct{}, 1)} }

// erasing stands while the store may still hold traces of what was deleted.
var erasing = kv.New[kv.Mark](kv.Schema{Name: "erasing", Owner: kv.Bot, Bound: "one note"})

// mark notes that something was deleted.
func (w *Wiper) mark(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.traces++
	return erasing.Put(ctx, w.archive, "", kv.Mark{})
}

// ask has the store cleared soon.
func (w *Wiper) ask() {
	select {
	case w.asked <- struct{}{}:
	default:
	}
}

// wipe clears the store. The mark stays if more was deleted meanwhile.
func (w *Wiper) wipe(ctx context.Context) error {
	w.mu.Lock()
	before := w.traces
	w.mu.Unlock()
	if err := w.archive.Erase(ctx); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.traces != before {
		return nil
	}
	return erasing.Delete(context.WithoutCancel(ctx), w.archive, "")
}

// betweenWipes is the time between two times that the store is cleared: that takes long in a large one.
const betweenWipes = 10 * time.Minute

// Run clears the store whenever that is asked for, or was before a restart, until the context ends.
func (w *Wiper) Run(ctx context.Context) {
	if _, left, err := erasing.Get(ctx, w.archive, ""); left || err != nil {
		w.ask()
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.asked:
		}
		if err := w.wipe(ctx); err != nil {
			w.archive.Log.Warn("the store is not cleared of what was deleted", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(betweenWipes):
		}
	}
}
