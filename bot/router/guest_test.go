package router_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// The bot decides without the store which talk it needs to hear.
func TestWeigh(t *testing.T) {
	t.Parallel()
	b := NewBot(t, memorytest.New())
	for _, c := range []struct {
		text      string
		addressed bool
		want      chat.Weight
	}{
		{"hello everybody", false, chat.Talk},
		{"shall we meet at 8?", false, chat.Talk},
		{"", false, chat.Talk},
		{"hello", true, chat.Wish},
		{"yes", false, chat.Wish},
		{"não", false, chat.Wish},
		{"/help", true, chat.Wish},
		{"/help", false, chat.Wish},
		{"/move 11-15", true, chat.Move},
		{"/lance 11-15", true, chat.Move},
		{"11-15", false, chat.Move},
		{"11-15 #k7q2", false, chat.Move},
		{"11-15", true, chat.Move},
		{"8/5 6/5", false, chat.Move},
		{"c2-c4", false, chat.Move},
		{"/board 11-15", true, chat.Wish},
	} {
		if got := b.Weigh(chat.Event{Text: c.text, Addressed: c.addressed, Room: "test:room"}); got != c.want {
			t.Errorf("%q weighs %d, want %d", c.text, got, c.want)
		}
	}
	if got := b.Weigh(chat.Event{File: &chat.File{}, Room: "test:room"}); got != chat.Wish {
		t.Errorf("a file weighs %d", got)
	}
}

// A topic without settings of its own has those of its group; what is chosen in the topic holds only there.
func TestSettings_AroundTopic(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		say := func(room chat.Room, text string) string {
			h.Hear(t.Context(), chat.Event{Room: room, From: chat.User{ID: "desk:ana", Name: "Ana"}, Text: text,
				Addressed: true})
			return d.Last(t).M.Text[0].Text
		}
		const group, topic, other = chat.Room("desk:1"), chat.Room("desk:1:2"), chat.Room("desk:1:3")
		say(group, "/language pt")
		say(topic, "/theme slate")
		say(topic, "/language es")
		for room, want := range map[chat.Room]string{group: "Não conheço", topic: "No conozco", other: "Não conheço"} {
			if got := say(room, "/nonsense"); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q", room, got)
			}
		}
		say(topic, "/language default")
		if got := say(topic, "/nonsense"); !strings.HasPrefix(got, "Não conheço") {
			t.Errorf("without an own choice: %q", got)
		}
	})
}

// An event that is delivered again is recognized for a week; after that its id belongs to another event.
func TestEvents_KnownForAWeek(t *testing.T) {
	t.Parallel()
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		begun := func() int {
			h.Hear(t.Context(), chat.Event{ID: "desk:7", Room: "desk:1", From: chat.User{ID: "desk:ana", Name: "Ana"},
				Text: "/play damas", Addressed: true})
			heads, err := h.Store.Find(t.Context(), storage.Query{Player: "desk:ana"})
			if err != nil {
				t.Error(err)
			}
			return len(heads)
		}
		if n := begun(); n != 1 {
			t.Errorf("%d matches", n)
		}
		Later(6 * 24 * time.Hour)
		if n := begun(); n != 1 {
			t.Errorf("%d matches after the same event", n)
		}
		Later(2 * 24 * time.Hour)
		if n := begun(); n != 2 {
			t.Errorf("%d matches after another event with an old name", n)
		}
	})
}
