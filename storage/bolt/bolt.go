// Package bolt keeps matches in one file, a bbolt database.
//
// One process owns the file. Appends are committed in groups: whatever comes in while one commit runs to the disk makes
// up the next. Keys are flat and ordered, one bucket for each kind, so that lists are ranges of keys and nothing is
// found by looking through everything.
package bolt

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Errors of Open about a file. The errors around them name the file and a remedy.
var (
	ErrLocked      = errors.New("the database is in use")
	ErrNotDatabase = errors.New("not a database of tabuleiro")
	ErrDamaged     = errors.New("the database is damaged") // also said later, when the damage is met
	ErrNewerSchema = errors.New("the database is of a newer tabuleiro")
)

// Options says how a file is opened. The zero value is what a bot wants.
type Options struct {
	LockTimeout time.Duration // how long to wait for another process to let go of the file; 0: two seconds

	// Rebuild makes the head of a match that is Over anew from its events, for files from before its Winner was told;
	// nil: those stay without. It takes what was announced from the head that there is.
	Rebuild func(head storage.Head, events []match.Event) (storage.Head, error)
}

func (o Options) lockTimeout() time.Duration {
	return cmp.Or(o.LockTimeout, 2*time.Second)
}

// Store is an open file.
type Store struct {
	path string
	db   *bbolt.DB
	file *os.File // the one db works on, to let go of the lock if db cannot

	mu      sync.Mutex // of waiting and closed
	waiting []*request
	closed  bool
	readers sync.RWMutex  // held by all that read; others only try it
	turn    chan struct{} // full while somebody writes
	damage  error         // of a write, after which there are no more; for who has the turn
}

// Close implements storage.Store.
func (s *Store) Close() error {
	s.mu.Lock()
	again := s.closed
	s.closed = true
	s.mu.Unlock()
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	if again {
		return nil
	}
	s.commitWaiting()
	if err := s.letGo(s.damage != nil); err != nil {
		return fmt.Errorf("close %s: %w", s.path, err)
	}
	return nil
}

// letGo closes the file. After a panic in a write bbolt may hold its own locks for ever and cannot do that.
func (s *Store) letGo(panicked bool) error {
	if panicked {
		releaseFile(s.file)
		return nil
	}
	return s.db.Close()
}

// translate gives an error of bbolt its name at the interface.
func (s *Store) translate(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, bolterrors.ErrDatabaseNotOpen):
		return storage.ErrClosed
	case errors.Is(err, ErrDamaged):
		return fmt.Errorf("%s: %w; stop the bot and put a backup in its place", s.path, err)
	}
	return err
}

// guard turns the panics of bbolt over a damaged file, and the faults of reading mapped pages which are not there, into
// ErrDamaged.
func guard(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w (%v)", ErrDamaged, r)
		}
	}()
	return fn()
}

// full reports whether a write failed for want of room: on the disk, of the quota, or under the limit for files.
func full(err error) bool {
	for _, no := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		// bbolt wraps nothing when it cannot make its file longer
		if errors.Is(err, no) || strings.HasSuffix(err.Error(), ": "+no.Error()) {
			return true
		}
	}
	return false
}
