package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// migration changes a file from one schema to the next.
type migration func(tx *bbolt.Tx, o Options) error

// migrations holds at index k the migration from schema k+1 to schema k+2.
var migrations = []migration{withPeople}

// withPeople fills in how each match ended in its head. The buckets of people and ratings are created by raise.
func withPeople(tx *bbolt.Tx, o Options) error {
	if o.Rebuild == nil {
		return nil
	}
	changed := map[string][]byte{}
	err := tx.Bucket([]byte(heads)).ForEach(func(k, v []byte) error {
		h, err := decode[storage.Head](v)
		if err != nil || h.Status != match.Over {
			return err
		}
		list, err := eventsOf(tx, h.ID)
		if err != nil {
			return err
		}
		rebuilt, err := o.Rebuild(h, list)
		if err != nil {
			return nil // a match that cannot be replayed stays as it is; Check reports it
		}
		h.Winner, h.Rated, h.Set = rebuilt.Winner, rebuilt.Rated, rebuilt.Set
		changed[string(k)], err = encode(h)
		return err
	})
	if err != nil {
		return err
	}
	for id, encoded := range changed {
		if err := tx.Bucket([]byte(heads)).Put([]byte(id), encoded); err != nil {
			return err
		}
	}
	return nil
}

// Open opens the database in a file, or creates one if the file is missing or empty; a file of an older schema is
// copied to PATH.schema-N.backup and then migrated. It fails with ErrLocked while another process has the file open,
// and with ErrNotDatabase, ErrDamaged or ErrNewerSchema if the file is unusable.
func Open(path string, o Options) (*Store, error) {
	return open(path, o, migrations)
}

func open(path string, o Options, migrations []migration) (*Store, error) {
	before, err := statDatabase(path)
	if err != nil {
		return nil, err
	}
	s, err := openFile(path, &bbolt.Options{
		Timeout: o.lockTimeout(),
		// With the free list in the file, the time to open does not depend on the size of the file.
		NoFreelistSync:  false,
		FreelistType:    bbolt.FreelistMapType,
		NoStatistics:    true,
		InitialMmapSize: mapped(before),
	})
	if err != nil {
		return nil, err
	}
	// With a large mapping, bbolt grows the file by this many bytes at a time.
	s.db.AllocSize = 1 << 20
	err = s.migrate(migrations, o)
	if err == nil && before == 0 {
		err = SyncFolder(filepath.Dir(path))
	}
	if err != nil {
		_ = s.letGo(errors.Is(err, ErrDamaged))
		return nil, err
	}
	return s, nil
}

// statDatabase returns the size of the file, 0 if there is none, or an error if it cannot be a database.
func statDatabase(path string) (size int64, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
			return 0, fmt.Errorf("open database: there is no folder %s: %w", filepath.Dir(path), err)
		}
		return 0, nil
	case err != nil:
		return 0, fmt.Errorf("open database: %w", err)
	case !info.Mode().IsRegular():
		return 0, fmt.Errorf("open database: %s: %w: it is not a file; choose the name of a file", path, ErrNotDatabase)
	}
	return info.Size(), nil
}

// mapped returns how many bytes of address space to map for a file of a size: a gigabyte more than the file. Growing
// the file beyond the mapping has to wait for all readers, and a backup reads for long.
func mapped(size int64) int {
	// Mapping more is free except on Windows, where it makes the file that long, and with 32-bit addresses.
	if runtime.GOOS == "windows" || strconv.IntSize < 64 {
		return 0
	}
	return int(size) + 1<<30
}

// openFile opens the file and checks that it is intact. It writes nothing unless the file is new.
func openFile(path string, o *bbolt.Options) (*Store, error) {
	s := &Store{path: path, turn: make(chan struct{}, 1)}
	o.OpenFile = func(name string, flag int, mode os.FileMode) (f *os.File, err error) {
		f, err = os.OpenFile(name, flag, mode)
		s.file = f
		return f, err
	}
	err := guard(func() (err error) {
		s.db, err = bbolt.Open(path, 0o600, o)
		return err
	})
	if err == nil {
		if err = guard(s.checkIntact); err != nil {
			_ = s.db.Close()
		}
	} else if s.file != nil {
		releaseFile(s.file) // after a panic bbolt does not close it
	}
	if err != nil {
		return nil, fmt.Errorf("open database: %w", unusable(path, err))
	}
	return s, nil
}

