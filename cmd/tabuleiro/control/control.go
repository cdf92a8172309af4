// Package control is how processes of one machine ask the one that has a database open: for a copy of it, and how it
// is.
package control

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"time"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/storage"
)

// sizeTrailer comes behind a backup and says how many bytes it had: without it the backup is not complete.
const sizeTrailer = "Tabuleiro-Size"

// Offer listens for `tabuleiro health` and, where the store is one file, which this process alone can read, for
// `tabuleiro backup`. The bot runs without it too. It returns what ends it.
func Offer(store storage.Store, d config.Database, b Healthy, log *slog.Logger) (end func()) {
	if d.File() != "" {
		warnShared(d.File(), log)
	}
	at, err := Of(d)
	var control *Served
	if err == nil {
		file, _ := store.(storage.Backuper)
		control, err = at.listen(controls(file, b, log), log)
	}
	if err != nil {
		log.Warn("no socket: nobody can ask how this process is, and a backup of a file is only possible while the bot is stopped", "error", err)
		return func() {}
	}
	return func() {
		if err := control.Close(); err != nil {
			log.Warn("close the socket", "error", err)
		}
	}
}

// controls are what can be asked at the socket; store is nil where there is nothing to be copied.
func controls(store storage.Backuper, b Healthy, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) { TellHealth(w, r, b) })
	if store != nil {
		mux.HandleFunc("GET /backup", func(w http.ResponseWriter, r *http.Request) { sendBackup(w, r, store, log) })
	}
	return mux
}

// healthTimeout is how long a check of health may take.
const healthTimeout = 5 * time.Second

// Healthy is what tells how it is: a *bot.Bot.
type Healthy interface{ Health(context.Context) error }

// TellHealth answers with 200 if all is well, else with 503 and what is wrong.
func TellHealth(w http.ResponseWriter, r *http.Request, b Healthy) {
	ctx, cancel := context.WithTimeout(r.Context(), healthTimeout)
	defer cancel()
	w.Header().Set("Cache-Control", "no-store")
	if err := b.Health(ctx); err != nil {
		http.Error(w, config.Masked(err.Error()), http.StatusServiceUnavailable)
		return
	}
	_, _ = io.WriteString(w, "ok\n") // a caller that does not wait for it does not need it
}

// Health asks the process at a socket how it is, and writes what it says if all is well; else it fails with that.
func Health(ctx context.Context, from Socket, w io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, 2*healthTimeout)
	defer cancel()
	return from.ask(ctx, "/health", func(r *http.Response) error {
		_, err := io.Copy(w, r.Body)
		return err
	})
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

// patient writes to somebody who may be slow, but not stand still: until all is written, the file cannot use its free
// space again.
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

// Backup asks the process at a socket for a backup and writes it to w. An error that is not errNobody came after a
// process was found.
func Backup(ctx context.Context, from Socket, w io.Writer) (n int64, err error) {
	err = from.ask(ctx, "/backup", func(r *http.Response) error {
		if n, err = io.Copy(w, r.Body); err != nil {
			return fmt.Errorf("the backup broke off after %d bytes: %w", n, err)
		}
		if sent := r.Trailer.Get(sizeTrailer); sent != strconv.FormatInt(n, 10) {
			return fmt.Errorf("the backup broke off: %d bytes came of %q", n, sent)
		}
		return nil
	})
	return n, err
}

// warnShared logs a warning if other users may read the database. Where there are no such modes nothing is logged.
func warnShared(database string, log *slog.Logger) {
	if info, err := os.Stat(database); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		log.Warn("other users may read the database, which holds names: give the file the mode 0600", "database", database)
	}
}
