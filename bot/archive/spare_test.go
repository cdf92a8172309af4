package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// A cached match and its last events are not read again until they change or belong to others; what was read with a gap
// is not complete.
func TestArchive_AtHand(t *testing.T) {
	store := faultytest.New(memorytest.New())
	a, m, events := keeping(t, store)
	reads := func(what string, want int, do func() error) {
		t.Helper()
		n := 0
		store.Plan(func(c faultytest.Call) (none faultytest.Fault) {
			if c.Method == "Events" {
				n++
			}
			return none
		})
		if err := do(); err != nil || n != want {
			t.Errorf("%s: the events are read %d times, want %d, %v", what, n, want, err)
		}
	}
	load := func(players ...string) error {
		head, err := a.Head(t.Context(), m.ID)
		if len(players) > 0 {
			head.Players = players
		}
		if err == nil {
			_, err = a.Replay(t.Context(), head)
		}
		return err
	}
	last := func(m *match.Match, n int, want ...match.Event) error {
		got, err := a.Last(t.Context(), m, n)
		if err == nil && !slices.EqualFunc(got, want, func(x, y match.Event) bool { return x.At.Equal(y.At) }) {
			err = fmt.Errorf("the last %d are %v", n, got)
		}
		return err
	}
	reads("at first", 1, func() error { return load() })
	reads("again", 0, func() error { return load() })
	reads("the last ones", 0, func() error { return last(m, 5, events...) })
	reads("more than there are", 1, func() error { return last(m, 6, events...) })
	reads("after a rewriting", 1, func() error { return load(ana.ID, "desk:eva") })
	next := match.Event{Kind: match.Moved, By: rui.ID, Move: "21-17", At: began.Add(time.Hour)}
	after, err := m.Apply(next, a.Game)
	if err != nil {
		t.Fatal(err)
	}
	head, err := a.Head(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Append(t.Context(), HeadOf(after, head.Places, next), next); err != nil {
		t.Fatal(err)
	}
	reads("with one more", 1, func() error { return load() })
	a.Keep(m, events)
	a.Keep(after, []match.Event{next})
	reads("kept one by one", 0, func() error { return errors.Join(load(), last(after, 2, events[4], next)) })
	reads("as it was", 1, func() error { return last(m, 1, events[4]) })
	before, err := match.Replay(m.ID, a.Game, events[:2])
	if err != nil {
		t.Fatal(err)
	}
	a.Keep(before, events[:2])
	a.Keep(after, []match.Event{next})
	reads("kept with a gap", 1, func() error { return last(after, 2, events[4], next) })
	if err := a.Rewrite(t.Context(), HeadOf(after, head.Places, next), append(slices.Clone(events), next)); err != nil {
		t.Fatal(err)
	}
	reads("rewritten", 1, func() error { return load() })
}

// An arbiter's matches are found by id and by handle until that is forgotten; deleted ones are not.
func TestArbiters(t *testing.T) {
	store := faultytest.New(memorytest.New())
	a, m, _ := keeping(t, store)
	eva, byHandle := match.Player{ID: "desk:eva", Handle: "Eva"}, match.Player{Handle: "EVA"}
	keep := func(p match.Player, id string) {
		t.Helper()
		if err := a.KeepArbiter(t.Context(), p, id); err != nil {
			t.Fatal(err)
		}
	}
	finds := func(p match.Player, want int) {
		t.Helper()
		heads, err := a.Arbitrated(t.Context(), p)
		if err != nil || len(heads) != want || want > 0 && heads[0].ID != m.ID {
			t.Errorf("%+v judges %v, %v, want %d", p, heads, err, want)
		}
	}
	keep(byHandle, m.ID)
	finds(eva, 1)
	finds(match.Player{ID: eva.ID}, 0)
	keep(eva, m.ID)
	keep(eva, "gone")
	finds(eva, 2)
	finds(match.Player{ID: eva.ID}, 1)
	finds(byHandle, 1)
	finds(rui, 0)
	finds(match.Player{}, 0)
	store.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrAway}, "Head"))
	if _, err := a.Arbitrated(t.Context(), eva); !errors.Is(err, storage.ErrAway) {
		t.Error(err)
	}
	store.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrAway}, "Keys"))
	if err := a.ForgetArbiter(t.Context(), eva); !errors.Is(err, storage.ErrAway) {
		t.Error(err)
	}
	store.Plan(nil)
	if err := a.ForgetArbiter(t.Context(), byHandle); err != nil {
		t.Error(err)
	}
	finds(eva, 1)
	if err := a.ForgetArbiter(t.Context(), eva); err != nil {
		t.Error(err)
	}
	finds(eva, 0)
}

// A room may be nested under one of its own service; a record without a room is void.
func TestNests_Verify(t *testing.T) {
	for note, fits := range map[[2]string]bool{
		{"desk:3", "desk:2"}: true, {"desk:3", "desk"}: false, {"desk:3", "shelf:2"}: false, {"desk:3", ""}: false, {"", "shelf:2"}: true,
	} {
		if err := kv.Verify("around/"+note[0], note[1]); (err == nil) != fits {
			t.Errorf("%q under %q: %v", note[0], note[1], err)
		}
	}
}

