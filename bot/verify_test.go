package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/kv"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// played returns a store with matches of every status, as the bot itself has stored them.
func played(t *testing.T) (*memorytest.Store, []storage.Head) {
	t.Helper()
	store, d := memorytest.New(), NewDesk()
	h, _ := Start(t, store, d)
	Says(h, Ana, "/play eximo @rui")
	Says(h, Ana, "/cancel")
	Says(h, Ana, "/play damas colour=white @rui")
	Says(h, Rui, "/accept")
	Says(h, Ana, "11-15")
	Says(h, Rui, "/draw")
	Says(h, Ana, "/play gamao @rui")
	Says(h, Rui, "/accept")
	// A person known by handle alone, who declines; and one who has not answered.
	h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Ana, Text: "/play cage @eva", Addressed: true})
	Says(h, chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}, "/decline")
	h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Ana, Text: "/play chilenas @leo", Addressed: true})
	Says(h, chat.User{ID: "desk:kim", Handle: "kim", Name: "Kim"}, "/theme slate")
	heads, err := store.Find(t.Context(), storage.Query{})
	if err != nil {
		t.Fatal(err)
	}
	statuses := map[match.Status]int{}
	for _, h := range heads {
		statuses[h.Status]++
	}
	if statuses[match.Open] != 1 || statuses[match.Playing] != 2 || statuses[match.Void] != 2 {
		t.Fatalf("the matches are %v", statuses)
	}
	return store, heads
}

// A store that only the bot has written is in order.
func TestVerify_Match(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, heads := played(t)
		for _, h := range heads {
			events, err := store.Events(t.Context(), h.ID)
			if err != nil {
				t.Fatal(err)
			}
			if wrong := bot.VerifyMatch(Games, h, events); len(wrong) > 0 {
				t.Errorf("%s (%s): %v", h.Game, h.Status, wrong)
			}
		}
	})
}

// Later damage is reported.
func TestVerify_MatchFinds(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, heads := played(t)
		i := slices.IndexFunc(heads, func(h storage.Head) bool { return h.Game == "portuguese" })
		events, err := store.Events(t.Context(), heads[i].ID)
		if err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			spoil func(h *storage.Head, events []match.Event)
			want  string
		}{
			"number": {func(h *storage.Head, _ []match.Event) { h.N++ },
				"the head has the number of events 5, the events make it 4"},
			"status": {func(h *storage.Head, _ []match.Event) { h.Status = match.Over },
				"status over, the events make it playing"},
			"game":    {func(h *storage.Head, _ []match.Event) { h.Game = "chess" }, "game chess"},
			"players": {func(h *storage.Head, _ []match.Event) { h.Players[0] = "desk:eva" }, "players [desk:eva desk:rui]"},
			"began":   {func(h *storage.Head, _ []match.Event) { h.Began = h.Began.Add(time.Second) }, "beginning"},
			"latest":  {func(h *storage.Head, _ []match.Event) { h.Latest = time.Time{} }, "latest event"},
			"said": {func(h *storage.Head, _ []match.Event) { h.Places[0].Delivered = 9 },
				"9 events of 4 were announced in room desk:group"},
			"room": {func(h *storage.Head, _ []match.Event) { h.Places[0].Room = "group" },
				`the room "group" names no service`},
			"move":     {func(_ *storage.Head, e []match.Event) { e[2].Move = "11-20" }, "event 3 (moved): "},
			"nonsense": {func(_ *storage.Head, e []match.Event) { e[2].Move = "\x00" }, "event 3 (moved): "},
			"kind":     {func(_ *storage.Head, e []match.Event) { e[3].Kind = "cheered" }, "event 4 (cheered): "},
			"order": {func(_ *storage.Head, e []match.Event) { e[1], e[2] = e[2], e[1] },
				"event 2 (moved): refused: not-started"},
			"version": {func(_ *storage.Head, e []match.Event) {
				setup := *e[0].Setup
				setup.Version = 99
				e[0].Setup = &setup
			}, "version 99 of its rules"},
			"unknown": {func(_ *storage.Head, e []match.Event) {
				setup := *e[0].Setup
				setup.Game = "chess"
				e[0].Setup = &setup
			}, `game "chess" is unknown`},
			"setup": {func(_ *storage.Head, e []match.Event) { e[0].Setup = nil }, "event 1 (challenged): "},
		} {
			h, e := heads[i], slices.Clone(events)
			h.Players, h.Places = slices.Clone(h.Players), slices.Clone(h.Places)
			c.spoil(&h, e)
			wrong := bot.VerifyMatch(Games, h, e)
			if len(wrong) != 1 || !strings.Contains(wrong[0].Error(), c.want) {
				t.Errorf("%s: %v, want %q", name, wrong, c.want)
			}
		}
	})
}

// Settings stored by the bot are known; others, and unreadable ones, are reported.
func TestVerify_Setting(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, _ := played(t)
		keys, err := store.Keys(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		if len(keys) == 0 {
			t.Error("no settings are stored")
		}
		for _, key := range keys {
			value, err := store.Get(t.Context(), key)
			if err != nil {
				t.Fatal(err)
			}
			if err := kv.Verify(key, value); err != nil {
				t.Errorf("%s: %v", key, err)
			}
			if err := kv.Verify(key, "{"+value); err == nil {
				t.Errorf("%s cannot be read, and nothing is said", key)
			}
		}
		for key, value := range map[string]string{
			"language/desk:group":         "pt",
			"around/desk:group":           "club:house",
			"question/desk:ana/desk:room": "yes",
			"offers/key":                  "short",
		} {
			if err := kv.Verify(key, value); err == nil {
				t.Errorf("%s is %q, and nothing is said", key, value)
			}
		}
	})
}
