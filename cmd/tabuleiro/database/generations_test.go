package database

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabuleiro/cmd/tabuleiro/config"
)

// standing returns the contents of a backup and its generations, by number; "-" for a missing one.
func standing(t *testing.T, file string) string {
	t.Helper()
	var b strings.Builder
	for n := range 8 {
		name := file
		if n > 0 {
			name = generation(file, n)
		}
		text, err := os.ReadFile(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			text = []byte("-")
		case err != nil:
			t.Fatal(err)
		}
		b.Write(text)
	}
	return strings.TrimRight(b.String(), "-")
}

// Generations move on by one number; those beyond the number kept are removed, as far as they are consecutive.
func TestShift(t *testing.T) {
	for _, c := range []struct {
		before string
		keep   int
		after  string
	}{
		{"nab", 1, "nab"}, {"-ab", 3, "-ab"}, {"-", 2, ""},
		{"n", 2, "nn"}, {"na", 2, "nn"}, {"nab", 2, "nn"}, {"nabc", 2, "nn"}, {"na-c", 2, "nn-c"},
		{"n", 3, "nn"}, {"na", 3, "nna"}, {"nab", 3, "nna"}, {"nabcd", 3, "nna"}, {"n-b", 3, "nnb"}, {"nab-d", 3, "nna-d"},
		{"nab", 4, "nnab"}, {"nabc", 4, "nnab"}, {"na-c", 4, "nnac"}, {"nabcde", 4, "nnab"}, {"n-bc", 4, "nn-b"},
		{"nabcdefg", 6, "nnabcd"}, {"nabcd", 7, "nnabcd"},
	} {
		file := filepath.Join(t.TempDir(), "copy.db")
		for n, content := range c.before {
			name := file
			if n > 0 {
				name = generation(file, n)
			}
			if content == '-' {
				continue
			}
			if err := os.WriteFile(name, []byte(string(content)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := shift(file, c.keep); err != nil {
			t.Errorf("%s, %d kept: %v", c.before, c.keep, err)
		}
		if after := standing(t, file); after != c.after {
			t.Errorf("%s becomes %s where %d are kept, want %s", c.before, after, c.keep, c.after)
		}
	}
}

// A generation that cannot be moved is an error, and nothing else has moved.
func TestShift_Fails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "copy.db")
	for name, content := range map[string]string{file: "n", generation(file, 1): "a"} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(generation(file, 2), "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, keep := range []int{2, 3} {
		if err := shift(file, keep); err == nil {
			t.Errorf("%d kept over a folder", keep)
		}
		for name, want := range map[string]string{file: "n", generation(file, 1): "a"} {
			if text, err := os.ReadFile(name); string(text) != want {
				t.Errorf("%d kept: %s is %q, %v", keep, name, text, err)
			}
		}
	}
}

// A target that cannot be written is an error before anything is copied.
func TestFits(t *testing.T) {
	folder := t.TempDir()
	database, file := filepath.Join(folder, "games.db"), filepath.Join(folder, "file")
	for _, name := range []string{database, file} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(database, filepath.Join(folder, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(os.DevNull, filepath.Join(folder, "null")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "file.2"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"new": "", "file": "file.2 is there and not a file", "games.db": "the database itself", "link": "the database itself",
		".": "not a file", "null": "not a file",
	} {
		err := (&Backup{File: filepath.Join(folder, name), Keep: 3}).fits(config.Database(database))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	for n, want := range map[int]string{0: "0 matches", 1: "1 match", 2: "2 matches"} {
		if got := Count(n, "match"); got != want {
			t.Errorf("%d is told as %s", n, got)
		}
	}
}

// keep links a file under a second name, unless another file has it.
func TestKeep(t *testing.T) {
	folder := t.TempDir()
	name := func(n int) string { return filepath.Join(folder, fmt.Sprint(n)) }
	for n := range 2 {
		if err := os.WriteFile(name(n), []byte(fmt.Sprint(n)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := keep(name(0), name(1)); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over another file: %v", err)
	}
	if err := keep(name(0), name(2)); err != nil {
		t.Fatal(err)
	}
	if err := keep(name(7), name(8)); err == nil {
		t.Error("a file that is not there is kept")
	}
	for n, want := range []string{"0", "1", "0"} {
		if text, err := os.ReadFile(name(n)); string(text) != want || err != nil {
			t.Errorf("%d is %q, %v", n, text, err)
		}
	}
}
