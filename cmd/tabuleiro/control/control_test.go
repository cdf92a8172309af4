package control

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/storage"
)

// copier is a store whose backup is a text, followed by an error.
type copier struct {
	storage.Store
	text string
	err  error
}

func (c copier) Backup(_ context.Context, w io.Writer) (int64, error) {
	if c.text == "" {
		return 0, c.err
	}
	n, err := io.WriteString(w, c.text)
	return int64(n), errors.Join(err, c.err)
}

func TestControl(t *testing.T) {
	big := strings.Repeat("backup ", 1<<18)
	for _, c := range []struct {
		name  string
		store copier
		want  string // in the error, "" if there is none
	}{
		{"small", copier{nil, "backup", nil}, ""},
		{"big", copier{nil, big, nil}, ""},
		{"fails at once", copier{nil, "", errors.New("no such luck")}, "no such luck"},
		{"fails later", copier{nil, "backup", errors.New("no such luck")}, "EOF"},
		{"fails much later", copier{nil, big, errors.New("no such luck")}, "broke off"},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := newFile(t, t.TempDir())
			at, end := listening(t, db, c.store)
			if info, err := os.Lstat(string(at)); err != nil || info.Mode() != fs.ModeSocket|0o600 {
				t.Errorf("the socket is %v, %v", info.Mode(), err)
			}
			var got bytes.Buffer
			err := Backup(t.Context(), at, &got)
			switch {
			case c.want == "" && (err != nil || got.String() != c.store.text):
				t.Errorf("got %d bytes, %v; want %d", got.Len(), err, len(c.store.text))
			case c.want != "" && (err == nil || errors.Is(err, ErrNobody) || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %d bytes and the error %v, want %q", got.Len(), err, c.want)
			}
			end()
			if _, err := os.Lstat(string(at)); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the socket is still there: %v", err)
			}
			if err := Backup(t.Context(), at, io.Discard); !errors.Is(err, ErrNobody) {
				t.Errorf("after closing: %v", err)
			}
		})
	}
}

// A backup is only served at the socket, which nobody else reaches.
func TestBackup_AtAddress(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := Process{Figures: prometheus.NewRegistry(), Store: copier{nil, "backup", nil}}
	end := Serve(p.Handler(quiet), quiet, listener)
	response, err := http.Get("http://" + listener.Addr().String() + "/backup")
	if err != nil {
		t.Fatal(err)
	}
	end()
	if err := response.Body.Close(); response.StatusCode != 404 || err != nil {
		t.Errorf("%s, %v", response.Status, err)
	}
}

// said is a listener that reports another address.
type said struct {
	net.Listener
	at net.IP
}

func (s said) Addr() net.Addr { return &net.TCPAddr{IP: s.at, Port: 9090} }

// Metrics may be served to other machines, and the log says so, once.
func TestMonitor_ForOthers(t *testing.T) {
	for at, warnings := range map[string]int{"0.0.0.0": 1, "::": 1, "192.168.0.7": 1, "127.0.0.1": 0, "::1": 0} {
		var log bytes.Buffer
		warnOpen(said{nil, net.ParseIP(at)}, slog.New(slog.NewTextHandler(&log, nil)))
		if n := strings.Count(log.String(), "other machines can reach the metrics"); n != warnings {
			t.Errorf("%s: %d warnings: %s", at, n, log.String())
		}
	}
}

