package bolt

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	"golang.org/x/sync/errgroup"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/storagetest"
)

var stored = flag.Int("stored", 100_000, "how many matches there are in the larger of the stores that are measured")

func BenchmarkAppend(b *testing.B) {
	s := openStore(b, filepath.Join(b.TempDir(), "db"))
	for n := 1; b.Loop(); n++ {
		if err := s.Append(b.Context(), storagetest.NewHead("m", n), storagetest.NewEvents(n, n)...); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAppend64 has 64 writers append at once, each to its own match. x-bare is its rate over the rate at which
// bare DB.Batch stores the same heads and events, without indexes and conditions, in the same run.
func BenchmarkAppend64(b *testing.B) {
	s := openStore(b, filepath.Join(b.TempDir(), "db"))
	n := 0
	for b.Loop() {
		writers64(b, n, func(h storage.Head, e match.Event) error { return s.Append(b.Context(), h, e) })
		n += perWriter
	}
	ours := b.Elapsed()
	b.ReportMetric(float64(64*n)/float64(transactions(b, s)), "appends/commit")
	b.ReportMetric(float64(64*n)/ours.Seconds(), "appends/s")

	db, start := openBare(b), time.Now()
	for stored := 0; stored < n; stored += perWriter {
		writers64(b, stored, func(h storage.Head, e match.Event) error { return batchBare(db, h, e) })
	}
	b.ReportMetric(float64(time.Since(start))/float64(ours), "x-bare")
}

// BenchmarkBareBatch64 is the reference of BenchmarkAppend64.
func BenchmarkBareBatch64(b *testing.B) {
	db, n := openBare(b), 0
	for b.Loop() {
		writers64(b, n, func(h storage.Head, e match.Event) error { return batchBare(db, h, e) })
		n += perWriter
	}
	b.ReportMetric(float64(64*n)/b.Elapsed().Seconds(), "appends/s")
}

// perWriter is the number of events that each of the 64 writers appends in one operation of a benchmark.
const perWriter = 8

func writers64(b *testing.B, stored int, write func(storage.Head, match.Event) error) {
	var g errgroup.Group
	for w := range 64 {
		g.Go(func() error {
			for n := stored + 1; n <= stored+perWriter; n++ {
				if err := write(storagetest.NewHead(fmt.Sprint("match-", w), n), storagetest.NewEvents(n, n)[0]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		b.Fatal(err)
	}
}

// openBare opens a file with bbolt alone.
func openBare(b *testing.B) *bbolt.DB {
	o := &bbolt.Options{FreelistType: bbolt.FreelistMapType, NoStatistics: true}
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "bare"), 0o600, o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range []string{heads, events} {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return db
}

// batchBare stores what an append stores, without the indexes.
func batchBare(db *bbolt.DB, h storage.Head, e match.Event) error {
	head, err := encode(h)
	if err != nil {
		return err
	}
	event, err := encode(e)
	if err != nil {
		return err
	}
	return db.Batch(func(tx *bbolt.Tx) error {
		if err := tx.Bucket([]byte(events)).Put([]byte(eventKey(h.ID, h.N)), event); err != nil {
			return err
		}
		return tx.Bucket([]byte(heads)).Put([]byte(h.ID), head)
	})
}

// sizes runs a benchmark with few and with many stored matches. x-1000 is the time with many over the time with few.
func sizes(b *testing.B, run func(b *testing.B, path string)) {
	var few float64
	for _, n := range []int{1000, *stored} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			path := manyFile(b, n)
			run(b, path)
			took := float64(b.Elapsed()) / float64(b.N)
			if n == 1000 {
				few = took
			} else if few > 0 {
				b.ReportMetric(took/few, "x-1000")
			}
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	sizes(b, func(b *testing.B, path string) {
		for b.Loop() {
			s, err := Open(path, Options{})
			if err != nil {
				b.Fatal(err)
			}
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkFind asks for the ten newest of a long list.
func BenchmarkFind(b *testing.B) {
	for _, c := range []struct {
		name string
		q    storage.Query
	}{
		{"newest", storage.Query{Limit: 10}},
		{"live", storage.Query{Live: true, Limit: 10}},
		{"room", storage.Query{Room: "telegram:-50", Limit: 10}},
		{"room-live", storage.Query{Room: "telegram:-50", Live: true, Limit: 10}},
		{"player", storage.Query{Player: "telegram:7", Limit: 1}},
		{"player-room", storage.Query{Player: "telegram:7", Room: "telegram:-7", Limit: 10}},
		{"player-ended", storage.Query{Player: "telegram:7", Ended: true, Limit: 1}},
		{"unsaid", storage.Query{Undelivered: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			sizes(b, func(b *testing.B, path string) {
				s := openStore(b, path)
				defer s.Close()
				for b.Loop() {
					if _, err := s.Find(b.Context(), c.q); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

// BenchmarkErase repeatedly erases what rewriting one match leaves.
func BenchmarkErase(b *testing.B) {
	sizes(b, func(b *testing.B, path string) {
		copied := filepath.Join(b.TempDir(), "db")
		copyFile(b, path, copied)
		s := openStore(b, copied)
		h, err := s.Head(b.Context(), "match-00000500")
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := s.Rewrite(b.Context(), h, storagetest.NewEvents(1, 10)); err != nil {
				b.Fatal(err)
			}
			if err := s.Erase(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkAppendMany appends to a large file.
func BenchmarkAppendMany(b *testing.B) {
	sizes(b, func(b *testing.B, path string) {
		copied := filepath.Join(b.TempDir(), "db")
		copyFile(b, path, copied)
		s := openStore(b, copied)
		for n := 11; b.Loop(); n++ {
			if err := s.Append(b.Context(), storagetest.NewHead("match-00000500", n),
				storagetest.NewEvents(n, n)...); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// copyFile copies a database that no process has open.
func copyFile(b *testing.B, from, to string) {
	f, err := os.Create(to)
	if err == nil {
		err = errors.Join(Copy(b.Context(), from, f, Options{}), f.Close())
	}
	if err != nil {
		b.Fatal(err)
	}
}
