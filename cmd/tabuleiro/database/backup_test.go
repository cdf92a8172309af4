package database

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The old content stays if the new one does not come to its end or is not right, and nothing is left beside it, not
// even the half files that killed processes left; those of a process at work stay until they are old.
func TestReplace(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "a.db")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	old, young := filepath.Join(folder, "tabuleiro-1.part.schema-1.backup"), filepath.Join(folder, "tabuleiro-2.part")
	for _, name := range []string{old, young} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := time.Now().Add(-2 * abandoned)
	if err := os.Chtimes(old, before, before); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	for _, c := range []struct {
		write, check error
		want         string
	}{{broken, nil, "old"}, {nil, broken, "old"}, {nil, nil, "new"}} {
		n, err := replace(file, replacing{write: func(to *os.File) error {
			_, err := to.WriteString("new")
			return errors.Join(err, c.write)
		}, check: func(name string) error {
			if text, err := os.ReadFile(name); string(text) != "new" || err != nil {
				t.Errorf("%q is to be checked, %v", text, err)
			}
			return c.check
		}, room: func() error { return nil }})
		if want := errors.Join(c.write, c.check); (err == nil) != (want == nil) || want != nil && !errors.Is(err, broken) ||
			err == nil && n != 3 {
			t.Errorf("replaced %d bytes, %v; want %v", n, err, want)
		}
		text, err := os.ReadFile(file)
		if string(text) != c.want || err != nil {
			t.Errorf("the file is %q, %v; want %q", text, err, c.want)
		}
		if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
			t.Errorf("others may read it: %v, %v", info.Mode(), err)
		}
		if entries, err := os.ReadDir(folder); len(entries) != 2 || err != nil || entries[1].Name() != filepath.Base(young) {
			t.Errorf("the folder has %v, %v", entries, err)
		}
	}
}
