package account

import (
	"context"
	"time"

	"tabuleiro/bot/notebook"
)

func (f *Eraser) markErasing(ctx context.Context) error {
	f.erasing.Lock()
	defer f.erasing.Unlock()
	f.traces++
	return erasing.Put(ctx, f.archive, "", notebook.Mark{})
}

// wipe asks for the store to be cleared of what was deleted.
func (f *Eraser) wipe() {
	select {
	case f.wiping <- struct{}{}:
	default:
	}
}

// betweenWipes is the time between two times that the store is cleared: that takes long in a large one.
const betweenWipes = 10 * time.Minute

// KeepWiping clears the store of what was deleted whenever that is asked for, until the context ends. A request that
// comes too late is met after the next start.
func (f *Eraser) KeepWiping(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.wiping:
		}
		if err := f.erase(ctx); err != nil {
			f.archive.Log.Warn("the store is not cleared of what was deleted", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(betweenWipes):
		}
	}
}

// erase clears the store of what was deleted. The mark stays if more was deleted meanwhile.
func (f *Eraser) erase(ctx context.Context) error {
	before := f.tracesLeft()
	if err := f.archive.Erase(ctx); err != nil {
		return err
	}
	f.erasing.Lock()
	defer f.erasing.Unlock()
	if f.traces != before {
		return nil
	}
	return erasing.Delete(context.WithoutCancel(ctx), f.archive, "")
}

func (f *Eraser) tracesLeft() int {
	f.erasing.Lock()
	defer f.erasing.Unlock()
	return f.traces
}
