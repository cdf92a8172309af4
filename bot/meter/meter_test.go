package meter_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"pgregory.net/rapid"

	"tabuleiro/bot/meter"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
	"tabuleiro/storage/storagetest"
)

// clock is a time that the test moves.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

func newClock() *clock { return &clock{t: storagetest.Noon} }

func TestHeard(t *testing.T) {
	c := newClock()
	m := meter.New(c.now)
	first := m.Heard("telegram")
	c.pass(30 * time.Millisecond)
	second := m.Heard("discord")
	collected(t, m, "tabuleiro_events_in_progress 2")
	if f := m.Figures(); f.Answers != 0 || f.Mean != 0 {
		t.Errorf("two in hand: %+v", f)
	}
	first()
	c.pass(20 * time.Millisecond)
	second()
	f := m.Figures()
	if diff := cmp.Diff(map[string]uint64{"telegram": 1, "discord": 1}, f.Each[meter.Heard]); diff != "" {
		t.Error(diff)
	}
	if f.Answers != 2 || f.Mean != 25*time.Millisecond || !f.Since.Equal(storagetest.Noon) {
		t.Errorf("both dealt with: %+v", f)
	}
	collected(t, m, "tabuleiro_events_in_progress 0", `tabuleiro_event_duration_seconds_bucket{le="0.05"} 2`)
}

func TestSpeaks(t *testing.T) {
	m := meter.New(newClock().now)
	first, second := m.Speaks("telegram", meter.Answer), m.Speaks("telegram", meter.Announcement)
	collected(t, m, `tabuleiro_messages_in_progress{service="telegram"} 2`)
	if f := m.Figures(); f.All[meter.Said]+f.All[meter.Unsaid] != 0 {
		t.Errorf("two are being said: %+v", f)
	}
	first(nil)
	second(errors.New("down"))
	if f := m.Figures(); f.All[meter.Said] != 1 || f.All[meter.Unsaid] != 1 {
		t.Errorf("both are through: %+v", f)
	}
	collected(t, m, `tabuleiro_messages_in_progress{service="telegram"} 0`,
		`tabuleiro_messages_sent_total{kind="answer",service="telegram"} 1`,
		`tabuleiro_messages_failed_total{kind="announcement",service="telegram"} 1`)
}

// collected looks for lines in the Prometheus output.
func collected(t *testing.T, m *meter.Meter, lines ...string) {
	t.Helper()
	answer := httptest.NewRecorder()
	promhttp.HandlerFor(m, promhttp.HandlerOpts{}).ServeHTTP(answer, httptest.NewRequest("GET", "/", nil))
	for _, line := range lines {
		if !strings.Contains("\n"+answer.Body.String(), "\n"+line+"\n") {
			t.Errorf("%s is missing in\n%s", line, answer.Body)
		}
	}
}

// The mean duration of events is right.
func TestDurations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newClock()
		m := meter.New(c.now)
		var sum time.Duration
		took := rapid.SliceOf(rapid.Custom(func(t *rapid.T) time.Duration {
			return time.Duration(rapid.IntRange(0, 1<<rapid.IntRange(0, 16).Draw(t, "bits")).Draw(t, "ms")) * time.Millisecond
		})).Draw(t, "took")
		for _, d := range took {
			done := m.Heard("telegram")
			c.pass(d)
			done()
			sum += d
		}
		f := m.Figures()
		if int(f.Answers) != len(took) {
			t.Fatalf("%d dealt with, want %d", f.Answers, len(took))
		}
		if off := f.Mean - sum/time.Duration(max(1, len(took))); max(off, -off) > time.Millisecond {
			t.Fatalf("mean %v of %v", f.Mean, took)
		}
	})
}

// Warnings and errors are counted at any log level, and the log itself is the same as without a meter.
func TestLog(t *testing.T) {
	m := meter.New(newClock().now)
	var with, without bytes.Buffer
	rung := 0
	plain := func(to *bytes.Buffer) slog.Handler {
		return slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelError,
			ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return a
			}})
	}
	for _, log := range []*slog.Logger{slog.New(m.Log(plain(&with), func() { rung++ })), slog.New(plain(&without))} {
		log = log.With("service", "telegram").WithGroup("more")
		log.Debug("a")
		log.Info("b")
		log.Warn("c", "x", 1)
		log.Warn("d")
		log.Error("e", "x", 1)
	}
	if diff := cmp.Diff(without.String(), with.String()); diff != "" || !strings.Contains(with.String(), "more.x=1") {
		t.Errorf("the log differs (-without +with a meter):\n%s", diff)
	}
	if f := m.Figures(); f.Each[meter.LogLines]["warn"] != 2 || f.Each[meter.LogLines]["error"] != 1 || rung != 1 {
		t.Errorf("%d warnings and %d errors, rung %d times", f.Each[meter.LogLines]["warn"], f.Each[meter.LogLines]["error"], rung)
	}
}

