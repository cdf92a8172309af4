package storage_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/engine/match"
	"tabuleiro/engine/rating"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// What every store refuses is refused with the reason, and nothing else is.
func TestChecks(t *testing.T) {
	long, longest := strings.Repeat("x", storage.MaxName+1), strings.Repeat("x", storage.MaxName)
	head := func(id string, n int) storage.Head { return storage.Head{ID: id, N: n} }
	events := func(n int) []match.Event { return make([]match.Event, n) }
	person := func(id string, version int, identities ...string) error {
		return storage.CheckPerson(storage.Person{ID: id, Version: version, Identities: identities})
	}
	rated := func(person, game string, won int) storage.Rating {
		return storage.Rating{Person: person, Game: game, Record: rating.Record{Won: won}}
	}
	ratings := func(list ...storage.Rating) error { return storage.CheckRatings(list) }
	for _, c := range []struct {
		err  error
		want string // is part of it; "": there is none
	}{
		{storage.CheckAppend(head("a", 1), events(1)), ""},
		{storage.CheckAppend(head("a", math.MaxInt32), events(1)), ""},
		{storage.CheckAppend(head("a", 3), events(3)), ""},
		{storage.CheckAppend(head("a", 2), events(3)), "3 events cannot make it a match of 2"},
		{storage.CheckAppend(head("a", 0), nil), "0 events cannot make it a match of 0"},
		{storage.CheckAppend(head("a", math.MaxInt32+1), events(1)), "cannot make it a match"},
		{storage.CheckAppend(head("", 1), events(1)), "the id is empty"},
		{storage.CheckAppend(head(longest, 1), events(1)), ""},
		{storage.CheckAppend(head(long, 1), events(1)), "has 1025 bytes, more than 1024"},
		{storage.CheckAppend(storage.Head{ID: "a", N: 1, Players: []string{"b\x00"}}, events(1)), `the name "b\x00" is not plain text`},
		{storage.CheckAppend(storage.Head{ID: "a", N: 1, Places: []storage.Place{{Room: "\x00"}}}, events(1)), "not plain text"},
		{storage.CheckAppend(head("a", 1), []match.Event{{IdempotencyKey: "\xff"}}), "not plain text"},
		{storage.CheckRewrite(head("a", 2), events(2)), ""},
		{storage.CheckRewrite(head("a", 2), events(1)), "1 events are not all of 2"},
		{storage.CheckDelete("a", 1), ""},
		{storage.CheckDelete("a", 0), "there is no match of 0 events"},
		{storage.CheckDelete(long, 1), "bytes, more than"},
		{storage.CheckPut("a", ""), ""},
		{storage.CheckPut("", "b"), "the key is empty"},
		{storage.CheckPut("a", "\x00"), "the value is not plain text"},
		{storage.CheckPut("a\xff", "b"), "not plain text"},
		{person("a", 1), ""},
		{person("a", 1, "a", "b"), ""},
		{person("a", 1, "a"), ""},
		{person("a", 1, "b"), `the id "a" is none of the identities`},
		{person("a", 1, "b", "c"), `the id "a" is none of the identities`},
		{person("a", 0), "no id or no version"},
		{person("", 1), "no id or no version"},
		{person("a", 1, "a", ""), `the identity "" is empty, or there twice`},
		{person("a", 1, "a", "b", "b"), `the identity "b" is empty, or there twice`},
		{person(long, 1), "bytes, more than"},
		{person("a", 1, "a", "\x00"), "not plain text"},
		{ratings(), ""},
		{ratings(rated("a", "cage", 1), rated("a", "eximo", 1), rated("b", "cage", 1)), ""},
		{ratings(rated("a", "cage", 0)), "needs a person, a game and a result"},
		{ratings(rated("", "cage", 1)), "needs a person, a game and a result"},
		{ratings(rated("a", "", 1)), "needs a person, a game and a result"},
		{ratings(rated("a", "\x00", 1)), "not plain text"},
		{ratings(rated("a", "cage", 1), rated("b", "cage", 1), rated("a", "cage", 1)), `there are two ratings of "a" at "cage"`},
		{storage.CheckSetRatings("a", []storage.Rating{rated("a", "cage", 1)}), ""},
		{storage.CheckSetRatings("a", nil), ""},
		{storage.CheckSetRatings("", nil), "the person is empty"},
		{storage.CheckSetRatings("a", []storage.Rating{rated("b", "cage", 1)}), `a rating is of "b", not of "a"`},
		{storage.CheckSetRatings(long, nil), "bytes, more than"},
	} {
		if (c.err == nil) != (c.want == "") || c.err != nil && !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v, not %q", c.err, c.want)
		}
	}
	for added, want := range map[int]int{0: 4, 1: 4, 2: 3, 5: 0} {
		r := storage.Rating{Record: rating.Record{Won: 2, Drawn: 1, Lost: 2}, Added: added}
		if got := r.Before(); got != want {
			t.Errorf("with %d added there were %d before", added, got)
		}
	}
}

