// Package metrics is how a bot is doing, in the words of Prometheus.
package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"tabuleiro/bot"
)

// censusTimeout is how long the count of matches may take.
const censusTimeout = 5 * time.Second

// Figures are those of a bot.
func Figures(b *bot.Bot) prometheus.Gatherer { return prometheus.Gatherers{of(figures{b}), b.Meter} }

// Standby are the figures of a process that waits to take the place of a bot.
func Standby() prometheus.Gatherer {
	return of(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "tabuleiro", Name: "standby", Help: standbyHelp},
		func() float64 { return 1 }))
}

// of are figures with those of every process.
func of(figures prometheus.Collector) prometheus.Gatherer {
	registry := prometheus.NewRegistry()
	registry.MustRegister(figures, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return registry
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
	unannounced = metric("announcements_waiting", "Matches of which something is still to be announced.")
	matchesNow  = metric("matches", "Matches that have not ended: open are challenges, playing those accepted.", "status")
	roomsNow    = metric("rooms", "Rooms with such matches.")
	standby     = metric("standby", standbyHelp)
)

const standbyHelp = "1 of a process that waits to take the place of the bot, else 0."

// Describe implements prometheus.Collector: what is collected differs from service to service.
func (figures) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (m figures) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, n int, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), labels...)
	}
	for _, s := range m.bot.Services() {
		up := 0
		if s.Trouble == "" {
			up = 1
		}
		gauge(serviceUp, up, s.Name)
		for queue, n := range s.Queues {
			gauge(queueLength, n, s.Name, queue)
		}
		if s.Waits != nil {
			s.Waits.Collect(to)
		}
	}
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
