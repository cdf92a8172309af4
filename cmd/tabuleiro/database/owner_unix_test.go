//go:build unix

package database

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"tabuleiro/storage/bolt"
)

// A database restored by root, and the one before that is kept, belong to the owner of the one before.
func TestRestore_Owner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	folder := t.TempDir()
	backup, database := filepath.Join(folder, "copy.db"), filepath.Join(folder, "games.db")
	for _, file := range []string{backup, database} {
		s, err := bolt.Open(file, bolt.Options{})
		if err == nil {
			err = s.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	const user, group = 4321, 1234
	if err := os.Chown(database, user, group); err != nil {
		t.Fatal(err)
	}
	_, kept, err := restore(t.Context(), backup, database, Progress{To: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{database, kept} {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if is := info.Sys().(*syscall.Stat_t); is.Uid != user || is.Gid != group {
			t.Errorf("%s belongs to %d of %d", file, is.Uid, is.Gid)
		}
	}
}
