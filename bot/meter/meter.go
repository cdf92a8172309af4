// Package meter counts what a bot does, for the one who looks after it.
//
// Nothing that is counted names a person, a room or a match. A Meter is a prometheus.Gatherer; what the bot itself tells
// its owner of it are Figures.
package meter

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Meter counts. Its methods may be called from many goroutines.
type Meter struct {
	prometheus.Gatherer
	now   func() time.Time
	since time.Time

	heard    *prometheus.CounterVec
	inHand   prometheus.Gauge
	handling prometheus.Histogram

	said, unsaid *prometheus.CounterVec
	saying       *prometheus.GaugeVec

	challenges, begun, ended, moves *prometheus.CounterVec

	panics      prometheus.Counter
	storeErrors *prometheus.CounterVec
	logLines    *prometheus.CounterVec
}

// What is counted of which the Figures are made.
const (
	Heard       = "events_heard_total"
	Said        = "messages_sent_total"
	Unsaid      = "messages_failed_total"
	Begun       = "matches_begun_total"
	Ended       = "matches_ended_total"
	Moves       = "moves_total"
	Panics      = "panics_total"
	StoreErrors = "storage_errors_total"
	LogLines    = "log_lines_total"
)

// namespace begins the names of what is counted.
const (
	namespace = "tabuleiro"
	handling  = "event_duration_seconds"
)

// Kind is why something is said.
type Kind string

// The kinds of what is said.
const (
	Answer       Kind = "answer"       // to who said something; not repeated when it fails
	Announcement Kind = "announcement" // of what happened in a match; repeated
)

// operations are those of a store that may fail.
var operations = []string{"append", "finish", "rewrite", "events", "head", "find", "count", "get", "put", "keys", "erase",
	"uncause"}

// buckets are the upper ends of those of the time that events take, in seconds. A wait that tries a person's patience
// is beyond the middle.
var buckets = []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30}

// New makes a meter that begins to count now.
func New(now func() time.Time) *Meter {
	registry := prometheus.NewRegistry()
	auto := promauto.With(registry)
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return auto.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
	}
	gauge := func(name, help string, labels ...string) *prometheus.GaugeVec {
		return auto.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, labels)
	}
	m := &Meter{
		Gatherer: registry,
		now:      now,
		since:    now(),
		heard:    counter(Heard, "Events heard.", "service"),
		inHand:   gauge("events_in_progress", "Events being dealt with.").WithLabelValues(),
		handling: auto.NewHistogram(prometheus.HistogramOpts{
			Namespace: namespace, Name: handling, Buckets: buckets,
			Help: "How long it took to deal with an event, the answer included.",
		}),
		said:   counter(Said, "Messages that a service has taken.", "service", "kind"),
		unsaid: counter(Unsaid, "Messages that a service has not taken, every try counted.", "service", "kind"),
		saying: gauge("messages_in_progress", "Messages that wait for a service to take them.", "service"),

		challenges: counter("challenges_total", "Challenges.", "game"),
		begun:      counter(Begun, "Challenges accepted.", "game"),
		ended:      counter(Ended, "Matches played to their end.", "game"),
		moves:      counter(Moves, "Moves played; forced ones count, throws of dice do not.", "game"),

		panics:      counter(Panics, "Events whose handling broke off.").WithLabelValues(),
		storeErrors: counter(StoreErrors, "Operations of the storage that failed.", "operation"),
		logLines:    counter(LogLines, "Lines of the log, those of a level that is not shown included.", "level"),
	}
	for _, level := range []string{"warn", "error"} {
		m.logLines.WithLabelValues(level)
	}
	for _, operation := range operations {
		m.storeErrors.WithLabelValues(operation)
	}
	return m
}

// Heard counts an event of a service. The caller calls done once it has been dealt with.
func (m *Meter) Heard(service string) (done func()) {
	began := m.now()
	m.heard.WithLabelValues(service).Inc()
	m.inHand.Inc()
	return func() {
		m.inHand.Dec()
		m.handling.Observe(m.now().Sub(began).Seconds())
	}
}

