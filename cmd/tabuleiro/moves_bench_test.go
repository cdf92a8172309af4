package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
	"tabuleiro/storage/postgres"
	"tabuleiro/storage/postgres/postgrestest"
	"tabuleiro/storage/storagetest"
)

// atOnce is the number of concurrent matches in BenchmarkMoves.
const atOnce = 16

// BenchmarkMoves measures the store's part of a move: whether the event is known, the head, the append, the note of
// delivery. It reports the CPU time of the bot and of PostgreSQL for a move, as far as the system shows it.
func BenchmarkMoves(b *testing.B) {
	b.Run("bolt", func(b *testing.B) {
		s, err := bolt.Open(filepath.Join(b.TempDir(), "db"), bolt.Options{})
		if err != nil {
			b.Fatal(err)
		}
		defer s.Close()
		moves(b, s)
	})
	b.Run("postgres", func(b *testing.B) {
		s, err := postgres.Open(b.Context(), postgrestest.New(b), nil)
		if err != nil {
			b.Fatal(err)
		}
		defer s.Close()
		moves(b, s)
	})
}

func moves(b *testing.B, s storage.Store) {
	var mu sync.Mutex
	var took []time.Duration
	var all sync.WaitGroup
	began, before, databaseBefore := time.Now(), cpu(), databaseCPU()
	for w := range atOnce {
		all.Go(func() {
			id := fmt.Sprintf("m%d", w)
			for n := 1; n <= max(1, b.N/atOnce); n++ {
				start := time.Now()
				if err := move(b.Context(), s, id, n); err != nil {
					b.Error(err)
					return
				}
				mu.Lock()
				took = append(took, time.Since(start))
				mu.Unlock()
			}
		})
	}
	all.Wait()
	slices.Sort(took)
	b.ReportMetric(float64(len(took))/time.Since(began).Seconds(), "moves/s")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64((databaseCPU()-databaseBefore).Microseconds())/float64(len(took)), "database-µs/move")
	b.ReportMetric(float64((cpu()-before).Microseconds())/float64(len(took)), "cpu-µs/move")
}

// move stores the nth move of a match.
func move(ctx context.Context, s storage.Store, id string, n int) error {
	cause := fmt.Sprintf("telegram:%s-%d", id, n)
	if _, err := s.Find(ctx, storage.Query{IdempotencyKey: cause}); err != nil {
		return err
	}
	if n > 1 {
		if _, err := s.Head(ctx, id); err != nil {
			return err
		}
	}
	head, events := storagetest.NewHead(id, n), storagetest.NewEvents(n, n)
	head.Places = []storage.Place{{Room: "telegram:" + id, Delivered: n - 1}}
	events[0].IdempotencyKey = cause
	if err := s.Append(ctx, head, []match.Event(events)...); err != nil {
		return err
	}
	head.Places = []storage.Place{{Room: "telegram:" + id, Delivered: n}}
	return s.Append(ctx, head)
}

// cpu returns the CPU time used by this process.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// databaseCPU returns the CPU time used by the PostgreSQL that this process has started; 0 on systems other than Linux.
func databaseCPU() (sum time.Duration) {
	const tick = 10 * time.Millisecond // USER_HZ is 100 everywhere
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	parents, used := map[string]string{}, map[string]time.Duration{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		name, rest, ok := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest) // from the third on: proc(5)
		if err != nil || !ok || !strings.HasSuffix(name, "(postgres") || len(fields) < 13 {
			continue
		}
		pid := filepath.Base(filepath.Dir(file))
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		parents[pid], used[pid] = fields[1], time.Duration(user+system)*tick
	}
	own := strconv.Itoa(os.Getpid())
	for pid, parent := range parents {
		if parent == own || parents[parent] == own {
			sum += used[pid]
		}
	}
	return sum
}
