package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
)

// spoilt makes a database in the test's folder with a match "good" that can be replayed, a match "bad" that cannot, and
// an unknown setting.
func spoilt(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	s, err := bolt.Open("tabuleiro.db", bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	ana, rui := match.Player{ID: "terminal:ana", Name: "Ana"}, match.Player{ID: "terminal:rui", Name: "Rui"}
	for id, move := range map[string]string{"good": "11-15", "bad": "11-20"} {
		events := []match.Event{
			{Kind: match.Challenged, At: at, By: ana.ID, Who: &ana, Room: "terminal:here",
				Setup: &match.Setup{Game: "portuguese", Version: 1, Opponent: rui}},
			{Kind: match.Accepted, At: at, By: rui.ID, Who: &rui, First: ana.ID, Room: "terminal:here"},
			{Kind: match.Moved, At: at, By: ana.ID},
		}
		events[2].Move = engine.Move(move)
		head := storage.Head{ID: id, N: 3, Status: match.Playing, Game: "portuguese", Players: []string{ana.ID, rui.ID},
			Places: []storage.Place{{Room: "terminal:here", Delivered: 3}}, Began: at, Latest: at}
		if err := s.Append(t.Context(), head, events...); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Put(t.Context(), "colour/terminal:here", "pink"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// Each problem of the database is a line that says where it is, and the database is unchanged.
func TestCheck_Finds(t *testing.T) {
	spoilt(t)
	before, err := os.ReadFile("tabuleiro.db")
	if err != nil {
		t.Fatal(err)
	}
	var out, diagnostics bytes.Buffer
	if status := do([]string{"check"}, strings.NewReader(""), &out, &diagnostics); status != 1 ||
		diagnostics.String() != "tabuleiro: check: 2 problems\n" {
		t.Errorf("status %d: %s", status, diagnostics.String())
	}
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 5 || !strings.HasPrefix(lines[1], "match bad: event 3 (moved): ") ||
		lines[2] != "setting colour/terminal:here: it is not known" ||
		!strings.Contains(lines[3], "2 matches, 6 events, 1 setting;") {
		t.Errorf("printed:\n%s", out.String())
	}
	if after, err := os.ReadFile("tabuleiro.db"); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the database was changed (%v)", err)
	}
}

// A match that cannot be exported does not keep the others from being exported, and earlier files are replaced.
func TestExport_GoesOn(t *testing.T) {
	spoilt(t)
	var out, diagnostics bytes.Buffer
	if status := do([]string{"export", "--all", "out"}, strings.NewReader(""), &out, &diagnostics); status != 1 ||
		!strings.HasPrefix(diagnostics.String(), "tabuleiro: export: match bad: ") ||
		!strings.HasPrefix(out.String(), "out: 1 match written") {
		t.Errorf("status %d: %s%s", status, out.String(), diagnostics.String())
	}
	files, err := filepath.Glob("out/*")
	if err != nil || len(files) != 1 || !strings.HasPrefix(files[0], filepath.Join("out", "good.")) {
		t.Fatalf("written: %q, %v", files, err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(files[0], []byte("older"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status := do([]string{"export", "--all", "out"}, strings.NewReader(""), &out, &diagnostics); status != 1 {
		t.Errorf("status %d: %s", status, diagnostics.String())
	}
	if text, err := os.ReadFile(files[0]); !bytes.Equal(text, whole) || err != nil {
		t.Errorf("the file is now %q, %v", text, err)
	}
}

// A backup of a database with a match that cannot be replayed is complete, and is written beside the last good backup,
// which stays; the exit status is 3.
func TestBackup_Warns(t *testing.T) {
	spoilt(t)
	if err := os.WriteFile("copy.db", []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, diagnostics bytes.Buffer
	if status := do([]string{"backup", "--keep", "7", "copy.db"}, strings.NewReader(""), &out,
		&diagnostics); status != 3 || !strings.HasPrefix(out.String(), "copy.db.problems: ") ||
		!strings.HasPrefix(diagnostics.String(),
			"tabuleiro: backup: what was in copy.db stays; the copy in copy.db.problems has 2 problems (see tabuleiro check): match bad: event 3 ") {
		t.Errorf("status %d: %s%s", status, out.String(), diagnostics.String())
	}
	if text, err := os.ReadFile("copy.db"); string(text) != "precious" {
		t.Errorf("the last good one is now %.20q, %v", text, err)
	}
	s, err := bolt.Open("copy.db.problems", bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if events, err := s.Events(t.Context(), "good"); len(events) != 3 || err != nil {
		t.Errorf("in the copy: %v, %v", events, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob("*.[p1]*"); len(left) != 1 || err != nil {
		t.Errorf("beside the copy: %q, %v", left, err)
	}
}

// A backup with problems is not restored, and the database stays.
func TestRestore_Refuses(t *testing.T) {
	spoilt(t)
	if err := os.Rename("tabuleiro.db", "copy.db"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("tabuleiro.db", []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, diagnostics bytes.Buffer
	if status := do([]string{"restore", "copy.db"}, strings.NewReader(""), &out, &diagnostics); status != 1 ||
		out.Len() > 0 ||
		!strings.HasPrefix(diagnostics.String(),
			"tabuleiro: restore: tabuleiro.db stays as it is: the backup: 2 problems (see tabuleiro check): match bad: event 3 ") {
		t.Errorf("status %d: %s%s", status, out.String(), diagnostics.String())
	}
	if text, err := os.ReadFile("tabuleiro.db"); string(text) != "precious" {
		t.Errorf("the database is now %.20q, %v", text, err)
	}
	if left, err := filepath.Glob("*.[pb]*"); left != nil || err != nil {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

// A backup with problems does not replace the database either, if the database has that name.
func TestBackupAside_IsNotTheDatabase(t *testing.T) {
	spoilt(t)
	if err := os.Rename("tabuleiro.db", "copy.problems"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TABULEIRO_DATABASE", "copy.problems")
	var out, diagnostics bytes.Buffer
	if status := do([]string{"backup", "copy"}, strings.NewReader(""), &out, &diagnostics); status != 1 ||
		!strings.Contains(diagnostics.String(), "is the database itself") {
		t.Errorf("status %d: %s%s", status, out.String(), diagnostics.String())
	}
}

// damaged makes such a database with settings that cannot be read.
func damaged(t *testing.T) {
	t.Helper()
	spoilt(t)
	s, err := bolt.Open("tabuleiro.db", bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 100 {
		err = errors.Join(err, s.Put(t.Context(), fmt.Sprintf("padding/%d", n), strings.Repeat("x", 100)))
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile("tabuleiro.db")
	if err != nil {
		t.Fatal(err)
	}
	for page := range slices.Chunk(content, os.Getpagesize()) {
		if bytes.Contains(page, []byte("padding/")) {
			copy(page, bytes.Repeat([]byte{'x'}, len(page)))
		}
	}
	if err := os.WriteFile("tabuleiro.db", content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A damaged database is reported, its readable matches are exported, and its backup does not replace a good one.
func TestDamaged(t *testing.T) {
	damaged(t)
	var out, diagnostics bytes.Buffer
	if status := do([]string{"check"}, strings.NewReader(""), &out, &diagnostics); status != 1 ||
		!strings.Contains(out.String(), "the database is damaged") {
		t.Errorf("status %d: %s%s", status, out.String(), diagnostics.String())
	}
	diagnostics.Reset()
	if status := do([]string{"export", "--all", "out"}, strings.NewReader(""), &out, &diagnostics); status != 1 ||
		!strings.Contains(out.String(), "1 match written") || !strings.Contains(diagnostics.String(), "the database is damaged") {
		t.Errorf("status %d: %s%s", status, out.String(), diagnostics.String())
	}
	if err := os.WriteFile("copy.db", []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	diagnostics.Reset()
	if status := do([]string{"backup", "copy.db"}, strings.NewReader(""), &out, &diagnostics); status != 1 ||
		!strings.Contains(diagnostics.String(), "the copy is not kept") {
		t.Errorf("status %d: %s", status, diagnostics.String())
	}
	if text, err := os.ReadFile("copy.db"); string(text) != "precious" {
		t.Errorf("the copy is now %.20q, %v", text, err)
	}
	if left, err := filepath.Glob("*.part*"); left != nil || err != nil {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

// Check reports what an older version left of forgotten people, and migrate leaves it out.
func TestLeftOfForgotten(t *testing.T) {
	t.Chdir(t.TempDir())
	s, err := bolt.Open("old.db", bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	gone := match.Player{ID: "gone:bcdfghjkmn", Name: "—"}
	imported := match.Event{Kind: match.Imported, At: at, By: gone.ID, Who: &gone, Room: "terminal:here", Setup: &match.Setup{
		Game: "portuguese", Version: 1, Played: []engine.Move{"11-15"}, Source: &match.Source{
			Names: [2]string{"Zulmira", "—"}, Date: "zulmira", Outcome: engine.Outcome{Reason: match.Agreement}}}}
	head := storage.Head{ID: "k7q2", N: 1, Status: match.Over, Game: "portuguese", Players: []string{match.ReadFirst, match.ReadSecond, gone.ID},
		Places: []storage.Place{{Room: "terminal:here", Delivered: 1}}, Began: at, Latest: at}
	if err := errors.Join(s.Append(t.Context(), head, imported), s.Close()); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		t.Helper()
		t.Setenv("TABULEIRO_DATABASE", args[len(args)-1])
		var out, diagnostics bytes.Buffer
		if args[0] == "check" {
			args = args[:1]
		}
		if status := do(args, strings.NewReader(""), &out, &diagnostics); status != 0 {
			t.Fatalf("%q: status %d: %s%s", args, status, out.String(), diagnostics.String())
		}
		return out.String()
	}
	const left = "in 1 match something is left of who was forgotten"
	if said := run("check", "old.db"); !strings.Contains(said, left) {
		t.Errorf("check says %q", said)
	}
	run("migrate", "old.db", "new.db")
	if said := run("check", "new.db"); strings.Contains(said, left) {
		t.Errorf("after the migration check says %q", said)
	}
	for file, want := range map[string]bool{"old.db": true, "new.db": false} {
		text, err := os.ReadFile(file)
		if got := bytes.Contains(bytes.ToLower(text), []byte("zulmira")); got != want || err != nil {
			t.Errorf("%s has the name: %t, %v", file, got, err)
		}
	}
}
