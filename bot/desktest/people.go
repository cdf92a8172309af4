package desktest

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Ana, Rui and Eva are people at the desk.
var (
	Ana = chat.User{ID: "desk:ana", Handle: "ana", Name: "Ana"}
	Rui = chat.User{ID: "desk:rui", Handle: "rui", Name: "Rui"}
	Eva = chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
)

// Zulmira has a name that occurs in nothing else; Traits are the texts by which she could be recognized.
var (
	Zulmira = chat.User{ID: "desk:u7001x", Handle: "Zulmirinha", Name: "Dona Felisberta"}
	Traits  = []string{"u7001x", "zulmirinha", "felisberta"}
)

// Privately sends a text in a person's private chat.
func Privately(h chat.Handler, u chat.User, text string) {
	h.Hear(context.Background(), chat.Event{Room: chat.Room(u.ID), From: u, Text: text, Addressed: true, Private: true})
}

// Stored returns the whole content of a store as text.
func Stored(t *testing.T, store storage.Store) string {
	t.Helper()
	ctx := context.Background()
	var b strings.Builder
	add := func(v any, err error) {
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
		b.WriteByte('\n')
	}
	heads, err := store.Find(ctx, storage.Query{})
	add(heads, err)
	for _, h := range heads {
		events, err := store.Events(ctx, h.ID)
		add(events, err)
		_, err = match.Replay(h.ID, GameNamed, events)
		add("replayed", err)
	}
	keys, err := store.Keys(ctx, "")
	add(keys, err)
	for _, k := range keys {
		add(store.Get(ctx, k))
	}
	return b.String()
}
