package chat_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
)

// The author and people mentioned are found by handle, in any spelling, and by id.
func TestEvent_Named(t *testing.T) {
	ana, rui := chat.User{ID: "desk:7", Handle: "Ana"}, chat.User{ID: "desk:8", Handle: "rui"}
	e := chat.Event{From: ana, Mentions: []chat.User{rui, {ID: "desk:9"}}}
	for name, want := range map[string]chat.User{
		"ana": ana, "ANA": ana, "desk:7": ana, "Rui": rui, "desk:8": rui, "desk:9": {ID: "desk:9"}, "eva": {}, "desk:1": {},
	} {
		if got, ok := e.Named(name); got != want || ok != (want.ID != "") {
			t.Errorf("%s is %+v, %v", name, got, ok)
		}
	}
}

// A service can call a person with an id or a handle.
func TestUser_Reachable(t *testing.T) {
	for u, want := range map[chat.User]bool{{}: false, {Name: "Ana"}: false, {ID: "desk:7"}: true, {Handle: "ana"}: true, {ID: "desk:7", Handle: "ana"}: true} {
		if u.Reachable() != want {
			t.Errorf("%+v can be called: %t", u, !want)
		}
	}
}

// A room has its service, and its parent room if its address includes one.
func TestRoom(t *testing.T) {
	for room, want := range map[chat.Room][2]string{
		"telegram:-100200": {"telegram", ""}, "telegram:-100200:7": {"telegram", "telegram:-100200"}, "desk": {"desk", ""},
		"": {"", ""}, "a:": {"a", ""}, "a::": {"a", "a:"}, "a:b:c:d": {"a", "a:b:c"},
	} {
		if got := [2]string{room.Service(), string(room.Parent())}; got != want {
			t.Errorf("%q is in %q", room, got)
		}
	}
}

// Pointed returns the person mentioned without a handle, else the author of the message replied to.
func TestEvent_Pointed(t *testing.T) {
	handled, unhandled, answered := chat.User{ID: "desk:1", Handle: "ana"}, chat.User{ID: "desk:2"}, chat.User{ID: "desk:3"}
	for _, c := range []struct {
		mentions []chat.User
		answered chat.User
		want     chat.User
	}{
		{nil, chat.User{}, chat.User{}}, {nil, answered, answered}, {[]chat.User{handled}, answered, answered},
		{[]chat.User{handled, unhandled}, answered, unhandled}, {[]chat.User{{Name: "Eva"}}, answered, answered},
		{[]chat.User{unhandled}, chat.User{}, unhandled},
	} {
		if got := (chat.Event{Mentions: c.mentions, Answered: c.answered}).Pointed(); got != c.want {
			t.Errorf("%+v answering %+v point at %+v", c.mentions, c.answered, got)
		}
	}
}

// References are equal if they are of one message, whatever else they contain.
func TestRef_Is(t *testing.T) {
	for _, c := range []struct {
		one, other chat.Ref
		want       bool
	}{
		{"7", "7", true}, {"7", "7+", true}, {"7+", "7", true}, {"7+", "7+", true}, {"7", "8", false}, {"7+", "8+", false},
		{"", "", false}, {"", "7", false}, {"7", "", false},
	} {
		if got := c.one.Is(c.other); got != c.want {
			t.Errorf("%q is %q: %v", c.one, c.other, got)
		}
	}
}

// Added text is separated from the present one, and adding nothing changes nothing.
func TestMessage_Add(t *testing.T) {
	for _, c := range []struct {
		name string
		in   []chat.Span
		add  func(*chat.Message)
		want chat.Message
	}{
		{"a line", spans("a"), func(m *chat.Message) { m.AddLine(spans("b")) }, chat.Message{Text: spans("a", "\n", "b")}},
		{"no line", spans("a"), func(m *chat.Message) { m.AddLine(nil) }, chat.Message{Text: spans("a")}},
		{"words", spans("a"), func(m *chat.Message) { m.Add(spans("b")) }, chat.Message{Text: spans("a", " ", "b")}},
		{"the first words", nil, func(m *chat.Message) { m.Add(spans("b")) }, chat.Message{Text: spans("b")}},
		{"no words", spans("a"), func(m *chat.Message) { m.Add(nil) }, chat.Message{Text: spans("a")}},
		{"a row", nil, func(m *chat.Message) { m.AddRow(buttons("a")...) },
			chat.Message{Buttons: [][]chat.Button{buttons("a")}}},
		{"no row", nil, func(m *chat.Message) { m.AddRow() }, chat.Message{}},
	} {
		m := chat.Message{Text: c.in}
		c.add(&m)
		if diff := cmp.Diff(c.want, m); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// What was cancelled has not failed.
func TestWarn(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{{nil, ""}, {fmt.Errorf("ask: %w", context.Canceled), ""},
		{context.DeadlineExceeded, "level=WARN msg=\"no answer\" room=7 error=\"context deadline exceeded\"\n"}} {
		var log strings.Builder
		chat.Warn(slog.New(slog.NewTextHandler(&log, nil)), c.err, "no answer", "room", 7)
		if _, got, _ := strings.Cut(log.String(), " "); got != c.want {
			t.Errorf("of %v: %q", c.err, got)
		}
	}
}
