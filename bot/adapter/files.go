package adapter

import (
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

// ErrTooLarge means that a file has more than chat.LargestFile bytes.
var ErrTooLarge = errors.New("the file is too large")

// Status is the HTTP status of an answer without a file.
type Status int

func (s Status) Error() string {
	return fmt.Sprintf("the answer is %d %s", int(s), http.StatusText(int(s)))
}

// Download fetches a file of at most chat.LargestFile bytes. It returns ErrTooLarge, a Status, or a network error
// without the address, which may contain a secret.
func Download(client *http.Client, r *http.Request) ([]byte, error) {
	answer, err := client.Do(r)
	if failed := (*url.Error)(nil); errors.As(err, &failed) {
		err = failed.Err
	}
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, Status(answer.StatusCode)
	}
	return Read(answer.Body)
}

// Read reads a file of at most chat.LargestFile bytes, or returns ErrTooLarge.
func Read(r io.ReadCloser) ([]byte, error) {
	data, err := io.ReadAll(http.MaxBytesReader(nil, r, chat.LargestFile))
	if larger := (*http.MaxBytesError)(nil); errors.As(err, &larger) {
		return nil, ErrTooLarge
	}
	return data, err
}

// longestFileName is the longest file name in bytes.
const longestFileName = 100

// FileName sanitizes a file name: no folders, no invisible characters, shortened but with its extension. It returns
// "file" if nothing is left.
func FileName(given string) string {
	name := path.Base(strings.ReplaceAll(strings.ToValidUTF8(given, ""), `\`, "/"))
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar
	}), "")
	half := func(s string) string { return strings.ToValidUTF8(s[:min(len(s), longestFileName/2)], "") }
	if ending := path.Ext(name); len(name) > longestFileName {
		name = half(strings.TrimSuffix(name, ending)) + half(ending)
	}
	name = strings.TrimFunc(name, func(r rune) bool { return unicode.IsSpace(r) || r == '.' || r == '/' })
	if name == "" {
		return "file"
	}
	return name
}
