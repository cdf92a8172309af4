//go:build unix

package main

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tabuleiro/storage/bolt"
)

// Whatever the user leaves open to others by habit, a file that holds names is not.
func TestModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	spoilt(t)
	var out bytes.Buffer
	do([]string{"backup", "copy.db"}, strings.NewReader(""), &out, &out)
	do([]string{"export", "--all", "games"}, strings.NewReader(""), &out, &out)
	modes := map[string]fs.FileMode{"tabuleiro.db": 0o600, "copy.db.problems": 0o600, "games": fs.ModeDir | 0o700}
	exported, err := filepath.Glob("games/*")
	if err != nil || len(exported) == 0 {
		t.Fatalf("exported: %q, %v; %s", exported, err, out.String())
	}
	for _, name := range exported {
		modes[name] = 0o600
	}
	for name, want := range modes {
		if info, err := os.Lstat(name); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v, want %v", name, info.Mode(), err, want)
		}
	}
}

// The bot says so if others may read its database, and only then.
func TestSharedDatabase(t *testing.T) {
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