// Failures without an answer are logged, and nothing else is.
func TestArchive_Log(t *testing.T) {
	var log bytes.Buffer
	store := faultytest.New(memorytest.New())
	a, m, _ := keeping(t, store)
	m.Reader = ana // as of a game from a file
	a.Log = slog.New(slog.NewTextHandler(&log, nil))
	head, err := a.Head(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	broken := head
	broken.ID = "gone"
	ctx := t.Context()
	for _, c := range []struct {
		what, fails string
		do          func()
		want        string
	}{
		{"somebody looks", "", func() { a.Touch(ctx, m, began) }, ""},
		{"nobody can look", "Append", func() { a.Touch(ctx, m, began.Add(48*time.Hour)) }, "a look at a game cannot be noted"},
		{"matches are read", "", func() {
			if got := a.ReplayAll(ctx, []storage.Head{head, head}); len(got) != 2 {
				t.Errorf("read are %v", got)
			}
		}, ""},
		{"one cannot be read", "", func() {
			if got := a.ReplayAll(ctx, []storage.Head{broken, head}); len(got) != 1 || got[0].ID != m.ID {
				t.Errorf("read are %v", got)
			}
		}, "match cannot be read"},
		{"nothing was chosen", "", func() { a.Preferences(ctx, OfRoom("desk:3")) }, ""},
		{"choices of a person cannot be read", "Get", func() { a.Preferences(ctx, OfPerson(ana.ID)) }, "settings cannot be read"},
		{"where a room is cannot be read", "Get", func() { a.parentRoom(ctx, "desk:3") }, "the enclosing room cannot be looked up"},
	} {
		log.Reset()
		store.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrAway}, c.fails))
		c.do()
		if got := log.String(); strings.Count(got, "\n") != len(c.want)/max(1, len(c.want)) || !strings.Contains(got, c.want) {
			t.Errorf("%s: the log has %q, want %q", c.what, got, c.want)
		}
	}
}

// Settings of up to three enclosing rooms apply.
func TestPreferences_Deep(t *testing.T) {
	a := New(memorytest.New(), table.Games, slog.New(slog.DiscardHandler))
	for i, name := range []string{"theme", "size", "show", "side"} {
		if err := a.Choose(t.Context(), OfRoom(roomAt(i)), name, view.Chosen{Value: "x"}); err != nil {
			t.Fatal(err)
		}
		if err := a.NestUnder(t.Context(), roomAt(i), roomAt(i+1)); err != nil {
			t.Fatal(err)
		}
	}
	p := a.Preferences(t.Context(), OfRoom(roomAt(0)))
	if len(p) != 3 || p["side"].Value != "" {
		t.Errorf("in the first of four rooms count %v", p)
	}
	if err := a.Choose(t.Context(), OfRoom(roomAt(0)), "theme", view.Chosen{}); err != nil {
		t.Fatal(err)
	}
	if keys, err := a.Keys(t.Context(), "settings/room/desk:0"); err != nil || len(keys) > 0 {
		t.Errorf("of a room that has chosen nothing any more is kept %v, %v", keys, err)
	}
}

// Nothing is kept of people without absences.
func TestAbsences_Empty(t *testing.T) {
	a := New(memorytest.New(), table.Games, slog.New(slog.DiscardHandler))
	list := match.Absences{{From: began, To: began.Add(time.Hour)}}
	for n, list := range []match.Absences{nil, list, nil} {
		if err := a.SetAbsences(t.Context(), ana.ID, list); err != nil {
			t.Fatal(err)
		}
		got, err := a.Absences(t.Context(), ana.ID)
		keys, keysErr := a.Keys(t.Context(), "away/")
		if err != nil || keysErr != nil || len(got) != n%2 || len(keys) != n%2 {
			t.Errorf("absences %d: %v, %v, %v, %v", n, got, keys, err, keysErr)
		}
	}
}

// Holders of one key wait for each other, those of other keys do not, and nothing is kept of released keys.
func TestLocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l Locks[string]
		var inside []string
		enter := func(name, key string) (leave func()) {
			left := make(chan struct{})
			go func() {
				defer l.Enter(key)()
				inside = append(inside, name)
				<-left
			}()
			synctest.Wait()
			return func() { close(left); synctest.Wait() }
		}
		is := func(want string, busy int) {
			t.Helper()
			if got := strings.Join(inside, " "); got != want || len(l.last) != busy {
				t.Errorf("inside were %q, want %q, and %d keys are dealt with, want %d", got, want, len(l.last), busy)
			}
		}
		one, other := enter("one", "k"), enter("other", "x")
		two, three := enter("two", "k"), enter("three", "k")
		is("one other", 2)
		one()
		is("one other two", 2)
		other()
		is("one other two", 1)
		four := enter("four", "k")
		two()
		three()
		is("one other two three four", 1)
		four()
		is("one other two three four", 0)
	})
}

