package exercise_test

import (
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A text received again after a start, sent before a puzzle was set or a step shown, has no effect on them; a later one
// has.
func TestPuzzle_HeardAgain(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for before, texts := range map[string][]string{
			"/puzzle damas": {"/puzzle next", "/puzzle solution", "/puzzle damas", "next", "solution"},
			"/learn cage":   {"/learn next", "next", "b2-c3", "/learn none"},
		} {
			for _, text := range texts {
				for _, late := range []time.Duration{-time.Minute, time.Minute} {
					d := NewDesk()
					store := memorytest.New()
					h, stop := Start(t, store, d)
					at := time.Now()
					hear := func(e chat.Event) {
						e.Room, e.From, e.Private, e.Addressed = chat.Room(Ana.ID), Ana, true, true
						Hear(h, e)
					}
					hear(chat.Event{ID: "desk:5", Text: before, Said: at})
					was := kept(t, store)
					d.Heard()
					hear(chat.Event{ID: "desk:4", Text: text, Said: at.Add(late), Reread: time.Now()})
					if now := kept(t, store); now != was != (late > 0) {
						t.Errorf("%s, after %s, said %v later: told %q, kept %s", text, before, late, d.Heard(), now)
					}
					stop()
				}
			}
		}
	})
}

// kept returns the stored records of Ana's puzzle and lessons.
func kept(t *testing.T, store storage.Store) (all string) {
	t.Helper()
	for _, key := range []string{"puzzle/", "lesson/"} {
		text, err := store.Get(t.Context(), key+Ana.ID)
		if err != nil {
			t.Fatal(err)
		}
		all += text
	}
	return all
}
