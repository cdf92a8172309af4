package terminal

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/peterh/liner"
)

// longestTyped is how much of a line is remembered, in bytes: a longer one is not.
const longestTyped = 4000

// remember gives the editor the lines typed in earlier runs, but for those that were none. A file that cannot be read
// has none.
func (t *Terminal) remember(editor *liner.State) {
	if t.Typed == "" {
		return
	}
	text, err := os.ReadFile(t.Typed)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Log.Warn("the lines typed before are not to be had", "error", err)
		}
		return
	}
	lines := slices.DeleteFunc(strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' }),
		func(line string) bool {
			return len(line) > longestTyped || !utf8.ValidString(line)
		})
	for _, line := range lines[max(0, len(lines)-liner.HistoryLimit):] {
		editor.AppendHistory(line)
	}
}

// keepTyped writes the lines down for the next run: beside the file and then in its place, for its owner only.
func (t *Terminal) keepTyped(editor *liner.State) {
	if t.Typed == "" {
		return
	}
	err := func() error {
		f, err := os.OpenFile(t.Typed+".new", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
		if err != nil {
			return err
		}
		_, err = editor.WriteHistory(f)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
		return os.Rename(t.Typed+".new", t.Typed)
	}()
	if err != nil {
		t.Log.Warn("the lines typed are not kept", "error", err)
	}
}
