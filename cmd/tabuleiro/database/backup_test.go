package database

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/storage/bolt"
)

// The old content stays if the new one cannot be copied or is flawed. No partial files are left, not even those of
// killed processes; those of a running process stay until they are old.
func TestBackup_Replaces(t *testing.T) {
	folder := t.TempDir()
	name := func(file string) string { return filepath.Join(folder, file) }
	s, err := bolt.Open(name("games.db"), bolt.Options{})
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	old, young := name("tabuleiro-1.part.schema-1.backup"), name("tabuleiro-2.part")
	for file, content := range map[string]string{name("a.db"): "old", name("other.db"): "no database", old: "", young: ""} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := time.Now().Add(-2 * abandoned)
	if err := os.Chtimes(old, before, before); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{"other.db", "games.db"} {
		err := (&Backup{File: name("a.db"), Keep: 1}).Run(t.Context(), config.Config{Database: config.Database(name(from))},
			bufio.NewWriter(io.Discard), Progress{To: io.Discard})
		if (err == nil) != (from == "games.db") {
			t.Errorf("of %s: %v", from, err)
		}
		text, unread := os.ReadFile(name("a.db"))
		if (string(text) == "old") != (err != nil) || unread != nil {
			t.Errorf("of %s there are %d bytes, %v", from, len(text), unread)
		}
		if info, err := os.Stat(name("a.db")); err != nil || info.Mode() != 0o600 {
			t.Errorf("others may read it: %v, %v", info.Mode(), err)
		}
		left, err := filepath.Glob(name("tabuleiro-*"))
		if len(left) != 1 || err != nil || left[0] != young {
			t.Errorf("beside it are %v, %v", left, err)
		}
	}
}

// A partly written file is closed, and not reported as written.
func TestFinish(t *testing.T) {
	f, err := partFile(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := finish(f, broken); !errors.Is(err, broken) {
		t.Errorf("it is %v", err)
	}
	if _, err := f.Write(nil); !errors.Is(err, os.ErrClosed) {
		t.Errorf("it is open: %v", err)
	}
}
