package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sync/errgroup"

	"tabuleiro/storage"
	"tabuleiro/storage/storagetest"
)

// onDisk reports whether a file contains some bytes, used or not.
func onDisk(t *testing.T, path, text string) bool {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(b, []byte(text))
}

const secret = "telegram:Genoveva"

// keepSecret appends matches by a secret player.
func keepSecret(t *testing.T, s *Store, matches int) {
	t.Helper()
	for m := range matches {
		h, list := storagetest.NewHead(fmt.Sprint("m", m), 20), storagetest.NewEvents(1, 20)
		h.Players[0], list[0].Who.ID, list[0].Who.Name = secret, secret, secret
		for i := range list {
			list[i].By, list[i].IdempotencyKey = secret, fmt.Sprint(secret, "#", i)
		}
		if err := s.Append(t.Context(), h, list...); err != nil {
			t.Fatal(err)
		}
	}
}

// forget removes the secret player from a match.
func forget(ctx context.Context, s *Store, id string) error {
	return s.Rewrite(ctx, storagetest.NewHead(id, 20), storagetest.NewEvents(1, 20))
}

// After an erasure the bytes of old and deleted values are gone from the file, and the rest is as it was.
func TestErase(t *testing.T) {
	const matches = 20
	path := filepath.Join(t.TempDir(), "db")
	s := openStore(t, path)
	keepSecret(t, s, matches)
	for m := range 5 {
		if err := s.Append(t.Context(), storagetest.NewHead(fmt.Sprint("x", m), 1),
			storagetest.NewEvents(1, 1)...); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Put(t.Context(), "language/"+secret, "pt"); err != nil {
		t.Fatal(err)
	}
	for m := range matches {
		if err := forget(t.Context(), s, fmt.Sprint("m", m)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Put(t.Context(), "language/"+secret, ""); err != nil {
		t.Fatal(err)
	}
	if !onDisk(t, path, secret) {
		t.Fatal("there is nothing to erase")
	}
	for range 2 {
		if err := s.Erase(t.Context()); err != nil {
			t.Fatal(err)
		}
		if onDisk(t, path, secret) {
			t.Error("the secret is still on the disk")
		}
		consistent(t, s)
	}
	if found, err := s.Find(t.Context(), storage.Query{Player: "telegram:rui"}); len(found) != matches+5 || err != nil {
		t.Errorf("%d matches are left, %v, want %d", len(found), err, matches+5)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	consistent(t, openStore(t, path))
}

// An erasure waits for a backup under way, which has what was there when it began.
func TestErase_WhileReading(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "db")
	s := openStore(t, path)
	keepSecret(t, s, 20)
	var b bytes.Buffer
	first := true
	_, err := s.Backup(t.Context(), writerFunc(func(p []byte) (int, error) {
		if first {
			first = false
			for m := range 20 {
				if err := forget(t.Context(), s, fmt.Sprint("m", m)); err != nil {
					return 0, err
				}
			}
			erase := func(u *update) (refused error) { return s.erase(t.Context(), u) }
			if err := s.write(t.Context(), "erase", "it", nil, erase); !errors.Is(err, errRead) {
				t.Errorf("erase under a reader = %v, want errRead", err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			go cancel()
			if err := s.Erase(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("Erase under a reader = %v, want context.Canceled", err)
			}
		}
		return b.Write(p)
	}))
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(folder, "copy")
	if err := os.WriteFile(copied, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	c := openStore(t, copied)
	consistent(t, c)
	if found, err := c.Find(t.Context(), storage.Query{Player: secret}); len(found) != 20 || err != nil {
		t.Errorf("the copy holds %d matches, %v, want 20", len(found), err)
	}
	if err := s.Erase(t.Context()); err != nil || onDisk(t, path, secret) {
		t.Errorf("Erase after the backup: %v, secret on the disk: %v", err, onDisk(t, path, secret))
	}
	consistent(t, s)
}

// Concurrent writes are in other transactions than an erasure, since pages that became free in the same transaction are
// still needed.
func TestErase_Alone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	s := openStore(t, path)
	keepSecret(t, s, 4)
	before := transactions(t, s)
	release, done := occupy(t.Context(), s)
	var g errgroup.Group
	for m := range 4 {
		g.Go(func() error { return forget(t.Context(), s, fmt.Sprint("m", m)) })
		waiting(s, m+1)
	}
	for range 2 {
		g.Go(func() error { return s.Erase(t.Context()) })
	}
	close(release)
	if err := errors.Join(g.Wait(), <-done); err != nil {
		t.Fatal(err)
	}
	if n := transactions(t, s) - before; n < 4 {
		t.Errorf("%d transactions, want those of the occupier, of the rewritings and of each erasing", n)
	}
	consistent(t, s)
	if err := s.Erase(t.Context()); err != nil || onDisk(t, path, secret) {
		t.Errorf("Erase: %v, secret on the disk: %v", err, onDisk(t, path, secret))
	}
}

// An erasure works while others read, append and rewrite.
func TestErase_WhileBusy(t *testing.T) {
	s := openStore(t, filepath.Join(t.TempDir(), "db"))
	keepSecret(t, s, 4)
	var g errgroup.Group
	for w := range 4 {
		g.Go(func() error {
			id := fmt.Sprint("m", w)
			for range 20 {
				if err := forget(t.Context(), s, id); err != nil {
					return err
				}
				if list, err := s.Events(t.Context(), id); len(list) != 20 || err != nil {
					return fmt.Errorf("%d events, %w", len(list), err)
				}
				if _, err := s.Find(t.Context(), storage.Query{Player: "telegram:rui"}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for range 2 {
		g.Go(func() error {
			for range 10 {
				if err := s.Erase(t.Context()); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	consistent(t, s)
}
