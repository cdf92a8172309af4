package database

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
	"tabuleiro/storage/storagetest"
)

// The sum of a store is the hash of its records, a line of JSON each.
func TestSumOf(t *testing.T) {
	s := memorytest.New()
	if err := s.Put(t.Context(), "a", "b"); err != nil {
		t.Fatal(err)
	}
	want := sha256.Sum256([]byte("[\"a\",\"b\"]\n"))
	if got, err := SumOf(t.Context(), s); err != nil || got != (Sum{Settings: 1, Hash: hex.EncodeToString(want[:])}) {
		t.Errorf("%+v, %v", got, err)
	}
	whole, err := SumOf(t.Context(), filled(t))
	if err != nil {
		t.Fatal(err)
	}
	rated := func(s storage.Store) error {
		list, err := s.Ratings(t.Context(), storage.RatingQuery{})
		return errors.Join(err, s.SetRatings(t.Context(), list[0].Person, nil))
	}
	person := func(s storage.Store) error {
		list, err := s.Everybody(t.Context())
		return errors.Join(err, s.PutPerson(t.Context(), storage.Person{ID: list[0].ID, Version: list[0].Version + 1}))
	}
	setting := func(s storage.Store) error { return s.Put(t.Context(), "another", "setting") }
	for name, change := range map[string]func(storage.Store) error{"ratings": rated, "people": person, "settings": setting} {
		s := filled(t)
		if err := change(s); err != nil {
			t.Fatal(name, err)
		}
		if other, err := SumOf(t.Context(), s); err != nil || other.Hash == whole.Hash {
			t.Errorf("without the same %s the sum is the same: %v", name, err)
		}
	}
}

// Records of any kind and number keep a target from being empty.
func TestAll_NotEmpty(t *testing.T) {
	for name, fill := range map[string]func(storage.Store) error{
		"ratings": func(s storage.Store) error {
			from, err := filled(t).Ratings(t.Context(), storage.RatingQuery{})
			return errors.Join(err, s.SetRatings(t.Context(), from[0].Person, from[:1]))
		},
		"a match and a setting": func(s storage.Store) error {
			return errors.Join(s.Append(t.Context(), storagetest.NewHead("m1", 2), storagetest.NewEvents(1, 2)...),
				s.Put(t.Context(), "a", "b"))
		},
		"a rating and a setting": func(s storage.Store) error {
			return errors.Join(s.SetRatings(t.Context(), "a:1", []storage.Rating{storagetest.NewRating("a:1", "cage", 1)}),
				s.Put(t.Context(), "a", "b"))
		},
		"a rating and a person": func(s storage.Store) error {
			return errors.Join(s.SetRatings(t.Context(), "a:1", []storage.Rating{storagetest.NewRating("a:1", "cage", 1)}),
				s.PutPerson(t.Context(), storage.Person{ID: "a:1", Identities: []string{"a:1", "b:1"}, Version: 1}))
		},
	} {
		to := memorytest.New()
		if err := fill(to); err != nil {
			t.Fatal(name, err)
		}
		if _, err := MigrateAll(t.Context(), filled(t), to, silent); !errors.Is(err, ErrNotEmpty) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Each match is reported once it is copied.
func TestCopy_Reports(t *testing.T) {
	from, to := filled(t), memorytest.New()
	heads, err := from.Find(t.Context(), storage.Query{})
	if err != nil || len(heads) == 0 {
		t.Fatal(len(heads), err)
	}
	done := 0
	if err := copyAll(t.Context(), from, to, func() {
		done++
		if list, err := to.Find(t.Context(), storage.Query{}); err != nil || len(list) != done {
			t.Errorf("%d matches are told, and %d copied, %v", done, len(list), err)
		}
	}); err != nil || done != len(heads) {
		t.Errorf("%d of %d matches are told, %v", done, len(heads), err)
	}
}

// Each person has all their ratings in the copy, and nobody else's.
func TestCopy_Ratings(t *testing.T) {
	from, to := memorytest.New(), memorytest.New()
	for person, games := range map[string][]string{"a:1": {"cage", "eximo", "russian"}, "a:2": {"cage"}, "b:1": {"cage", "eximo"}} {
		var ratings []storage.Rating
		for n, game := range games {
			ratings = append(ratings, storagetest.NewRating(person, game, n+1))
		}
		if err := from.SetRatings(t.Context(), person, ratings); err != nil {
			t.Fatal(err)
		}
	}
	if err := copyAll(t.Context(), from, to, silent); err != nil {
		t.Fatal(err)
	}
	want, err := from.Ratings(t.Context(), storage.RatingQuery{})
	if err != nil || len(want) != 6 {
		t.Fatal(want, err)
	}
	if got, err := to.Ratings(t.Context(), storage.RatingQuery{}); err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("%v (-want +got):\n%s", err, cmp.Diff(want, got))
	}
}
