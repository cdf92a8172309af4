package desktest

import (
	"regexp"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
)

// shelf is a second service like a desk.
type shelf struct{ *Desk }

func (shelf) Name() string { return "shelf" }

// TwoServices runs a bot on a desk and a shelf until the returned function is called.
func TwoServices(t testing.TB, store storage.Store, d, s *Desk) (*Host, func()) {
	t.Helper()
	return Serve(t, NewBot(t, store), store, d, shelf{s})
}

// Leo is a person on the shelf.
var Leo = chat.User{ID: "shelf:leo", Handle: "leo", Name: "Leo"}

// To sends a text to the bot where a person is: desk:group on the desk, shelf:channel on the shelf, or in private.
func To(h chat.Handler, u chat.User, private bool, text string) {
	room := map[string]chat.Room{"desk": "desk:group", "shelf": "shelf:channel"}[chat.Room(u.ID).Service()]
	if private {
		room = chat.Room(u.ID + "-alone")
	}
	known := map[string][]chat.User{"desk": {Ana, Rui}, "shelf": {Leo, AnaToo}}[chat.Room(u.ID).Service()]
	if private {
		known = nil
	}
	Hear(h, chat.Event{Room: room, From: u, Text: text, Addressed: true, Private: private, Mentions: known})
}

// CodeIn returns the code of a challenge in a message of the bot.
func CodeIn(t testing.TB, text string) string {
	t.Helper()
	code := regexp.MustCompile(`/\pL+ (#[a-z0-9]{4}-[a-z0-9]{8})`).FindStringSubmatch(text)
	if code == nil {
		t.Fatalf("no code in %q", text)
	}
	return code[1]
}

// AnaToo is Ana on the shelf.
var AnaToo = chat.User{ID: "shelf:7", Handle: "ana_s", Name: "Ana S"}
