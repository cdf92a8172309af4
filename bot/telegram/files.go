package telegram

import (
	"cmp"
	"context"
	"net/http"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/wire"
)

// fetch gets a file that somebody posted. It has no Data if it is too large or cannot be had within Times.Fetch.
func (t *Telegram) fetch(ctx context.Context, d wire.Document) *chat.File {
	f := &chat.File{Name: adapter.FileName(d.Name), Size: d.Size}
	if d.Size > chat.LargestFile {
		return f
	}
	ctx, cancel := t.within(ctx, t.Times.Fetch)
	defer cancel()
	data, size, err := t.line.Fetch(ctx, d.ID)
	f.Size = cmp.Or(f.Size, size)
	if client.AsFailure(err).Status == http.StatusRequestEntityTooLarge {
		f.Size = cmp.Or(f.Size, chat.LargestFile+1)
	}
	if err != nil {
		t.Log.Warn("telegram: a file could not be had", "name", f.Name, "size", f.Size, "error", err)
	}
	f.Data = data
	return f
}
