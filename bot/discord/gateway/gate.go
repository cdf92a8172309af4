package gateway

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"
)

// How far apart two shards of the same bucket identify themselves: later when few times are left of a day's, which a
// process that ends again and again must not spend, so that the one who starts it in good order finds some.
const (
	apart    = 5*time.Second + 250*time.Millisecond
	reserve  = 50
	farApart = 10 * time.Minute
)

// noteKey is under what a gate keeps its notes.
const noteKey = "discord/gateway"

// gate lets shards identify themselves as often as Discord allows, and no more, across restarts: what is counted is
// noted before it is done.
type gate struct {
	notes Notes
	log   *slog.Logger

	mu          sync.Mutex
	note        note
	total       int
	concurrency int
	last        map[int]time.Time // by bucket
}

// note is what outlives the process.
type note struct {
	Remaining int       `json:"remaining"`
	Reset     time.Time `json:"reset"` // when Remaining is Discord's total again
	Last      time.Time `json:"last"`  // time of the latest IDENTIFY
}

func newGate(notes Notes, log *slog.Logger) *gate {
	g := &gate{notes: notes, log: log, last: map[int]time.Time{}, total: 1000}
	text, err := notes.Get(context.Background(), noteKey)
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &g.note)
	}
	if err != nil {
		log.Warn("how often the bot has connected is not known", "error", err)
	}
	return g
}

// open takes over what Discord says. If this side has counted more, that counts.
func (g *gate) open(ctx context.Context, s Starts) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	g.concurrency = max(s.Concurrency, 1)
	if s.Total > 0 {
		left := s.Remaining
		if now.Before(g.note.Reset) {
			left = min(left, g.note.Remaining)
		}
		day := 24 * time.Hour
		if s.ResetAfter > 0 {
			day = time.Duration(s.ResetAfter) * time.Millisecond
		}
		g.total, g.note.Remaining, g.note.Reset = s.Total, left, now.Add(day)
	}
	for bucket := range g.concurrency {
		if g.last[bucket].Before(g.note.Last) {
			g.last[bucket] = g.note.Last
		}
	}
	g.save(ctx)
}

// wait returns when a shard may identify itself, and counts it if it does.
func (g *gate) wait(ctx context.Context, shard int, identifies bool) error {
	for {
		until := g.take(ctx, shard, identifies)
		if until.IsZero() {
			return ctx.Err()
		}
		if err := sleep(ctx, time.Until(until)); err != nil {
			return err
		}
	}
}

// take tells until when to wait; if that is zero and it counts, it is counted.
func (g *gate) take(ctx context.Context, shard int, counts bool) time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	if !now.Before(g.note.Reset) {
		g.note.Remaining, g.note.Reset = g.total, now.Add(24*time.Hour)
	}
	if g.note.Remaining <= 0 {
		g.log.Error("Discord takes no more connections of this bot today: it connects again later", "shard", shard, "at",
			g.note.Reset)
		return g.note.Reset
	}
	bucket, pause := shard%g.concurrency, apart
	if g.note.Remaining <= min(reserve, g.total/20) {
		pause = farApart
	}
	if next := g.last[bucket].Add(pause); now.Before(next) && g.last[bucket].Sub(now) <= 0 {
		return next
	}
	if counts {
		g.last[bucket], g.note.Last = now, now
		g.note.Remaining--
		g.save(ctx)
	}
	return time.Time{}
}

// save keeps the notes. The caller holds mu.
func (g *gate) save(ctx context.Context) {
	if err := save(ctx, g.notes, noteKey, g.note); err != nil {
		g.log.Warn("how often the bot has connected could not be noted", "error", err)
	}
}

// save notes a value, also at the end of ctx.
func save(ctx context.Context, notes Notes, key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), savingTimeout)
	defer cancel()
	return notes.Put(ctx, key, string(text))
}

// savingTimeout is how long a note may take.
const savingTimeout = 2 * time.Second
