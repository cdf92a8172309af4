package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"unicode"

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
	f := &chat.File{Name: fileName(h.file.Filename), Size: max(h.file.Size, 0)}
	h.event.File = f
	if f.Size > chat.LargestFile {
		return
	}
	if h.answer != nil {
		<-h.answer.acknowledged
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
	answer, err := d.files.Do(r)
	if failed := (*url.Error)(nil); errors.As(err, &failed) {
		err = failed.Err
	}
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the answer is %d", answer.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, chat.LargestFile+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > chat.LargestFile:
		return nil, fmt.Errorf("it has more than %d bytes", chat.LargestFile)
	}
	return data, nil
}

// longest name of a file, in bytes
const longestFileName = 100

// fileName is a name for a file that is nothing more than that: without folders and control characters, and not too long,
// but with its ending.
func fileName(name string) string {
	name = path.Base("/" + strings.ReplaceAll(strings.ToValidUTF8(name, ""), "\\", "/"))
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '/' {
			return -1
		}
		return r
	}, name)
	if ending := path.Ext(name); len(name) > longestFileName {
		stem := strings.TrimSuffix(name, ending)
		name = strings.ToValidUTF8(stem[:min(len(stem), longestFileName/2)], "") + strings.ToValidUTF8(ending[:min(len(ending), longestFileName/2)], "")
	}
	if strings.Trim(name, ".") == "" {
		return "file"
	}
	return name
}
