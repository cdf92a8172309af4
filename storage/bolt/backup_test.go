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

// TestBackupWhileAppending appends much between any two writes of the backup: the copy is the state at its beginning.
func TestBackupWhileAppending(t *testing.T) {
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

func TestBackupFails(t *testing.T) {
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
	if _, err := Copy(t.Context(), path, to, short); err == nil {
		t.Error("Copy of no file = nil")
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Copy made the database: %v", err)
	}
	s := openStore(t, path)
	if err := os.WriteFile(to, []byte("an older copy"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Copy(t.Context(), path, to, short); !errors.Is(err, ErrLocked) {
		t.Errorf("Copy while it is open = %v, want ErrLocked", err)
	}
	if err := os.Link(path, filepath.Join(folder, "link")); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{path, filepath.Join(folder, "link"), folder, filepath.Join(folder, "none", "copy")} {
		if _, err := s.CopyTo(t.Context(), bad); err == nil {
			t.Errorf("CopyTo(%s) = nil, want an error", bad)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.CopyTo(ctx, to); !errors.Is(err, context.Canceled) {
		t.Errorf("CopyTo under an ended context = %v", err)
	}
	if b, err := os.ReadFile(to); string(b) != "an older copy" {
		t.Errorf("a copy that failed replaced the older one: %q, %v", b, err)
	}

	has := func(n int) {
		t.Helper()
		c := openStore(t, to)
		defer c.Close()
		consistent(t, c)
		if h, err := c.Head(t.Context(), "m"); h.N != n {
			t.Errorf("the copy holds %d events, %v, want %d", h.N, err, n)
		}
	}
	for n := 1; n <= 2; n++ {
		if err := s.Append(t.Context(), storagetest.NewHead("m", n), storagetest.NewEvents(n, n)...); err != nil {
			t.Fatal(err)
		}
		size, err := s.CopyTo(t.Context(), to)
		if info, _ := os.Stat(to); err != nil || info.Size() != size {
			t.Fatalf("CopyTo = %d, %v, file %v", size, err, info)
		}
		has(n)
	}
	if err := s.Append(t.Context(), storagetest.NewHead("m", 3), storagetest.NewEvents(3, 3)...); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Copy(t.Context(), path, to, short); err != nil {
		t.Fatal(err)
	}
	has(3)
	if left, err := filepath.Glob(filepath.Join(folder, "*.part")); len(left) > 0 || err != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
