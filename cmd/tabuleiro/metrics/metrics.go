// Package metrics tells Prometheus how a bot is doing, and a load balancer whether it is well.
package metrics

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tabuleiro/bot"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/control"
)

// censusTimeout is how long the count of matches may take.
const censusTimeout = 5 * time.Second

// Show serves the metrics of a bot at an address, unless that is "". It returns what ends it.
func Show(at config.ListenAddress, b *bot.Bot, log *slog.Logger) (end func(), err error) {
	return show(at, figures{b}, b, log)
}

// ShowStandby is Show for a process that waits to take the place of a bot.
func ShowStandby(at config.ListenAddress, health control.Healthy, log *slog.Logger) (end func(), err error) {
	return show(at, waits{}, health, log)
}

func show(at config.ListenAddress, of prometheus.Collector, health control.Healthy,
	log *slog.Logger) (end func(), err error) {
	if at == "" {
		return func() {}, nil
	}
	monitor, addr, err := monitor(at, of, health, log)
	if err != nil {
		return nil, err
	}
	log.Info("metrics", "at", "http://"+addr.String()+"/metrics")
	return func() {
		if err := monitor.Close(); err != nil {
			log.Warn("close the metrics", "error", err)
		}
	}, nil
}

// monitor answers at an address, with a port: /metrics for Prometheus, and /healthz with 200 while all is well, else
// with 503 and what is wrong. addr is where that is.
func monitor(at config.ListenAddress, of prometheus.Collector, health control.Healthy,
	log *slog.Logger) (s *control.Served, addr net.Addr, err error) {
	listener, err := net.Listen("tcp", string(at))
	if err != nil {
		return nil, nil, fmt.Errorf("metrics: %w: choose another address (metrics.listen, %sMETRICS_LISTEN)", err,
			config.Prefix)
	}
	return monitorAt(listener, of, health, log), listener.Addr(), nil
}

// monitorAt is monitor at a listener.
func monitorAt(listener net.Listener, of prometheus.Collector, health control.Healthy,
	log *slog.Logger) *control.Served {
	if ip, ok := listener.Addr().(*net.TCPAddr); !ok || !ip.IP.IsLoopback() {
		log.Warn("other machines may reach the metrics: they name nobody, and tell how much is played and what is wrong",
			"at", listener.Addr())
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(of, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		ErrorLog:            slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		ErrorHandling:       promhttp.ContinueOnError,
		Registry:            registry,
		MaxRequestsInFlight: 4,
		Timeout:             15 * time.Second,
	}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) { control.TellHealth(w, r, health) })
	return control.Serve(listener, &http.Server{
		Handler:      http.MaxBytesHandler(mux, 1<<10),
		ReadTimeout:  10 * time.Second,
		WriteTimeout: 20 * time.Second,
		IdleTimeout:  2 * time.Minute,
	}, log)
}

// figures are those of a bot as Prometheus takes them. Nothing in them names a person, a room or a match.
type figures struct{ bot *bot.Bot }

func metric(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("tabuleiro_"+name, help, labels, nil)
}

var (
	buildInfo   = metric("build_info", "The program that runs; always 1.", "version")
	serviceUp   = metric("service_up", "Whether a chat service is listened to.", "service")
	queueLength = metric("queue_length", "What waits in a service's own queues.", "service", "queue")
	queueWait   = metric("queue_wait_seconds", "How long messages waited until a service's limits let them go.", "service",
		"class")
	unannounced = metric("announcements_waiting", "Matches of which something is still to be announced.")
	matchesNow  = metric("matches", "Matches that have not ended: open are challenges, playing those accepted.", "status")
	roomsNow    = metric("rooms", "Rooms with such matches.")
	standby     = metric("standby", "1 of a process that waits to take the place of the bot, else 0.")
)

// waits are the figures of a process that waits.
type waits struct{}

// Describe implements prometheus.Collector.
func (waits) Describe(to chan<- *prometheus.Desc) { to <- standby }

// Collect implements prometheus.Collector.
func (waits) Collect(to chan<- prometheus.Metric) {
	to <- prometheus.MustNewConstMetric(standby, prometheus.GaugeValue, 1)
}

// Describe implements prometheus.Collector.
func (m figures) Describe(to chan<- *prometheus.Desc) {
	m.bot.Meter.Describe(to)
	for _, d := range []*prometheus.Desc{buildInfo, serviceUp, queueLength, queueWait, unannounced, matchesNow, roomsNow,
		standby} {
		to <- d
	}
}

// Collect implements prometheus.Collector. Things that have not happened yet are there as 0.
func (m figures) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, n int, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), labels...)
	}
	var services, games []string
	for _, s := range m.bot.Services() {
		services = append(services, s.Name)
		up := 0
		if s.Trouble == "" {
			up = 1
		}
		gauge(serviceUp, up, s.Name)
		for queue, n := range s.Queues {
			gauge(queueLength, n, s.Name, queue)
		}
		for class, w := range s.Waits {
			to <- prometheus.MustNewConstHistogram(queueWait, w.Count, w.Seconds, w.Within, s.Name, class)
		}
	}
	for _, g := range m.bot.Games {
		games = append(games, g.Name)
	}
	m.bot.Meter.Expect(services, games)
	m.bot.Meter.Collect(to)
	gauge(buildInfo, 1, m.bot.Version)
	gauge(standby, 0)

	ctx, cancel := context.WithTimeout(context.Background(), censusTimeout)
	defer cancel()
	c, err := m.bot.Census(ctx)
	if err != nil { // the rest is told all the same
		to <- prometheus.NewInvalidMetric(matchesNow, err)
		return
	}
	gauge(matchesNow, c.Challenges, "open")
	gauge(matchesNow, c.Matches, "playing")
	gauge(roomsNow, c.Rooms)
	gauge(unannounced, c.Waiting)
}