// openToRead opens a file that is not empty, for reading only, and returns its size too.
func openToRead(path string, wait time.Duration) (s *Store, size int64, err error) {
	if size, err = statDatabase(path); err == nil && size == 0 {
		err = fmt.Errorf("open database: %s: there is nothing in it", path)
	}
	if err == nil {
		s, err = openFile(path, &bbolt.Options{Timeout: wait, ReadOnly: true, NoStatistics: true})
	}
	return s, size, err
}

// Hold keeps other processes from opening a file, whatever it contains, until letGo is called. It fails with
// ErrLocked while another process has the file open.
func Hold(path string, o Options) (letGo func() error, err error) {
	s, err := openFile(path, &bbolt.Options{Timeout: o.lockTimeout(), NoStatistics: true})
	switch {
	case errors.Is(err, ErrDamaged), errors.Is(err, ErrNotDatabase): // no other process can open it either
		return func() error { return nil }, nil
	case err != nil:
		return nil, err
	}
	return s.db.Close, nil
}

// checkIntact fails if the file is truncated, or if another file has taken its name.
func (s *Store) checkIntact() error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(s.path); err != nil || !os.SameFile(info, there) {
		return fmt.Errorf("%w (another file took its place while this one was waited for)", ErrLocked)
	}
	return s.db.View(func(tx *bbolt.Tx) error {
		if info.Size() < tx.Size() {
			return fmt.Errorf("%w (%d bytes are left of %d)", ErrDamaged, info.Size(), tx.Size())
		}
		return nil
	})
}

// unusable wraps the error of a file that bbolt cannot open with what is wrong and a remedy.
func unusable(path string, err error) error {
	switch _, named := errors.AsType[*fs.PathError](err); {
	case errors.Is(err, ErrLocked):
		return fmt.Errorf("%s: %w; try again", path, err)
	case errors.Is(err, bolterrors.ErrTimeout):
		return fmt.Errorf("%s: %w by another tabuleiro; stop that one, or choose another file", path, ErrLocked)
	case errors.Is(err, ErrDamaged):
		return fmt.Errorf("%s: %w; put a backup in its place", path, err)
	case named:
		return err // with the name of the file
	case full(err):
		return fmt.Errorf("%s: %w", path, err)
	}
	return fmt.Errorf("%s: %w (%w); choose another file, or put a backup in its place", path, ErrNotDatabase, err)
}

// schemaKey is the key of the schema number in the bucket about.
var schemaKey = []byte("schema")

// migrate brings the file to the newest schema, after making a backup of an older one.
func (s *Store) migrate(migrations []migration, o Options) error {
	newest := 1 + len(migrations)
	schema, err := s.schema()
	if err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	switch {
	case schema == newest:
		return nil
	case schema > newest:
		return fmt.Errorf("open database: %s: %w: it has schema %d, this program knows up to %d; use a newer tabuleiro",
			s.path, ErrNewerSchema, schema, newest)
	case schema > 0:
		if err := s.keepCopy(fmt.Sprintf("%s.schema-%d.backup", s.path, schema)); err != nil {
			return fmt.Errorf("copy %s before it is migrated: %w", s.path, err)
		}
	}
	err = s.translate(guard(func() error {
		return s.db.Update(func(tx *bbolt.Tx) error { return s.raise(tx, schema, migrations, o) })
	}))
	if err != nil {
		return fmt.Errorf("migrate %s from schema %d to %d: %w", s.path, schema, newest, err)
	}
	return nil
}

// raise creates the missing buckets, and runs the migrations unless the database is new.
func (s *Store) raise(tx *bbolt.Tx, schema int, migrations []migration, o Options) error {
	for _, name := range buckets {
		if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	for n := schema; n > 0 && n <= len(migrations); n++ {
		if err := migrations[n-1](tx, o); err != nil {
			return err
		}
	}
	return tx.Bucket([]byte(about)).Put(schemaKey, []byte(strconv.Itoa(1+len(migrations))))
}

// schema returns the number of the file's schema, 0 for a new file.
func (s *Store) schema() (schema int, err error) {
	err = guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error {
			b := tx.Bucket([]byte(about))
			if b == nil {
				if name, _ := tx.Cursor().First(); name != nil {
					return fmt.Errorf("%w (a bbolt database of another program)", ErrNotDatabase)
				}
				return nil
			}
			schema, err = strconv.Atoi(string(b.Get(schemaKey)))
			if err != nil || schema < 1 {
				return fmt.Errorf("%w (its schema is %q)", ErrDamaged, b.Get(schemaKey))
			}
			return nil
		})
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w; choose another file, or put a backup in its place", s.path, err)
	}
	return schema, nil
}