// A value read is not read again until it is written; a write of another key changes nothing, one of a person
// everything.
func TestCache_Spares(t *testing.T) {
	store := faultytest.New(memorytest.New())
	c := NewCache(store)
	a := New(c, table.Games, slog.New(slog.DiscardHandler))
	ctx := t.Context()
	keep := func() (storage.Head, error) { return c.Head(ctx, "k7q2") }
	if _, err := keep(); !errors.Is(err, storage.ErrNotFound) {
		t.Fatal(err)
	}
	move := match.Event{Kind: match.Challenged, By: ana.ID, Who: &ana, Room: "desk:group", At: began,
		Setup: &match.Setup{Game: "cage", Version: 1}}
	m, err := (&match.Match{ID: "k7q2"}).Apply(move, a.Game)
	if err != nil {
		t.Fatal(err)
	}
	head := HeadOf(m, nil, move)
	reads := map[string]func() error{
		"head":    func() error { _, err := keep(); return err },
		"setting": func() error { _, err := c.Get(ctx, "language"); return err },
		"another": func() error { _, err := c.Get(ctx, "theme"); return err },
		"person":  func() error { _, err := c.Person(ctx, ana.ID); return err },
		"nobody":  func() error { _, err := c.Person(ctx, rui.ID); return err },
	}
	for _, step := range []struct {
		what  string
		write func() error
		asked string // what is asked of the store then
	}{
		{"nothing", func() error { return nil }, "another nobody person setting"},
		{"nothing more", func() error { return nil }, ""},
		{"a match", func() error { return c.Append(ctx, head, move) }, "head"},
		{"a setting", func() error { return c.Put(ctx, "language", "pt") }, "setting"},
		{"a person", func() error {
			return c.PutPerson(ctx, storage.Person{ID: ana.ID, Identities: []string{ana.ID, "shelf:7"}, Version: 1})
		}, "another head nobody person setting"},
		{"a rating", func() error { return c.SetRatings(ctx, ana.ID, nil) }, ""},
		{"a rewriting", func() error { return c.Rewrite(ctx, head, []match.Event{move}) }, "head"},
		{"a conflict", func() error {
			if err := c.Append(ctx, head, move); !errors.Is(err, storage.ErrConflict) {
				return fmt.Errorf("it is kept twice: %w", err)
			}
			return nil
		}, "head"},
		{"a deletion", func() error { return c.Delete(ctx, head.ID, head.N) }, "head"},
	} {
		if err := step.write(); err != nil {
			t.Fatalf("%s: %v", step.what, err)
		}
		for round, want := range []string{step.asked, ""} {
			var asked []string
			for name, read := range reads {
				store.Plan(nil)
				if err := read(); err != nil && !errors.Is(err, storage.ErrNotFound) {
					t.Errorf("%s: %v", name, err)
				}
				if store.Calls() > 0 {
					asked = append(asked, name)
				}
			}
			slices.Sort(asked)
			if got := strings.Join(asked, " "); got != want {
				t.Errorf("after %s, round %d: asked is %q, want %q", step.what, round, got, want)
			}
		}
	}
	h, err := c.Head(ctx, "k7q2")
	if !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("what is deleted is %v, %v", h, err)
	}
	store.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrAway}, "Get"))
	for range 2 {
		if _, err := c.Get(ctx, "zone"); !errors.Is(err, storage.ErrAway) {
			t.Errorf("a failing store says %v", err)
		}
	}
	if store.Calls() != 2 {
		t.Error("that a store fails is remembered")
	}
	store.Plan(nil)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// Reads during any of two concurrent writes are not cached, as they may be older.
func TestCache_TwoWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := faultytest.New(memorytest.New())
		c, n := NewCache(store), 0
		held := []chan struct{}{make(chan struct{}), make(chan struct{})}
		store.Plan(func(c faultytest.Call) (f faultytest.Fault) {
			if c.Method == "Put" {
				f.Until = held[n]
				n++
			}
			return f
		})
		ctx := context.Background()
		for _, value := range []string{"pt", "es"} {
			go c.Put(ctx, "language", value)
			synctest.Wait()
		}
		for i, want := range []string{"", "pt", "es"} {
			for range 2 {
				if got, err := c.Get(ctx, "language"); got != want || err != nil {
					t.Errorf("after %d writes the setting is %q, %v", i, got, err)
				}
			}
			if i < len(held) {
				close(held[i])
				synctest.Wait()
			}
		}
		store.Plan(nil)
		if _, err := c.Get(ctx, "language"); err != nil || store.Calls() > 0 {
			t.Errorf("afterwards the store is asked %d times, %v", store.Calls(), err)
		}
	})
}

// roomAt returns the ith room.
func roomAt(i int) chat.Room { return chat.Room(fmt.Sprint("desk:", i)) }
