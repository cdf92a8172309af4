package services_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
)

// plain is a service without optional capabilities.
type plain struct {
	chattest.Mute
	name string
	ends error
}

func (p plain) Name() string                            { return p.name }
func (p plain) Caps(chat.Room) (c chat.Caps)            { return chat.Caps{Text: len(p.name)} }
func (p plain) Self() chat.User                         { return chat.User{ID: p.name + ":bot", Handle: p.name + "_bot"} }
func (p plain) State() chat.State                       { return chat.State{Lacks: []string{p.name}} }
func (p plain) Run(context.Context, chat.Handler) error { return p.ends }
func (p plain) Send(context.Context, chat.Room, chat.Message) (chat.Ref, error) {
	return "", errors.ErrUnsupported
}

// rich is a service that knows its members.
type rich struct {
	plain
	admin, here bool
	fails       error
}

func (rich) Link(payload string) string    { return payload }
func (rich) Share(string, string) string   { return "" }
func (rich) Written(text, _ string) string { return text }
func (r rich) Administers(context.Context, chat.Room, string) (bool, error) {
	return r.admin, r.fails
}
func (r rich) Present(_ context.Context, _ chat.Room, _ string, now bool) (bool, error) {
	return r.here && !now, r.fails // what it told before will do
}
func (r rich) Thread(_ context.Context, room chat.Room, title string, people ...chat.User) (chat.Room, error) {
	return room + chat.Room(fmt.Sprint(":", title, ":", len(people))), r.fails
}
func (rich) Find(_ chat.Room, _, handle string) (chat.User, bool) {
	return chat.User{ID: "rich:" + handle}, handle == "ana"
}

func with(adapters ...chat.Adapter) *services.Services {
	s := &services.Services{Log: slog.New(slog.DiscardHandler)}
	s.Enter(adapters)
	return s
}

// Services are chosen by the room, and one that does not listen says why.
func TestServices_List(t *testing.T) {
	away := errors.New("nobody is there")
	broken, quiet := plain{name: "broken", ends: away}, plain{name: "quiet"}
	s := with(broken, quiet)
	troubles := func() (all []string) {
		for _, is := range s.List() {
			if is.Name != is.Lacks[0] {
				t.Errorf("%s is in the state %v", is.Name, is.State)
			}
			all = append(all, is.Trouble)
		}
		return all
	}
	if got := troubles(); !slices.Equal(got, []string{"has not begun to listen", "has not begun to listen"}) {
		t.Errorf("before: %q", got)
	}
	for _, a := range []plain{broken, quiet} {
		if err := s.Listen(t.Context(), a, nil); !errors.Is(err, a.ends) {
			t.Error(err)
		}
	}
	if got := troubles(); !slices.Equal(got, []string{"has ended: nobody is there", "has ended"}) {
		t.Errorf("after: %q", got)
	}
	if got := s.Others("broken"); len(got) != 1 || got[0].Name() != "quiet" || len(s.List()) != 2 {
		t.Errorf("others are %v", got)
	}
	if a := s.Adapter("quiet"); a == nil || a.Name() != "quiet" || s.Adapter("none") != nil {
		t.Errorf("an adapter is %v", a)
	}
	if s.Caps("quiet:1").Text != 5 || s.Caps("none:1").Text != 0 {
		t.Error("what a service can carry is that of another one")
	}
	if !s.Several() || with(quiet).Several() || with().Several() {
		t.Error("several services are taken for one, or one for several")
	}
	for p, want := range map[match.Player]bool{{ID: "quiet:bot"}: true, {Handle: "Quiet_bot"}: true, {ID: "quiet:7", Handle: "quiet_bot"}: false,
		{ID: "broken:bot"}: false, {}: false} {
		if s.IsBot("quiet:1", p) != want || s.IsBot("none:1", p) {
			t.Errorf("%+v is the bot: %v", p, !want)
		}
	}
}

// listening is a service that reports how it is listed while it listens.
type listening struct {
	plain
	during func()
}

func (l listening) Run(context.Context, chat.Handler) error {
	l.during()
	return nil
}

