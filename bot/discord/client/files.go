package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"tabuleiro/bot/adapter"
)

// newFetcher makes the client for the files that people send. It knows no token, and stays where it is sent.
func newFetcher(over Dial) *http.Client {
	t := newHTTP(over)
	t.DisableCompression = true // a file counts as many bytes as come
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Download gets a file of at most chat.LargestFile bytes. The address is left out of errors: it is a key to the file.
func (l *Client) Download(address string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(l.life, l.Patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("its address is none")
	}
	base := l.transport.base
	if r.URL.Scheme != "https" && (r.URL.Scheme != base.Scheme || r.URL.Host != base.Host) {
		return nil, fmt.Errorf("its address begins with %q", r.URL.Scheme)
	}
	return adapter.Download(l.Files, r)
}
