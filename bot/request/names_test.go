package request_test

import (
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
)

// A text names a match by # and four to eight letters or digits, followed by a secret, a board number or a game number,
// anywhere on its own.
func TestNamed(t *testing.T) {
	for _, c := range []struct {
		text, id, secret, rest string
		board, game            int
	}{
		{"#k7q2", "k7q2", "", "", -1, 0},
		{"11-15 #K7Q2", "k7q2", "", "11-15", -1, 0},
		{"#k7q2 11-15 21-18", "k7q2", "", "11-15 21-18", -1, 0},
		{"#k7q2-ABCDefgh yes", "k7q2", "abcdefgh", "yes", -1, 0},
		{"#k7q2:0 11-15", "k7q2", "", "11-15", 0, 0},
		{"#k7q2:12 more", "k7q2", "", "more", 12, 0},
		{"#k7q2/3", "k7q2", "", "", -1, 3},
		{"#k7q2x9z1", "k7q2x9z1", "", "", -1, 0},
		{"#k7q2-abc", "k7q2", "", "-abc", -1, 0},
		{"#k7q", "", "", "#k7q", -1, 0},
		{"#k7q2x9z12", "", "", "#k7q2x9z12", -1, 0},
		{" a#k7q2 ", "", "", "a#k7q2", -1, 0},
		{"k7q2", "", "", "k7q2", -1, 0},
	} {
		id, secret, rest := request.NamedByLink(c.text)
		if id != c.id || secret != c.secret || rest != c.rest {
			t.Errorf("%q names %q with %q, and says %q", c.text, id, secret, rest)
		}
		if board, game := request.BoardOf(c.text), request.GameOf(c.text); board != c.board || game != c.game {
			t.Errorf("%q is of board %d and game %d", c.text, board, game)
		}
	}
}

// A message is about the match named last in its first line.
func TestQuoted(t *testing.T) {
	for text, want := range map[string]string{
		"Cage: Ana · Rui #k7q2\nAna to move": "k7q2", "#aaaa has won #k7q2\n#bbbb": "k7q2", "Ana\n#k7q2": "", "": "",
	} {
		if got := request.Quoted(text); got != want {
			t.Errorf("%q tells of %q", text, got)
		}
	}
}

// The author of a text received again does not know what happened after it, by the service's clock or the event's
// number; if neither is known, what happened since texts are received again.
func TestUnaware(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		reread, said time.Time
		id           string
		of           request.Moment
		want         bool
	}{
		"heard once":                  {time.Time{}, at, "desk:1", request.Moment{At: at, Said: at.Add(1), Service: "desk"}, false},
		"said before":                 {at, at, "desk:1", request.Moment{At: at, Said: at.Add(1), Service: "desk"}, true},
		"said after":                  {at, at, "desk:1", request.Moment{At: at, Said: at.Add(-1), Service: "desk"}, false},
		"said at once, an event less": {at, at, "desk:9", request.Moment{At: at, Said: at, Service: "desk", Cause: "desk:10"}, true},
		"said at once, the event":     {at, at, "desk:9", request.Moment{At: at, Said: at, Service: "desk", Cause: "desk:9"}, true},
		"said at once, an event more": {at, at, "desk:10", request.Moment{At: at, Said: at, Service: "desk", Cause: "desk:9"}, false},
		"elsewhere, before":           {at, at, "desk:1", request.Moment{At: at.Add(-1), Said: at.Add(1), Service: "far"}, false},
		"elsewhere, since":            {at, at, "desk:1", request.Moment{At: at, Said: at.Add(-1), Service: "far"}, true},
		"by nobody, before":           {at, at, "desk:1", request.Moment{At: at.Add(-1), Service: "desk"}, false},
		"by nobody, since":            {at, at, "desk:1", request.Moment{At: at, Service: "desk"}, true},
	} {
		req := request.Request{Event: chat.Event{Room: "desk:group", ID: c.id, Said: c.said, Reread: c.reread}}
		if got := req.Unaware(c.of); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
