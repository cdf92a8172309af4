package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"tabuleiro/engine/longtest"
	"tabuleiro/storage"
	"tabuleiro/storage/storagetest"
)

// newFile returns the content of a database with some matches, without its unused end.
func newFile(t *testing.T) []byte {
	t.Helper()
	s := openStore(t, filepath.Join(t.TempDir(), "db"))
	for m := range 8 {
		if err := s.Append(t.Context(), storagetest.NewHead(fmt.Sprint("m", m), 60),
			storagetest.NewEvents(1, 60)...); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if _, err := s.Backup(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestOpen_Unusable(t *testing.T) {
	whole := newFile(t)
	foreign := filepath.Join(t.TempDir(), "foreign")
	db, err := bbolt.Open(foreign, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("users")); return err })
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(foreign)
	if err != nil {
		t.Fatal(err)
	}
	text := []byte(strings.Repeat("Not a database at all.\n", 1000))
	for _, c := range []struct {
		name    string
		content []byte
		want    error
	}{
		{"one byte", []byte("x"), ErrNotDatabase},
		{"short text", text[:100], ErrNotDatabase},
		{"text", text, ErrNotDatabase},
		{"zeros", make([]byte, 1<<16), ErrNotDatabase},
		{"database of another program", other, ErrNotDatabase},
		{"cut within the first page", whole[:1000], ErrNotDatabase},
		{"cut after the first page", whole[:4096], ErrNotDatabase},
		{"cut after the metas", whole[:8192], ErrDamaged},
		{"half", whole[:len(whole)/2], ErrDamaged},
		{"without its last byte", whole[:len(whole)-1], ErrDamaged},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "db")
			if err := os.WriteFile(path, c.content, 0o600); err != nil {
				t.Fatal(err)
			}
			for range 2 { // the first one lets go of the lock
				s, err := Open(path, Options{})
				if err == nil {
					s.Close()
				}
				if !errors.Is(err, c.want) || !strings.Contains(err.Error(), path) {
					t.Errorf("Open = %v, want %v with the path", err, c.want)
				}
				if err = Copy(t.Context(), path, io.Discard, Options{}); !errors.Is(err, c.want) {
					t.Errorf("Copy = %v, want %v", err, c.want)
				}
			}
			if left, err := os.ReadFile(path); err != nil || !bytes.Equal(left, c.content) {
				t.Errorf("the file was changed (%v)", err)
			}
		})
	}
}

func TestOpen_Nowhere(t *testing.T) {
	folder := t.TempDir()
	_, err := Open(folder, Options{})
	if !errors.Is(err, ErrNotDatabase) || !strings.Contains(err.Error(), folder) {
		t.Errorf("Open of a folder = %v, want ErrNotDatabase with the path", err)
	}
	_, err = Open(filepath.Join(folder, "none", "db"), Options{})
	if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "there is no folder "+
		filepath.Join(folder, "none")) {
		t.Errorf("Open in no folder = %v, want which folder is not there", err)
	}
	if os.Getuid() == 0 {
		return // may write anywhere
	}
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(folder, 0o700)
	path := filepath.Join(folder, "db")
	if _, err = Open(path, Options{}); !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), path) {
		t.Errorf("Open in a read-only folder = %v, want ErrPermission with the path", err)
	}
}

func TestOpen_Empty(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := openStore(t, path)
	if err := s.Append(t.Context(), storagetest.NewHead("m", 1), storagetest.NewEvents(1, 1)...); err != nil {
		t.Error(err)
	}
	consistent(t, s)
}

func TestOpen_Locked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	s := openStore(t, path)
	short := Options{LockTimeout: time.Millisecond}
	for range 2 {
		if _, err := Open(path, short); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), path) {
			t.Errorf("Open = %v, want ErrLocked with the path", err)
		}
	}
	if err := s.Append(t.Context(), storagetest.NewHead("m", 1), storagetest.NewEvents(1, 1)...); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	consistent(t, openStore(t, path))
}

