package archive

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

var (
	ana = match.Player{ID: "desk:ana", Handle: "ana", Name: "Ana"}
	rui = match.Player{ID: "desk:rui", Handle: "rui", Name: "Rui"}
)

// began is when the matches begin.
var began = time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)

// keeping returns an archive with a match of three moves, and its events.
func keeping(t *testing.T, store storage.Store) (*Archive, *match.Match, []match.Event) {
	t.Helper()
	a := New(store, table.Games, slog.New(slog.DiscardHandler))
	events := []match.Event{
		{Kind: match.Challenged, By: ana.ID, Who: &ana, Room: "desk:group",
			Setup: &match.Setup{Game: "portuguese", Version: 1, Opponent: match.Player{Handle: "Rui"}}},
		{Kind: match.Accepted, By: rui.ID, Who: &rui, First: ana.ID, Room: "desk:rui", Alone: true},
		{Kind: match.Moved, By: ana.ID, Move: "11-15"}, {Kind: match.Moved, By: rui.ID, Move: "22-18"},
		{Kind: match.Moved, By: ana.ID, Move: "12-16"},
	}
	var head storage.Head
	m := &match.Match{ID: "k7q2"}
	for i := range events {
		events[i].At = began.Add(time.Duration(i) * time.Minute)
		var err error
		if m, err = m.Apply(events[i], a.Game); err != nil {
			t.Fatal(err)
		}
		head = HeadOf(m, head.Places, events[i])
		if err := a.Append(t.Context(), head, events[i]); err != nil {
			t.Fatal(err)
		}
	}
	return a, m, events
}

