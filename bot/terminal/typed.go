package terminal

import (
	"errors"
	"io/fs"
	"os"

	"github.com/peterh/liner"
)

// remember gives the editor the lines typed in earlier runs. A file that cannot be read is none.
func (t *Terminal) remember(editor *liner.State) {
	if t.Typed == "" {
		return
	}
	f, err := os.Open(t.Typed)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Log.Warn("the lines typed before are not to be had", "error", err)
		}
		return
	}
	defer f.Close()
	if _, err := editor.ReadHistory(f); err != nil {
		t.Log.Warn("the lines typed before are not to be had", "error", err)
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
