package bolt

import (
	"bytes"
	"context"
	"errors"
	"io"

	"go.etcd.io/bbolt"

	"tabuleiro/storage"
)

// errRead is why nothing can be erased now.
var errRead = errors.New("old pages may be read just now")

// Erase implements storage.Store. It writes zeros to all pages of the file that hold nothing any more, in place, so
// that it needs no room. Overwritten data that the disk or the file system keeps is beyond it.
func (s *Store) Erase(ctx context.Context) (err error) {
	defer storage.Wrap(&err, "erase what was replaced")
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.unread.Broadcast()
	})
	defer stop()
	err = errRead
	for errors.Is(err, errRead) {
		s.mu.Lock()
		for s.reading > 0 && ctx.Err() == nil {
			s.unread.Wait()
		}
		s.mu.Unlock()
		err = s.ask(ctx, &request{apply: func(tx *bbolt.Tx) (refused, failed error) { return s.erase(ctx, tx) }, alone: true})
	}
	return err
}

// erase must have a transaction of its own, in which nothing is written before: then the free pages are those that
// neither the newest state has nor, when nobody has read since before the transaction began, anybody sees. The commit
// brings the zeros to the disk.
func (s *Store) erase(ctx context.Context, tx *bbolt.Tx) (refused, failed error) {
	s.mu.Lock()
	reading := s.reading
	s.mu.Unlock()
	if reading > 0 {
		return errRead, nil
	}
	info, err := s.file.Stat()
	if err != nil {
		return err, nil
	}
	size := s.db.Info().PageSize
	page, zeros := make([]byte, size), make([]byte, size)
	for id := range int(info.Size()) / size {
		if err := ctx.Err(); err != nil {
			return err, nil
		}
		used, err := tx.Page(id)
		if err != nil {
			return nil, err
		}
		if used != nil && used.Type != "free" { // nil: after the end of what was ever used, but for a commit that failed
			continue
		}
		at := int64(id) * int64(size)
		if _, err := s.file.ReadAt(page, at); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if bytes.Equal(page, zeros) {
			continue
		}
		if _, err := s.file.WriteAt(zeros, at); err != nil {
			return nil, err
		}
	}
	return nil, nil
}
