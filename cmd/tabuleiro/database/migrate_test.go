package database

import (
	"errors"
	"path/filepath"
	"testing"

	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
	"tabuleiro/storage/postgres"
	"tabuleiro/storage/postgres/postgrestest"
	"tabuleiro/storage/storagetest"
)

// filled returns a store with matches of different lengths, some settings, people and ratings.
func filled(t *testing.T) storage.Store {
	t.Helper()
	s := memorytest.New()
	storagetest.Fill(t, s)
	return s
}

func silent() {}

func sameSum(t *testing.T, a, b storage.Store) {
	t.Helper()
	want, err := SumOf(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	got, err := SumOf(t.Context(), b)
	if err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}

// A store, a file, PostgreSQL and another file hold the same after migrating from one to the next.
func TestMigrate(t *testing.T) {
	first := filled(t)
	onServer, err := postgres.Open(t.Context(), postgrestest.New(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer onServer.Close()
	file, err := bolt.Open(filepath.Join(t.TempDir(), "copy.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	from := first
	for _, to := range []storage.Store{onServer, file} {
		s, err := MigrateAll(t.Context(), from, to, silent)
		if err != nil {
			t.Fatal(err)
		}
		if s.Matches != 30 || s.Settings != 3 || s.Events != 7*(1+2+3+4)+1+2 {
			t.Errorf("%+v", s)
		}
		sameSum(t, first, to)
		if ratings, err := to.Ratings(t.Context(), storage.RatingQuery{}); len(ratings) != 3 || err != nil {
			t.Errorf("%d ratings, %v", len(ratings), err)
		}
		if ana, err := to.Person(t.Context(), "discord:7"); ana.ID != "telegram:42" || err != nil {
			t.Errorf("whose account it is: %+v, %v", ana, err)
		}
		from = to
	}
}

func TestMigrate_RefusesWhatIsNotEmpty(t *testing.T) {
	onlySetting := memorytest.New()
	if err := onlySetting.Put(t.Context(), "a", "b"); err != nil {
		t.Fatal(err)
	}
	onlyPerson := memorytest.New()
	if err := onlyPerson.PutPerson(t.Context(), storage.Person{ID: "a:1", Identities: []string{"a:1", "b:1"},
		Version: 1}); err != nil {
		t.Fatal(err)
	}
	for _, to := range []storage.Store{filled(t), onlySetting, onlyPerson} {
		before, err := SumOf(t.Context(), to)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := MigrateAll(t.Context(), filled(t), to, silent); !errors.Is(err, ErrNotEmpty) {
			t.Errorf("a target with something in it: %v", err)
		}
		if after, err := SumOf(t.Context(), to); err != nil || after != before {
			t.Errorf("the target has changed: %+v, %v", after, err)
		}
	}
}

// A migration that fails at any one call of the target, as if killed there, is completed by the next one. Only the last
// call marks the target complete; no bot runs on it before.
func TestMigrate_Fails(t *testing.T) {
	from, calls := filled(t), 1
	for n := 1; n <= calls; n++ {
		to := memorytest.New()
		target := faultytest.New(to)
		plan := func(at int) faultytest.Plan {
			return func(c faultytest.Call) faultytest.Fault {
				if c.N == at {
					return faultytest.Fault{Err: storage.ErrFull}
				}
				return faultytest.Fault{}
			}
		}
		target.Plan(plan(n))
		if _, err := MigrateAll(t.Context(), from, target, silent); !errors.Is(err, storage.ErrFull) {
			t.Fatalf("call %d: %v", n, err)
		}
		if heads, err := to.Find(t.Context(), storage.Query{}); err != nil || len(heads) > 0 &&
			!errors.Is(CheckComplete(t.Context(), to), ErrIncomplete) {
			t.Errorf("after a failure of call %d a bot would run on %d matches, %v", n, len(heads), err)
		}
		target.Plan(plan(0))
		if _, err := MigrateAll(t.Context(), from, target, silent); err != nil {
			t.Errorf("after a failure of call %d: %v", n, err)
		}
		sameSum(t, from, to)
		if err := CheckComplete(t.Context(), to); err != nil {
			t.Errorf("after a failure of call %d: %v", n, err)
		}
		if n == 1 {
			calls = target.Calls() // of a whole run
		}
	}
}

// An interrupted migration is completed by the next one, also if the source has changed meanwhile.
func TestMigrate_GoesOn(t *testing.T) {
	from, to := filled(t), memorytest.New()
	target := faultytest.New(to)
	target.Plan(faultytest.Nth(30, faultytest.Fault{Err: storage.ErrFull}))
	if _, err := MigrateAll(t.Context(), from, target, silent); !errors.Is(err, storage.ErrFull) {
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
		if _, err := MigrateAll(t.Context(), from, to, silent); err != nil {
			t.Fatal(err)
		}
		sameSum(t, from, to)
	}
	migratesOn()

	// Interrupted at the very end; then the source deletes some records.
	if err := to.Put(t.Context(), UnderWay, "yes"); err != nil {
		t.Fatal(err)
	}
	keys, err := from.Keys(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	rated, err := from.Ratings(t.Context(), storage.RatingQuery{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		from.Delete(t.Context(), "m29", 5), from.Put(t.Context(), keys[0], ""),
		from.SetRatings(t.Context(), rated[0].Person, nil),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	migratesOn()
	if _, err := MigrateAll(t.Context(), from, to, silent); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("once more: %v", err)
	}
}
