package meter_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tabuleiro/bot/meter"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memory"
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
	if f := m.Figures(); f.InHand != 2 || f.LastMinute != 2 || f.Handling.Count != 0 {
		t.Errorf("two in hand: %+v", f)
	}
	first()
	c.pass(20 * time.Millisecond)
	second()
	f := m.Figures()
	if diff := cmp.Diff(map[string]uint64{"telegram": 1, "discord": 1}, f.Heard); diff != "" {
		t.Error(diff)
	}
	if f.InHand != 0 || f.Handling.Count != 2 || f.Handling.Mean() != 25*time.Millisecond || !f.Since.Equal(storagetest.Noon) {
		t.Errorf("both dealt with: %+v", f)
	}
}

func TestSpeaks(t *testing.T) {
	m := meter.New(newClock().now)
	first, second := m.Speaks("telegram", meter.Answer), m.Speaks("telegram", meter.Announcement)
	if f := m.Figures(); f.Saying["telegram"] != 2 || len(f.Said)+len(f.Unsaid) != 0 {
		t.Errorf("two are being said: %+v", f)
	}
	first(nil)
	second(errors.New("down"))
	f := m.Figures()
	said, unsaid := map[meter.Speech]uint64{{"telegram", meter.Answer}: 1}, map[meter.Speech]uint64{{"telegram", meter.Announcement}: 1}
	if diff := cmp.Diff(said, f.Said) + cmp.Diff(unsaid, f.Unsaid); diff != "" || f.Saying["telegram"] != 0 {
		t.Errorf("%d are being said\n%s", f.Saying["telegram"], diff)
	}
}

// Figures that were given away do not change.
func TestFiguresAreACopy(t *testing.T) {
	m := meter.New(newClock().now)
	f := m.Figures()
	m.Heard("telegram")()
	m.Speaks("telegram", meter.Answer)(nil)
	m.Speaks("telegram", meter.Answer)(errors.New("down"))
	if len(f.Heard)+len(f.Saying)+len(f.Said)+len(f.Unsaid) != 0 || f.Handling.Count != 0 {
		t.Errorf("they have become %+v", f)
	}
}

// The count of the last minute is that of a list of all events, to the second.
func TestLastMinute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newClock()
		m := meter.New(c.now)
		var heard []int64
		for _, wait := range rapid.SliceOf(rapid.IntRange(0, 90)).Draw(t, "waits") {
			c.pass(time.Duration(wait) * time.Second / 2)
			m.Heard("telegram")
			heard = append(heard, c.now().Unix())
			want := uint64(0)
			for _, second := range heard {
				if c.now().Unix()-second < 60 {
					want++
				}
			}
			if got := m.Figures().LastMinute; got != want {
				t.Fatalf("%d within the last minute, want %d", got, want)
			}
		}
	})
}

// A histogram knows how many there were and their sum, and Within says of no bound that it was kept when it was not.
func TestHistogram(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newClock()
		m := meter.New(c.now)
		var sum time.Duration
		took := rapid.SliceOf(rapid.Custom(func(t *rapid.T) time.Duration {
			return time.Duration(rapid.IntRange(0, int(time.Minute)).Draw(t, "ns"))
		})).Draw(t, "took")
		for _, d := range took {
			done := m.Heard("telegram")
			c.pass(d)
			done()
			sum += d
		}
		h := m.Figures().Handling
		var all uint64
		for _, n := range h.Buckets {
			all += n
		}
		if h.Count != uint64(len(took)) || all != h.Count || h.Sum != sum {
			t.Fatalf("%+v of %v", h, took)
		}
		share := rapid.Float64Range(0, 1).Draw(t, "share")
		bound, ok := h.Within(share)
		kept := 0
		for _, d := range took {
			if d <= bound {
				kept++
			}
		}
		if ok && float64(kept) < share*float64(len(took)) {
			t.Fatalf("only %d of %d kept to %v", kept, len(took), bound)
		}
		if slowest := meter.Bounds[len(meter.Bounds)-1]; !ok && len(took) > 0 {
			kept = 0
			for _, d := range took {
				if d <= slowest {
					kept++
				}
			}
			if float64(kept) >= share*float64(len(took)) {
				t.Fatalf("%d of %d kept to %v", kept, len(took), slowest)
			}
		}
	})
}

// Warnings and errors are counted, whatever is shown of the log; what is shown is what would have been without a meter.
func TestLog(t *testing.T) {
	m := meter.New(newClock().now)
	var with, without bytes.Buffer
	plain := func(to *bytes.Buffer) slog.Handler {
		return slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelError, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}})
	}
	for _, log := range []*slog.Logger{slog.New(m.Log(plain(&with))), slog.New(plain(&without))} {
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
	if f := m.Figures(); f.Warnings != 2 || f.Errors != 1 {
		t.Errorf("%d warnings and %d errors", f.Warnings, f.Errors)
	}
}

// The counted store keeps the contract of stores.
func TestStore(t *testing.T) {
	storagetest.Run(t, func(*testing.T) storage.Store { return meter.New(time.Now).Store(memory.New()) })
}

// What is stored has happened: once, and only if it was stored.
func TestStoreCountsMatches(t *testing.T) {
	m := meter.New(newClock().now)
	s := m.Store(memory.New())
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
	if err := s.Append(t.Context(), head(6, match.Over), match.Event{Kind: match.Moved}); !errors.Is(err, storage.ErrConflict) {
		t.Fatal(err)
	}
	f := m.Figures()
	one := map[string]uint64{"cage": 1}
	for what, diff := range map[string]string{
		"challenges": cmp.Diff(one, f.Challenges),
		"begun":      cmp.Diff(one, f.Begun),
		"ended":      cmp.Diff(one, f.Ended),
		"moves":      cmp.Diff(map[string]uint64{"cage": 2}, f.Moves),
		"errors":     cmp.Diff(map[string]uint64{}, f.StoreErrors),
	} {
		if diff != "" {
			t.Errorf("%s:\n%s", what, diff)
		}
	}
}

// broken is a store on a disk that has no room any more.
type broken struct{ storage.Store }

func (broken) Append(context.Context, storage.Head, ...match.Event) error { return storage.ErrFull }
func (broken) Put(context.Context, string, string) error                  { return storage.ErrFull }

func TestStoreCountsErrors(t *testing.T) {
	m := meter.New(newClock().now)
	s := m.Store(broken{memory.New()})
	for range 2 {
		if err := s.Append(t.Context(), storagetest.NewHead("m", 1), storagetest.NewEvents(1, 1)...); !errors.Is(err, storage.ErrFull) {
			t.Fatal(err)
		}
	}
	if err := s.Put(t.Context(), "k", "v"); !errors.Is(err, storage.ErrFull) {
		t.Fatal(err)
	}
	if _, err := s.Head(t.Context(), "m"); !errors.Is(err, storage.ErrNotFound) {
		t.Fatal(err)
	}
	f := m.Figures()
	if diff := cmp.Diff(map[string]uint64{"append": 2, "put": 1}, f.StoreErrors); diff != "" {
		t.Error(diff)
	}
	if len(f.Challenges) > 0 {
		t.Errorf("what was not stored has happened: %v", f.Challenges)
	}
}

// Whoever counts does not disturb whoever reads.
func TestRace(t *testing.T) {
	m := meter.New(time.Now)
	log := slog.New(m.Log(slog.DiscardHandler))
	s := m.Store(memory.New())
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
	if f.Heard["telegram"] != 400 || f.Handling.Count != 400 || f.Panics != 400 || f.Warnings != 400 || f.InHand != 0 {
		t.Errorf("%+v", f)
	}
}
