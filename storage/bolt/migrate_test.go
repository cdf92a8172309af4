package bolt

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tabuleiro/engine/match"
	"tabuleiro/engine/rating"
	"tabuleiro/storage"
)

// fileOf copies a file of testdata that a program of an earlier version wrote.
func fileOf(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name+".db.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	packed, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A file of schema 1, which had no people, opens, leaves a copy, shows the winners, can be played on, and takes
// ratings.
func TestFromSchema1(t *testing.T) {
	path := fileOf(t, "schema1")
	half := path + ".schema-1.backup.part" // a process was killed that began to copy
	if err := os.WriteFile(half, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, Options{Rebuild: func(h storage.Head, events []match.Event) (storage.Head, error) {
		if last := events[len(events)-1]; last.Kind == match.Resigned { // as that is how the match ended
			for _, p := range h.Players {
				if p != last.By {
					h.Winner = p
				}
			}
		}
		h.Places = nil // is not taken
		return h, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := os.Stat(half); err == nil {
		t.Error("half a copy is left")
	}
	ctx := t.Context()
	over, err := s.Find(ctx, storage.Query{Ended: true})
	if err != nil || len(over) != 1 || over[0].Winner != "terminal:ana" || over[0].N != 7 || len(over[0].Places) != 1 {
		t.Errorf("ended: %+v, %v", over, err)
	}
	live, err := s.Find(ctx, storage.Query{Live: true})
	if err != nil || len(live) != 3 {
		t.Fatalf("%d are live, %v", len(live), err)
	}
	h := live[0]
	h.N++
	h.Deadline = time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	r := storage.Rating{Person: "terminal:ana", Game: "cage",
		Record: rating.Record{}.Add(7, rating.Result{Rating: 1500, Deviation: 350, Score: 1})}
	if err := s.Finish(ctx, h, []storage.Rating{r}, match.Event{Kind: match.Withdrawn, By: "terminal:eva",
		At: h.Latest}); err != nil {
		t.Error(err)
	}
	if soonest, err := storage.Soonest(ctx, s); !soonest.Equal(h.Deadline) || err != nil {
		t.Errorf("the soonest deadline is %v, %v", soonest, err)
	}
	if v, err := s.Get(ctx, "theme/terminal:rui"); v == "" && err == nil {
		keys, _ := s.Keys(ctx, "")
		t.Logf("settings: %q", keys)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if f, found, err := inspect(t, path); err != nil || f.problems != nil || found.Schema != Schema() ||
		found.Matches != 4 {
		t.Errorf("afterwards: %+v, %v, %q", found, err, f.problems)
	}
	// The copy is as it was, for the earlier version.
	if _, _, err := inspect(t, path+".schema-1.backup"); err == nil {
		t.Error("the copy has the new schema")
	}
	old, err := open(path+".schema-1.backup", Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	if heads, err := old.Find(ctx, storage.Query{}); len(heads) != 4 || err != nil {
		t.Errorf("the copy has %d matches, %v", len(heads), err)
	}
}
