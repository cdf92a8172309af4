package bolt

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"tabuleiro/storage"
)

// errRead says that nothing can be erased while readers are active.
var errRead = errors.New("old pages may be read just now")

// eraseInterval is how long Erase waits before it tries again for a moment without readers.
const eraseInterval = 5 * time.Millisecond

// Erase implements storage.Store. It overwrites all unused pages of the file with zeros, in place, so that it needs
// no extra space; it cannot reach old data that the disk or the file system keeps elsewhere.
func (s *Store) Erase(ctx context.Context) (err error) {
	defer storage.Wrap(&err, "erase what was replaced")
	for {
		select {
		case s.turn <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		r := &request{apply: func(u *update) (refused error) { return s.erase(ctx, u) }}
		err = cmp.Or(s.commit([]*request{r}), r.refused)
		if <-s.turn; !errors.Is(err, errRead) {
			return err
		}
		select {
		case <-time.After(eraseInterval):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// erase needs a transaction of its own in which nothing was written before: then the free pages belong neither to the
// newest state nor, if nobody has been reading since before the transaction began, to any reader's. The commit syncs
// the zeros to disk.
func (s *Store) erase(ctx context.Context, u *update) (refused error) {
	if !s.readers.TryLock() {
		return errRead
	}
	s.readers.Unlock()
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	zeros := make([]byte, s.db.Info().PageSize)
	for id := 0; id < int(info.Size())/len(zeros) && u.failed == nil; id++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		u.failed = s.wipe(u, id, zeros)
	}
	return nil
}

// wipe writes zeros to a page that is not in use.
func (s *Store) wipe(u *update, id int, zeros []byte) error {
	used, err := u.Page(id)
	if err != nil || used != nil && used.Type != "free" { // nil: beyond all pages in use, unless a commit failed
		return err
	}
	page, at := make([]byte, len(zeros)), int64(id)*int64(len(zeros))
	if _, err := s.file.ReadAt(page, at); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !bytes.Equal(page, zeros) {
		_, err = s.file.WriteAt(zeros, at)
	}
	return err
}
