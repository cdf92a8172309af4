package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
)

// newFetcher makes the client for the files that people send. It knows no token, and stays where it is sent.
func newFetcher(over dial) *http.Client {
	t := newHTTP(over)
	t.DisableCompression = true // a file counts as many bytes as come
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// fetch gets the file that an event came with, once its author has been told to wait. Without success the event has a
// file without data.
func (d *Discord) fetch(h *hearing) {
	f := &chat.File{Name: adapter.FileName(h.file.Filename), Size: max(h.file.Size, 0)}
	h.event.File = f
	if f.Size > chat.LargestFile {
		return
	}
	if h.answer != nil {
		h.answer.promise() // the author is told to wait
	}
	var err error
	if f.Data, err = d.download(h.file.URL); err != nil {
		d.Log.Warn("a file could not be had", "event", h.event.ID, "room", h.event.Room, "error", err)
	}
}

// download gets a file of at most chat.LargestFile bytes. The address is left out of errors: it is a key to the file.
func (d *Discord) download(address string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(d.life, d.patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("its address is none")
	}
	base := d.transport.base
	if r.URL.Scheme != "https" && (r.URL.Scheme != base.Scheme || r.URL.Host != base.Host) {
		return nil, fmt.Errorf("its address begins with %q", r.URL.Scheme)
	}
	return adapter.Download(d.files, r)
}
