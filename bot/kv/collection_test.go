package kv_test

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/kv"
)

// shelf is a minimal store.
type shelf map[string]string

func (s shelf) Get(_ context.Context, key string) (string, error) { return s[key], nil }

func (s shelf) Put(_ context.Context, key, value string) error {
	s[key] = value
	if value == "" {
		delete(s, key)
	}
	return nil
}

func (s shelf) Keys(_ context.Context, prefix string) (keys []string, err error) {
	for key := range s {
		if strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys, nil
}

type wine struct{ Year int }

var (
	cellar  = kv.New[wine](kv.Schema{Name: "cellar/", Owner: kv.Person})
	bottles = kv.New[wine](kv.Schema{Name: "bottles/", Owner: kv.Room})
	opened  = kv.New[kv.Mark](kv.Schema{Name: "cellar-open", Owner: kv.Bot})
)

func TestNotebook(t *testing.T) {
	ctx, s := context.Background(), shelf{}
	if _, there, err := cellar.Get(ctx, s, "ana"); there || err != nil {
		t.Errorf("an empty notebook has a note: %v, %v", there, err)
	}
	for name, year := range map[string]int{"ana": 2011, "ana/lisboa": 2012, "anabela": 2013} {
		if err := cellar.Put(ctx, s, name, wine{year}); err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range []error{bottles.Put(ctx, s, "ana", wine{2014}), opened.Put(ctx, s, "", kv.Mark{})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if note, there, err := cellar.Get(ctx, s, "ana"); note.Year != 2011 || !there || err != nil {
		t.Errorf("read %v, %v, %v", note, there, err)
	}
	if note, there, err := bottles.Get(ctx, s, "ana"); note.Year != 2014 || !there || err != nil {
		t.Errorf("read %v, %v, %v", note, there, err)
	}
	for key, text := range maps.Clone(s) {
		if err := kv.Verify(key, text); err != nil {
			t.Errorf("%s: %v", key, err)
		}
		if err := kv.Verify(key, text+"{"); err == nil {
			t.Errorf("%s: a note that is broken passes", key)
		}
	}
	if err := kv.Forget(ctx, s, kv.Person, "ana"); err != nil {
		t.Fatal(err)
	}
	if left, want := slices.Sorted(maps.Keys(s)),
		[]string{"bottles/ana", "cellar-open", "cellar/anabela"}; !slices.Equal(left, want) {
		t.Errorf("left are %v, want %v", left, want)
	}
	if err := cellar.Delete(ctx, s, "anabela"); err != nil || len(s) != 2 {
		t.Errorf("left are %v, %v", s, err)
	}
}

var _ = kv.New[kv.Text](kv.Schema{Name: "corks/", Owner: kv.Person})

// All records of a person are copied as they are stored, and nobody else's; invalid JSON is copied as text.
func TestCopy(t *testing.T) {
	ctx, s := t.Context(), shelf{"cellar/ana": `{"Year":2011}`, "cellar/ana/lisboa": `{"Year":2012}`,
		"cellar/anabela": `{"Year":2013}`, "bottles/ana": `{"Year":2014}`, "corks/ana": `a "b"`}
	got := map[string]json.RawMessage{}
	if err := kv.Copy(ctx, s, kv.Person, "ana", got); err != nil {
		t.Fatal(err)
	}
	want := map[string]json.RawMessage{"cellar/ana": json.RawMessage(`{"Year":2011}`),
		"cellar/ana/lisboa": json.RawMessage(`{"Year":2012}`), "corks/ana": json.RawMessage(`"a \"b\""`)}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("copied are %s", got)
	}
	for _, err := range []error{kv.Copy(ctx, broken{s}, kv.Person, "ana", got), kv.Forget(ctx, broken{s}, kv.Person, "ana")} {
		if err != context.Canceled {
			t.Errorf("of a store that fails: %v", err)
		}
	}
	if len(s) != 5 {
		t.Errorf("left are %v", s)
	}
	if err := kv.Forget(ctx, s, kv.Person, "ana"); err != nil || len(s) != 2 {
		t.Errorf("forgotten, left are %v, %v", s, err)
	}
}

// An unreadable record is an error with its name, and two collections never share a name.
func TestCollection_Broken(t *testing.T) {
	s := shelf{"cellar/ana": "{"}
	if _, there, err := cellar.Get(t.Context(), s, "ana"); there || err == nil || !strings.Contains(err.Error(), "cellar/ana") {
		t.Errorf("a broken note is there: %t, %v", there, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("two collections have one name")
		}
	}()
	kv.New[wine](kv.Schema{Name: "cellar/", Owner: kv.Person})
}

func TestUnknown(t *testing.T) {
	if err := kv.Verify("attic/ana", "{}"); err != kv.ErrUnknown {
		t.Errorf("a note that is in no notebook: %v", err)
	}
}

// Leftovers of older versions are dropped, and nothing else.
func TestDropRetired(t *testing.T) {
	s := shelf{"outbox/1": "a", "outbox/2": "b", "unsaid/x": "c", "tournament-due/q2": "d", "outboxes": "e", "a/open/": "f"}
	n, err := kv.DropRetired(t.Context(), s)
	if left := slices.Sorted(maps.Keys(s)); n != 4 || err != nil || !slices.Equal(left, []string{"a/open/", "outboxes"}) {
		t.Errorf("%d are dropped, %v; %q are left", n, err, left)
	}
	for key, want := range map[string]bool{"outbox/1": true, "blocked/@ana": true, "blocked/ana": false, "outboxes": false} {
		if kv.IsRetired(key) != want {
			t.Errorf("%s is retired: %t", key, !want)
		}
	}
}

// broken is a store that fails.
type broken struct{ shelf }

func (broken) Keys(context.Context, string) ([]string, error) { return nil, context.Canceled }

func TestDropRetired_Error(t *testing.T) {
	if n, err := kv.DropRetired(t.Context(), broken{}); n != 0 || err != context.Canceled {
		t.Errorf("%d are dropped, %v", n, err)
	}
}
