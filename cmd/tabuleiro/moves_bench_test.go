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

	"tabuleiro/bot/share"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
	"tabuleiro/storage/postgres"
	"tabuleiro/storage/postgres/postgrestest"
	"tabuleiro/storage/storagetest"
)

// atOnce is how many matches each process of BenchmarkMoves has moves in at the same time.
const atOnce = 16

// BenchmarkMoves is what the store has to do for a move, as the bot asks for it: is the event known, the head, the
// event, the note of what was said; with PostgreSQL under a lease, and with the update filed and thrown away. It is
// done by so many processes, each with connections of its own, in this one, of whose matches all are in one partition
// or each in one of its own. cpu is that of the bots for a move, database that of PostgreSQL, as far as the system
// tells it.
func BenchmarkMoves(b *testing.B) {
	b.Run("bolt", func(b *testing.B) {
		s, err := bolt.Open(filepath.Join(b.TempDir(), "db"), bolt.Options{})
		if err != nil {
			b.Fatal(err)
		}
		defer s.Close()
		moves(b, []storage.Store{s}, 0)
	})
	for _, c := range []struct{ processes, partitions int }{{1, 1}, {2, 1}, {4, 1}, {1, atOnce}} {
		b.Run(fmt.Sprintf("postgres-%d-%d", c.processes, c.partitions), func(b *testing.B) {
			where := postgrestest.New(b)
			var stores []storage.Store
			for range c.processes {
				s, err := postgres.Open(b.Context(), where)
				if err != nil {
					b.Fatal(err)
				}
				defer s.Close()
				stores = append(stores, s)
			}
			moves(b, stores, c.partitions)
		})
	}
}

func moves(b *testing.B, stores []storage.Store, partitions int) {
	var mu sync.Mutex
	var took []time.Duration
	var all sync.WaitGroup
	began, before, databaseBefore := time.Now(), cpu(), databaseCPU()
	for i, s := range stores {
		shared, _ := s.(storage.Shared)
		var leases []storage.Lease
		for p := range partitions {
			got, err := shared.Acquire(b.Context(), fmt.Sprint(i), time.Hour, fmt.Sprintf("room/%d-%d", i, p))
			if err != nil {
				b.Fatal(err)
			}
			leases = append(leases, got...)
		}
		for w := range atOnce {
			all.Go(func() {
				ctx := b.Context()
				if shared != nil {
					ctx = storage.Under(ctx, leases[w%partitions])
				}
				id := fmt.Sprintf("m%d-%d", i, w)
				for n := 1; n <= max(1, b.N/len(stores)/atOnce); n++ {
					start := time.Now()
					if err := move(ctx, s, shared, id, n); err != nil {
						b.Error(err)
						return
					}
					mu.Lock()
					took = append(took, time.Since(start))
					mu.Unlock()
				}
			})
		}
	}
	all.Wait()
	slices.Sort(took)
	b.ReportMetric(float64(len(took))/time.Since(began).Seconds(), "moves/s")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64((databaseCPU()-databaseBefore).Microseconds())/float64(len(took)), "database-µs/move")
	b.ReportMetric(float64((cpu()-before).Microseconds())/float64(len(took)), "cpu-µs/move")
}

// move is the nth of a match.
func move(ctx context.Context, s storage.Store, shared storage.Shared, id string, n int) error {
	cause := fmt.Sprintf("telegram:%s-%d", id, n)
	letter := storage.Letter{Box: "room/x", Service: "telegram", Number: int64(n), Body: cause + share.Matches}
	if shared != nil {
		letter.Box = id
		if err := shared.File(ctx, letter); err != nil {
			return err
		}
	}
	if _, err := s.Find(ctx, storage.Query{Cause: cause}); err != nil {
		return err
	}
	if n > 1 {
		if _, err := s.Head(ctx, id); err != nil {
			return err
		}
	}
	head, events := storagetest.NewHead(id, n), storagetest.NewEvents(n, n)
	head.Places = []storage.Place{{Room: "telegram:" + id, Said: n - 1}}
	events[0].Cause = cause
	if err := s.Append(ctx, head, []match.Event(events)...); err != nil {
		return err
	}
	head.Places = []storage.Place{{Room: "telegram:" + id, Said: n}}
	if err := s.Append(ctx, head); err != nil {
		return err
	}
	if shared != nil {
		return shared.Done(ctx, letter)
	}
	return nil
}

// cpu is what this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// databaseCPU is what PostgreSQL has used that this process has started, as Linux tells it; 0 elsewhere.
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
