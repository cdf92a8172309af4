package request_test

import (
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
)

// A text is a score only as a whole: neither after a command, nor with a two-digit number.
func TestScore_Alone(t *testing.T) {
	for _, c := range []struct {
		said, text string
		want       bool
	}{
		{"2-1", "2-1", true}, {"1:0", "1:0", true}, {"3 x 2", "3 x 2", true}, {"２–１", "２–１", true}, {"2-1!?", "2-1!?", true},
		{"/move 2-1", "2-1", false}, {"2-1", "1-2", false},
		{"11-15", "11-15", false}, {"2-1 again", "2-1 again", false}, {"so 2-1", "so 2-1", false}, {"21", "21", false},
		{"", "", false},
	} {
		req := request.Request{Event: chat.Event{Text: c.said}}
		if got := req.Score(c.text); got != c.want {
			t.Errorf("%q of %q: %t", c.text, c.said, got)
		}
	}
}

// A text is addressed to the bot unless it is below one of its boards or other people's words.
func TestSaidToBot(t *testing.T) {
	for _, c := range []struct {
		event chat.Event
		board string
		want  bool
	}{
		{chat.Event{Addressed: true}, "", true},
		{chat.Event{}, "", false},
		{chat.Event{Addressed: true, Quoted: "a board"}, "", false},
		{chat.Event{Addressed: true}, "k7q2", false},
	} {
		req := request.Request{Event: c.event, Board: c.board}
		if got := req.SaidToBot(); got != c.want {
			t.Errorf("%+v under %q: %t", c.event, c.board, got)
		}
	}
}
