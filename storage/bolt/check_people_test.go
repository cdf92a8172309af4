package bolt

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"tabuleiro/storage"
	"tabuleiro/storage/storagetest"
)

// withTwoPeople makes a database of two people and two ratings, and closes it.
func withTwoPeople(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "db")
	s := openStore(t, path)
	for _, id := range []string{"a:1", "c:1"} {
		p := storage.Person{ID: id, Identities: []string{id, "b" + id}, Version: 1}
		if err := s.PutPerson(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		ratings := []storage.Rating{storagetest.NewRating(id, "cage", 1)}
		if err := s.SetRatings(t.Context(), id, ratings); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// All faults of people, identities and ratings are found, and nothing else.
func TestCheck_FindsPeople(t *testing.T) {
	in := func(bucket string, change func(b *bbolt.Bucket) error) func(tx *bbolt.Tx) error {
		return func(tx *bbolt.Tx) error { return change(tx.Bucket([]byte(bucket))) }
	}
	put := func(bucket, key, value string) func(tx *bbolt.Tx) error {
		return in(bucket, func(b *bbolt.Bucket) error { return b.Put([]byte(key), []byte(value)) })
	}
	lost := func(bucket, key string) func(tx *bbolt.Tx) error {
		return in(bucket, func(b *bbolt.Bucket) error { return b.Delete([]byte(key)) })
	}
	copied := func(bucket, from, to string) func(tx *bbolt.Tx) error {
		return in(bucket, func(b *bbolt.Bucket) error { return b.Put([]byte(to), bytes.Clone(b.Get([]byte(from)))) })
	}
	for name, c := range map[string]struct {
		spoil func(tx *bbolt.Tx) error
		want  []string // parts of the problems, in order
	}{
		"nothing": {func(*bbolt.Tx) error { return nil }, nil},
		"person garbled": {put(people, "a:1", "["), []string{`index "identity" holds "a:1"`,
			`index "identity" holds "ba:1"`, `person "a:1" cannot be read`}},
		"person lost": {lost(people, "a:1"), []string{`index "identity" holds "a:1"`, `index "identity" holds "ba:1"`}},
		"person of another": {copied(people, "a:1", "c:1"), []string{`index "identity" holds "bc:1"`,
			`index "identity" holds "c:1"`, `person "c:1" is "a:1", with the identities ["a:1" "ba:1"]`}},
		"person without the own identity": {put(people, "c:1", `{"v":1,"id":"c:1","identities":["bc:1"],"version":1}`),
			[]string{`index "identity" holds "c:1"`, `person "c:1" is "c:1", with the identities ["bc:1"]`}},
		"identity lost":       {lost(byIdentity, "ba:1"), []string{`index "identity" lacks "ba:1"`}},
		"identity of another": {put(byIdentity, "ba:1", "c:1"), []string{`index "identity" holds "ba:1"`}},
		"identity of nobody":  {put(byIdentity, "d:1", "c:1"), []string{`index "identity" holds "d:1"`}},
		"rating garbled":      {put(ratingsOf, ratingKey("a:1", "cage"), "["), []string{`rating "a:1\x00cage" cannot be read`}},
		"rating of another": {copied(ratingsOf, ratingKey("a:1", "cage"), ratingKey("c:1", "cage")),
			[]string{`rating "c:1\x00cage" is that of "a:1" at "cage"`}},
		"rating lost":        {lost(ratingsOf, ratingKey("a:1", "cage")), []string{`index "rating-game" holds "cage\x00a:1"`}},
		"rating not indexed": {lost(byGame, byGameKey("a:1", "cage")), []string{`index "rating-game" lacks "cage`}},
	} {
		t.Run(name, func(t *testing.T) {
			path := withTwoPeople(t)
			db, err := bbolt.Open(path, 0o600, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(db.Update(c.spoil), db.Close()); err != nil {
				t.Fatal(err)
			}
			f, _, err := inspect(t, path)
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(f.problems)
			if !slices.EqualFunc(f.problems, c.want, strings.Contains) {
				t.Errorf("problems:\n%s\nwant:\n%s", strings.Join(f.problems, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}
