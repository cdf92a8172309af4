package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
	"golang.org/x/sync/errgroup"

	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/storagetest"
)

// children are the functions that the test binary runs as a child process: os.Args[1:] are passed to the one named by
// the variable.
var children = map[string]func(args []string) error{}

const childVariable = "TABULEIRO_BOLT_TEST_CHILD"

func TestMain(m *testing.M) {
	name := os.Getenv(childVariable)
	if name == "" {
		storagetest.Checks(longtest.Count(15, 100))
		code := m.Run()
		_ = os.RemoveAll(many.folder)
		os.Exit(code)
	}
	if err := children[name](os.Args[1:]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func TestContract(t *testing.T) {
	storagetest.RunDurable(t, func(t *testing.T, folder string) storage.Store {
		return openStore(t, filepath.Join(folder, "db"))
	})
}

func openStore(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.db.NoSync = true // no test takes the power away
	t.Cleanup(func() { s.Close() })
	return s
}

// consistent fails the test unless the pages of the file are in order, and heads, events and indexes agree.
func consistent(t testing.TB, s *Store) {
	t.Helper()
	err := s.db.View(func(tx *bbolt.Tx) error {
		for err := range tx.Check() {
			t.Errorf("check of pages: %v", err)
		}
		want := map[entry]bool{}
		stored := map[string]int{}
		err := tx.Bucket([]byte(events)).ForEach(func(k, v []byte) error {
			id, n := string(k[:len(k)-5]), stored[string(k[:len(k)-5])]+1
			if string(k) != eventKey(id, n) {
				t.Errorf("event key %q where %q is expected", k, eventKey(id, n))
			}
			stored[id] = n
			e, err := decode[match.Event](v)
			if e.IdempotencyKey != "" {
				want[entry{byCause, e.IdempotencyKey + "\x00" + id}] = true
			}
			return err
		})
		if err != nil {
			return err
		}
		err = tx.Bucket([]byte(heads)).ForEach(func(k, v []byte) error {
			h, err := decode[storage.Head](v)
			if h.ID != string(k) || h.N != stored[h.ID] {
				t.Errorf("head under %q is of %q with %d events, there are %d", k, h.ID, h.N, stored[h.ID])
			}
			delete(stored, h.ID)
			for _, e := range entries(h) {
				want[e] = true
			}
			return err
		})
		if err != nil {
			return err
		}
		if len(stored) > 0 {
			t.Errorf("events without heads: %v", stored)
		}
		got := map[entry]bool{}
		for _, name := range []string{byBegan, byLive, byRoom, byRoomLive, byPlayer, byPlayerLive, byUnsaid, byDeadline,
			byCause} {
			_ = tx.Bucket([]byte(name)).ForEach(func(k, _ []byte) error {
				got[entry{name, string(k)}] = true
				return nil
			})
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("indexes (-want +got):\n%s", d)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// waiting returns once n requests wait for the writer.
func waiting(s *Store, n int) {
	for {
		s.mu.Lock()
		ok := len(s.waiting) == n
		s.mu.Unlock()
		if ok {
			return
		}
		runtime.Gosched()
	}
}

// occupy gives the writer a request that writes a setting, and blocks it until release is closed.
func occupy(ctx context.Context, s *Store) (release chan struct{}, done chan error) {
	taken := make(chan struct{})
	release, done = make(chan struct{}), make(chan error, 1)
	go func() {
		done <- s.write(ctx, "spoil", "it", nil, func(u *update) (refused error) {
			close(taken)
			<-release
			u.put(settings, "occupied", []byte(`{"v":1,"value":"yes"}`))
			return nil
		})
	}()
	<-taken
	return release, done
}

func transactions(t testing.TB, s *Store) (n int) {
	t.Helper()
	if err := s.db.View(func(tx *bbolt.Tx) error { n = tx.ID(); return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

// Requests that arrive while the writer is busy share one commit, and a refused one does not affect the others.
func TestGroupCommit(t *testing.T) {
	const writers = 64
	s := openStore(t, filepath.Join(t.TempDir(), "db"))
	before := transactions(t, s)
	release, done := occupy(t.Context(), s)
	var errs [writers]error
	var g errgroup.Group
	for w := range writers {
		g.Go(func() error { // every two want the same match, every eighth is wrong in any case
			n := 1
			if w%8 == 7 {
				n = 2
			}
			errs[w] = s.Append(t.Context(), storagetest.NewHead(fmt.Sprint("m", w/2), n), storagetest.NewEvents(n, n)...)
			return nil
		})
	}
	waiting(s, writers)
	close(release)
	_ = g.Wait()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for m := range writers / 2 {
		a, b := errs[2*m], errs[2*m+1]
		if errors.Is(a, storage.ErrConflict) {
			a, b = b, a
		}
		if m%4 == 3 {
			continue // the wrong one may have come second, when it was right
		}
		if a != nil || !errors.Is(b, storage.ErrConflict) {
			t.Errorf("m%d: %v and %v, want one stored and one ErrConflict", m, a, b)
		}
	}
	if n := transactions(t, s) - before; n != 2 {
		t.Errorf("%d commits, want one for the first request and one for all others", n)
	}
	consistent(t, s)

	// Where all are refused nothing is written at all.
	before = transactions(t, s)
	if err := s.Append(t.Context(), storagetest.NewHead("m0", 7), storagetest.NewEvents(7, 7)...); !errors.Is(err,
		storage.ErrConflict) {
		t.Errorf("Append = %v, want ErrConflict", err)
	}
	if n := transactions(t, s) - before; n != 0 {
		t.Errorf("%d commits of nothing", n)
	}
}

// A request that breaks the transaction rolls all of it back, and all its requests get the error, also those refused
// because of what is then not stored; the next commit works.
func TestFailedCommit(t *testing.T) {
	s := openStore(t, filepath.Join(t.TempDir(), "db"))
	spoilt := errors.New("spoilt")
	release, done := occupy(t.Context(), s)
	errs := make(chan error, 3)
	for i := range 2 {
		go func() { errs <- s.Append(t.Context(), storagetest.NewHead("m", 1), storagetest.NewEvents(1, 1)...) }()
		waiting(s, i+1)
	}
	go func() {
		errs <- s.write(t.Context(), "spoil", "it", nil, func(u *update) (refused error) { u.failed = spoilt; return nil })
	}()
	waiting(s, 3)
	close(release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := <-errs; !errors.Is(err, spoilt) || errors.Is(err, storage.ErrConflict) {
			t.Errorf("got %v, want what spoilt the commit", err)
		}
	}
	if _, err := s.Head(t.Context(), "m"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("Head = %v, want ErrNotFound", err)
	}
	if err := s.Append(t.Context(), storagetest.NewHead("m", 1), storagetest.NewEvents(1, 1)...); err != nil {
		t.Error(err)
	}
	consistent(t, s)
}

// An append that waits is given up when its context ends; one under way is not.
func TestCancelWhileWaiting(t *testing.T) {
	s := openStore(t, filepath.Join(t.TempDir(), "db"))
	ctx, cancel := context.WithCancel(t.Context())
	release, done := occupy(ctx, s)
	waits := make(chan error, 1)
	go func() { waits <- s.Append(ctx, storagetest.NewHead("m", 1), storagetest.NewEvents(1, 1)...) }()
	waiting(s, 1)
	stays := make(chan error, 1)
	go func() { stays <- s.Append(t.Context(), storagetest.NewHead("n", 1), storagetest.NewEvents(1, 1)...) }()
	waiting(s, 2)
	cancel()
	if err := <-waits; !errors.Is(err, context.Canceled) {
		t.Errorf("the append that waited: %v, want context.Canceled", err)
	}
	waiting(s, 1)
	close(release)
	if err := <-done; err != nil {
		t.Errorf("the write under way: %v, want its outcome", err)
	}
	if v, err := s.Get(t.Context(), "occupied"); v != "yes" {
		t.Errorf("what was under way is not stored: %q, %v", v, err)
	}
	if err := <-stays; err != nil {
		t.Errorf("the other append that waited: %v", err)
	}
	if _, err := s.Head(t.Context(), "m"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("what was given up: %v, want ErrNotFound", err)
	}
	consistent(t, s)
}

// Close waits for a write under way and another one that waits.
func TestClose_Waits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	s := openStore(t, path)
	release, done := occupy(t.Context(), s)
	waits := make(chan error, 1)
	go func() { waits <- s.Append(t.Context(), storagetest.NewHead("m", 1), storagetest.NewEvents(1, 1)...) }()
	waiting(s, 1)
	closed := make(chan error, 1)
	go func() { closed <- s.Close() }()
	for {
		s.mu.Lock()
		begun := s.closed
		s.mu.Unlock()
		if begun {
			break
		}
		runtime.Gosched()
	}
	close(release)
	for name, c := range map[string]chan error{"under way": done, "waiting": waits, "Close": closed} {
		if err := <-c; err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	s = openStore(t, path)
	if _, err := s.Head(t.Context(), "m"); err != nil {
		t.Error(err)
	}
	consistent(t, s)
}

// Many concurrent appends that change everything keep the indexes consistent.
func TestConsistent(t *testing.T) {
	s := openStore(t, filepath.Join(t.TempDir(), "db"))
	var g errgroup.Group
	for w := range 8 {
		g.Go(func() error {
			for n := 1; n <= 20; n++ {
				h := storagetest.NewHead(fmt.Sprint("m", w), n)
				h.Places[0].Room = fmt.Sprint("room", n%3)
				h.Players[0] = fmt.Sprint("player", n%4)
				if n%5 == 0 {
					h.Deadline = h.Latest
				}
				if n == 20 {
					h.Status = match.Over
				}
				if err := s.Append(t.Context(), h, storagetest.NewEvents(n, n)...); err != nil {
					return err
				}
				h.Places[0].Delivered = n - n%2
				if err := s.Append(t.Context(), h); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	consistent(t, s)
}
