package terminal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
)

// keep writes a picture under the next free number, and returns its path.
func (t *Terminal) keep(png []byte) (string, error) {
	return create(png, func(int) string {
		t.pictures++
		return filepath.Join(t.Pictures, fmt.Sprintf("%04d.png", t.pictures))
	})
}

// store writes a file from a message under a name that is free, and returns its path.
func (t *Terminal) store(f chat.File) (string, error) {
	whole := adapter.FileName(f.Name)
	return create(f.Data, func(n int) string {
		name, ending := whole, filepath.Ext(whole)
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ending), n, ending)
		}
		return filepath.Join(t.Files, name)
	})
}

// create writes a file at the first free one of several paths, completely or not at all.
func create(data []byte, pathOf func(n int) string) (path string, err error) {
	for n := 1; ; n++ {
		path = pathOf(n)
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return path, err
		}
		_, err = f.Write(data)
		if err = errors.Join(err, f.Close()); err != nil {
			_ = os.Remove(path)
		}
		return path, err
	}
}

// brought matches a command with a file.
var brought = regexp.MustCompile(`^(/.*\S)\s+<\s+(\S.*?)\s*$`)

// brings cuts the path of a file off a command: what follows the last " < ", without quotes and with ~ expanded. In
// other texts "<" has no meaning.
func brings(text string) (command, path string) {
	m := brought.FindStringSubmatch(text)
	if m == nil {
		return text, ""
	}
	command, path = m[1], m[2]
	if n := len(path) - 1; n > 1 && path[0] == path[n] && strings.ContainsRune(`"'`, rune(path[0])) {
		return command, path[1:n]
	}
	if below, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			path = filepath.Join(home, below)
		}
	}
	return command, path
}

// fetch reads a file given with a command. If that fails, the result has the path as its name, and the bare reason in
// Lost, for the sentence that reports it.
func fetch(path string) *chat.File {
	file := &chat.File{Name: filepath.Base(path)}
	info, err := os.Stat(path) // before opening, which would block on a pipe
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = chat.ErrNotFile
	case info.Size() > chat.LargestFile:
		file.Size = int(info.Size())
	default:
		file.Data, err = os.ReadFile(path)
		file.Size = len(file.Data)
	}
	if inner := new(fs.PathError); errors.As(err, &inner) {
		err = inner.Err
	}
	if err != nil {
		return &chat.File{Name: path, Lost: err}
	}
	return file
}
