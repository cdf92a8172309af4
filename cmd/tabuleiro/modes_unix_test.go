//go:build unix

package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Files that contain names are closed to others, even with a permissive umask.
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
