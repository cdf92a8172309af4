package terminal

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
)

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// talkIn returns the answers to a script with files in a folder.
func talkIn(t *testing.T, folder, script string, p *parrot) string {
	t.Helper()
	var out bytes.Buffer
	p.t = New(Config{In: strings.NewReader(script), Out: &out, Files: folder, Log: slog.New(slog.DiscardHandler)})
	if err := p.t.Run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A file in a message is written beside those that exist already, and its path is printed.
func TestFiles_Said(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "k7q2.pdn"), []byte("old"))
	p := &parrot{file: &chat.File{Name: "k7q2.pdn", Data: []byte("new")}}
	got := talkIn(t, dir, "ana: hi\nana: y\n", p)
	want := "terminal:ana|hi|true\n[" + filepath.Join(dir, "k7q2-2.pdn") + "]\n\n" +
		"terminal:ana|y|true\n[" + filepath.Join(dir, "k7q2-3.pdn") + "]\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string]string{"k7q2.pdn": "old", "k7q2-2.pdn": "new", "k7q2-3.pdn": "new"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q %v, want %q", name, got, err, want)
		}
	}
}

// Without a folder it is the current one.
func TestFiles_SaidHere(t *testing.T) {
	t.Chdir(t.TempDir())
	got := talkIn(t, "", "ana: hi\n", &parrot{file: &chat.File{Name: "ação", Data: []byte("new")}})
	if want := "terminal:ana|hi|true\n[ação]\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, err := os.ReadFile("ação"); err != nil || string(got) != "new" {
		t.Errorf("%q %v", got, err)
	}
}

// At the keyboard a file's path is printed with its folder.
func TestFile_WithItsFolder(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	var out bytes.Buffer
	term := New(Config{Out: &out, Interactive: true, Plain: true, Log: slog.New(slog.DiscardHandler)})
	if _, err := term.Send(t.Context(), Room,
		chat.Message{File: &chat.File{Name: "k7q2.pdn", Data: []byte("new")}}); err != nil {
		t.Fatal(err)
	}
	where, err := os.Getwd()
	if want := filepath.Join(where, "k7q2.pdn"); err != nil || !strings.Contains(out.String(), "["+want+"]") {
		t.Errorf("%q, want %q, %v", out.String(), want, err)
	}
}

