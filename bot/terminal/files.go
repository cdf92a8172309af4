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

// store writes a file that was said, beside those of the same name that are there already, and returns its path.
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

// create writes a file under the first of several paths that is free, wholly or not at all.
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

// brought is a command with a file.
var brought = regexp.MustCompile(`^(/.*\S)\s+<\s+(\S.*?)\s*$`)

// brings takes the path of a file off a command: what comes after the last " < ", without quotes around it and with the
// home folder for ~. Of anything else "<" is a part.
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

// fetch reads a file that somebody brings along. One that cannot be read has its whole path for a name, and the reason
// without the path and the call, which the sentence about it has no use for.
func fetch(path string) *chat.File {
	file := &chat.File{Name: filepath.Base(path)}
	info, err := os.Stat(path) // before it is opened, which may wait: a pipe does
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
