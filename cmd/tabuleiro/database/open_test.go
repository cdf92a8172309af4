package database

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/cmd/tabuleiro/config"
)

// A file that is no database is not opened, and stays as it is.
func TestOpen_Other(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.db")
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if store, err := Open(t.Context(), config.Database(file), nil); store != nil || err == nil ||
		strings.Contains(err.Error(), "let this user write") {
		t.Errorf("%v, %v", store, err)
	}
	if text, err := os.ReadFile(file); string(text) != "precious" || err != nil {
		t.Errorf("it is %q, %v", text, err)
	}
}

// A process that holds the database and does not answer is asked twice; then the error says what to do.
func TestFetch_NoAnswer(t *testing.T) {
	folder := t.TempDir()
	d := config.Database(filepath.Join(folder, "games.db"))
	store, err := Open(t.Context(), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	to, err := partFile(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		who, err := fetch(t.Context(), d, to, Progress{To: io.Discard})
		if took := time.Since(began).Round(time.Second); who != "" || err == nil || took != 4*time.Second ||
			!strings.Contains(err.Error(), "has the database open but does not answer") {
			t.Errorf("%q, %v after %v", who, err, took)
		}
	})
}

// Leftovers of killed processes are removed an hour later, whatever they were; everything else stays.
func TestClearUp(t *testing.T) {
	folder := t.TempDir()
	for name, age := range map[string]time.Duration{
		"tabuleiro-1.part": time.Hour, "tabuleiro-2.part.lock": 24 * time.Hour, "tabuleiro-3.part": 59 * time.Minute,
		"other-1.part": 24 * time.Hour, "tabuleiro.db": 24 * time.Hour,
	} {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, time.Now(), time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	clearUp(folder)
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	for i := range left {
		left[i] = filepath.Base(left[i])
	}
	if strings.Join(left, " ") != "other-1.part tabuleiro-3.part tabuleiro.db" || err != nil {
		t.Errorf("left are %q, %v", left, err)
	}
	clearUp(filepath.Join(folder, "none"))
}
