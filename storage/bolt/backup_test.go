package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"tabuleiro/storage"
	"tabuleiro/storage/storagetest"
)

var _ storage.Backuper = (*Store)(nil)

// writerFunc is a function as an io.Writer.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// Appends between any two writes of a backup are not in it: the copy is the state at its beginning.
func TestBackup_WhileAppending(t *testing.T) {
	folder := t.TempDir()
	s := openStore(t, filepath.Join(folder, "db"))
	n := 1
	write := func() error {
		var g errgroup.Group
		first, last := n, n+9
		for m := range 4 {
			g.Go(func() error {
				return s.Append(t.Context(), storagetest.NewHead(fmt.Sprint("m", m), last), storagetest.NewEvents(first, last)...)
			})
		}
		n += 10
		return g.Wait()
	}
	for range 10 {
		if err := write(); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	size, err := s.Backup(t.Context(), writerFunc(func(p []byte) (int, error) {
		if err := write(); err != nil {
			return 0, err
		}
		return b.Write(p)
	}))
	if err != nil || size != int64(b.Len()) {
		t.Fatalf("Backup = %d, %v, wrote %d", size, err, b.Len())
	}
	path := filepath.Join(folder, "copy")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	c := openStore(t, path)
	consistent(t, c)
	consistent(t, s)
	for m := range 4 {
		h, err := c.Head(t.Context(), fmt.Sprint("m", m))
		if err != nil || h.N != 100 {
			t.Errorf("the copy holds %d events, %v, want 100", h.N, err)
		}
	}
}

func TestBackup_Fails(t *testing.T) {
	s := openStore(t, filepath.Join(t.TempDir(), "db"))
	broken := errors.New("broken")
	if _, err := s.Backup(t.Context(), writerFunc(func([]byte) (int, error) { return 0, broken })); !errors.Is(err,
		broken) {
		t.Errorf("Backup into what breaks = %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := s.Backup(ctx, writerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil })); !errors.Is(err,
		context.Canceled) {
		t.Errorf("Backup under an ended context = %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Backup(t.Context(), io.Discard); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("Backup after Close = %v, want ErrClosed", err)
	}
}

func TestCopy(t *testing.T) {
	folder := t.TempDir()
	path, to := filepath.Join(folder, "db"), filepath.Join(folder, "copy")
	short := Options{LockTimeout: time.Millisecond}
	var b bytes.Buffer
	if err := Copy(t.Context(), path, &b, short); err == nil {
		t.Error("Copy of no file = nil")
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Copy made the database: %v", err)
	}
	s := openStore(t, path)
	if err := Copy(t.Context(), path, &b, short); !errors.Is(err, ErrLocked) {
		t.Errorf("Copy while it is open = %v, want ErrLocked", err)
	}
	if err := s.Append(t.Context(), storagetest.NewHead("m", 3), storagetest.NewEvents(1, 3)...); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Copy(ctx, path, &b, short); !errors.Is(err, context.Canceled) || b.Len() > 0 {
		t.Errorf("Copy under an ended context = %v, %d bytes", err, b.Len())
	}
	if err := errors.Join(Copy(t.Context(), path, &b, short), os.WriteFile(to, b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	c := openStore(t, to)
	consistent(t, c)
	if h, err := c.Head(t.Context(), "m"); h.N != 3 {
		t.Errorf("the copy holds %d events, %v, want 3", h.N, err)
	}
}
