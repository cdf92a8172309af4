package control

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
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

// stalled is how long the process at the other end may take to begin its answer.
const stalled = time.Minute

// ErrNobody is returned if no process listens at a socket.
var ErrNobody = errors.New("nobody listens")

// Socket is where a process answers others on HTTP, by a name in the file system. Its mode lets only the user who runs
// the process connect, and root.
type Socket string

// SocketOf returns the socket that belongs to a database: beside an existing file, so that all names of one file lead
// to the same socket, or in the working directory of each process that uses a server.
func SocketOf(d config.Database) (Socket, error) {
	file := d.File()
	if file == "" {
		name, err := filepath.Abs("tabuleiro.sock")
		return Socket(name), err
	}
	file, err := filepath.EvalSymlinks(file)
	if err == nil {
		file, err = filepath.Abs(file)
	}
	if err != nil {
		return "", err
	}
	name := file + ".sock"
	if here, err := os.Getwd(); err == nil && len(name) > longestSocket {
		if name, err = filepath.Rel(here, name); err != nil {
			return "", err
		}
	}
	if len(name) > longestSocket {
		return "", fmt.Errorf("the name %s is too long for a socket: start in the folder of the database, or move that", name)
	}
	return Socket(name), nil
}

// listen opens the socket. The one of a process that died is replaced; one at which another process listens is left to
// it.
func (s Socket) listen() ([]net.Listener, error) {
	name := string(s)
	switch info, err := os.Lstat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case info.Mode().Type() != fs.ModeSocket:
		return nil, fmt.Errorf("%s is in the way and not a socket: remove it", name)
	default:
		if other, err := net.Dial("unix", name); err == nil {
			return nil, errors.Join(fmt.Errorf("another process listens at %s", name), other.Close())
		}
		if err := os.Remove(name); err != nil {
			return nil, err
		}
	}
	at, err := net.Listen("unix", name)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(name, 0o600); err != nil {
		return nil, errors.Join(err, at.Close())
	}
	return []net.Listener{at}, nil // which removes the socket when it is closed
}

// ask requests a path from the process at the socket, and writes the answer. It fails with ErrNobody if there is no
// process, and if the status is not 200.
func (s Socket) ask(ctx context.Context, path string, w io.Writer) error {
	transport := &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			connection, err := new(net.Dialer).DialContext(ctx, "unix", string(s))
			if err != nil && ctx.Err() == nil {
				return nil, fmt.Errorf("%w at %s: %w", ErrNobody, s, err)
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
	if n, err := io.Copy(w, response.Body); err != nil { // the last chunk is missing as well
		return fmt.Errorf("the answer broke off after %d bytes: %w", n, err)
	}
	return nil
}
