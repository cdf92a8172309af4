//go:build unix

package control

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"testing"

	"tabuleiro/storage/bolt"
)

// A warning is logged if and only if others may read the database.
func TestDatabase_Shared(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o604} {
		s, err := bolt.Open("tabuleiro.db", bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod("tabuleiro.db", mode); err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		warnShared("tabuleiro.db", slog.New(slog.NewTextHandler(&log, nil)))
		if warned := strings.Contains(log.String(), "level=WARN"); warned != (mode != 0o600) {
			t.Errorf("mode %v: %s", mode, log.String())
		}
	}
}
