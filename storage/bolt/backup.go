package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"go.etcd.io/bbolt"
)

// Backup implements storage.Backuper. The copy is a database file for Open.
func (s *Store) Backup(ctx context.Context, w io.Writer) (int64, error) {
	var n int64
	to := &untilDone{ctx: ctx, w: w}
	err := s.read(ctx, func(tx *bbolt.Tx) (err error) {
		n, err = tx.WriteTo(to)
		return cmp.Or(to.err, err) // bbolt does not always wrap it
	})
	if err != nil {
		return n, fmt.Errorf("backup of %s: %w", s.path, err)
	}
	return n, nil
}

// untilDone is a writer that fails once its context ends.
type untilDone struct {
	ctx context.Context
	w   io.Writer
	err error // the first error
}

func (u *untilDone) Write(b []byte) (n int, err error) {
	if err = u.ctx.Err(); err == nil {
		n, err = u.w.Write(b)
	}
	u.err = cmp.Or(u.err, err)
	return n, err
}

// Copy writes a backup of a database that no process has open.
func Copy(ctx context.Context, from string, w io.Writer, o Options) error {
	s, _, err := openToRead(from, o.lockTimeout())
	if err != nil {
		return err
	}
	defer s.db.Close()
	schema, err := s.schema()
	if err == nil && schema == 0 {
		err = fmt.Errorf("backup of %s: there is nothing in it", from)
	}
	if err == nil {
		_, err = s.Backup(ctx, w)
	}
	return err
}

// keepCopy writes a backup to a file. It replaces a partial file left by a killed process.
func (s *Store) keepCopy(path string) error {
	half := path + ".part"
	f, err := os.OpenFile(half, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if _, err = s.Backup(context.Background(), f); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(half, path)
	}
	if err != nil {
		_ = os.Remove(half)
		return err
	}
	return SyncFolder(filepath.Dir(path))
}

// SyncFolder flushes a folder to disk, so that a new name in it survives a crash.
func SyncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil // Windows cannot sync a folder
	}
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
