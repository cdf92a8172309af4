package bolt

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/storagetest"
)

var kept = flag.String("kept", "", "a folder where the stores of -stored are kept from run to run; \"\": they are made anew")

// manyFile returns the path of a database of many matches, made once for a run, or found in the folder of -kept: a
// hundred rooms, a thousand players, one match in fifty running, ids in random order.
func manyFile(b *testing.B, matches int) string {
	b.Helper()
	many.Lock()
	defer many.Unlock()
	if path := many.paths[matches]; path != "" {
		return path
	}
	if many.paths == nil {
		many.paths = map[int]string{}
	}
	folder := *kept
	if folder == "" {
		if many.folder == "" {
			made, err := os.MkdirTemp("", "tabuleiro-bench-")
			if err != nil {
				b.Fatal(err)
			}
			many.folder = made
		}
		folder = many.folder
	}
	path := filepath.Join(folder, fmt.Sprint(matches))
	if _, err := os.Stat(path); err != nil {
		began := time.Now()
		if err := makeMany(b, path+".part", matches); err != nil {
			b.Fatal(err)
		}
		if err := os.Rename(path+".part", path); err != nil {
			b.Fatal(err)
		}
		b.Logf("a file of %d matches is made in %.0f s", matches, time.Since(began).Seconds())
	}
	many.paths[matches] = path
	return path
}

// makeMany makes a file bucket by bucket in key order, so that each page is written about once and few are left free,
// as a bot leaves few: their list is read at opening and written with each change.
func makeMany(b testing.TB, path string, matches int) error {
	s := openStore(b, path)
	defer s.Close()
	s.db.NoSync = true
	byID := make([]int, matches)
	for m := range matches {
		byID[m*7919%matches] = m
	}
	same, err := newRow(storagetest.NewHead("m", 10), storagetest.NewEvents(1, 10))
	if err != nil {
		return err
	}
	for _, bucket := range buckets {
		var list []entry
		into := &bulk{db: s.db, bucket: []byte(bucket)}
		for _, m := range byID {
			h := nthOfMany(m, matches)
			switch bucket {
			case heads:
				encoded, err := encode(h)
				if err != nil {
					return err
				}
				into.put([]byte(h.ID), encoded)
			case events:
				for i, e := range same.events {
					into.put([]byte(eventKey(h.ID, i+1)), e)
				}
			case byCause:
				for _, e := range same.list {
					if e.IdempotencyKey == "" {
						continue
					}
					into.put([]byte(e.IdempotencyKey+"\x00"+h.ID), nil)
				}
			default:
				list = append(list, slices.DeleteFunc(entries(h), func(e entry) bool { return e.bucket != bucket })...)
			}
		}
		slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.key, b.key) })
		for _, e := range list {
			into.put([]byte(e.key), nil)
		}
		if err := into.end(); err != nil {
			return err
		}
	}
	return s.db.Sync()
}

// The measured file is a consistent database with its indexes.
func TestManyIsSound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	if err := makeMany(t, path, 300); err != nil {
		t.Fatal(err)
	}
	f, found, err := inspect(t, path)
	if err != nil || len(f.problems) > 0 || len(f.matches) != 300 {
		t.Errorf("%d matches, %+v, %q, %v", len(f.matches), found, f.problems, err)
	}
}

// bulk puts keys into a bucket, many in a transaction.
type bulk struct {
	db     *bbolt.DB
	bucket []byte
	tx     *bbolt.Tx
	n      int
	err    error // the first
}

func (b *bulk) put(key, value []byte) {
	if b.tx == nil && b.err == nil {
		b.tx, b.err = b.db.Begin(true)
	}
	if b.err == nil {
		b.err = b.tx.Bucket(b.bucket).Put(key, value)
	}
	if b.n++; b.n%100_000 == 0 {
		_ = b.end()
	}
}

func (b *bulk) end() error {
	if b.tx != nil && b.err == nil {
		b.err = b.tx.Commit()
	}
	b.tx = nil
	return b.err
}

// manyID returns the id of the mth of many matches.
func manyID(m, matches int) string { return fmt.Sprintf("match-%08d", m*7919%matches) }

func nthOfMany(m, matches int) storage.Head {
	h := storagetest.NewHead(manyID(m, matches), 10)
	h.Began = storagetest.Noon.Add(time.Duration(m) * time.Minute)
	h.Players = []string{fmt.Sprint("telegram:", m%1000), fmt.Sprint("telegram:", (m+1)%1000)}
	h.Places = []storage.Place{{Room: fmt.Sprint("telegram:-", m%100), Delivered: 10}}
	if m%50 != 0 {
		h.Status = match.Over
	}
	return h
}

var many struct {
	sync.Mutex
	folder string // removed by TestMain
	paths  map[int]string
}

// BenchmarkMoveAmong measures the store's part of a move: whether the event is known, the head, the append, the note of
// delivery. It alternates between a match among few and one among many, so that both meet the same load, each time in
// another match; p50-few-µs and p50-many-µs are the medians, x-1000 is their ratio.
func BenchmarkMoveAmong(b *testing.B) {
	var stores []*Store
	sizes := []int{1000, *stored}
	for _, n := range sizes {
		s := openStore(b, manyFile(b, n))
		defer s.Close()
		stores = append(stores, s)
	}
	took := make([][]time.Duration, len(stores))
	for n := 0; b.Loop(); n++ {
		for k := range stores {
			i := (n + k) % len(stores) // each is the first one as often
			began := time.Now()
			// matches of the whole file, of the running ones
			if err := moveAmong(b, stores[i], manyID(n*331*50%sizes[i], sizes[i])); err != nil {
				b.Fatal(err)
			}
			took[i] = append(took[i], time.Since(began))
		}
	}
	for _, all := range took {
		slices.Sort(all)
	}
	few, many := took[0][len(took[0])/2], took[1][len(took[1])/2]
	b.ReportMetric(float64(few.Microseconds()), "p50-few-µs")
	b.ReportMetric(float64(many.Microseconds()), "p50-many-µs")
	b.ReportMetric(float64(many)/float64(few), "x-1000")
}

func moveAmong(b *testing.B, s *Store, id string) error {
	head, err := s.Head(b.Context(), id)
	if err != nil {
		return err
	}
	head.N++
	e := storagetest.NewEvents(head.N, head.N)
	e[0].IdempotencyKey = fmt.Sprintf("telegram:%s-%d", id, head.N)
	if found, err := s.Find(b.Context(), storage.Query{IdempotencyKey: e[0].IdempotencyKey}); err != nil || len(found) > 0 {
		return fmt.Errorf("%v are found, %w", found, err)
	}
	if err := s.Append(b.Context(), head, e...); err != nil {
		return err
	}
	head.Places[0].Delivered = head.N
	return s.Append(b.Context(), head)
}
