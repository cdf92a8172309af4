package desktest

import (
	"context"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Limit returns a change of the limits for one person.
func Limit(l bot.Limits) func(*bot.Config) { return func(c *bot.Config) { c.Limits = l } }

// Live counts a person's matches that have not ended, by status.
func Live(t *testing.T, store storage.Store, id string) map[match.Status]int {
	t.Helper()
	heads, err := store.Find(context.Background(), storage.Query{Player: id, Live: true})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[match.Status]int{}
	for _, h := range heads {
		counts[h.Status]++
	}
	return counts
}

// OnlyStored returns the only match that a query finds, as stored.
func OnlyStored(t testing.TB, store storage.Store, q storage.Query) (storage.Head, []match.Event) {
	t.Helper()
	heads, err := store.Find(t.Context(), q)
	if err != nil || len(heads) != 1 {
		t.Fatalf("%d matches, %v", len(heads), err)
	}
	events, err := store.Events(t.Context(), heads[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	return heads[0], events
}

// Only returns the only match that a query finds.
func Only(t testing.TB, store storage.Store, q storage.Query) *match.Match {
	t.Helper()
	head, events := OnlyStored(t, store, q)
	m, err := match.Replay(head.ID, GameNamed, events)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Every returns all matches.
func Every(t testing.TB, store storage.Store) (all []*match.Match) {
	t.Helper()
	heads, err := store.Find(t.Context(), storage.Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range heads {
		events, err := store.Events(t.Context(), h.ID)
		if err != nil {
			t.Fatal(err)
		}
		m, err := match.Replay(h.ID, GameNamed, events)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

// EventsOf returns the events of the only match.
func EventsOf(t testing.TB, store storage.Store) []match.Event {
	t.Helper()
	_, events := OnlyStored(t, store, storage.Query{})
	return events
}

// FirstMove returns the first legal move of a match.
func FirstMove(m *match.Match) engine.Move {
	for move := range m.Line.Position().Moves() {
		return move
	}
	panic("there is no move")
}
