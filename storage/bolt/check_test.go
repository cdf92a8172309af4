package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/storagetest"
)

// findings has what Check reports, a line each.
type findings struct {
	matches  []string
	settings []string
	problems []string
}

func inspect(t *testing.T, path string) (findings, Contents, error) {
	t.Helper()
	var f findings
	found, err := Check(t.Context(), path, Options{LockTimeout: time.Millisecond}, Inspector{
		Match: func(h storage.Head, events []match.Event) {
			f.matches = append(f.matches, fmt.Sprintf("%s %d", h.ID, len(events)))
		},
		Setting: func(key, value string) { f.settings = append(f.settings, key+"="+value) },
		Problem: func(id string, err error) { f.problems = append(f.problems, id+": "+err.Error()) },
	})
	return f, found, err
}

// sound makes a database of three matches and two settings, and closes it.
func sound(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "db")
	s := openStore(t, path)
	for n, id := range []string{"a", "b", "c"} {
		h := storagetest.NewHead(id, n+1)
		h.Deadline, h.Places[0].Delivered = storagetest.Noon.Add(time.Hour), 0
		if err := s.Append(t.Context(), h, storagetest.NewEvents(1, n+1)...); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{"k", "l"} {
		if err := s.Put(t.Context(), key, "v"); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCheck_Sound(t *testing.T) {
	path := sound(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	f, found, err := inspect(t, path)
	if err != nil || len(f.problems) > 0 {
		t.Fatalf("%v, problems %q", err, f.problems)
	}
	if diff := cmp.Diff([]string{"a 1", "b 2", "c 3"}, f.matches) + cmp.Diff([]string{"k=v", "l=v"},
		f.settings); diff != "" {
		t.Error(diff)
	}
	if want := (Contents{Schema: Schema(), Matches: 3, Events: 6, Settings: 2}); found != want {
		t.Errorf("found %+v, want %+v", found, want)
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was changed (%v)", err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v (%v)", entries, err)
	}
}

// The check reports every problem, and only problems.
func TestCheck_Finds(t *testing.T) {
	in := func(bucket string, change func(b *bbolt.Bucket) error) func(tx *bbolt.Tx) error {
		return func(tx *bbolt.Tx) error { return change(tx.Bucket([]byte(bucket))) }
	}
	first := func(b *bbolt.Bucket) error { k, _ := b.Cursor().First(); return b.Delete(bytes.Clone(k)) }
	type test struct {
		name  string
		spoil func(tx *bbolt.Tx) error
		want  []string // prefixes of the problems
	}
	tests := []test{
		{"event in the middle lost", in(events, func(b *bbolt.Bucket) error { return b.Delete([]byte(eventKey("c", 2))) }),
			[]string{"c: event 2 is missing"}},
		{"last event lost", in(events, func(b *bbolt.Bucket) error { return b.Delete([]byte(eventKey("c", 3))) }),
			[]string{"c: the head counts 3 events, and there are 2"}},
		{"event garbled", in(events, func(b *bbolt.Bucket) error { return b.Put([]byte(eventKey("c", 2)), []byte("{")) }),
			[]string{"c: event 2 cannot be read: the database is damaged"}},
		{"event of the future", in(events, func(b *bbolt.Bucket) error {
			return b.Put([]byte(eventKey("c", 2)),
				[]byte(`{"v":99}`))
		}),
			[]string{"c: event 2 cannot be read: the database is of a newer tabuleiro"}},
		{"event too many", in(events, func(b *bbolt.Bucket) error {
			v := bytes.Clone(b.Get([]byte(eventKey("c", 2))))
			return b.Put([]byte(eventKey("c", 4)), v)
		}),
			[]string{"c: the head counts 3 events, and there are 4"}},
		{"events of nobody", in(events, func(b *bbolt.Bucket) error {
			return errors.Join(b.Put([]byte(eventKey("x", 1)), []byte("{}")), b.Put([]byte(eventKey("x", 2)), []byte("{}")))
		}), []string{"x: there are events, and no head"}},
		{"event without a number", in(events, func(b *bbolt.Bucket) error { return b.Put([]byte("?"), []byte("{}")) }),
			[]string{`: an event has the key "?"`}},
		{"head lost", in(heads, func(b *bbolt.Bucket) error { return b.Delete([]byte("b")) }),
			append([]string{"b: there are events, and no head"},
				// those, the deadline and the cause
				slices.Repeat([]string{": the index "}, len(entries(storagetest.NewHead("b", 2)))+2)...)},
		{"head garbled", in(heads, func(b *bbolt.Bucket) error { return b.Put([]byte("b"), []byte("[]")) }),
			[]string{"b: the head cannot be read: the database is damaged"}},
		{"head of another", func(tx *bbolt.Tx) error {
			b := tx.Bucket([]byte(heads))
			return b.Put([]byte("b"), bytes.Clone(b.Get([]byte("a"))))
		}, []string{`b: the head is that of match "a"`}},
		{"setting garbled", in(settings, func(b *bbolt.Bucket) error { return b.Put([]byte("k"), nil) }),
			[]string{`: the setting "k" cannot be read: the database is damaged`}},
		{"another bucket", func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("more")); return err },
			[]string{`: the bucket "more" is not known`}},
		{"bucket lost", func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte(byRoom)) },
			[]string{`: the database is damaged (it has no bucket "room")`}},
	}
	held := []string{byCause, byDeadline}
	for _, e := range entries(storagetest.NewHead("a", 2)) {
		if !slices.Contains(held, e.bucket) {
			held = append(held, e.bucket)
		}
	}
	for _, index := range held {
		tests = append(tests,
			test{index + " lacks", in(index, first), []string{"a: the index \"" + index + "\" lacks "}},
			test{index + " holds", in(index, func(b *bbolt.Bucket) error {
				return b.Put([]byte("stray\x00"+stamp(time.Now())+
					"x"), nil)
			}),
				[]string{": the index \"" + index + "\" holds \"stray"}})
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			path := sound(t)
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
			slices.Sort(c.want)
			if !slices.EqualFunc(f.problems, c.want, strings.HasPrefix) {
				t.Errorf("problems:\n%s\nwant:\n%s", strings.Join(f.problems, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// Damage of every page in use is reported, one page at a time, and none crashes the process.
func TestCheck_Pages(t *testing.T) {
	whole := newFile(t)
	path := filepath.Join(t.TempDir(), "db")
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	size := db.Info().PageSize
	used := map[int]bool{}
	err = db.View(func(tx *bbolt.Tx) error {
		for p := 2; p < len(whole)/size; { // the two before are copies of each other
			info, err := tx.Page(p)
			if err != nil {
				return err
			}
			for i := range 1 + info.OverflowCount {
				used[p+i] = info.Type != "free" && i == 0 // pages that overflow hold values, which may be anything
			}
			p += 1 + info.OverflowCount
		}
		return nil
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	for p := range len(whole) / size {
		for _, fill := range []byte{0x00, 0xff, 'x'} {
			content := bytes.Clone(whole)
			copy(content[p*size:], bytes.Repeat([]byte{fill}, size))
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			f, _, err := inspect(t, path)
			if used[p] && err == nil && len(f.problems) == 0 {
				t.Errorf("page %d filled with %#x: nothing is wrong", p, fill)
			}
		}
	}
}

// A file that cannot be read is an error, and stays as it is.
func TestCheck_Nothing(t *testing.T) {
	folder := t.TempDir()
	empty := filepath.Join(folder, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(folder, "text")
	if err := os.WriteFile(text, bytes.Repeat([]byte("Not a database at all.\n"), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		empty:                                  "there is nothing in it",
		text:                                   ErrNotDatabase.Error(),
		folder:                                 ErrNotDatabase.Error(),
		filepath.Join(folder, "none"):          "there is nothing in it",
		filepath.Join(folder, "nowhere", "db"): "there is no folder",
	} {
		if _, _, err := inspect(t, path); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), filepath.Dir(path)) {
			t.Errorf("Check of %s = %v, want %q", path, err, want)
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 2 {
		t.Errorf("the folder has %v (%v)", entries, err)
	}
}

func TestCheck_Locked(t *testing.T) {
	path := sound(t)
	openStore(t, path)
	if _, _, err := inspect(t, path); !errors.Is(err, ErrLocked) {
		t.Errorf("Check = %v, want ErrLocked", err)
	}
}

// A file of another schema is distinguished from a damaged one.
func TestCheck_Schema(t *testing.T) {
	for schema, want := range map[int]error{Schema() - 1: ErrOlderSchema, Schema() + 1: ErrNewerSchema, -1: ErrDamaged} {
		if schema == 0 {
			continue // there is none before the first
		}
		path := sound(t)
		db, err := bbolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(func(tx *bbolt.Tx) error {
			return tx.Bucket([]byte(about)).Put(schemaKey, fmt.Append(nil, schema))
		})
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		if _, _, err := inspect(t, path); !errors.Is(err, want) {
			t.Errorf("Check of schema %d = %v, want %v", schema, err, want)
		}
	}
}
