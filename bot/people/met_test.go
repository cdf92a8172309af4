package people

import (
	"slices"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A handle leads to the person last seen with it at a service, and to nobody once that one is forgotten.
func TestHandle(t *testing.T) {
	met := NewRegistry(memorytest.New())
	hear := func(room chat.Room, u chat.User) {
		t.Helper()
		if err := met.Hear(t.Context(), &chat.Event{Room: room, From: u}); err != nil {
			t.Fatal(err)
		}
	}
	hear("desk:group", chat.User{ID: "desk:ana", Handle: "Ana", Name: "Ana"})
	hear("shelf:group", chat.User{ID: "shelf:5", Handle: "ana", Name: "Ana"})
	hear("desk:group", chat.User{ID: "desk:rui", Name: "Rui"})
	for _, c := range []struct{ service, handle, want string }{
		{"desk", "ANA", "desk:ana"}, {"shelf", "ana", "shelf:5"}, {"desk", "rui", ""}, {"desk", "", ""},
	} {
		if got := met.idOf(c.service, c.handle); got != c.want {
			t.Errorf("%s at %s is %q, want %q", c.handle, c.service, got, c.want)
		}
	}
	hear("desk:group", chat.User{ID: "desk:eva", Handle: "ana", Name: "Eva"})
	if got := met.idOf("desk", "ana"); got != "desk:eva" {
		t.Errorf("the next owner is %q", got)
	}
	if err := met.Rename(t.Context(), "desk:eva", ""); err != nil || met.idOf("desk", "ana") != "" || met.idOf("shelf", "ana") == "" {
		t.Errorf("after forgetting: %q, %q, %v", met.idOf("desk", "ana"), met.idOf("shelf", "ana"), err)
	}
}

// A person is known by the event, else by an id of an account on the service, with the latest facts about them.
func TestKnown(t *testing.T) {
	store := memorytest.New()
	if err := store.PutPerson(t.Context(), storage.Person{ID: "shelf:5", Identities: []string{"shelf:5", "desk:leo"}, Version: 1}); err != nil {
		t.Fatal(err)
	}
	met := NewRegistry(store)
	ana, rui := chat.User{ID: "desk:ana", Handle: "ana", Name: "Ana"}, chat.User{ID: "desk:rui", Handle: "rui", Name: "Rui"}
	met.Meet(rui, chat.User{ID: "shelf:5", Name: "Leo"})
	e := chat.Event{Room: "desk:group", From: ana, Mentions: []chat.User{{ID: "desk:eva", Handle: "eva"}}}
	for handle, want := range map[string]chat.User{
		"ANA": ana, "desk:ana": ana, "eva": e.Mentions[0], "rui": {Handle: "rui"}, "desk:rui": rui, "desk:flo": {ID: "desk:flo"},
		"shelf:5": {ID: "shelf:5", Name: "Leo"}, "desk:leo": {ID: "shelf:5", Name: "Leo"}, "shelf:6": {Handle: "shelf:6"},
		"nobody": {Handle: "nobody"},
	} {
		if got, err := met.Known(t.Context(), e, handle); err != nil || got != want {
			t.Errorf("%s is %+v, %v, want %+v", handle, got, err, want)
		}
	}
	if err := met.Rename(t.Context(), rui.ID, ""); err != nil {
		t.Fatal(err)
	}
	if got, err := met.Known(t.Context(), e, "desk:rui"); err != nil || got != (chat.User{ID: rui.ID}) {
		t.Errorf("after forgetting it is %+v, %v", got, err)
	}
}

// Accounts belong to one person from when that is noted until it is undone; nobody's accounts are taken away.
func TestRegistry(t *testing.T) {
	r, ctx := NewRegistry(memorytest.New()), t.Context()
	person := func(account, want string, accounts ...string) {
		t.Helper()
		p, err := r.Person(ctx, account)
		if err != nil || p.ID != want || !slices.Equal(Accounts(p), accounts) {
			t.Errorf("%s is of %+v, %v", account, p, err)
		}
	}
	person("desk:ana", "desk:ana", "desk:ana")
	person("", "", "")
	for range 2 {
		if err := r.SetAccounts(ctx, "desk:ana", "desk:ana", "shelf:7"); err != nil {
			t.Fatal(err)
		}
		person("shelf:7", "desk:ana", "desk:ana", "shelf:7")
		person("desk:ana", "desk:ana", "desk:ana", "shelf:7")
	}
	if err := r.SetAccounts(ctx, "shelf:7", "shelf:7"); err == nil {
		t.Error("an account is taken away from a person")
	}
	for _, c := range [][3]string{{"desk", "desk:ana", "desk:ana"}, {"shelf", "desk:ana", "shelf:7"}, {"wall", "desk:ana", ""}, {"desk", "shelf:9", ""}} {
		if at, err := r.Account(ctx, c[0], c[1]); err != nil || at != c[2] {
			t.Errorf("%s on the %s is %q, %v", c[1], c[0], at, err)
		}
	}
	anaToo := chat.User{ID: "shelf:7", Name: "Ana S"}
	e := chat.Event{From: anaToo, Answered: anaToo, Opener: anaToo, Mentions: []chat.User{{ID: "shelf:8"}, anaToo}}
	given := e.Mentions
	if err := r.Hear(ctx, &e); err != nil || e.From.ID != "desk:ana" || e.Answered.ID != "desk:ana" || e.Opener.ID != "desk:ana" ||
		e.Mentions[0].ID != "shelf:8" || e.Mentions[1].ID != "desk:ana" || given[1] != anaToo {
		t.Errorf("heard as %+v, %v", e, err)
	}
	ana, leo := chat.User{ID: "desk:ana", Handle: "ana", Name: "Ana"}, chat.User{ID: "shelf:8", Handle: "leo", Name: "Leo"}
	m := chat.Message{Turn: ana, Text: []chat.Span{{Text: "Ana", User: &ana}, {Text: " and "}, {Text: "Leo", User: &leo}}}
	for room, want := range map[chat.Room][2]chat.User{"desk:group": {ana, {Name: "Leo"}}, "shelf:1": {{ID: "shelf:7", Name: "Ana"}, leo},
		"wall:1": {{Name: "Ana"}, {Name: "Leo"}}} {
		got, err := r.Local(ctx, room, m)
		if err != nil || got.Turn != want[0] || *got.Text[0].User != want[0] || got.Text[1].User != nil || *got.Text[2].User != want[1] {
			t.Errorf("in %s it is %+v, %v", room, got, err)
		}
	}
	if *m.Text[0].User != ana {
		t.Error("the message itself is changed")
	}
	if err := r.SetAccounts(ctx, "desk:ana"); err != nil {
		t.Fatal(err)
	}
	person("shelf:7", "shelf:7", "shelf:7")
	if err := r.SetAccounts(ctx, "desk:ana", "shelf:7", "desk:ana"); err != nil {
		t.Fatal(err)
	}
	if at, err := r.Account(ctx, "shelf", "desk:ana"); err != nil || at != "shelf:7" {
		t.Errorf("the first account is %q, %v", at, err)
	}
}

// Limits not set have their defaults.
func TestLimits_Complete(t *testing.T) {
	if got, want := (Limits{}).Complete(), (Limits{5, 50, 20, 60}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if own := (Limits{1, 2, 3, 4}); own.Complete() != own {
		t.Errorf("%+v", own.Complete())
	}
}

// A mark reveals neither an id nor whether another list has the same one.
func TestMarkOf(t *testing.T) {
	one := MarkOf("desk:ana", "desk:rui")
	if one != MarkOf("desk:ana", "desk:rui") || one == MarkOf("desk:eva", "desk:rui") || one == MarkOf("desk:ana", "desk:eva") || len(one) != 24 {
		t.Errorf("a mark is %s", one)
	}
}