func TestServices_Listen(t *testing.T) {
	s := &services.Services{Log: slog.New(slog.DiscardHandler)}
	l := listening{plain{name: "desk"}, func() {
		if trouble := s.List()[0].Trouble; trouble != "" {
			t.Errorf("while it listens it %s", trouble)
		}
	}}
	s.Enter([]chat.Adapter{l})
	if err := s.Listen(t.Context(), l, nil); err != nil {
		t.Error(err)
	}
}

// If a service knows the administrators of a room nobody else is one, even while it cannot answer; otherwise everybody
// is.
func TestServices_Presence(t *testing.T) {
	fails := errors.New("nobody knows")
	for _, c := range []struct {
		name       string
		a          chat.Adapter
		private    bool
		id         string
		admin, may bool // looks after the room, may be in it
	}{
		{"unknown", plain{name: "rich"}, false, "rich:7", true, true},
		{"nobody", rich{plain: plain{name: "rich"}}, false, "rich:7", false, false},
		{"in a talk", rich{plain: plain{name: "rich"}}, true, "rich:7", true, false},
		{"somebody", rich{plain: plain{name: "rich"}, admin: true, here: true}, false, "rich:7", true, true},
		{"cannot tell", rich{plain: plain{name: "rich"}, admin: true, fails: fails}, false, "rich:7", false, true},
		{"of another service", rich{plain: plain{name: "rich"}}, false, "richer:7", false, true},
		{"of nowhere", rich{plain: plain{name: "rich"}}, false, "", false, true},
	} {
		s := with(c.a)
		req := &request.Request{Ctx: t.Context(), Event: chat.Event{Room: "rich:1", Private: c.private}}
		if got := s.Administers(req); got != c.admin {
			t.Errorf("%s: looks after the room: %v", c.name, got)
		}
		if got := s.MayBeIn(req, c.id); got != c.may {
			t.Errorf("%s: may be here: %v", c.name, got)
		}
		_, knows := c.a.(rich)
		if s.KnowsAdmins("rich:1") != knows || s.Links("rich:1") != knows || s.KnowsAdmins("none:1") || s.Links("none:1") {
			t.Errorf("%s: the service knows: %v", c.name, s.KnowsAdmins("rich:1"))
		}
	}
	s := with(rich{plain: plain{name: "rich"}})
	for u, want := range map[chat.User]string{{Handle: "ana"}: "rich:ana", {Handle: "rui"}: "", {ID: "rich:7", Handle: "ana"}: "rich:7"} {
		if got := s.Find("rich:1", "rich:9", u); got.ID != want || want == "" && got != u {
			t.Errorf("%+v is found as %+v", u, got)
		}
	}
}

// A thread is named after the game and its players; if there can be none the match stays in the room.
func TestServices_Thread(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	voice, ok := book.In("en")
	if !ok {
		t.Fatal("nobody speaks English")
	}
	for _, c := range []struct {
		a          chat.Adapter
		challenger match.Player
		want       chat.Room
	}{
		{plain{name: "rich"}, match.Player{Name: "Ana"}, "rich:1"},
		{rich{plain: plain{name: "rich"}, fails: errors.New("no right")}, match.Player{Name: "Ana"}, "rich:1"},
		{rich{plain: plain{name: "rich"}}, match.Player{Name: "Ana", Handle: "ana7"}, "rich:1:" + chat.Room(voice.Text("game.eximo")) + ": Ana – Rui:2"},
		{rich{plain: plain{name: "rich"}}, match.Player{Handle: "ana7"}, "rich:1:" + chat.Room(voice.Text("game.eximo")) + ": ana7 – Rui:2"},
	} {
		req := &request.Request{Ctx: t.Context(), Event: chat.Event{Room: "rich:1"}, Author: match.Player{Name: "Rui"}}
		req.Guide.Voice = view.Voice{Voice: voice}
		m := &match.Match{Challenger: c.challenger, Setup: match.Setup{Game: "eximo"}}
		var log strings.Builder
		s := with(c.a)
		s.Log = slog.New(slog.NewTextHandler(&log, nil))
		if got := s.Thread(req, m, chat.User{}, chat.User{}); got != c.want {
			t.Errorf("the thread is %q, not %q", got, c.want)
		}
		r, _ := c.a.(rich)
		if told := strings.Contains(log.String(), "no right"); told != (r.fails != nil) {
			t.Errorf("why there is no thread is told: %v", told)
		}
	}
}
