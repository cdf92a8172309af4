package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// Where talk is heard, a move with a slash before it is that move: people write /roll as they write /draw.
func TestMoveWithSlash(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		d.caps.Talk = true
		h, _ := start(t, memorytest.New(), d)
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		d.heard()
		hear(h, eventOf(ana, "/11-14"))
		hear(h, eventOf(rui, "/22-11")) // not legal
		hear(h, eventOf(rui, "/22-18"))
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "11-14") || !strings.Contains(got, "22-18") ||
			strings.Contains(got, "22-11") {
			t.Errorf("moves with a slash: %s", got)
		}
	})
}

// A command that the bot does not know gets an answer only where it cannot be meant for another bot; a move with a
// slash is one wherever it is heard.
func TestCommandForAnother(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		d.heard()
		for _, shared := range []bool{false, true} {
			e := eventOf(ana, "/weather")
			e.Addressed, e.Shared = true, shared
			hear(h, e)
			if got := d.heard(); (len(got) == 0) != shared {
				t.Errorf("shared: %v, told %q", shared, got)
			}
		}
		e := eventOf(ana, "/11-14")
		e.Addressed, e.Shared = true, true
		hear(h, e)
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "Ana: 11-14") {
			t.Errorf("a move with a slash: %q", got)
		}
	})
}

// A bare yes or no in reply to a challenge answers it, if it is for the one who says so; of others, or a no that is no
// reply, it is talk.
func TestBareAnswerToChallenge(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		for text, want := range map[string]string{"sim": "Rui accepts", "sí": "Rui accepts", "no": "Rui declines"} {
			says(h, ana, "/play damas @rui")
			challenge := chat.Plain(d.last(t).m.Text)
			d.heard()
			reply := func(u chat.User, quoted string) string {
				e := eventOf(u, text)
				e.Addressed, e.Quoted = quoted != "", quoted
				hear(h, e)
				return strings.Join(d.heard(), "\n")
			}
			got := reply(eva, "") + reply(eva, challenge) + reply(ana, challenge)
			if text == "no" {
				got += reply(rui, "")
			}
			if got != "" {
				t.Errorf("%s: told %q", text, got)
			}
			if got := reply(rui, challenge); !strings.Contains(got, want) {
				t.Errorf("%s: told %q, not %q", text, got, want)
			}
		}
	})
}

// A player who moves before a challenge is accepted is told that this comes first.
func TestMoveBeforeAccepting(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas @rui")
		d.heard()
		for text, want := range map[string]string{"11-15": "waits for an answer",
			"lorem ipsum": "I did not understand that."} {
			e := eventOf(rui, text)
			e.Addressed = true
			hear(h, e)
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, want) || !strings.Contains(got, "Ana challenges") {
				t.Errorf("%q: told %q", text, got)
			}
		}
	})
}

// A move that is typed after the end is told that the match is over; any other text gets the usual answer.
func TestMoveAfterTheEnd(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas colour=white @rui")
		says(h, rui, "/accept")
		says(h, ana, "/resign yes")
		d.heard()
		for text, want := range map[string]string{"11-15": "is over", "lorem ipsum": "I did not understand that."} {
			e := eventOf(rui, text)
			e.Addressed = true
			hear(h, e)
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, want) {
				t.Errorf("%q: told %q", text, got)
			}
		}
	})
}

// A piece that may not move because another one has to capture is told so with the captures there are.
func TestPieceThatHasToWait(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas colour=white @rui")
		says(h, rui, "/accept")
		says(h, ana, "11-15")
		says(h, rui, "23-20")
		says(h, ana, "15-19")
		d.heard()
		says(h, rui, "/move 21")
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "Capture is compulsory: 22x15.") {
			t.Errorf("told %q", got)
		}
	})
}

// eventOf is what somebody says in the group to nobody in particular.
func eventOf(u chat.User, text string) chat.Event {
	return chat.Event{Room: "desk:group", From: u, Text: text}
}

// A button whose words mean nothing any more, as of another version, gets an answer too, for whoever has pressed it.
func TestButtonUnheardOf(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		d.caps.Privates = true
		h, _ := start(t, memorytest.New(), d)
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		board := d.last(t)
		hear(h, chat.Event{Room: "desk:group", From: ana, Text: "tickle", Addressed: true, Tap: true,
			Quoted: chat.Plain(board.m.Text)})
		if m := d.last(t).m; !m.Private || !strings.Contains(chat.Plain(m.Text), "older board") {
			t.Errorf("said %q, privately: %v", chat.Plain(m.Text), m.Private)
		}
	})
}

// A number that no match has is not taken for the beginning of a move; among others it is talk.
func TestMoveWithWrongNumber(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas colour=white @rui")
		says(h, rui, "/accept")
		d.heard()
		for text, want := range map[string]string{"/move #x 11-15": "no match #x here", "/move #x 11": "no match #x here",
			"#x 11-15": "no match #x here", "#xy1z 11-15": "no match #xy1z here"} {
			says(h, ana, text)
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, want) {
				t.Errorf("%s: told %q", text, got)
			}
		}
		for _, text := range []string{"#1 of all", "#holiday was great"} {
			if hear(h, eventOf(ana, text)); len(d.heard()) > 0 {
				t.Errorf("%s: answered", text)
			}
		}
	})
}

// Thanks to the bot have a kind word for an answer, and a sign that it was heard has none.
func TestThanks(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for text, want := range map[string]string{
			"obrigado": "You're welcome!", "Muchas gracias!": "You're welcome!", "thanks, Tabuleiro": "You're welcome!", "👍": "",
			"ok": "", "Lol, ok.": "", "jajaja": "",
			"ok?": "did not understand", "thank you, and how do I begin": "/play  begin a match",
		} {
			hear(h, chat.Event{Room: "desk:ana", From: ana, Text: text, Private: true, Addressed: true})
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, want) || want == "" && got != "" {
				t.Errorf("%s: told %q", text, got)
			}
			if hear(h, eventOf(ana, text)); len(d.heard()) > 0 {
				t.Errorf("%s in a group: answered", text)
			}
		}
	})
}
