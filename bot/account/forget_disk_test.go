package account_test

import (
	"context"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// Deleted values are erased from the disk before that is reported, or after a restart.
func TestForget_OnDisk(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := memorytest.New()
		wipes := &wiped{Store: store, erased: make(chan struct{}, 10), noted: make(chan struct{}, 10)}
		h, _, stop := startLife(t, wipes)
		Privately(h, Zulmira, "/forget yes")
		if len(wipes.erased) != 1 || len(wipes.noted) != 1 {
			t.Error("it was said before the disk was cleared")
		}
		<-wipes.erased
		<-wipes.noted
		wipes.full.Store(true)
		Privately(h, Rui, "/forget yes")
		stop()
		wipes.full.Store(false)
		if keys, err := store.Keys(context.Background(), "erasing"); len(keys) != 1 || err != nil {
			t.Fatalf("the marks are %q, %v", keys, err)
		}
		Start(t, wipes, NewDesk())
		<-wipes.erased
		<-wipes.noted
		if keys, err := store.Keys(context.Background(), "erasing"); len(keys) != 0 || err != nil {
			t.Errorf("left: %q, %v", keys, err)
		}
	})
}
