package control

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tabuleiro/cmd/tabuleiro/config"
)

// longestSocket is the longest name of a socket that every system takes, in bytes.
const longestSocket = 103

// stalled is how long the process at the other end of a socket may do nothing.
const stalled = time.Minute

// ErrNobody says that no process listens at a socket.
var ErrNobody = errors.New("nobody listens")

// Socket is where one process asks another one that has a database open: HTTP, between its users only, which both ends
// see to.
type Socket struct {
	name   string
	folder string // it is in, if that is its own and has to be looked at; "" where it is another one
	users  []int  // who may be at the other end
}

// Of is the socket that belongs to a database. One that is a file, which exists, has it beside it: all names of one
// file lead to the same socket. Of a server each process has its own in the folder in which it runs.
func Of(d config.Database) (s Socket, err error) {
	file := d.File()
	if file == "" {
		s.users = []int{os.Geteuid(), 0}
		s.name, err = filepath.Abs("tabuleiro.sock")
		return s, err
	}
	if file, err = filepath.EvalSymlinks(file); err == nil {
		file, err = filepath.Abs(file)
	}
	if err != nil {
		return s, err
	}
	if s.users, err = trusted(file); err != nil {
		return s, err
	}
	if s.name = file + ".sock"; len(s.name) > longestSocket {
		if s.folder, err = socketFolder(file); err != nil {
			return s, err
		}
		s.name = filepath.Join(s.folder, fmt.Sprintf("%.8x.sock", sha256.Sum256([]byte(file))))
	}
	return s, nil
}

// listen opens the socket. The one of a process that died is replaced; one at which another process listens is left to
// it.
func (s Socket) listen(handler http.Handler, log *slog.Logger) (*Served, error) {
	if s.folder != "" {
		if err := os.Mkdir(s.folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		if err := private(s.folder, s.users); err != nil {
			return nil, err
		}
	}
	switch info, err := os.Lstat(s.name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case info.Mode().Type() != fs.ModeSocket:
		return nil, fmt.Errorf("%s is in the way and not a socket: remove it", s.name)
	default:
		if other, err := net.Dial("unix", s.name); err == nil {
			return nil, errors.Join(fmt.Errorf("another process listens at %s", s.name), other.Close())
		}
		if err := os.Remove(s.name); err != nil {
			return nil, err
		}
	}
	at, err := net.Listen("unix", s.name)
	if err != nil {
		return nil, err
	}
	// Serve comes later, and it looks who asks, so the moment before this does not matter.
	if err := os.Chmod(s.name, 0o600); err != nil {
		return nil, errors.Join(err, at.Close())
	}
	// which removes the socket when it is closed
	return Serve(&trusting{at, s.users, log}, &http.Server{Handler: handler}, log), nil
}

// trusting is a socket at which only some users are listened to.
type trusting struct {
	net.Listener
	users []int
	log   *slog.Logger
}

func (l *trusting) Accept() (net.Conn, error) {
	for {
		connection, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if err = trustPeer(connection.(*net.UnixConn), l.users); err == nil {
			return connection, nil
		}
		l.log.Warn("the socket was closed to somebody", "error", err)
		_ = connection.Close()
	}
}

// ask asks the process at the socket, which one of the users has to run, for a path, and has its answer read, trailer
// and all. It fails with errNobody if there is no process, and if it does not answer with 200.
func (s Socket) ask(ctx context.Context, path string, read func(*http.Response) error) error {
	if s.folder != "" {
		if err := private(s.folder, s.users); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: %w", ErrNobody, err)
		} else if err != nil {
			return err
		}
	}
	transport := &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			connection, err := new(net.Dialer).DialContext(ctx, "unix", s.name)
			if err != nil && ctx.Err() == nil {
				return nil, fmt.Errorf("%w at %s: %w", ErrNobody, s.name, err)
			}
			if err == nil {
				if err = trustPeer(connection.(*net.UnixConn), s.users); err != nil {
					_ = connection.Close()
				}
			}
			return connection, err
		},
		ResponseHeaderTimeout: stalled,
		DisableCompression:    true,
	}
	defer transport.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://tabuleiro"+path, nil)
	if err != nil {
		return err
	}
	response, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return fmt.Errorf("ask the running process: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(io.LimitReader(response.Body, 1<<10))
		return fmt.Errorf("the running process says: %s: %s", response.Status, strings.TrimSpace(string(said)))
	}
	return read(response)
}
