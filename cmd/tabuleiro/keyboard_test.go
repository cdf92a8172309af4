//go:build linux || darwin

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"tabuleiro/storage/bolt"
)

// screen is the program at a pseudo-terminal, as a person sees it.
type screen struct {
	t    *testing.T
	keys *os.File
	cmd  *exec.Cmd

	mu    sync.Mutex
	shown bytes.Buffer
	seen  int // as far as this
	more  chan struct{}
}

// sitDown starts the program in a folder at a pseudo-terminal.
func sitDown(t *testing.T, folder string) *screen {
	t.Helper()
	s := &screen{t: t, cmd: exec.Command(os.Args[0]), more: make(chan struct{}, 1)}
	s.cmd.Args[0] = "tabuleiro" // see TestMain
	s.cmd.Dir = folder
	s.cmd.Env = []string{"TERM=xterm", "LANG=C.UTF-8", "USER=olga", "HOME=" + folder, "GOCOVERDIR=" + folder}
	keys, err := pty.StartWithSize(s.cmd, &pty.Winsize{Rows: 50, Cols: 120})
	if err != nil {
		t.Fatal(err)
	}
	s.keys = keys
	read := make(chan struct{})
	go func() {
		defer close(read)
		b := make([]byte, 4096)
		for {
			n, err := keys.Read(b)
			if err != nil {
				return
			}
			s.mu.Lock()
			s.shown.Write(b[:n])
			s.mu.Unlock()
			select {
			case s.more <- struct{}{}:
			default:
			}
		}
	}()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		_ = keys.Close()
		<-read
	})
	return s
}

func (s *screen) types(text string) {
	s.t.Helper()
	if _, err := s.keys.WriteString(text); err != nil {
		s.t.Fatal(err)
	}
}

var escapes = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]`)

// shows waits until a text is on the screen, after those seen before.
func (s *screen) shows(want string) {
	s.t.Helper()
	late := time.After(patience)
	for {
		s.mu.Lock()
		text := escapes.ReplaceAllString(s.shown.String(), "")
		at := strings.Index(text[min(s.seen, len(text)):], want)
		if at >= 0 {
			s.seen += at + len(want)
		}
		s.mu.Unlock()
		if at >= 0 {
			return
		}
		select {
		case <-s.more:
		case <-late:
			s.t.Fatalf("%q is not shown; after what was seen comes:\n%s", want, text[min(s.seen, len(text)):])
		}
	}
}

// leaves waits until the program ends without an error.
func (s *screen) leaves() {
	s.t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- s.cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			s.t.Errorf("it ends with %v; it showed:\n%s", err, s.shown.String())
		}
	case <-time.After(patience):
		s.t.Fatal("it does not end")
	}
}

// At a terminal a person sits down, another one accepts, the tab key completes a command, a move is played, the arrow
// key recalls a line, and the game is still there after a restart.
func TestKeyboard(t *testing.T) {
	folder := t.TempDir()
	s := sitDown(t, folder)
	s.shows("olga> ")
	s.types("ana: /play damas colour=white @rui\r")
	s.shows("ana challenges rui")
	s.shows("rui> ")
	s.types("/acc\t")
	s.shows("/accept")
	s.types("\r")
	s.shows("rui accepts")
	s.shows("ana> ")
	s.types("11-20\r")
	s.shows("one square at a time")
	s.shows("ana> ")
	s.types("\x1b[A\x7f\x7f15\r") // the move again, with another end
	s.shows("ana: 11-15")
	s.shows("rui> ")
	s.types("\x04") // the end of the input
	s.leaves()

	s = sitDown(t, folder)
	s.shows("ana: 11-15")
	s.shows("rui> ")
	s.types("\x03") // interrupted while a line is typed
	s.leaves()
}

// Errors are written to a file beside the database, and never between the lines of people; one sentence says so, once.
func TestKeyboard_Wrong(t *testing.T) {
	folder := t.TempDir()
	store, err := bolt.Open(filepath.Join(folder, "tabuleiro.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(store.Put(t.Context(), "puzzle/terminal:here", "{"), store.Close())
	if err != nil {
		t.Fatal(err)
	}
	s := sitDown(t, folder)
	s.shows("olga> ")
	s.types("ana: /puzzle\r")
	s.shows("went wrong in the program; it is written down in tabuleiro.db.log.")
	s.shows("ana> ")
	s.types("/puzzle\r/games\r")
	s.shows("You have no")
	s.types("\x04")
	s.leaves()
	s.mu.Lock()
	shown := s.shown.String()
	s.mu.Unlock()
	if strings.Contains(shown, "level=") || strings.Count(shown, "tabuleiro.db.log") != 1 {
		t.Errorf("it showed:\n%s", shown)
	}
	written, err := os.ReadFile(filepath.Join(folder, "tabuleiro.db.log"))
	if err != nil || strings.Count(string(written), "level=ERROR") != 2 {
		t.Errorf("%s, %v", written, err)
	}
	if info, err := os.Stat(filepath.Join(folder, "tabuleiro.db.log")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}
