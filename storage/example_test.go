package storage_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// An append continues exactly what is stored, or fails.
func Example() {
	ctx := context.Background()
	store := memorytest.New()
	defer store.Close()

	ana := match.Player{ID: "telegram:1", Name: "Ana"}
	noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	challenge := match.Event{
		Kind: match.Challenged, At: noon, By: ana.ID, Who: &ana, Room: "telegram:-100",
		Setup: &match.Setup{Game: draughts.Portuguese.Name, Version: draughts.Portuguese.Version},
	}
	head := storage.Head{
		ID: "k7q2", N: 1, Status: match.Open, Game: draughts.Portuguese.Name, Players: []string{ana.ID},
		Places: []storage.Place{{Room: "telegram:-100"}}, Began: noon, Latest: noon,
	}
	if err := store.Append(ctx, head, challenge); err != nil {
		panic(err)
	}
	again := store.Append(ctx, head, challenge)
	fmt.Println("the same once more is a conflict:", errors.Is(again, storage.ErrConflict))

	live, err := store.Find(ctx, storage.Query{Player: ana.ID, Live: true})
	if err != nil {
		panic(err)
	}
	for _, h := range live {
		fmt.Println(h.ID, "is", h.Status, "after", h.N, "event")
	}
	// Output:
	// the same once more is a conflict: true
	// k7q2 is open after 1 event
}
