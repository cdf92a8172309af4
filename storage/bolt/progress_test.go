package bolt_test

import (
	"path/filepath"
	"strings"
	"testing"

	"tabuleiro/storage/bolt"
)

// A check tells how far it has come, to the end of the file, and a copy likewise.
func TestComes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.db")
	s, err := bolt.Open(file, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), "padding", strings.Repeat("x", 100_000)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, do := range map[string]func(come func(done, all int64, what bolt.Unit)) error{
		"check": func(come func(done, all int64, what bolt.Unit)) error {
			_, err := bolt.Check(t.Context(), file, bolt.Options{}, bolt.Inspector{
				Setting: func(string, string) {}, Come: come,
				Problem: func(_ string, err error) { t.Error(err) },
			})
			return err
		},
		"copy": func(come func(done, all int64, what bolt.Unit)) error {
			_, err := bolt.Copy(t.Context(), file, filepath.Join(t.TempDir(), "b.db"), bolt.Options{Copied: come})
			return err
		},
	} {
		var last, whole int64
		err := do(func(done, all int64, what bolt.Unit) {
			if what != bolt.Bytes || done < last || done > all {
				t.Errorf("%s: %d after %d of %d %s", name, done, last, all, what)
			}
			last, whole = done, all
		})
		if err != nil || whole < 100_000 || last < whole {
			t.Errorf("%s: %d of %d, %v", name, last, whole, err)
		}
	}
}
