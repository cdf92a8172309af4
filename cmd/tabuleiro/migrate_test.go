package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
	"tabuleiro/storage/memory"
	"tabuleiro/storage/postgres"
	"tabuleiro/storage/postgres/postgrestest"
	"tabuleiro/storage/storagetest"
)

// filled is a store with matches of different lengths and some settings.
func filled(t *testing.T) storage.Store {
	t.Helper()
	s := memory.New()
	for n := range 30 {
		h := storagetest.NewHead(fmt.Sprintf("m%02d", n), n%4+1)
		h.Began = storagetest.Noon.Add(1)
		if err := s.Append(t.Context(), h, storagetest.NewEvents(1, h.N)...); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{"preferences/telegram:42", "preferences/telegram:43", "telegram/heard"} {
		if err := s.Put(t.Context(), key, "value of "+key); err != nil {
			t.Fatal(err)
		}
	}
	for person, games := range map[string][]string{"telegram:42": {"cage", "eximo"}, "telegram:43": {"cage"}} {
		var ratings []storage.Rating
		for _, game := range games {
			ratings = append(ratings, storagetest.NewRating(person, game, 5))
		}
		if err := s.SetRatings(t.Context(), person, ratings); err != nil {
			t.Fatal(err)
		}
	}
	ana := storage.Person{ID: "telegram:42", Identities: []string{"telegram:42", "discord:7"}, Version: 1}
	if err := s.PutPerson(t.Context(), ana); err != nil {
		t.Fatal(err)
	}
	ana.Version++ // only this store counts its changes
	if err := s.PutPerson(t.Context(), ana); err != nil {
		t.Fatal(err)
	}
	return s
}

func silent(int, int) {}

func sameSum(t *testing.T, a, b storage.Store) {
	t.Helper()
	want, err := sumOf(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	got, err := sumOf(t.Context(), b)
	if err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}

// There and back: a store, a file, PostgreSQL, another file, all hold the same.
func TestMigrate(t *testing.T) {
	first := filled(t)
	onServer, err := postgres.Open(t.Context(), postgrestest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer onServer.Close()
	file, err := bolt.Open(filepath.Join(t.TempDir(), "copy.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	from := storage.Store(first)
	for _, to := range []storage.Store{onServer, file} {
		s, err := migrate(t.Context(), from, to, silent)
		if err != nil {
			t.Fatal(err)
		}
		if s.matches != 30 || s.settings != 3 || s.events != 7*(1+2+3+4)+1+2 {
			t.Errorf("%+v", s)
		}
		sameSum(t, first, to)
		if ratings, err := ratingsOf(t.Context(), to); len(ratings) != 3 || err != nil {
			t.Errorf("%d ratings, %v", len(ratings), err)
		}
		if ana, err := to.(storage.People).Person(t.Context(), "discord:7"); ana.ID != "telegram:42" || err != nil {
			t.Errorf("whose account it is: %+v, %v", ana, err)
		}
		from = to
	}
}

func TestMigrateRefusesWhatIsNotEmpty(t *testing.T) {
	onlySetting := memory.New()
	if err := onlySetting.Put(t.Context(), "a", "b"); err != nil {
		t.Fatal(err)
	}
	for _, to := range []storage.Store{filled(t), onlySetting} {
		before, err := sumOf(t.Context(), to)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := migrate(t.Context(), filled(t), to, silent); !errors.Is(err, errNotEmpty) {
			t.Errorf("a target with something in it: %v", err)
		}
		if after, err := sumOf(t.Context(), to); err != nil || after != before {
			t.Errorf("the target has changed: %+v, %v", after, err)
		}
	}
}

// failing is a store that cannot be written to any more after a number of appends.
type failing struct {
	storage.Store
	left int
}

func (f *failing) Append(ctx context.Context, h storage.Head, events ...match.Event) error {
	if f.left--; f.left < 0 {
		return storage.ErrFull
	}
	return f.Store.Append(ctx, h, events...)
}

// A migration that was interrupted goes on where it was, also when the source has moved on meanwhile.
func TestMigrateGoesOn(t *testing.T) {
	from, to := filled(t), memory.New()
	if _, err := migrate(t.Context(), from, &failing{to, 13}, silent); !errors.Is(err, storage.ErrFull) {
		t.Fatal(err)
	}
	h := storagetest.NewHead("m29", 5) // the first that was copied
	h.Began = storagetest.Noon.Add(1)
	events := storagetest.NewEvents(1, 5)
	if err := from.Append(t.Context(), h, events[2:]...); err != nil {
		t.Fatal(err)
	}
	migratesOn := func() {
		t.Helper()
		if _, err := migrate(t.Context(), from, to, silent); err != nil {
			t.Fatal(err)
		}
		sameSum(t, from, to)
	}
	migratesOn()

	// Interrupted at the very end; then the source lets go of some things.
	if err := to.Put(t.Context(), migrating, "yes"); err != nil {
		t.Fatal(err)
	}
	keys, err := from.Keys(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	rated, err := ratingsOf(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		from.Delete(t.Context(), "m29", 5), from.Put(t.Context(), keys[0], ""),
		from.(storage.People).SetRatings(t.Context(), rated[0].Person, nil),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	migratesOn()
	if _, err := migrate(t.Context(), from, to, silent); !errors.Is(err, errNotEmpty) {
		t.Errorf("once more: %v", err)
	}
}

func TestDatabaseHidesPassword(t *testing.T) {
	for name, want := range map[string]string{
		"tabuleiro.db":                              "tabuleiro.db",
		"postgres://ana:s3cret@db.example/games":    "postgres://db.example/games",
		"postgresql://db/games?password=s3cret":     "postgresql://db/games",
		"postgres://ana:s3cret@a:5432,b:5432/games": "postgres://a:5432,b:5432/games",
	} {
		var d database
		if err := d.UnmarshalText([]byte(name)); err != nil {
			t.Errorf("%s: %v", want, err)
		}
		for _, text := range []string{d.String(), fmt.Sprintf("%v %+v %#v", d, config{Database: d}.Database, d), d.LogValue().String()} {
			if strings.Contains(text, "s3cret") || !strings.Contains(text, want) {
				t.Errorf("%q, want %q", text, want)
			}
		}
	}
}
