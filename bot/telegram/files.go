package telegram

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/wire"
)

// fetch gets a file that somebody posted. It has no Data if it is too large or cannot be had while ctx lasts.
func fetch(ctx context.Context, from *client.Client, log *slog.Logger, d wire.Document) *chat.File {
	f := &chat.File{Name: adapter.FileName(d.Name), Size: d.Size}
	if d.Size > chat.LargestFile {
		return f
	}
	data, size, err := from.Fetch(ctx, d.ID)
	f.Size = cmp.Or(f.Size, size)
	if client.AsFailure(err).Status == http.StatusRequestEntityTooLarge {
		f.Size = cmp.Or(f.Size, chat.LargestFile+1)
	}
	if err != nil {
		log.Warn("telegram: a file could not be had", "name", f.Name, "size", f.Size, "error", err)
	}
	f.Data = data
	return f
}