// With any one page damaged every query is answered or fails with a clear error, and none crashes the process.
func TestDamagedPages(t *testing.T) {
	longtest.Skip(t)
	whole := newFile(t)
	const page = 4096
	var told int
	for p := range len(whole) / page {
		fill := []byte{0x00, 0xff, 'x'}[p%3]
		content := bytes.Clone(whole)
		copy(content[p*page:], bytes.Repeat([]byte{fill}, page))
		path := filepath.Join(t.TempDir(), "db")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := useAll(t.Context(), path); errors.Is(err, ErrDamaged) {
			told++
		} else if err != nil && !errors.Is(err, storage.ErrNotFound) && !errors.Is(err, storage.ErrConflict) {
			t.Errorf("page %d filled with %#x: %v, want ErrDamaged", p, fill, err)
		}
	}
	if told < len(whole)/page/2 {
		t.Errorf("the damage of %d pages was told only %d times", len(whole)/page, told)
	}
}

// useAll opens a file made by newFile, reads all of it, writes to it, closes it, and returns the first error.
func useAll(ctx context.Context, path string) error {
	s, err := Open(path, Options{})
	if err != nil {
		return err
	}
	_, err = s.Find(ctx, storage.Query{Live: true})
	for m := range 8 {
		id := fmt.Sprint("m", m)
		_, err2 := s.Head(ctx, id)
		_, err3 := s.Events(ctx, id)
		err4 := s.Append(ctx, storagetest.NewHead(id, 61), storagetest.NewEvents(61, 61)...)
		err5 := s.Append(ctx, storagetest.NewHead(id+"x", 1), storagetest.NewEvents(1, 1)...)
		for _, e := range []error{err2, err3, err4, err5} {
			if err == nil {
				err = e
			}
		}
	}
	if e := s.Close(); err == nil {
		err = e
	}
	if _, e := s.Get(ctx, "k"); !errors.Is(e, storage.ErrClosed) {
		return fmt.Errorf("Get after Close: %w", e)
	}
	return err
}

func TestNewerSchema(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	s, err := open(path, Options{}, append(slices.Clip(migrations), func(*bbolt.Tx, Options) error { return nil }))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := Open(path, Options{}); !errors.Is(err, ErrNewerSchema) || !strings.Contains(err.Error(), path) ||
			!strings.Contains(err.Error(), "use a newer tabuleiro") {
			t.Errorf("Open = %v, want ErrNewerSchema with the path and what to do", err)
		}
	}
}

func TestMigrate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	s, err := open(path, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), "k", "old"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	change := func(key, value string) migration {
		return func(tx *bbolt.Tx, _ Options) error {
			return tx.Bucket([]byte(settings)).Put([]byte(key), []byte(`{"v":1,"value":"`+value+`"}`))
		}
	}
	// holds opens a file with the migrations known to some version and compares two settings.
	holds := func(path string, known []migration, k, l string) {
		t.Helper()
		s, err := open(path, Options{}, known)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for key, want := range map[string]string{"k": k, "l": l} {
			if got, err := s.Get(t.Context(), key); got != want || err != nil {
				t.Errorf("%s: setting %s = %q, %v, want %q", path, key, got, err, want)
			}
		}
	}
	broken := errors.New("broken")
	steps := []migration{change("k", "two"), change("l", "three"), change("k", "four"),
		func(*bbolt.Tx, Options) error { return broken }}

	holds(path, steps[:2], "two", "three") // two steps at once
	holds(path+".schema-1.backup", nil, "old", "")
	holds(path, steps[:2], "two", "three")
	if _, err := open(path, Options{}, steps); !errors.Is(err, broken) || !strings.Contains(err.Error(), path) {
		t.Errorf("open = %v, want the error of the migration", err)
	}
	holds(path, steps[:2], "two", "three") // none or all
	holds(path, steps[:3], "four", "three")
	holds(path+".schema-3.backup", steps[:2], "two", "three")

	// Without a copy nothing is migrated.
	if err := os.Mkdir(path+".schema-4.backup", 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := open(path, Options{}, append(steps[:3:3], change("k", "five"))); err == nil {
		t.Error("migrated although it could not be copied")
	}
	holds(path, steps[:3], "four", "three")
}
