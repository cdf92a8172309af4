package main

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
	"strconv"
	"strings"
	"time"

	"tabuleiro/storage"
)

// The process that has the database open owns it alone. Other processes ask it through a socket beside the database: HTTP,
// between the users in trusted only, which both ends see to.

// longestSocket is the longest name of a socket that every system takes, in bytes.
const longestSocket = 103

// sizeTrailer comes behind a backup and says how many bytes it had: without it the backup is not complete.
const sizeTrailer = "Tabuleiro-Size"

// stalled is how long somebody may take nothing of a backup. Until it is done, the file cannot use its free space again.
const stalled = time.Minute

// socketOf names the socket that belongs to a database, which exists. All names of one file lead to the same socket.
func socketOf(database string) (string, error) {
	file, err := filepath.EvalSymlinks(database)
	if err == nil {
		file, err = filepath.Abs(file)
	}
	if err != nil {
		return "", err
	}
	if name := file + ".sock"; len(name) <= longestSocket {
		return name, nil
	}
	folder, err := socketFolder(file)
	if err != nil {
		return "", err
	}
	return filepath.Join(folder, fmt.Sprintf("%.8x.sock", sha256.Sum256([]byte(file)))), nil
}

// ready sees that the folder of a socket which is not beside its database can be trusted. If make is set, it is made.
func ready(socket, database string, users []int, make bool) error {
	folder, err := socketFolder(database)
	if err != nil || filepath.Dir(socket) != folder {
		return err
	}
	if make {
		if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return private(folder, users)
}

// offerBackups listens for `tabuleiro backup`, where the store is one file. The bot runs without it too. It returns what ends it.
func offerBackups(store storage.Store, d database, log *slog.Logger) (end func()) {
	file, ok := store.(storage.Backuper)
	if !ok {
		return func() {}
	}
	warnShared(d.file(), log)
	control, err := listen(d.file(), file, log)
	if err != nil {
		log.Warn("no socket: a backup is only possible while the bot is stopped", "error", err)
		return func() {}
	}
	return func() {
		if err := control.close(); err != nil {
			log.Warn("close the socket", "error", err)
		}
	}
}

// listen opens the socket of a database that this process has open. The one of a process that died is replaced: whoever
// has the database open is the only one alive.
func listen(database string, store storage.Backuper, log *slog.Logger) (*served, error) {
	name, err := socketOf(database)
	if err != nil {
		return nil, err
	}
	users, err := trusted(database)
	if err == nil {
		err = ready(name, database, users, true)
	}
	if err != nil {
		return nil, err
	}
	switch info, err := os.Lstat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case info.Mode().Type() != fs.ModeSocket:
		return nil, fmt.Errorf("%s is in the way and not a socket: remove it", name)
	default:
		if err := os.Remove(name); err != nil {
			return nil, err
		}
	}
	socket, err := net.Listen("unix", name)
	if err != nil {
		return nil, err
	}
	// Serve comes later, and it looks who asks, so the moment before this does not matter.
	if err := os.Chmod(name, 0o600); err != nil {
		return nil, errors.Join(err, socket.Close())
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /backup", func(w http.ResponseWriter, r *http.Request) { sendBackup(w, r, store, log) })
	return serve(&trusting{socket, users, log}, &http.Server{Handler: mux}, log), nil // which removes the socket when it is closed
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

func sendBackup(w http.ResponseWriter, r *http.Request, store storage.Backuper, log *slog.Logger) {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Trailer", sizeTrailer)
	to := &patient{w: w, control: http.NewResponseController(w)}
	n, err := store.Backup(r.Context(), to)
	switch {
	case err == nil:
		w.Header().Set(sizeTrailer, strconv.FormatInt(n, 10))
		log.Info("backup sent", "bytes", n)
	case !to.begun:
		log.Error("backup failed", "error", err)
		w.Header().Del("Trailer")
		http.Error(w, err.Error(), http.StatusInternalServerError)
	default:
		log.Error("backup broke off", "error", err)
		panic(http.ErrAbortHandler) // the other side sees that the end is missing
	}
}

// patient writes to somebody who may be slow, but not stand still.
type patient struct {
	w       io.Writer
	control *http.ResponseController
	begun   bool
}

func (p *patient) Write(b []byte) (int, error) {
	p.begun = true
	if err := p.control.SetWriteDeadline(time.Now().Add(stalled)); err != nil {
		return 0, err
	}
	return p.w.Write(b)
}

// errNobody says that no process listens at a socket.
var errNobody = errors.New("nobody listens")

// receiveBackup asks the process at a socket, which one of users has to run, for a backup and writes it to w. An error that
// is not errNobody came after a process was found.
func receiveBackup(ctx context.Context, socket string, users []int, w io.Writer) (int64, error) {
	transport := &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			connection, err := new(net.Dialer).DialContext(ctx, "unix", socket)
			if err != nil && ctx.Err() == nil {
				return nil, fmt.Errorf("%w at %s: %w", errNobody, socket, err)
			}
			if err == nil {
				if err = trustPeer(connection.(*net.UnixConn), users); err != nil {
					_ = connection.Close()
				}
			}
			return connection, err
		},
		ResponseHeaderTimeout: stalled,
		DisableCompression:    true,
	}
	defer transport.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://tabuleiro/backup", nil)
	if err != nil {
		return 0, err
	}
	response, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return 0, fmt.Errorf("ask the running process: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(io.LimitReader(response.Body, 1<<10))
		return 0, fmt.Errorf("the running process says: %s: %s", response.Status, strings.TrimSpace(string(said)))
	}
	n, err := io.Copy(w, response.Body)
	if err != nil {
		return n, fmt.Errorf("the backup broke off after %d bytes: %w", n, err)
	}
	if sent := response.Trailer.Get(sizeTrailer); sent != strconv.FormatInt(n, 10) {
		return n, fmt.Errorf("the backup broke off: %d bytes came of %q", n, sent)
	}
	return n, nil
}
