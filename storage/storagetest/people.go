package storagetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"tabuleiro/engine/rating"
	"tabuleiro/storage"
)

// runPeople tests a store against the contract of storage.People.
func runPeople(t *testing.T, open opener, durable bool) {
	for name, test := range map[string]func(*testing.T, storage.Store, storage.People){
		"People":       testPeople,
		"Finish":       testFinish,
		"FinishRace":   testFinishRace,
		"SetRatings":   testSetRatings,
		"Soonest":      testSoonest,
		"PeopleClosed": testPeopleClosed,
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, t.TempDir())
			defer s.Close()
			test(t, s, s)
		})
	}
	if durable {
		t.Run("PeopleReopen", func(t *testing.T) { testPeopleReopen(t, open) })
	}
}

// NewRating returns a rating after n results.
func NewRating(person, game string, n int) storage.Rating {
	r := storage.Rating{Person: person, Game: game}
	for i := range n {
		r.Record = r.Add(i/3, rating.Result{Rating: 1500 + float64(i), Deviation: 200, Score: float64(i%3) / 2, Weight: 0.2})
	}
	return r
}

func is(t testing.TB, p storage.People, identity string, want storage.Person) {
	t.Helper()
	got, err := p.Person(t.Context(), identity)
	if want.ID == "" {
		if !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("Person(%s) = %+v, %v, want ErrNotFound", identity, got, err)
		}
		return
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("Person(%s): %v (-want +got):\n%s", identity, err, d)
	}
}

func rated(t testing.TB, p storage.People, q storage.RatingQuery, want ...storage.Rating) {
	t.Helper()
	got, err := p.Ratings(t.Context(), q)
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("Ratings(%+v): %v (-want +got):\n%s", q, err, d)
	}
}

func testPeople(t *testing.T, _ storage.Store, p storage.People) {
	ctx := t.Context()
	is(t, p, "telegram:1", storage.Person{})
	ana := storage.Person{ID: "telegram:1", Identities: []string{"telegram:1", "discord:7"}, Version: 1}
	rui := storage.Person{ID: "discord:8", Identities: []string{"telegram:2", "discord:8"}, Version: 1}
	for _, one := range []storage.Person{ana, rui} {
		if err := p.PutPerson(ctx, one); err != nil {
			t.Fatal(err)
		}
	}
	for _, one := range []storage.Person{ana, rui} {
		for _, identity := range one.Identities {
			is(t, p, identity, one)
		}
	}
	is(t, p, "telegram:", storage.Person{})
	is(t, p, "telegram:1\x00", storage.Person{})
	all, err := p.Everybody(ctx)
	if d := cmp.Diff([]storage.Person{rui, ana}, all); d != "" || err != nil {
		t.Errorf("Everybody: %v (-want +got):\n%s", err, d)
	}

	conflict := func(what string, one storage.Person) {
		t.Helper()
		if err := p.PutPerson(ctx, one); !errors.Is(err, storage.ErrConflict) {
			t.Errorf("%s: %v, want ErrConflict", what, err)
		}
	}
	conflict("the same version", ana)
	thief := ana
	thief.Version, thief.Identities = 2, []string{"telegram:1", "discord:8"}
	conflict("somebody else's identity", thief)
	ahead := ana
	ahead.Version = 3
	conflict("a version left out", ahead)
	conflict("a new person with an identity that is taken",
		storage.Person{ID: "x:1", Identities: []string{"x:1", "discord:7"}, Version: 1})
	is(t, p, "discord:7", ana)
	is(t, p, "discord:8", rui)

	ana.Version, ana.Identities = 2, []string{"telegram:1", "discord:9"}
	if err := p.PutPerson(ctx, ana); err != nil {
		t.Error(err)
	}
	is(t, p, "discord:7", storage.Person{})
	is(t, p, "discord:9", ana)
	ana.Identities[1] = "changed by the caller"
	is(t, p, "discord:9", storage.Person{ID: "telegram:1", Identities: []string{"telegram:1", "discord:9"}, Version: 2})
	if err := p.PutPerson(ctx, storage.Person{ID: "telegram:1", Version: 3}); err != nil {
		t.Error(err)
	}
	is(t, p, "telegram:1", storage.Person{})
	is(t, p, "discord:9", storage.Person{})
	if err := p.PutPerson(ctx, storage.Person{ID: "telegram:1", Identities: []string{"telegram:1", "discord:7"},
		Version: 1}); err != nil {
		t.Errorf("somebody who was gone: %v", err)
	}

	for _, bad := range []storage.Person{
		{}, {ID: "a:1", Version: 1, Identities: []string{"b:1", "c:1"}}, {ID: "a:1", Identities: []string{"a:1", "b:1"}},
		{ID: "a:1", Version: 1, Identities: []string{"a:1", "a:1"}}, {ID: "a:1", Version: 1, Identities: []string{"a:1", ""}},
		{ID: "a:1", Version: 1, Identities: []string{"a:1", "b\x00"}},
		{ID: "a:1", Version: 1, Identities: []string{"a:1", "\xff"}},
	} {
		if err := p.PutPerson(ctx, bad); err == nil || errors.Is(err, storage.ErrConflict) {
			t.Errorf("%+v was taken: %v", bad, err)
		}
	}
}

