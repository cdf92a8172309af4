package telegram

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"unicode"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
)

// fetch gets a file that somebody posted. It has no Data if it is too large or cannot be had within Times.Fetch.
func (t *Telegram) fetch(ctx context.Context, d document) *chat.File {
	f := &chat.File{Name: fileName(d.Name), Size: d.Size}
	if d.Size > chat.LargestFile {
		return f
	}
	ctx, cancel := t.within(ctx, t.Times.Fetch)
	defer cancel()
	data, size, err := t.line.fetch(ctx, d.ID)
	f.Size = cmp.Or(f.Size, size)
	switch {
	case err != nil:
		t.Log.Warn("telegram: a file could not be had", "name", f.Name, "size", f.Size, "error", err)
	case len(data) <= chat.LargestFile:
		f.Data = data
	}
	return f
}

// fetch gets a file. More than chat.LargestFile bytes of it mean that it is too large; then they are not all. The size is
// what Telegram says, or what came if it does not say.
func (l *line) fetch(ctx context.Context, id string) (data []byte, size int, err error) {
	var at struct {
		Path string `json:"file_path"`
		Size int    `json:"file_size"`
	}
	if err := l.insist(ctx, request{method: "getFile", params: tgbotapi.Params{"file_id": id}}, &at); err != nil {
		return nil, 0, err
	}
	err = l.repeat(ctx, func() error {
		data, err = l.download(ctx, at.Path)
		return err
	})
	return data, cmp.Or(at.Size, len(data)), err
}

// download reads a file once, or the first chat.LargestFile+1 bytes of it.
func (l *line) download(ctx context.Context, at string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, l.times.Request)
	defer cancel()
	failed := func(status int, text string) error {
		final := status/100 == 4 && status != http.StatusTooManyRequests
		return &failure{method: "file", status: status, spoken: final, text: l.hide.Replace(text), cause: ctx.Err()}
	}
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, l.files+(&url.URL{Path: at}).EscapedPath(), nil)
	if err != nil {
		return nil, failed(http.StatusBadRequest, err.Error())
	}
	answer, err := l.client.Do(ask)
	if err != nil {
		return nil, failed(0, err.Error())
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, failed(answer.StatusCode, http.StatusText(answer.StatusCode))
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, chat.LargestFile+1))
	if err != nil {
		return nil, failed(0, "read the file: "+err.Error())
	}
	return data, nil
}

// fileName is a name without folders and without what cannot be seen; Telegram need not tell any.
func fileName(given string) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, path.Base(strings.ReplaceAll(given, `\`, "/")))
	if name = strings.Trim(name, " ./"); name == "" {
		return "file"
	}
	return shorten(name, longestName)
}

// longestName is how much of the name of a file is kept, in characters.
const longestName = 128
