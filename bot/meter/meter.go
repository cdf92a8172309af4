// Package meter has the metrics of a bot, for its operator.
//
// No metric names a person, a room or a match. A Meter is a prometheus.Gatherer; Figures are the summary that the bot
// shows its owner.
package meter

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Meter counts events. Its methods are safe for concurrent use.
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

// Names of the metrics in Figures.
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

// namespace is the prefix of all metric names.
const (
	namespace = "tabuleiro"
	handling  = "event_duration_seconds"
)

// Kind is the reason for a message.
type Kind string

// The kinds of messages.
const (
	Answer       Kind = "answer"       // answers an event; not retried
	Announcement Kind = "announcement" // announces an event of a match; retried
)

// buckets are the upper bounds of the event duration histogram, in seconds. Delays that people notice are in the upper
// half.
var buckets = []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30}

// New makes a Meter with all counts zero.
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
	for method := range reflect.TypeFor[storage.Store]().Methods() {
		m.storeErrors.WithLabelValues(operation(method.Name))
	}
	return m
}

// operation is the label of a method of a store: "append".
func operation(method string) string { return strings.ToLower(method) }

// Heard counts an event of a service. The caller calls done once it has been handled.
func (m *Meter) Heard(service string) (done func()) {
	began := m.now()
	m.heard.WithLabelValues(service).Inc()
	m.inHand.Inc()
	return func() {
		m.inHand.Dec()
		m.handling.Observe(m.now().Sub(began).Seconds())
	}
}

// Speaks counts a message sent to a service. The caller calls done with the result.
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

// Panicked counts an event whose handling panicked.
func (m *Meter) Panicked() { m.panics.Inc() }

// Log returns a log handler that passes records on to another one, and counts warnings and errors even if that one
// drops them. It calls ring for each error.
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

// Store wraps a store to count its use: appended events as events of matches, and failures as storage errors, except
// for errors that only report a state, such as storage.ErrNotFound.
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
		m.storeErrors.WithLabelValues(operation(c.Method)).Inc()
		return err
	})
}

// stored counts the events of matches in a call.
func (m *Meter) stored(c storage.Call) {
	if c.Method == "Rewrite" {
		return // these events were counted before
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
	if len(c.Events) > 0 && c.Head.Status == match.Over && !imported { // there are no events after the end
		m.ended.WithLabelValues(c.Head.Game).Inc()
	}
}

// Figures is the summary shown to the owner of a bot: the counts since the meter was made.
type Figures struct {
	Since   time.Time                    // when the meter was made
	Answers uint64                       // handled events
	Mean    time.Duration                // mean duration of these
	All     map[string]uint64            // by metric
	Each    map[string]map[string]uint64 // by metric, and by service, game, operation or level
}

// Figures returns the current counts.
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
