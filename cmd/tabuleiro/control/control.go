// Package control is how processes of one machine ask the one that has a database open: for a copy of it, and how it
// is.
package control

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tabuleiro/bot"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/storage"
)

// Process answers requests for the health, the metrics and a backup of a process.
type Process struct {
	Health  func(context.Context) error // why it cannot do its work
	Figures prometheus.Gatherer         // for Prometheus
	Store   storage.Store               // nil: there is nothing to be copied
}

// Offer serves requests at the socket of the database and, if configured, at the address for metrics; a missing socket
// is only logged. It returns a function that stops it. The paths are:
//
//	/healthz   200 while all is well, else 503 and the problem
//	/metrics   the metrics
//	/backup    at the socket, for a store in a file, which only this process can read
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
		log.Warn("no control socket: health cannot be asked for, and a file can only be backed up while the bot is stopped", "error", err)
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
	return Serve(p.Handler(log), log, at...), nil
}

// warnOpen logs the address of the metrics, and a warning if other machines may reach it.
func warnOpen(at net.Listener, log *slog.Logger) {
	log.Info("metrics", "at", "http://"+at.Addr().String()+"/metrics")
	if ip, ok := at.Addr().(*net.TCPAddr); !ok || !ip.IP.IsLoopback() {
		log.Warn("other machines can reach the metrics: they name nobody, but show how much is played and what is wrong",
			"at", at.Addr())
	}
}

// Handler returns the handler of all requests.
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

// tellHealth answers with 200 if all is well, and otherwise with 503 and the reason.
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

// Health asks the process at a socket for its health, and writes the answer. It fails with the reason if something is
// wrong.
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

// Backup asks the process at a socket for a backup and writes it to w. It fails with ErrNobody if there is no process.
func Backup(ctx context.Context, from Socket, w io.Writer) error {
	return from.ask(ctx, "/backup", w)
}

// warnShared logs a warning if other users may read the database. Where there are no such modes nothing is logged.
func warnShared(database string, log *slog.Logger) {
	if info, err := os.Stat(database); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		log.Warn("other users can read the database, which holds names: give the file mode 0600", "database", database)
	}
}

// Serve answers requests at listeners until end is called, which waits a while for requests in progress.
func Serve(handler http.Handler, log *slog.Logger, at ...net.Listener) (end func()) {
	server := &http.Server{
		Handler:        handler,
		ReadTimeout:    10 * time.Second, // also of the headers, and while nothing is asked
		WriteTimeout:   20 * time.Second,
		MaxHeaderBytes: 16 << 10,
		ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	var serving sync.WaitGroup
	for _, listener := range at {
		serving.Go(func() {
			if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
				log.Error("the server has stopped", "at", listener.Addr(), "error", err)
			}
		})
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := server.Shutdown(ctx); err != nil {
			log.Warn("requests were cut off at the end", "error", errors.Join(err, server.Close()))
		}
		serving.Wait()
	}
}

// censusTimeout is how long the count of matches may take.
const censusTimeout = 5 * time.Second

// Figures gathers the metrics of a bot or, for nil, of a standby.
func Figures(b *bot.Bot) prometheus.Gatherer {
	registry := prometheus.NewRegistry()
	registry.MustRegister(figures{b}, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if b == nil {
		return registry
	}
	return prometheus.Gatherers{registry, b.Meter}
}

// figures collects the metrics of a bot. None names a person, a room or a match.
type figures struct{ bot *bot.Bot }

// Describe implements prometheus.Collector: what is collected differs from service to service.
func (figures) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (m figures) Collect(to chan<- prometheus.Metric) {
	gauge := func(name, help string, n int, labels prometheus.Labels) {
		desc := prometheus.NewDesc("tabuleiro_"+name, help, nil, labels)
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(n))
	}
	one := map[bool]int{true: 1}
	gauge("standby", "1 of a process that waits to take the place of the bot, else 0.", one[m.bot == nil], nil)
	if m.bot == nil {
		return
	}
	for _, s := range m.bot.Services() {
		gauge("service_up", "Whether a chat service is listened to.", one[s.Trouble == ""],
			prometheus.Labels{"service": s.Name})
		for queue, n := range s.Queues {
			gauge("queue_length", "What waits in a service's own queues.", n,
				prometheus.Labels{"service": s.Name, "queue": queue})
		}
		if s.Waits != nil {
			s.Waits.Collect(to)
		}
	}
	gauge("build_info", "The program that runs; always 1.", 1, prometheus.Labels{"version": m.bot.Version})

	ctx, cancel := context.WithTimeout(context.Background(), censusTimeout)
	defer cancel()
	c, err := m.bot.Census(ctx)
	if err != nil { // the rest is told all the same
		to <- prometheus.NewInvalidMetric(prometheus.NewInvalidDesc(err), err)
		return
	}
	const matches = "Matches that have not ended: open are challenges, playing those accepted."
	gauge("matches", matches, c.Challenges, prometheus.Labels{"status": "open"})
	gauge("matches", matches, c.Matches, prometheus.Labels{"status": "playing"})
	gauge("rooms", "Rooms with such matches.", c.Rooms, nil)
	gauge("announcements_waiting", "Matches of which something is still to be announced.", c.Waiting, nil)
}
