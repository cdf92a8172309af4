package desktest

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/puzzle"
	"tabuleiro/storage"
)

// Posed is the stored state of a room's puzzle.
type Posed struct {
	Game   string
	Puzzle *puzzle.Puzzle
	At     int
	Wrong  int
}

// PosedIn returns the state of a room's puzzle.
func PosedIn(t *testing.T, store storage.Store, room string) (p Posed) {
	t.Helper()
	text, err := store.Get(context.Background(), "puzzle/"+room)
	if err != nil {
		t.Fatal(err)
	}
	if text != "" {
		if err := json.Unmarshal([]byte(text), &p); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// Tap presses a button, by label, of the last message that has one with it, in the message's room.
func (d *Desk) Tap(t *testing.T, h chat.Handler, u chat.User, label string) {
	t.Helper()
	all := d.All()
	for i := len(all) - 1; i >= 0; i-- {
		for _, row := range all[i].M.Buttons {
			for _, b := range row {
				if b.Label == label {
					h.Hear(context.Background(), chat.Event{Room: all[i].Room, From: u, Text: b.Says, Addressed: true, Tap: true})
					return
				}
			}
		}
	}
	t.Fatalf("no button %q", label)
}

// Offers reports whether a message has a button with a label.
func (s Said) Offers(label string) bool {
	return slices.ContainsFunc(slices.Concat(s.M.Buttons...), func(b chat.Button) bool { return b.Label == label })
}
