package client

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"

	"tabuleiro/bot/adapter"
)

// Fetch downloads a file by id.
func (l *Client) Fetch(ctx context.Context, id string) (data []byte, err error) {
	var at struct {
		Path string `json:"file_path"`
	}
	if err := l.Insist(ctx, Request{Method: "getFile", Params: Params{"file_id": id}}, &at); err != nil {
		return nil, err
	}
	if filepath.IsAbs(at.Path) {
		return l.open(at.Path)
	}
	err = l.retry(ctx, nil, func() error {
		data, err = l.download(ctx, at.Path)
		return err
	})
	return data, err
}

// open reads a file that an API server in local mode returned by path.
func (l *Client) open(path string) ([]byte, error) {
	if !l.Local {
		return nil, errors.New("the API gives files by their paths on its machine: if it is a server in local mode, and on this " +
			"machine, set local: true under telegram in the configuration; else run it without --local")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, errors.New(l.Hide.Replace(err.Error()) + ": the bot needs the right to read what the server keeps")
	}
	defer f.Close()
	data, err := adapter.Read(f)
	if err != nil && !errors.Is(err, adapter.ErrTooLarge) {
		err = errors.New(l.Hide.Replace(err.Error()))
	}
	return data, err
}

// download fetches a file once.
func (l *Client) download(ctx context.Context, at string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, l.Times.Request)
	defer cancel()
	address := l.API + "/file/bot" + l.Token + "/" + (&url.URL{Path: at}).EscapedPath()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	var data []byte
	if err == nil {
		data, err = adapter.Download(l.HTTP, ask)
	}
	if err == nil {
		return data, nil
	}
	f := &Failure{method: "file", Text: l.Hide.Replace(err.Error()), cause: cmp.Or(ctx.Err(), err)}
	if status, ok := errors.AsType[adapter.Status](err); ok {
		f.Status = int(status)
	}
	f.Spoken = errors.Is(err, adapter.ErrTooLarge) || f.Status/100 == 4 && f.Status != http.StatusTooManyRequests
	return nil, f
}
