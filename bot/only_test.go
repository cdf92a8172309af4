package bot_test

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// onlyStored is the one match that there is, or that a query finds, as it is stored.
func onlyStored(t testing.TB, store storage.Store, q storage.Query) (storage.Head, []match.Event) {
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

// only is the same match as it stands.
func only(t testing.TB, store storage.Store, q storage.Query) *match.Match {
	t.Helper()
	head, events := onlyStored(t, store, q)
	m, err := match.Replay(head.ID, gameNamed, events)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// every is each match as it stands.
func every(t testing.TB, store storage.Store) (all []*match.Match) {
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
		m, err := match.Replay(h.ID, gameNamed, events)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

// eventsOf are those of the only match.
func eventsOf(t testing.TB, store storage.Store) []match.Event {
	t.Helper()
	_, events := onlyStored(t, store, storage.Query{})
	return events
}

// firstMove is the first legal move of a match that goes on.
func firstMove(m *match.Match) engine.Move {
	for move := range m.Line.Position().Moves() {
		return move
	}
	panic("there is no move")
}
