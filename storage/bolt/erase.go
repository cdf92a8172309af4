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

// errRead is why nothing can be erased now.
var errRead = errors.New("old pages may be read just now")

// eraseInterval is how long Erase waits before it looks again for a moment when nobody reads.
const eraseInterval = 5 * time.Millisecond

// Erase implements storage.Store. It writes zeros to all pages of the file that hold nothing any more, in place, so
// that it needs no room. Overwritten data that the disk or the file system keeps is beyond it.
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

// erase must have a transaction of its own, in which nothing is written before: then the free pages are those that
// neither the newest state has nor, when nobody has read since before the transaction began, anybody sees. The commit
// brings the zeros to the disk.
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

// wipe writes zeros to a page that holds nothing any more.
func (s *Store) wipe(u *update, id int, zeros []byte) error {
	used, err := u.Page(id)
	if err != nil || used != nil && used.Type != "free" { // nil: after the end of what was ever used, but for a commit that failed
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