// The head of a match has its players, its rooms with their deliveries, and its next deadline.
func TestHeadOf(t *testing.T) {
	a, m, _ := keeping(t, memorytest.New())
	head, err := a.Head(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := storage.Head{ID: "k7q2", N: 5, Status: match.Playing, Game: "portuguese", Players: []string{ana.ID, rui.ID}, Began: began,
		Latest: began.Add(4 * time.Minute), Places: []storage.Place{{Room: "desk:group"}, {Room: "desk:rui", For: rui.ID}}}
	if fmt.Sprint(head) != fmt.Sprint(want) {
		t.Errorf("the head is %+v, want %+v", head, want)
	}
	if PlayedAt(head) != "desk:group" || !IsAt(head, "desk:rui") || IsAt(head, "desk:hall") || BegunAt(head) != "desk" {
		t.Errorf("it is played at %s, begun at %s", PlayedAt(head), BegunAt(head))
	}
	if at := BegunAt(storage.Head{Players: []string{"shelf:1"}, Places: head.Places[:1]}); at != "desk" {
		t.Errorf("it was begun at %s", at)
	}
	if at := BegunAt(storage.Head{Players: []string{"shelf:1"}}); at != "shelf" || BegunAt(storage.Head{}) != "" {
		t.Errorf("it was begun at %s", at)
	}
	open := *m
	open.Opponent = match.Player{Handle: "Rui"}
	if h := HeadOf(&open, nil, match.Event{}); fmt.Sprint(h.Players) != "[desk:ana @rui]" {
		t.Errorf("the players are %v", h.Players)
	}
	apart := *m
	apart.Setup.Apart = true
	h := HeadOf(&apart, []storage.Place{{Room: "desk:group"}, {Room: "desk:ana", For: ana.ID}}, match.Event{Kind: match.Accepted, Room: "desk:thread"})
	if !h.Places[0].ThreadParent || h.Places[1].ThreadParent || h.Places[2].ThreadParent || PlayedAt(h) != "desk:thread" {
		t.Errorf("the places are %+v", h.Places)
	}
	over := *m
	over.Status, over.Outcome.Winner = match.Over, 2
	if h := HeadOf(&over, nil, match.Event{}); h.Winner != rui.ID || h.Rated || h.Set {
		t.Errorf("the head is %+v", h)
	}
	over.Reader = ana
	if h := HeadOf(&over, nil, match.Event{}); !h.Deadline.Equal(m.Latest.Add(Shelf)) {
		t.Errorf("it is kept until %s", h.Deadline)
	}
	again, err := Rebuild(table.Games)(storage.Head{ID: "k7q2", Places: head.Places}, mustEvents(t, a))
	if err != nil || fmt.Sprint(again) != fmt.Sprint(head) {
		t.Errorf("it is rebuilt as %+v, %v", again, err)
	}
}

func mustEvents(t *testing.T, a *Archive) []match.Event {
	events, err := a.Events(t.Context(), "k7q2")
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// A match is read in its current and earlier states, by this process and by another, and so are its last events.
func TestLoad(t *testing.T) {
	store := memorytest.New()
	a, m, events := keeping(t, store)
	for _, a := range []*Archive{a, New(store, table.Games, a.Log)} {
		got, head, err := a.Load(t.Context(), m.ID)
		if err != nil || got.N != 5 || head.N != 5 || got.Line.Len() != 3 {
			t.Fatalf("%+v, %+v, %v", got, head, err)
		}
		for n := range 7 {
			last, err := a.Last(t.Context(), got, n)
			if want := events[5-min(n, 5):]; err != nil || !slices.EqualFunc(last, want, func(x, y match.Event) bool { return x.At.Equal(y.At) }) {
				t.Errorf("the last %d are %v, %v", n, last, err)
			}
		}
	}
	if _, _, err := a.Load(t.Context(), "none"); !errors.Is(err, storage.ErrNotFound) {
		t.Error(err)
	}
	if all, err := a.Search(t.Context(), storage.Query{Player: rui.ID}); err != nil || len(all) != 1 || all[0].N != 5 {
		t.Errorf("found %v, %v", all, err)
	}
}

// Places are noted, moved and removed; one that follows the end alone is removed once another match of it is noted.
func TestPlaces(t *testing.T) {
	a, m, _ := keeping(t, memorytest.New())
	places := func(want string) {
		t.Helper()
		head, err := a.Head(t.Context(), m.ID)
		var all []string
		for _, p := range head.Places {
			all = append(all, fmt.Sprintf("%s %d %s %v", p.Room, p.Delivered, p.Ref, p.ThreadParent))
		}
		if got := strings.Join(all, "; "); got != want || err != nil {
			t.Errorf("the places are %s, want %s, %v", got, want, err)
		}
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	places("desk:group 0  false; desk:rui 0  false")
	do(a.NoteDelivered(t.Context(), m.ID, "desk:group", false, 4, "m7"))
	do(a.NoteDelivered(t.Context(), m.ID, "desk:group", true, 5, "m8"))
	do(a.NoteDelivered(t.Context(), m.ID, "desk:group", false, 3, "m9"))
	places("desk:group 4 m9 false; desk:rui 0  false")
	do(a.Moved(t.Context(), "desk:rui", "desk:hall"))
	do(a.Moved(t.Context(), "desk:none", "desk:else"))
	places("desk:group 4 m9 false; desk:hall 0  false")
	head, err := a.Head(t.Context(), m.ID)
	do(err)
	head.Places[1].ThreadParent = true
	do(a.Append(t.Context(), head))
	do(a.Moved(t.Context(), "desk:group", "desk:hall"))
	places("desk:hall 4 m9 false")
	do(a.Leave(t.Context(), m.ID, func(p storage.Place) bool { return p.Room == "desk:none" }))
	places("desk:hall 4 m9 false")
	do(a.Leave(t.Context(), m.ID, func(p storage.Place) bool { return p.Room == "desk:hall" }))
	places("")
	if err := a.NoteDelivered(t.Context(), "none", "desk:hall", false, 1, ""); !errors.Is(err, storage.ErrNotFound) {
		t.Error(err)
	}
}

// An imported game is kept as long as people look at it, and is deleted with all its records.
func TestShelf(t *testing.T) {
	store := memorytest.New()
	a, m, _ := keeping(t, store)
	a.Touch(t.Context(), m, began.Add(10*Shelf)) // it is not from a file yet
	m.Reader = ana
	head, err := a.Head(t.Context(), m.ID)
	if err != nil || head.Deadline.After(began.Add(Shelf)) {
		t.Fatal(head.Deadline, err)
	}
	head.Deadline = began.Add(Shelf)
	if err := a.Append(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	until := func(now, want time.Duration) {
		t.Helper()
		a.Touch(t.Context(), m, began.Add(now))
		if head, err := a.Head(t.Context(), m.ID); err != nil || !head.Deadline.Equal(began.Add(want)) {
			t.Errorf("it is kept until %s, want %s, %v", head.Deadline, began.Add(want), err)
		}
	}
	until(24*time.Hour, Shelf)
	until(24*time.Hour+1, Shelf+24*time.Hour+1)
	for now, want := range map[time.Duration]bool{0: false, Shelf + 24*time.Hour: false} {
		if gone, err := a.Discard(t.Context(), m.ID, began.Add(now)); gone != want || err != nil {
			t.Errorf("after %s it is gone: %v, %v", now, gone, err)
		}
	}
	if gone, err := a.Discard(t.Context(), m.ID, began.Add(Shelf+24*time.Hour+1)); !gone || err != nil {
		t.Errorf("it is gone: %v, %v", gone, err)
	}
	if _, _, err := a.Load(t.Context(), m.ID); !errors.Is(err, storage.ErrNotFound) {
		t.Error(err)
	}
	if gone, err := a.Discard(t.Context(), m.ID, began.Add(2*Shelf)); gone || err == nil {
		t.Errorf("it is gone again: %v, %v", gone, err)
	}
	a.Touch(t.Context(), m, began) // which is no error for the one who looks
}

// Choices are passed on to a person who has none.
func TestChoices(t *testing.T) {
	a, _, _ := keeping(t, memorytest.New())
	choose := func(o Owner, name, value string) {
		if err := a.Choose(t.Context(), o, name, view.Chosen{Value: value}); err != nil {
			t.Fatal(err)
		}
	}
	theme := func(o Owner, want string) {
		t.Helper()
		if got := a.Preferences(t.Context(), o)["theme"].Value; got != want {
			t.Errorf("the theme is %q, want %q", got, want)
		}
	}
	choose(OwnerAt("desk:ana", ana.ID), "theme", "slate")
	choose(OwnerAt("desk:hall", ""), "theme", "paper")
	theme(OfPerson(ana.ID), "slate")
	theme(OfRoom("desk:hall"), "paper")
	for range 2 {
		if err := a.Moved(t.Context(), "desk:hall", "desk:attic"); err != nil {
			t.Fatal(err)
		}
		theme(OfRoom("desk:attic"), "paper")
		choose(OfRoom("desk:hall"), "theme", "wood")
	}
	if err := a.Moved(t.Context(), "desk:nowhere", "desk:new"); err != nil {
		t.Fatal(err)
	}
	theme(OfRoom("desk:new"), "")
	if keys, err := a.Keys(t.Context(), "settings/room/desk:new"); err != nil || len(keys) > 0 {
		t.Errorf("of nothing chosen is kept %v, %v", keys, err)
	}
	if err := a.ForgetChoices(t.Context(), OfPerson(ana.ID)); err != nil {
		t.Fatal(err)
	}
	theme(OfPerson(ana.ID), "")
}

// If a write's response is lost the store is asked whether it has the events; if not, the write failed.
func TestAppend_AnswerLost(t *testing.T) {
	down := errors.New("the network is down")
	for name, c := range map[string]struct {
		fault faultytest.Fault
		want  error
	}{
		"kept, without a word": {faultytest.Fault{Err: down, Done: true}, nil}, "not kept": {faultytest.Fault{Err: down}, down},
		"conflict": {faultytest.Fault{Err: storage.ErrConflict, Done: true}, storage.ErrConflict},
		"full":     {faultytest.Fault{Err: storage.ErrFull, Done: true}, storage.ErrFull},
		"lost":     {faultytest.Fault{Err: storage.ErrLost, Done: true}, storage.ErrLost},
		"closed":   {faultytest.Fault{Err: storage.ErrClosed, Done: true}, storage.ErrClosed},
	} {
		store := faultytest.New(memorytest.New())
		a, m, _ := keeping(t, store)
		move := match.Event{Kind: match.Moved, By: rui.ID, Move: "21-17", At: began.Add(time.Hour)}
		next, err := m.Apply(move, a.Game)
		if err != nil {
			t.Fatal(err)
		}
		head, err := a.Head(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		head = HeadOf(next, head.Places, move)
		store.Plan(func(f faultytest.Call) (none faultytest.Fault) {
			if f.Writes() {
				return c.fault
			}
			return none
		})
		var log bytes.Buffer
		a.Log = slog.New(slog.NewTextHandler(&log, nil))
		if err := a.Append(t.Context(), head, move); !errors.Is(err, c.want) || (c.want == nil) != strings.Contains(log.String(), "the store's answer was lost") {
			t.Errorf("%s: %v, want %v; in the log is %q", name, err, c.want, log.String())
		}
		if err := a.Append(t.Context(), head); !errors.Is(err, c.fault.Err) {
			t.Errorf("%s, without events: %v", name, err)
		}
		if name != "kept, without a word" {
			continue
		}
		other := move
		other.Move = "21-18"
		if err := a.Append(t.Context(), head, other); err == nil {
			t.Error("another move was kept")
		}
	}
}
