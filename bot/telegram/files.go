package telegram

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
)

// fetch gets a file that somebody posted. It has no Data if it is too large or cannot be had within Times.Fetch.
func (t *Telegram) fetch(ctx context.Context, d document) *chat.File {
	f := &chat.File{Name: adapter.FileName(d.Name), Size: d.Size}
	if d.Size > chat.LargestFile {
		return f
	}
	ctx, cancel := t.within(ctx, t.Times.Fetch)
	defer cancel()
	data, size, err := t.line.fetch(ctx, d.ID)
	f.Size = cmp.Or(f.Size, size)
	if asFailure(err).status == http.StatusRequestEntityTooLarge {
		f.Size = cmp.Or(f.Size, chat.LargestFile+1)
	}
	if err != nil {
		t.Log.Warn("telegram: a file could not be had", "name", f.Name, "size", f.Size, "error", err)
	}
	f.Data = data
	return f
}

// fetch gets a file. The size is what Telegram says, or what came if it does not say.
func (l *line) fetch(ctx context.Context, id string) (data []byte, size int, err error) {
	var at struct {
		Path string `json:"file_path"`
		Size int    `json:"file_size"`
	}
	if err := l.insist(ctx, request{method: "getFile", params: tgbotapi.Params{"file_id": id}}, &at); err != nil {
		return nil, 0, err
	}
	if filepath.IsAbs(at.Path) {
		data, err = l.open(at.Path)
		return data, cmp.Or(at.Size, len(data)), err
	}
	err = l.repeat(ctx, nil, func() error {
		data, err = l.download(ctx, at.Path)
		return err
	})
	return data, cmp.Or(at.Size, len(data)), err
}

// open reads a file of a server in local mode.
func (l *line) open(path string) ([]byte, error) {
	if !l.local {
		return nil, &failure{method: "file", text: "the API gives files by their paths on its machine: if it is a server in local mode, " +
			"and on this machine, set local: true under telegram in the configuration; else run it without --local", spoken: true}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, &failure{method: "file", spoken: true, text: l.hide.Replace(err.Error()) + ": the bot needs the right to read what the server keeps"}
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, chat.LargestFile+1))
	switch {
	case err != nil:
		return nil, &failure{method: "file", text: l.hide.Replace(err.Error())}
	case len(data) > chat.LargestFile:
		return nil, &failure{method: "file", spoken: true, status: http.StatusRequestEntityTooLarge, text: "the file is too large"}
	}
	return data, nil
}

// download gets a file once.
func (l *line) download(ctx context.Context, at string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, l.times.Request)
	defer cancel()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, l.files+(&url.URL{Path: at}).EscapedPath(), nil)
	if err != nil {
		return nil, &failure{method: "file", status: http.StatusBadRequest, spoken: true, text: l.hide.Replace(err.Error())}
	}
	data, err := adapter.Download(l.client, ask)
	if err == nil {
		return data, nil
	}
	f := &failure{method: "file", text: l.hide.Replace(err.Error()), cause: ctx.Err()}
	var status adapter.Status
	switch {
	case errors.As(err, &status):
		f.status = int(status)
		f.spoken = f.status/100 == 4 && f.status != http.StatusTooManyRequests
	case errors.Is(err, adapter.ErrTooLarge):
		f.status, f.spoken = http.StatusRequestEntityTooLarge, true
	}
	return nil, f
}
