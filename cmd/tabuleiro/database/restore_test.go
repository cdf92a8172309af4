package database

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"tabuleiro/storage/bolt"
)

// However soon restores follow each other, each earlier database is kept under a name of its own.
func TestRestore_AtOnce(t *testing.T) {
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
	names := map[string]bool{}
	for range 3 {
		_, kept, err := restore(t.Context(), backup, database, Progress{To: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(kept); err != nil || names[kept] {
			t.Errorf("what was there before is in %s, %v", kept, err)
		}
		names[kept] = true
	}
}
