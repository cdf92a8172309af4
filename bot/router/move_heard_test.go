package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// Where talk is heard, a move with a slash before it is that move: people write /roll as they write /draw.
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

// A command that the bot does not know gets an answer only where it cannot be meant for another bot; a move with a
// slash is one wherever it is heard.
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

// A bare yes or no in reply to a challenge answers it, if it is for the one who says so; of others, or a no that is no
// reply, it is talk.
func TestWords_BareAnswerToChallenge(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		for text, want := range map[string]string{"sim": "Rui accepts", "sí": "Rui accepts", "no": "Rui declines"} {
			Says(h, Ana, "/play damas @rui")
			challenge := chat.PlainText(d.Last(t).M.Text)
			d.Heard()
			reply := func(u chat.User, quoted string) string {
				e := EventOf(u, text)
				e.Addressed, e.Quoted = quoted != "", quoted
				Hear(h, e)
				return strings.Join(d.Heard(), "\n")
			}
			got := reply(eva, "") + reply(eva, challenge) + reply(Ana, challenge)
			if text == "no" {
				got += reply(Rui, "")
			}
			if got != "" {
				t.Errorf("%s: told %q", text, got)
			}
			if got := reply(Rui, challenge); !strings.Contains(got, want) {
				t.Errorf("%s: told %q, not %q", text, got, want)
			}
		}
	})
}

// A player who moves before a challenge is accepted is told that this comes first.
func TestMove_BeforeAccepting(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui")
		d.Heard()
		for text, want := range map[string]string{"11-15": "waits for an answer",
			"lorem ipsum": "I did not understand that."} {
			e := EventOf(Rui, text)
			e.Addressed = true
			Hear(h, e)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) || !strings.Contains(got, "Ana challenges") {
				t.Errorf("%q: told %q", text, got)
			}
		}
	})
}

// A move that is typed after the end is told that the match is over; any other text gets the usual answer.
func TestMove_AfterTheEnd(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		Says(h, Ana, "/resign yes")
		d.Heard()
		for text, want := range map[string]string{"11-15": "is over", "lorem ipsum": "I did not understand that."} {
			e := EventOf(Rui, text)
			e.Addressed = true
			Hear(h, e)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) {
				t.Errorf("%q: told %q", text, got)
			}
		}
	})
}

// A piece that may not move because another one has to capture is told so with the captures there are.
func TestMove_PieceThatHasToWait(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		Says(h, Ana, "11-15")
		Says(h, Rui, "23-20")
		Says(h, Ana, "15-19")
		d.Heard()
		Says(h, Rui, "/move 21")
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Capture is compulsory: 22x15.") {
			t.Errorf("told %q", got)
		}
	})
}

// A button whose words mean nothing any more, as of another version, gets an answer too, for the one who has pressed it.
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

// A number that no match has is not taken for the beginning of a move; among others it is talk.
func TestMove_WithWrongNumber(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		d.Heard()
		for text, want := range map[string]string{"/move #x 11-15": "no match #x here", "/move #x 11": "no match #x here",
			"#x 11-15": "no match #x here", "#xy1z 11-15": "no match #xy1z here"} {
			Says(h, Ana, text)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) {
				t.Errorf("%s: told %q", text, got)
			}
		}
		for _, text := range []string{"#1 of all", "#holiday was great"} {
			if Hear(h, EventOf(Ana, text)); len(d.Heard()) > 0 {
				t.Errorf("%s: answered", text)
			}
		}
	})
}

// Thanks to the bot have a kind word for an answer, and a sign that it was heard has none.
func TestWords_Thanks(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for text, want := range map[string]string{
			"obrigado": "You're welcome!", "Muchas gracias!": "You're welcome!", "thanks, Tabuleiro": "You're welcome!", "👍": "",
			"ok": "", "Lol, ok.": "", "jajaja": "",
			"ok?": "did not understand", "thank you, and how do I begin": "/play  begin a match",
		} {
			Hear(h, chat.Event{Room: "desk:ana", From: Ana, Text: text, Private: true, Addressed: true})
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) || want == "" && got != "" {
				t.Errorf("%s: told %q", text, got)
			}
			if Hear(h, EventOf(Ana, text)); len(d.Heard()) > 0 {
				t.Errorf("%s in a group: answered", text)
			}
		}
	})
}
