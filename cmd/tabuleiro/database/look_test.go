package database

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
	"tabuleiro/storage/storagetest"
)

// checked returns the problems that Check finds, and all that it prints.
func checked(t *testing.T, file string) (problems []string, said string) {
	t.Helper()
	var all strings.Builder
	found := &Problems{Out: &all}
	if err := Check(t.Context(), config.Database(file), Progress{To: io.Discard}, found); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(all.String(), "\n"); found.N > 0 {
		problems = lines[:found.N]
	}
	return problems, all.String()
}

// Ratings that no match explains and unknown settings are problems, leftovers of an older version are not, and a backup
// with problems is flawed.
func TestCheck_Content(t *testing.T) {
	for name, c := range map[string]struct {
		fill    func(*bolt.Store) error
		problem string // is part of the one that there is
		flawed  bool
	}{
		"nothing":  {func(*bolt.Store) error { return nil }, "", false},
		"one note": {func(s *bolt.Store) error { return s.Put(t.Context(), "outbox/1", "x") }, "", false},
		"a rating": {func(s *bolt.Store) error {
			return s.SetRatings(t.Context(), "telegram:1", []storage.Rating{storagetest.NewRating("telegram:1", "cage", 2)})
		}, "ratings: ", true},
		"a setting": {func(s *bolt.Store) error { return s.Put(t.Context(), "nonsense", "x") }, "setting nonsense: ", true},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "games.db")
			s, err := bolt.Open(file, bolt.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(c.fill(s), s.Close()); err != nil {
				t.Fatal(err)
			}
			problems, said := checked(t, file)
			if (len(problems) > 0) != (c.problem != "") || len(problems) > 0 && !strings.HasPrefix(problems[0], c.problem) ||
				!strings.Contains(said, "looked through") {
				t.Errorf("problems %q, said %q", problems, said)
			}
			_, err = verify(t.Context(), file, Progress{To: io.Discard})
			if errors.As(err, new(Flawed)) != c.flawed || (err != nil) != c.flawed {
				t.Errorf("as a backup it is %v", err)
			}
		})
	}
}

// An unreadable match is a problem of that match, and does not keep others from being exported.
func TestCheck_Unreadable(t *testing.T) {
	t.Chdir(t.TempDir())
	s, err := bolt.Open("tabuleiro.db", bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	ana, rui := match.Player{ID: "terminal:ana", Name: "Ana"}, match.Player{ID: "terminal:rui", Name: "Rui"}
	for id, move := range map[string]engine.Move{"good": "9-13", "bad": "11-15"} {
		events := []match.Event{
			{Kind: match.Challenged, At: at, By: ana.ID, Who: &ana, Room: "terminal:here",
				Setup: &match.Setup{Game: "portuguese", Version: 1, Opponent: rui}},
			{Kind: match.Accepted, At: at, By: rui.ID, Who: &rui, First: ana.ID, Room: "terminal:here"},
			{Kind: match.Moved, At: at, By: ana.ID, Move: move},
		}
		head := storage.Head{ID: id, N: 3, Status: match.Playing, Game: "portuguese", Players: []string{ana.ID, rui.ID},
			Places: []storage.Place{{Room: "terminal:here", Delivered: 3}}, Began: at, Latest: at}
		if err := s.Append(t.Context(), head, events...); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile("tabuleiro.db")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("tabuleiro.db", bytes.ReplaceAll(content, []byte("11-15"), []byte(`"""""`)), 0o600); err != nil {
		t.Fatal(err)
	}
	if problems, _ := checked(t, "tabuleiro.db"); len(problems) != 1 || !strings.HasPrefix(problems[0], "match bad: ") {
		t.Errorf("problems %q", problems)
	}
	var printed bytes.Buffer
	out := bufio.NewWriter(&printed)
	err = (&Export{All: "out"}).Run(t.Context(), config.Config{Database: "tabuleiro.db"}, out, Progress{To: io.Discard})
	if !strings.HasPrefix(fmt.Sprint(err), "match bad: event 3") || out.Flush() != nil ||
		printed.String() != "out: 1 match written, 0 without a game\n" {
		t.Errorf("exported: %q, %v", &printed, err)
	}
	if text, err := os.ReadFile("out/good.pdn"); !strings.Contains(string(text), "9-13") || err != nil {
		t.Errorf("the good one is %q, %v", text, err)
	}
}

// A backup of an older schema is verified by its pages alone, and restored as it is; the bot migrates it.
func TestRestore_OlderSchema(t *testing.T) {
	packed, err := os.Open("../../../storage/bolt/testdata/schema1.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	backup, database := filepath.Join(folder, "copy.db"), filepath.Join(folder, "games.db")
	if err := os.WriteFile(backup, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := verify(t.Context(), backup, Progress{To: io.Discard}); err != nil {
		t.Errorf("as a backup it is %v", err)
	}
	out := new(bytes.Buffer)
	printed := bufio.NewWriter(out)
	err = (&Restore{File: backup}).Run(t.Context(), config.Config{Database: config.Database(database)}, printed,
		Progress{To: io.Discard})
	if err = errors.Join(err, printed.Flush()); err != nil ||
		!strings.HasSuffix(out.String(), ": of an older version, brought up to date when the bot starts, from "+backup+"\n") {
		t.Errorf("restored, it says %q, %v", out, err)
	}
	store, err := Open(t.Context(), config.Database(database), nil)
	if err != nil {
		t.Fatal(err)
	}
	if heads, err := store.Find(t.Context(), storage.Query{}); len(heads) == 0 || err != nil {
		t.Errorf("the bot finds %v, %v", heads, err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if problems, _ := checked(t, database); len(problems) > 0 {
		t.Errorf("problems %q", problems)
	}
}

// An unreadable backup is not kept, whatever else is in it.
func TestVerify_Damaged(t *testing.T) {
	file := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(file, []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := verify(t.Context(), file, Progress{To: io.Discard}); err == nil || errors.As(err, new(Flawed)) ||
		!strings.Contains(err.Error(), "is not kept") {
		t.Errorf("it is %v", err)
	}
}