// Speaks counts a message that a service is asked to take. The caller calls done with the answer of the service.
func (m *Meter) Speaks(service string, kind Kind) (done func(error)) {
	m.saying.WithLabelValues(service).Inc()
	said, unsaid := m.said.WithLabelValues(service, string(kind)), m.unsaid.WithLabelValues(service, string(kind))
	return func(err error) {
		m.saying.WithLabelValues(service).Dec()
		if err != nil {
			said = unsaid
		}
		said.Inc()
	}
}

// Panicked counts an event whose handling broke off.
func (m *Meter) Panicked() { m.panics.Inc() }

// Log is a handler that passes a log on to another, and counts warnings and errors even if that one leaves them out. It
// rings with each error.
func (m *Meter) Log(to slog.Handler, ring func()) slog.Handler { return handler{to, m, ring} }

type handler struct {
	slog.Handler
	meter *Meter
	ring  func()
}

func (h handler) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn || h.Handler.Enabled(ctx, l)
}

func (h handler) Handle(ctx context.Context, r slog.Record) error {
	switch {
	case r.Level >= slog.LevelError:
		h.meter.logLines.WithLabelValues("error").Inc()
		defer h.ring()
	case r.Level >= slog.LevelWarn:
		h.meter.logLines.WithLabelValues("warn").Inc()
	}
	if !h.Handler.Enabled(ctx, r.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs), h.meter, h.ring}
}

func (h handler) WithGroup(name string) slog.Handler {
	return handler{h.Handler.WithGroup(name), h.meter, h.ring}
}

// Store is a store with its uses counted: what is appended is what happens in matches, and what fails is an error of
// the store, unless the answer only says how things are.
func (m *Meter) Store(s storage.Store) storage.Store {
	return storage.Intercept(s, func(_ context.Context, c storage.Call, do func() error) error {
		err := do()
		if err == nil {
			m.stored(c)
		}
		for _, answer := range []error{nil, storage.ErrConflict, storage.ErrNotFound, storage.ErrClosed, context.Canceled,
			context.DeadlineExceeded} {
			if errors.Is(err, answer) {
				return err
			}
		}
		m.storeErrors.WithLabelValues(strings.ToLower(c.Method)).Inc()
		return err
	})
}

// stored counts what has happened in a match.
func (m *Meter) stored(c storage.Call) {
	if c.Method == "Rewrite" {
		return // it happened before
	}
	imported := false
	for _, e := range c.Events {
		switch e.Kind {
		case match.Imported:
			imported = true
		case match.Challenged:
			m.challenges.WithLabelValues(c.Head.Game).Inc()
		case match.Accepted:
			m.begun.WithLabelValues(c.Head.Game).Inc()
		case match.Moved:
			m.moves.WithLabelValues(c.Head.Game).Inc()
		}
	}
	if len(c.Events) > 0 && c.Head.Status == match.Over && !imported { // nothing happens after the end
		m.ended.WithLabelValues(c.Head.Game).Inc()
	}
}

// Figures are what the owner of a bot is told in a chat: what was counted since the meter was made.
type Figures struct {
	Since   time.Time                    // when that was
	Answers uint64                       // events that were dealt with
	Mean    time.Duration                // how long these took
	All     map[string]uint64            // by what is counted
	Each    map[string]map[string]uint64 // and by service, game, operation or level
}

// Figures sums up everything counted so far.
func (m *Meter) Figures() Figures {
	families, err := m.Gather()
	if err != nil {
		panic("meter: a metric of its own cannot be read: " + err.Error())
	}
	f := Figures{Since: m.since, All: map[string]uint64{}, Each: map[string]map[string]uint64{}}
	for _, family := range families {
		name, by := strings.TrimPrefix(family.GetName(), namespace+"_"), map[string]uint64{}
		for _, metric := range family.GetMetric() {
			label := ""
			for _, l := range metric.GetLabel() {
				if l.GetName() != "kind" {
					label = l.GetValue()
				}
			}
			n := uint64(metric.GetCounter().GetValue() + metric.GetGauge().GetValue())
			by[label] += n
			f.All[name] += n
			if name == handling {
				h := metric.GetHistogram()
				f.Answers = h.GetSampleCount()
				mean := h.GetSampleSum() / max(1, float64(f.Answers))
				f.Mean = time.Duration(mean * float64(time.Second)).Round(time.Microsecond)
			}
		}
		f.Each[name] = by
	}
	return f
}
