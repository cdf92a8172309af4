// Package bolt keeps matches in one file, a bbolt database.
//
// One process owns the file. Writes are committed in groups: requests that arrive during one commit make up the next.
// Keys are flat and ordered, with one bucket per kind, so that every list is a range of keys and no query scans all
// data.
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

// Errors of Open about the file. The errors that wrap them name the file and a remedy.
var (
	ErrLocked      = errors.New("the database is in use")
	ErrNotDatabase = errors.New("not a database of tabuleiro")
	ErrDamaged     = errors.New("the database is damaged") // also returned when reading or writing finds damage
	ErrNewerSchema = errors.New("the database is of a newer tabuleiro")
)

// Options says how to open a file. The zero value is right for a bot.
type Options struct {
	LockTimeout time.Duration // how long to wait for another process to release the file; 0: two seconds

	// Rebuild returns the head of a match that is Over, rebuilt from its events, for migrating files whose heads have
	// no Winner; if nil, those heads stay as they are. It takes the delivery state from the old head.
	Rebuild func(head storage.Head, events []match.Event) (storage.Head, error)
}

func (o Options) lockTimeout() time.Duration {
	return cmp.Or(o.LockTimeout, 2*time.Second)
}

// Store is an open database file.
type Store struct {
	path string
	db   *bbolt.DB
	file *os.File // the file under db, for releasing the lock if db cannot be closed

	mu      sync.Mutex // guards waiting and closed
	waiting []*request
	closed  bool
	readers sync.RWMutex  // read-locked by every reader; a writer only tries to lock it
	turn    chan struct{} // holds a token while somebody writes
	damage  error         // set by a failed write and returned by all later ones; guarded by turn
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

// letGo closes the file. After a panic in a write bbolt may still hold its own locks, so then letGo only releases the
// file.
func (s *Store) letGo(panicked bool) error {
	if panicked {
		releaseFile(s.file)
		return nil
	}
	return s.db.Close()
}

// translate converts an error of bbolt to one of the interface.
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

// guard converts panics of bbolt caused by a damaged file, and faults on mapped pages beyond its end, into
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

// full reports whether a write failed for lack of space: on the disk, in the quota, or under the file size limit.
func full(err error) bool {
	for _, no := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		// bbolt does not wrap the error when it cannot grow its file
		if errors.Is(err, no) || strings.HasSuffix(err.Error(), ": "+no.Error()) {
			return true
		}
	}
	return false
}
