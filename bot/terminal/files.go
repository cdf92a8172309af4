package terminal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"tabuleiro/bot/chat"
)

// keep writes a picture under the next free number, and returns its path.
func (t *Terminal) keep(png []byte) (string, error) {
	for {
		t.pictures++
		path := filepath.Join(t.Pictures, fmt.Sprintf("%04d.png", t.pictures))
		if err := create(path, png); !errors.Is(err, os.ErrExist) {
			return path, err
		}
	}
}

// fileName is what a file may be called: nothing that leads into another folder or hides.
var fileName = regexp.MustCompile(`^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]*$`)

// longestFileName is the number of characters that has.
const longestFileName = 100

// store writes a file that was said, beside those of the same name that are there already, and returns its path.
func (t *Terminal) store(f chat.File) (string, error) {
	if utf8.RuneCountInString(f.Name) > longestFileName || !fileName.MatchString(f.Name) || !filepath.IsLocal(f.Name) {
		return "", fmt.Errorf("%q cannot be the name of a file", f.Name)
	}
	ending := filepath.Ext(f.Name)
	path := filepath.Join(t.Files, f.Name)
	for n := 2; ; n++ {
		if err := create(path, f.Data); !errors.Is(err, os.ErrExist) {
			return path, err
		}
		path = filepath.Join(t.Files, fmt.Sprintf("%s-%d%s", strings.TrimSuffix(f.Name, ending), n, ending))
	}
}

// create writes a file that is not there yet, wholly or not at all.
func create(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(path)
	}
	return err
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
	data, size, err := read(path)
	if inner := new(fs.PathError); errors.As(err, &inner) {
		err = inner.Err
	}
	if err != nil {
		return &chat.File{Name: path, Lost: err}
	}
	return &chat.File{Name: filepath.Base(path), Data: data, Size: size}
}

// read returns what is in a file, nil if that is more than chat.LargestFile, and how many bytes it has.
func read(path string) (data []byte, size int, err error) {
	info, err := os.Stat(path) // before it is opened, which may wait: a pipe does
	switch {
	case err != nil:
		return nil, 0, err
	case !info.Mode().IsRegular():
		return nil, 0, chat.ErrNotFile
	case info.Size() > chat.LargestFile:
		return nil, int(info.Size()), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	data, err = io.ReadAll(io.LimitReader(f, chat.LargestFile+1))
	switch {
	case err != nil:
		return nil, 0, err
	case len(data) > chat.LargestFile: // it has grown
		return nil, len(data), nil
	}
	return data, len(data), nil
}