// No file name leads out of the folder, and the error is printed in place of the path.
func TestFiles_NotWritten(t *testing.T) {
	above := t.TempDir()
	dir := filepath.Join(above, "files")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", ".", "..", "../x", "/x", filepath.Join(above, "x"), "a/b", `a\b`, ".profile",
		"x\n.pdn", "x\x00", "\xff", "-x", strings.Repeat("x", 300)} {
		got := talkIn(t, dir, "ana: hi\n", &parrot{file: &chat.File{Name: name, Data: []byte("new")}})
		path := strings.TrimSuffix(strings.TrimPrefix(got, "terminal:ana|hi|true\n["), "]\n")
		if text, err := os.ReadFile(path); filepath.Dir(path) != dir || string(text) != "new" || err != nil ||
			filepath.Base(path)[0] == '.' {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
	missing := filepath.Join(above, "missing")
	got := talkIn(t, missing, "ana: hi\n", &parrot{file: &chat.File{Name: "k7q2.pdn"}})
	if want := "terminal:ana|hi|true\n[open " + filepath.Join(missing, "k7q2.pdn") + ": "; !strings.HasPrefix(got, want) ||
		!strings.HasSuffix(got, "]\n") {
		t.Errorf("without a folder: %q, want %q", got, want)
	}
	err := filepath.WalkDir(above, func(path string, _ fs.DirEntry, err error) error {
		if path != above && filepath.Dir(path) != dir && path != dir {
			t.Errorf("%s was written", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Only a command attaches a file.
func TestFiles_Brought(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	t.Chdir(dir)
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	write(t, "k7q2.pdn", []byte("1. 11-15"))
	write(t, "my game.pdn", []byte("1. 9-14"))
	write(t, "empty", nil)
	write(t, "x", nil)
	write(t, filepath.Join(home, "mine.pdn"), []byte("1. 10-14"))
	write(t, "most", make([]byte, chat.LargestFile))
	write(t, "more", make([]byte, chat.LargestFile+1))
	for _, c := range []struct {
		line, text string
		file       *chat.File
	}{
		{"ana: /import < k7q2.pdn", "/import", &chat.File{Name: "k7q2.pdn", Data: []byte("1. 11-15"), Size: 8}},
		{"/import   <  k7q2.pdn \t", "/import", &chat.File{Name: "k7q2.pdn", Data: []byte("1. 11-15"), Size: 8}},
		{"/import @rui < " + filepath.Join(dir, "k7q2.pdn"), "/import @rui",
			&chat.File{Name: "k7q2.pdn", Data: []byte("1. 11-15"), Size: 8}},
		{"/import < my game.pdn", "/import", &chat.File{Name: "my game.pdn", Data: []byte("1. 9-14"), Size: 7}},
		{`/import < "my game.pdn"`, "/import", &chat.File{Name: "my game.pdn", Data: []byte("1. 9-14"), Size: 7}},
		{"/import < './k7q2.pdn'", "/import", &chat.File{Name: "k7q2.pdn", Data: []byte("1. 11-15"), Size: 8}},
		{`/import < "x"`, "/import", &chat.File{Name: "x", Data: []byte{}}},
		{"/import < ~/mine.pdn", "/import", &chat.File{Name: "mine.pdn", Data: []byte("1. 10-14"), Size: 8}},
		{"/import a < b < empty", "/import a < b", &chat.File{Name: "empty", Data: []byte{}}},
		{"/import < most", "/import", &chat.File{Name: "most", Data: make([]byte, chat.LargestFile), Size: chat.LargestFile}},
		{"/import < more", "/import", &chat.File{Name: "more", Size: chat.LargestFile + 1}},

		{"ana: 3 < k7q2.pdn", "3 < k7q2.pdn", nil},
		{"see /import < k7q2.pdn", "see /import < k7q2.pdn", nil},
		{"/import <k7q2.pdn", "/import <k7q2.pdn", nil},
		{"/import< k7q2.pdn", "/import< k7q2.pdn", nil},
		{"/import < ", "/import < ", nil},
		{"< k7q2.pdn", "< k7q2.pdn", nil},
		{"/import", "/import", nil},
	} {
		p := &parrot{}
		got := talkIn(t, "", c.line+"\n", p)
		if e := p.heard[0]; e.Text != c.text || len(e.Mentions) != strings.Count(c.text, "@") {
			t.Errorf("%q is heard as %q with %d mentions, want %q", c.line, e.Text, len(e.Mentions), c.text)
		}
		same := cmp.Comparer(func(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) })
		if diff := cmp.Diff(c.file, p.heard[0].File, same); diff != "" {
			t.Errorf("%q: %s", c.line, diff)
		}
		if strings.Contains(got, "[") {
			t.Errorf("%q: %q", c.line, got)
		}
	}
}

// The bot gets the path and the error of an unreadable file, and answers in the language of the room.
func TestFiles_Lost(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for path, want := range map[string]*chat.File{
		"k7q2.pdn": {Name: "k7q2.pdn", Lost: syscall.ENOENT},
		dir:        {Name: dir, Lost: errors.New("not a file")},
		`""`:       {Name: `""`, Lost: syscall.ENOENT},
	} {
		p := &parrot{}
		talkIn(t, "", "ana: /import < "+path+"\n", p)
		said := cmp.Comparer(func(a, b error) bool { return a.Error() == b.Error() })
		if diff := cmp.Diff(want, p.heard[0].File, said); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

// A printed message is never replaced.
func TestInstead(t *testing.T) {
	var out bytes.Buffer
	term := New(Config{Out: &out})
	for _, text := range []string{"first", "second"} {
		if _, err := term.Send(context.Background(), Room,
			chat.Message{Text: []chat.Span{{Text: text}}, Instead: true}); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := out.String(), "first\nsecond\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzBrings(f *testing.F) {
	for _, text := range []string{"", "/import < a.pdn", "/import < \"a b\"", "/a < b < c", "11-15 < x", "/import < ~/x",
		"/x <", "/é < \u00a0x", "/\xff < \n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		command, path := brings(text)
		if path == "" {
			if command != text {
				t.Errorf("%q became %q without bringing a file", text, command)
			}
			return
		}
		if !strings.HasPrefix(command, "/") || !strings.HasPrefix(text, command) {
			t.Errorf("%q is taken for the command %q", text, command)
		}
		if !strings.Contains(text[len(command):], "<") {
			t.Errorf("%q brings %q", text, path)
		}
	})
}