func TestSocket_InTheWay(t *testing.T) {
	db := newFile(t, t.TempDir())
	if err := os.WriteFile(db.Beside(".sock"), []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := must(SocketOf(db)).listen(); err == nil ||
		!strings.Contains(err.Error(), "not a socket") {
		t.Errorf("the error is %v", err)
	}
	if text, err := os.ReadFile(db.Beside(".sock")); string(text) != "precious" {
		t.Errorf("the file is now %q, %v", text, err)
	}
}

func TestSocket_Replaced(t *testing.T) {
	db := newFile(t, t.TempDir())
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: db.Beside(".sock"), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	listener.SetUnlinkOnClose(false) // as if killed
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Backup(t.Context(), must(SocketOf(db)), io.Discard); !errors.Is(err, ErrNobody) {
		t.Fatalf("the error is %v", err)
	}
	at, end := listening(t, db, copier{nil, "backup", nil})
	if n, err := backup(t, at); n != 6 || err != nil {
		t.Errorf("got %d bytes, %v", n, err)
	}
	end()
}

// A socket name that is too long is shortened to one relative to the working directory; if that is too long as well,
// the error says what helps.
func TestSocket_OfLongName(t *testing.T) {
	folder := filepath.Join(t.TempDir(), strings.Repeat("long", 50))
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	db := newFile(t, folder)
	if _, err := SocketOf(db); err == nil || !strings.Contains(err.Error(), "start in the folder of the database") {
		t.Errorf("from elsewhere: %v", err)
	}
	t.Chdir(folder)
	at, end := listening(t, db, copier{nil, "backup", nil})
	if n, err := backup(t, at); n != 6 || err != nil {
		t.Errorf("got %d bytes, %v", n, err)
	}
	if same, err := SocketOf("a.db"); same != at || err != nil {
		t.Errorf("by another name it is %v and not %v, %v", same, at, err)
	}
	end()
}

// The longest possible socket name is taken as it is, and no longer one.
func TestSocket_OfLongestName(t *testing.T) {
	short, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for length, whole := range map[int]bool{longestSocket: true, longestSocket + 1: false} {
		folder := filepath.Join(short, strings.Repeat("x", length-len(filepath.Join(short, "/", "a.db.sock"))-1))
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		t.Chdir(folder)
		if at, err := SocketOf(newFile(t, folder)); err != nil || (len(at) == length) != whole || !whole && at != "a.db.sock" {
			t.Errorf("of %d bytes: %s, %v", length, at, err)
		}
	}
}

// A file in place of the folder is an error, and is not taken for the socket of a dead process.
func TestSocket_UnderFile(t *testing.T) {
	db := newFile(t, t.TempDir())
	if at, err := Socket(db.File() + "/x.sock").listen(); at != nil || err == nil || !strings.Contains(err.Error(), "not a directory") {
		t.Errorf("%v, %v", at, err)
	}
}

// Of several processes on one server, each answers in its own working directory.
func TestSocket_OfServer(t *testing.T) {
	t.Chdir(t.TempDir())
	at, err := SocketOf("postgres://ana:secret@db/tabuleiro")
	if err != nil {
		t.Fatal(err)
	}
	listeners, err := at.listen()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := at.listen(); err == nil ||
		!strings.Contains(err.Error(), "another process listens at") {
		t.Errorf("a second process in the same folder: %v", err)
	}
	if err := listeners[0].Close(); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob("*"); left != nil || err != nil {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

var quiet = slog.New(slog.DiscardHandler)

// newFile makes a file that stands for a database.
func newFile(t *testing.T, folder string) config.Database {
	name := filepath.Join(folder, "a.db")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	return config.Database(name)
}

// listening opens the socket of a database, with a store to back up.
func listening(t *testing.T, d config.Database, store copier) (Socket, func()) {
	t.Helper()
	at, err := SocketOf(d)
	if err != nil {
		t.Fatal(err)
	}
	listeners, err := at.listen()
	if err != nil {
		t.Fatal(err)
	}
	p := Process{Figures: prometheus.NewRegistry(), Store: store}
	return at, Serve(p.Handler(quiet), quiet, listeners...)
}

// All names of one file lead to one socket, beside the file; a missing file has none.
func TestOf_AnyName(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	if err := os.WriteFile("games.db", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("games.db", "link.db"); err != nil {
		t.Fatal(err)
	}
	want := Socket(filepath.Join(folder, "games.db.sock"))
	for _, name := range []string{"games.db", "./games.db", "link.db", filepath.Join(folder, "link.db")} {
		if got, err := SocketOf(config.Database(name)); got != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
	if got, err := SocketOf("none.db"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of no file: %s, %v", got, err)
	}
}

// backup returns the number of bytes of the backup that a process sends.
func backup(t *testing.T, at Socket) (int, error) {
	t.Helper()
	var got bytes.Buffer
	err := Backup(t.Context(), at, &got)
	return got.Len(), err
}
