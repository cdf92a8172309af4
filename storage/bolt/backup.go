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

// Backup implements storage.Backuper. Open opens the copy.
func (s *Store) Backup(ctx context.Context, w io.Writer) (int64, error) {
	var n int64
	to := &untilDone{ctx: ctx, w: w}
	err := s.read(ctx, func(tx *bbolt.Tx) (err error) {
		if s.copied != nil {
			to.come = func(done int64) { s.copied(done, tx.Size(), Bytes) }
		}
		n, err = tx.WriteTo(to)
		return cmp.Or(to.err, err) // bbolt does not always wrap it
	})
	if err != nil {
		return n, fmt.Errorf("backup of %s: %w", s.path, err)
	}
	return n, nil
}

// untilDone is a writer that ends with a context.
type untilDone struct {
	ctx  context.Context
	w    io.Writer
	done int64
	come func(done int64) // nil: nobody wants to know
	err  error            // the first
}

func (u *untilDone) Write(b []byte) (n int, err error) {
	if err = u.ctx.Err(); err == nil {
		n, err = u.w.Write(b)
	}
	if u.done += int64(n); u.come != nil {
		u.come(u.done)
	}
	u.err = cmp.Or(u.err, err)
	return n, err
}

// half ends the names of files that are to become a copy.
const half = ".*.part"

// dropHalf removes what killed processes left of a copy that only a process that has the database open makes. It is no
// matter if that fails.
func dropHalf(path string) {
	entries, _ := os.ReadDir(filepath.Dir(path))
	for _, e := range entries {
		if fits, _ := filepath.Match(filepath.Base(path)+half, e.Name()); fits {
			_ = os.Remove(filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
}

// CopyTo makes a backup in a file and returns its size in bytes. The old content of the file is replaced once the
// backup is complete and on the disk; until then, and after an error, it stays as it was.
func (s *Store) CopyTo(ctx context.Context, path string) (int64, error) {
	if to, err := os.Stat(path); err == nil {
		if from, err := s.file.Stat(); err == nil && os.SameFile(from, to) {
			return 0, fmt.Errorf("backup of %s: that is the database itself; choose another file", path)
		}
		if !to.Mode().IsRegular() {
			return 0, fmt.Errorf("backup of %s: %s is %s; choose the name of a file", s.path, path, kindOf(to.Mode()))
		}
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+half)
	if err != nil {
		return 0, fmt.Errorf("backup of %s: %w", s.path, err)
	}
	n, err := s.Backup(ctx, f)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return 0, fmt.Errorf("copy to %s: %w", path, err)
	}
	if err := SyncFolder(filepath.Dir(path)); err != nil {
		return 0, fmt.Errorf("copy to %s: %w", path, err)
	}
	return n, nil
}

// Copy makes a backup, as CopyTo does, of a database that no process has open.
func Copy(ctx context.Context, from, to string, o Options) (int64, error) {
	size, err := look(from)
	if err != nil {
		return 0, err
	}
	if size == 0 {
		return 0, fmt.Errorf("backup of %s: there is nothing in it", from)
	}
	s, err := openFile(from, &bbolt.Options{Timeout: o.lockTimeout(), ReadOnly: true, NoStatistics: true})
	if err != nil {
		return 0, err
	}
	defer s.db.Close()
	s.copied = o.Copied
	schema, err := s.schema()
	if err != nil {
		return 0, err
	}
	if schema == 0 {
		return 0, fmt.Errorf("backup of %s: there is nothing in it", from)
	}
	return s.CopyTo(ctx, to)
}

// SyncFolder sees that a new name in a folder is on the disk.
func SyncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil // knows no such thing
	}
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