// The counting store keeps the contract of stores.
func TestStore(t *testing.T) {
	storagetest.Run(t, func(*testing.T) storage.Store { return meter.New(time.Now).Store(memorytest.New()) })
}

// An event is counted once, and only if it was stored.
func TestStore_CountsMatches(t *testing.T) {
	m := meter.New(newClock().now)
	s := m.Store(memorytest.New())
	head := func(n int, status match.Status) storage.Head {
		h := storagetest.NewHead("m", n)
		h.Status, h.Game = status, "cage"
		return h
	}
	for _, step := range []struct {
		head   storage.Head
		events []match.Event
	}{
		{head(1, match.Open), []match.Event{{Kind: match.Challenged}}},
		{head(1, match.Open), nil}, // announced
		{head(4, match.Playing), []match.Event{{Kind: match.Accepted}, {Kind: match.Moved}, {Kind: match.Rolled}}},
		{head(6, match.Over), []match.Event{{Kind: match.Moved, Forced: true}, {Kind: match.Resigned}}},
		{head(6, match.Over), nil}, // announced
	} {
		if err := s.Append(t.Context(), step.head, step.events...); err != nil {
			t.Fatal(err)
		}
	}
	file := head(1, match.Over)
	file.ID = "read"
	if err := s.Append(t.Context(), file, match.Event{Kind: match.Imported}); err != nil { // was played elsewhere
		t.Fatal(err)
	}
	if err := s.Append(t.Context(), head(6, match.Over), match.Event{Kind: match.Moved}); !errors.Is(err,
		storage.ErrConflict) {
		t.Fatal(err)
	}
	collected(t, m, `tabuleiro_challenges_total{game="cage"} 1`, `tabuleiro_matches_begun_total{game="cage"} 1`,
		`tabuleiro_matches_ended_total{game="cage"} 1`, `tabuleiro_moves_total{game="cage"} 2`)
	if f := m.Figures(); f.All[meter.StoreErrors] != 0 || f.All[meter.Begun] != 1 || f.All[meter.Ended] != 1 || f.All[meter.Moves] != 2 {
		t.Errorf("%+v", f)
	}
}

// broken is a store on a full disk.
type broken struct{ storage.Store }

func (broken) Append(context.Context, storage.Head, ...match.Event) error { return storage.ErrFull }
func (broken) Put(context.Context, string, string) error                  { return storage.ErrFull }

func TestStore_CountsErrors(t *testing.T) {
	m := meter.New(newClock().now)
	s := m.Store(broken{memorytest.New()})
	for range 2 {
		if err := s.Append(t.Context(), storagetest.NewHead("m", 1), storagetest.NewEvents(1, 1)...); !errors.Is(err,
			storage.ErrFull) {
			t.Fatal(err)
		}
	}
	if err := s.Put(t.Context(), "k", "v"); !errors.Is(err, storage.ErrFull) {
		t.Fatal(err)
	}
	if _, err := s.Head(t.Context(), "m"); !errors.Is(err, storage.ErrNotFound) {
		t.Fatal(err)
	}
	collected(t, m, `tabuleiro_storage_errors_total{operation="append"} 2`,
		`tabuleiro_storage_errors_total{operation="put"} 1`,
		`tabuleiro_storage_errors_total{operation="head"} 0`,
		`tabuleiro_storage_errors_total{operation="setratings"} 0`)
	families, err := m.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == "tabuleiro_challenges_total" {
			t.Error("a challenge is counted that was not stored, and so has not happened")
		}
	}
}

// Counting and reading do not race.
func TestRace(t *testing.T) {
	m := meter.New(time.Now)
	log := slog.New(m.Log(slog.DiscardHandler, func() {}))
	s := m.Store(memorytest.New())
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 100 {
				done := m.Heard("telegram")
				m.Speaks("telegram", meter.Announcement)(nil)
				m.Panicked()
				log.Warn("w")
				_, _ = s.Get(t.Context(), "k")
				_ = m.Figures()
				done()
			}
		})
	}
	all.Wait()
	f := m.Figures()
	if f.Each[meter.Heard]["telegram"] != 400 || f.All[meter.Said] != 400 || f.All[meter.Panics] != 400 || f.Each[meter.LogLines]["warn"] != 400 {
		t.Errorf("%+v", f)
	}
	collected(t, m, "tabuleiro_events_in_progress 0")
}
