package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// In a room where the bot hears all talk, a move after a slash is that move: people write /roll as they write /draw.
func TestMove_WithSlash(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Talk = true
		h, _ := Start(t, memorytest.New(), d)
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		d.Heard()
		Hear(h, EventOf(Ana, "/11-14"))
		Hear(h, EventOf(Rui, "/22-11")) // not legal
		Hear(h, EventOf(Rui, "/22-18"))
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "11-14") || !strings.Contains(got, "22-18") ||
			strings.Contains(got, "22-11") {
			t.Errorf("moves with a slash: %s", got)
		}
	})
}

// An unknown command is answered only where it cannot be meant for another bot; a move after a slash is a move
// everywhere.
func TestCommand_ForAnotherBot(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		d.Heard()
		for _, shared := range []bool{false, true} {
			e := EventOf(Ana, "/weather")
			e.Addressed, e.Shared = true, shared
			Hear(h, e)
			if got := d.Heard(); (len(got) == 0) != shared {
				t.Errorf("shared: %v, told %q", shared, got)
			}
		}
		e := EventOf(Ana, "/11-14")
		e.Addressed, e.Shared = true, true
		Hear(h, e)
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Ana: 11-14") {
			t.Errorf("a move with a slash: %q", got)
		}
	})
}

// A button whose text means nothing any more, for example one of another version, is answered for the person who
// pressed it.
func TestButton_Unknown(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Privates = true
		h, _ := Start(t, memorytest.New(), d)
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		board := d.Last(t)
		Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "tickle", Addressed: true, Tap: true,
			Quoted: chat.PlainText(board.M.Text)})
		if m := d.Last(t).M; !m.Private || !strings.Contains(chat.PlainText(m.Text), "older board") {
			t.Errorf("said %q, privately: %v", chat.PlainText(m.Text), m.Private)
		}
	})
}
