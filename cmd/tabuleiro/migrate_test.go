package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
	"tabuleiro/storage/faulty"
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
	onlyPerson := memory.New()
	if err := onlyPerson.PutPerson(t.Context(), storage.Person{ID: "a:1", Identities: []string{"a:1", "b:1"}, Version: 1}); err != nil {
		t.Fatal(err)
	}
	for _, to := range []storage.Store{filled(t), onlySetting, onlyPerson} {
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

// A migration whose target fails at any one call, as when the program is killed there, goes on where it was; only the last call
// makes a target complete. No bot runs on one before.
func TestMigrateFails(t *testing.T) {
	from, calls := filled(t), 1
	for n := 1; n <= calls; n++ {
		to := memory.New()
		target, written := faulty.New(to), 0
		plan := func(at int) faulty.Plan {
			return func(c faulty.Call) faulty.Fault {
				if c.N == at {
					return faulty.Fault{Err: storage.ErrFull}
				}
				if c.Method == "Append" || c.Method == "Rewrite" {
					written++
				}
				return faulty.Fault{}
			}
		}
		target.Plan(plan(n))
		if _, err := migrate(t.Context(), from, target, silent); !errors.Is(err, storage.ErrFull) {
			t.Fatalf("call %d: %v", n, err)
		}
		if heads, err := to.Find(t.Context(), storage.Query{}); err != nil || len(heads) > 0 && !errors.Is(whole(t.Context(), to), errIncomplete) {
			t.Errorf("after a failure of call %d a bot would run on %d matches, %v", n, len(heads), err)
		}
		target.Plan(plan(0))
		if _, err := migrate(t.Context(), from, target, silent); err != nil {
			t.Errorf("after a failure of call %d: %v", n, err)
		}
		sameSum(t, from, to)
		if err := whole(t.Context(), to); err != nil || written != 30 {
			t.Errorf("after a failure of call %d: %d matches are written, %v", n, written, err)
		}
		if n == 1 {
			calls = target.Calls() // of a whole run
		}
	}
}

// A migration that was interrupted goes on where it was, also when the source has moved on meanwhile.
func TestMigrateGoesOn(t *testing.T) {
	from, to := filled(t), memory.New()
	target := faulty.New(to)
	target.Plan(faulty.Nth(30, faulty.Fault{Err: storage.ErrFull}))
	if _, err := migrate(t.Context(), from, target, silent); !errors.Is(err, storage.ErrFull) {
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
