package desktest

import (
	"context"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Limit is a change of what one person may ask for.
func Limit(l bot.Limits) func(*bot.Config) { return func(c *bot.Config) { c.Limits = l } }

// Live are the matches of somebody that have not ended, by their state.
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

// OnlyStored is the one match that there is, or that a query finds, as it is stored.
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

// Only is the same match as it stands.
func Only(t testing.TB, store storage.Store, q storage.Query) *match.Match {
	t.Helper()
	head, events := OnlyStored(t, store, q)
	m, err := match.Replay(head.ID, GameNamed, events)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Every is each match as it stands.
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

// EventsOf are those of the only match.
func EventsOf(t testing.TB, store storage.Store) []match.Event {
	t.Helper()
	_, events := OnlyStored(t, store, storage.Query{})
	return events
}

// FirstMove is the first legal move of a match that goes on.
func FirstMove(m *match.Match) engine.Move {
	for move := range m.Line.Position().Moves() {
		return move
	}
	panic("there is no move")
}
