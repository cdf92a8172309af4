package archive

import (
	"log/slog"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/view"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// A thread belongs to its channel, and that to its server: settings of the enclosing rooms apply in it, also for the
// next process, unless it has its own. It can move to another channel, never under itself, and not out of an unknown
// channel.
func TestNestUnder(t *testing.T) {
	const thread, channel, server, other = chat.Room("desk:3"), chat.Room("desk:2"), chat.Room("desk:1"), chat.Room("desk:4")
	plain := memorytest.New()
	store := faultytest.New(plain)
	a := New(store, table.Games, slog.New(slog.NewTextHandler(t.Output(), nil)))
	for room, theme := range map[chat.Room]string{channel: "slate", server: "paper", other: "wood"} {
		if err := a.Choose(t.Context(), OfRoom(room), "theme", view.Chosen{Value: theme}); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Choose(t.Context(), OfRoom(server), "language", view.Chosen{Value: "pt"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		room, under     chat.Room
		writes          int
		theme, language string // of the thread by then
	}{
		{thread, "", 0, "", ""},
		{thread, thread, 0, "", ""},
		{thread, channel, 1, "slate", ""},
		{channel, server, 1, "slate", "pt"},
		{thread, channel, 0, "slate", "pt"}, // is known
		{thread, "", 0, "slate", "pt"},
		{thread, other, 1, "wood", ""},
	} {
		writes := 0
		store.Plan(func(c faultytest.Call) (none faultytest.Fault) {
			if c.Writes() {
				writes++
			}
			return none
		})
		if err := a.NestUnder(t.Context(), c.room, c.under); err != nil {
			t.Fatal(err)
		}
		for _, a := range []*Archive{a, New(plain, table.Games, a.Log)} {
			p := a.Preferences(t.Context(), OfRoom(thread))
			if p["theme"].Value != c.theme || p["language"].Value != c.language || writes != c.writes {
				t.Errorf("%s under %q: the thread has %v after %d writes", c.room, c.under, p, writes)
			}
		}
	}
	store.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrFull}, "Put"))
	if err := a.NestUnder(t.Context(), thread, channel); err == nil {
		t.Error("what is not stored is said to be")
	}
}

// A choice made while settings cannot be read fails, and removes no other.
func TestChoose_Unread(t *testing.T) {
	store := faultytest.New(memorytest.New())
	a := New(store, table.Games, slog.New(slog.NewTextHandler(t.Output(), nil)))
	choose := func(name, value string) error {
		return a.Choose(t.Context(), OfPerson("desk:ana"), name, view.Chosen{Value: value})
	}
	if err := choose("language", "pt"); err != nil {
		t.Fatal(err)
	}
	store.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrAway}, "Get"))
	if err := choose("theme", "slate"); err == nil {
		t.Error("it is said to be stored")
	}
	if p := a.Preferences(t.Context(), OfPerson("desk:ana")); len(p) > 0 {
		t.Errorf("what cannot be read is %v", p)
	}
	store.Plan(nil)
	if p := a.Preferences(t.Context(), OfPerson("desk:ana")); len(p) != 1 || p["language"].Value != "pt" {
		t.Errorf("afterwards is chosen %v", p)
	}
}