// testFinish checks that the end of a match and its ratings are stored together or not at all.
func testFinish(t *testing.T, s storage.Store, p storage.People) {
	ctx := t.Context()
	mustAppend(t, s, NewHead("m", 2), NewEvents(1, 2)...)
	h := NewHead("m", 3)
	h.Status, h.Winner, h.Rated = "over", "telegram:rui", true
	rui, eva := NewRating("telegram:rui", "draughts", 1), NewRating("telegram:eva", "draughts", 1)
	both := []storage.Rating{rui, eva}

	untouched := func(what string) {
		t.Helper()
		holds(t, s, NewHead("m", 2), NewEvents(1, 2))
		rated(t, p, storage.RatingQuery{})
		finds(t, s, storage.Query{Live: true}, "m")
		if t.Failed() {
			t.Fatal(what)
		}
	}
	if err := p.Finish(ctx, h, []storage.Rating{rui, NewRating("telegram:eva", "draughts", 2)},
		NewEvents(3, 3)...); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("a result left out: %v, want ErrConflict", err)
	}
	untouched("a result left out")
	wrong := NewHead("m", 5)
	if err := p.Finish(ctx, wrong, both, NewEvents(5, 5)...); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("an event left out: %v, want ErrConflict", err)
	}
	untouched("an event left out")
	for _, bad := range [][]storage.Rating{{{}}, {rui, rui}, {{Person: "a\x00", Game: "g", Record: rui.Record}},
		{{Person: "a", Game: "", Record: rui.Record}}} {
		if err := p.Finish(ctx, h, bad, NewEvents(3, 3)...); err == nil || errors.Is(err, storage.ErrConflict) {
			t.Errorf("%+v was taken: %v", bad, err)
		}
		untouched("a bad rating")
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if err := p.Finish(gone, h, both, NewEvents(3, 3)...); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
	untouched("a context that has ended")

	if err := p.Finish(ctx, h, both, NewEvents(3, 3)...); err != nil {
		t.Fatal(err)
	}
	holds(t, s, h, NewEvents(1, 3))
	rated(t, p, storage.RatingQuery{}, eva, rui)
	finds(t, s, storage.Query{Live: true})
	if err := p.Finish(ctx, h, both, NewEvents(3, 3)...); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("the same again: %v, want ErrConflict", err)
	}

	// A match without ratings, and one with a rating of a single person.
	mustFinish(t, p, NewHead("n", 1), nil)
	mustFinish(t, p, NewHead("o", 1), []storage.Rating{NewRating("telegram:rui", "draughts", 2)})
	rated(t, p, storage.RatingQuery{Person: "telegram:rui"}, NewRating("telegram:rui", "draughts", 2))

	// A rating with two new results counted as one.
	more := NewRating("telegram:rui", "draughts", 4)
	if err := p.Finish(ctx, NewHead("p", 1), []storage.Rating{more}, NewEvents(1, 1)...); !errors.Is(err,
		storage.ErrConflict) {
		t.Errorf("two results as one: %v, want ErrConflict", err)
	}
	more.Added = 2
	mustFinish(t, p, NewHead("p", 1), []storage.Rating{more})
	rated(t, p, storage.RatingQuery{Person: "telegram:rui"}, NewRating("telegram:rui", "draughts", 4))
}

func mustFinish(t testing.TB, p storage.People, h storage.Head, ratings []storage.Rating) {
	t.Helper()
	if err := p.Finish(t.Context(), h, ratings, NewEvents(1, h.N)...); err != nil {
		t.Fatal(err)
	}
}