// With a deadline in the query the most urgent match comes first, else the newest.
func TestQuery_Compare(t *testing.T) {
	at := time.Unix(1000, 0)
	heads := []storage.Head{{ID: "a", Began: at, Deadline: at.Add(2)}, {ID: "b", Began: at.Add(1), Deadline: at.Add(1)},
		{ID: "c", Began: at, Deadline: at.Add(1)}}
	for query, want := range map[*storage.Query]string{{}: "bca", {Due: at}: "bca", {Live: true}: "bca"} {
		list := slices.Clone(heads)
		slices.SortFunc(list, query.Compare)
		if got := list[0].ID + list[1].ID + list[2].ID; got != want {
			t.Errorf("%+v: the order is %s, not %s", query, got, want)
		}
	}
	heads[2].Deadline = at
	slices.SortFunc(heads, storage.Query{Due: at}.Compare)
	if got := heads[0].ID + heads[1].ID + heads[2].ID; got != "cba" {
		t.Errorf("the most urgent are %s", got)
	}
}

func TestQuery_Fits(t *testing.T) {
	at := time.Unix(1000, 0)
	h := storage.Head{N: 3, Status: match.Playing, Players: []string{"a"}, Places: []storage.Place{{Room: "r", Delivered: 3}},
		Deadline: at}
	over, unsaid, endless := h, h, h
	over.Status = match.Over
	unsaid.Places = []storage.Place{{Room: "r", Delivered: 3}, {Room: "s", Delivered: 2}}
	endless.Deadline = time.Time{}
	for _, c := range []struct {
		query storage.Query
		want  [4]bool // of the heads above
	}{
		{storage.Query{}, [4]bool{true, true, true, true}},
		{storage.Query{Room: "s"}, [4]bool{false, false, true, false}},
		{storage.Query{Player: "a"}, [4]bool{true, true, true, true}},
		{storage.Query{Player: "b"}, [4]bool{}},
		{storage.Query{Live: true}, [4]bool{true, false, true, true}},
		{storage.Query{Ended: true}, [4]bool{false, true, false, false}},
		{storage.Query{Live: true, Ended: true}, [4]bool{}},
		{storage.Query{Undelivered: true}, [4]bool{false, false, true, false}},
		{storage.Query{Due: at}, [4]bool{true, true, true, false}},
		{storage.Query{Due: at.Add(-1)}, [4]bool{}},
	} {
		for i, h := range []storage.Head{h, over, unsaid, endless} {
			if c.query.Fits(h) != c.want[i] {
				t.Errorf("%+v fits head %d: %t", c.query, i, !c.want[i])
			}
		}
	}
}

// A hook before each call may let it happen, or answer instead of the store.
func TestIntercept(t *testing.T) {
	broken := errors.New("broken")
	var calls []string
	refuse := false
	s := storage.Intercept(memorytest.New(), func(_ context.Context, c storage.Call, do func() error) error {
		calls = append(calls, c.Method)
		if refuse {
			return broken
		}
		return do()
	})
	if err := s.Put(t.Context(), "a", "b"); err != nil {
		t.Error(err)
	}
	if got, err := s.Get(t.Context(), "a"); got != "b" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	refuse = true
	if got, err := s.Get(t.Context(), "a"); got != "" || !errors.Is(err, broken) {
		t.Errorf("%q, %v", got, err)
	}
	if err := s.Put(t.Context(), "a", "c"); !errors.Is(err, broken) {
		t.Error(err)
	}
	refuse = false
	if got, err := s.Get(t.Context(), "a"); got != "b" || err != nil || len(calls) != 5 {
		t.Errorf("%q, %v, after %q", got, err, calls)
	}
}
