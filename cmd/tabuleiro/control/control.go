// Package control is how processes of one machine ask the one that has a database open: for a copy of it, and how it
// is.
package control

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/storage"
)

// Process is one that can be asked how it is.
type Process struct {
	Health  func(context.Context) error // why it cannot do its work
	Figures prometheus.Gatherer         // for Prometheus
	Store   storage.Store               // nil: there is nothing to be copied
}

// Offer answers at the socket of the database and, where one is set, at the address for metrics: /healthz with 200 while
// all is well, else with 503 and what is wrong; /metrics; and at the socket, where the store is one file, which this
// process alone can read, /backup. It runs without the socket too. It returns what ends it.
func (p Process) Offer(c config.Config, log *slog.Logger) (end func(), err error) {
	if file := c.Database.File(); file != "" {
		warnShared(file, log)
	}
	var at []net.Listener
	socket, err := SocketOf(c.Database)
	if err == nil {
		at, err = socket.listen()
	}
	if err != nil {
		log.Warn("no socket: nobody can ask how this process is, and a backup of a file is only possible while the bot is stopped", "error", err)
	}
	if c.Metrics.Listen != "" {
		listener, err := net.Listen("tcp", string(c.Metrics.Listen))
		if err != nil {
			for _, open := range at {
				_ = open.Close()
			}
			return nil, fmt.Errorf("metrics: %w: choose another address (metrics.listen, %sMETRICS_LISTEN)", err, config.Prefix)
		}
		warnOpen(listener, log)
		at = append(at, listener)
	}
	stop := Serve(p.Handler(log), log, at...)
	return func() {
		if err := stop(); err != nil {
			log.Warn("close the socket, and the address of the metrics", "error", err)
		}
	}, nil
}

// warnOpen logs where the metrics are, and a warning if other machines may reach them.
func warnOpen(at net.Listener, log *slog.Logger) {
	log.Info("metrics", "at", "http://"+at.Addr().String()+"/metrics")
	if ip, ok := at.Addr().(*net.TCPAddr); !ok || !ip.IP.IsLoopback() {
		log.Warn("other machines may reach the metrics: they name nobody, and tell how much is played and what is wrong",
			"at", at.Addr())
	}
}

// Handler is what can be asked.
func (p Process) Handler(log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", p.tellHealth)
	mux.Handle("GET /metrics", promhttp.HandlerFor(p.Figures, promhttp.HandlerOpts{
		ErrorLog:            slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		ErrorHandling:       promhttp.ContinueOnError,
		MaxRequestsInFlight: 4,
		Timeout:             15 * time.Second,
	}))
	if file, ok := p.Store.(storage.Backuper); ok {
		mux.HandleFunc("GET /backup", func(w http.ResponseWriter, r *http.Request) {
			if at, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); !ok || at.Network() != "unix" {
				http.NotFound(w, r) // only this user and root reach the socket
				return
			}
			sendBackup(w, r, file, log)
		})
	}
	return mux
}

// healthTimeout is how long a check of health may take.
const healthTimeout = 5 * time.Second

// tellHealth answers with 200 if all is well, else with 503 and what is wrong.
func (p Process) tellHealth(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), healthTimeout)
	defer cancel()
	w.Header().Set("Cache-Control", "no-store")
	if err := p.Health(ctx); err != nil {
		http.Error(w, config.Masked(err.Error()), http.StatusServiceUnavailable)
		return
	}
	_, _ = io.WriteString(w, "ok\n") // a caller that does not wait for it does not need it
}

// Health asks the process at a socket how it is, and writes what it says if all is well; else it fails with that.
func Health(ctx context.Context, from Socket, w io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, 2*healthTimeout)
	defer cancel()
	return from.ask(ctx, "/healthz", w)
}

// backupTimeout is how long a backup may take to somebody slow: until then the file cannot use its free space again.
const backupTimeout = time.Hour

func sendBackup(w http.ResponseWriter, r *http.Request, store storage.Backuper, log *slog.Logger) {
	w.Header().Set("Content-Type", "application/octet-stream")
	err := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(backupTimeout))
	var n int64
	if err == nil {
		n, err = store.Backup(r.Context(), w)
	}
	switch {
	case err == nil:
		log.Info("backup sent", "bytes", n)
	case n == 0:
		log.Error("backup failed", "error", err)
		http.Error(w, err.Error(), http.StatusInternalServerError)
	default:
		log.Error("backup broke off", "error", err)
		panic(http.ErrAbortHandler) // the other side sees that the end is missing
	}
}

// Backup asks the process at a socket for a backup and writes it to w. An error that is not ErrNobody came after a
// process was found.
func Backup(ctx context.Context, from Socket, w io.Writer) error {
	return from.ask(ctx, "/backup", w)
}

// warnShared logs a warning if other users may read the database. Where there are no such modes nothing is logged.
func warnShared(database string, log *slog.Logger) {
	if info, err := os.Stat(database); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		log.Warn("other users may read the database, which holds names: give the file the mode 0600", "database", database)
	}
}