// testFinishRace finishes matches of the same two people at the same time, with the ratings in either order, and
// checks that no result is lost.
func testFinishRace(t *testing.T, _ storage.Store, p storage.People) {
	const writers, each = 8, 10
	var all errgroup.Group
	var mu sync.Mutex
	conflicts := 0
	for w := range writers {
		all.Go(func() error {
			for n := range each {
				for {
					had, err := p.Ratings(t.Context(), storage.RatingQuery{Person: "telegram:rui", Game: "draughts"})
					if err != nil {
						return err
					}
					played := 0
					if len(had) > 0 {
						played = had[0].Played()
					}
					h := NewHead(fmt.Sprintf("m%d-%d", w, n), 1)
					both := []storage.Rating{NewRating("telegram:rui", "draughts", played+1),
						NewRating("telegram:ana", "draughts", played+1)}
					if w%2 > 0 {
						slices.Reverse(both)
					}
					err = p.Finish(t.Context(), h, both, NewEvents(1, 1)...)
					if err == nil {
						break
					}
					if !errors.Is(err, storage.ErrConflict) {
						return err
					}
					mu.Lock()
					conflicts++
					mu.Unlock()
				}
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d conflicts", conflicts)
	rated(t, p, storage.RatingQuery{}, NewRating("telegram:ana", "draughts", writers*each),
		NewRating("telegram:rui", "draughts", writers*each))
}

func testSetRatings(t *testing.T, _ storage.Store, p storage.People) {
	ctx := t.Context()
	set := func(person string, ratings ...storage.Rating) {
		t.Helper()
		if err := p.SetRatings(ctx, person, ratings); err != nil {
			t.Fatal(err)
		}
	}
	rui, ruiCage := NewRating("telegram:rui", "draughts", 7), NewRating("telegram:rui", "cage", 2)
	eva, eve := NewRating("telegram:eva", "draughts", 3), NewRating("telegram:ev", "draughts", 1)
	set("telegram:rui", rui, ruiCage)
	set("telegram:eva", eva)
	set("telegram:ev", eve)
	rated(t, p, storage.RatingQuery{}, eve, eva, ruiCage, rui)
	rated(t, p, storage.RatingQuery{Person: "telegram:ev"}, eve)
	rated(t, p, storage.RatingQuery{Game: "draughts"}, eve, eva, rui)
	rated(t, p, storage.RatingQuery{Game: "draught"})
	rated(t, p, storage.RatingQuery{Person: "telegram:rui", Game: "cage"}, ruiCage)
	rated(t, p, storage.RatingQuery{Person: "telegram:rui\x00draughts"})
	fewer := NewRating("telegram:rui", "draughts", 2)
	set("telegram:rui", fewer)
	rated(t, p, storage.RatingQuery{Person: "telegram:rui"}, fewer)
	rated(t, p, storage.RatingQuery{Game: "cage"})
	set("telegram:rui")
	set("telegram:rui")
	rated(t, p, storage.RatingQuery{}, eve, eva)
	for person, bad := range map[string][]storage.Rating{"": nil, "a\x00": nil, "telegram:rui": {eva},
		"telegram:eva": {eva, eva}, "x": {{Person: "x", Game: "g"}}} {
		if err := p.SetRatings(ctx, person, bad); err == nil {
			t.Errorf("%q: %+v was taken", person, bad)
		}
	}
	rated(t, p, storage.RatingQuery{}, eve, eva)
}

func testSoonest(t *testing.T, s storage.Store, _ storage.People) {
	soonest := func(want time.Time) {
		t.Helper()
		if got, err := storage.Soonest(t.Context(), s); err != nil || !got.Equal(want) {
			t.Errorf("the soonest deadline is %v, %v, want %v", got, err, want)
		}
	}
	soonest(time.Time{})
	mustAppend(t, s, NewHead("never", 1), NewEvents(1, 1)...)
	soonest(time.Time{})
	for i, after := range []time.Duration{3 * time.Hour, time.Hour, 2*time.Hour + 7, -1e6 * time.Hour} {
		h := NewHead(fmt.Sprint("m", i), 1)
		h.Deadline = Noon.Add(after)
		mustAppend(t, s, h, NewEvents(1, 1)...)
		soonest(Noon.Add(min(after, time.Hour, 3*time.Hour)).Add(map[int]time.Duration{0: 2 * time.Hour}[i]))
	}
	for _, id := range []string{"m3", "m1"} {
		mustAppend(t, s, NewHead(id, 1))
	}
	soonest(Noon.Add(2*time.Hour + 7))
}

func testPeopleClosed(t *testing.T, s storage.Store, p storage.People) {
	ctx := t.Context()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, person := p.Person(ctx, "a:1")
	_, everybody := p.Everybody(ctx)
	_, ratings := p.Ratings(ctx, storage.RatingQuery{})
	_, soonest := storage.Soonest(ctx, s)
	for name, err := range map[string]error{
		"Person": person, "Everybody": everybody, "Ratings": ratings, "Soonest": soonest,
		"PutPerson":  p.PutPerson(ctx, storage.Person{ID: "a:1", Identities: []string{"a:1", "b:1"}, Version: 1}),
		"Finish":     p.Finish(ctx, NewHead("m", 1), nil, NewEvents(1, 1)...),
		"SetRatings": p.SetRatings(ctx, "a:1", nil),
	} {
		if !errors.Is(err, storage.ErrClosed) {
			t.Errorf("%s after Close = %v, want ErrClosed", name, err)
		}
	}
}

func testPeopleReopen(t *testing.T, open opener) {
	folder := t.TempDir()
	s := open(t, folder)
	p := s
	ana := storage.Person{ID: "telegram:1", Identities: []string{"telegram:1", "discord:7"}, Version: 1}
	rui := NewRating("telegram:rui", "draughts", 1)
	if err := p.PutPerson(t.Context(), ana); err != nil {
		t.Fatal(err)
	}
	mustFinish(t, p, NewHead("m", 1), []storage.Rating{rui})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, folder)
	defer s.Close()
	is(t, s, "discord:7", ana)
	rated(t, s, storage.RatingQuery{}, rui)
}
