package bot_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// A player challenged on a ladder is called once: by the board when the first move is theirs, else by the message that
// tells of the challenge.
func TestLadderCalls(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/ladder damas")
		says(h, ana, "/ladder join")
		says(h, rui, "/ladder join")
		for _, x := range []struct{ by, called chat.User }{{rui, ana}, {ana, rui}} {
			d.heard()
			says(h, x.by, "/ladder challenge @"+x.called.Handle)
			var calls []string
			for _, s := range d.all() {
				if s.m.Turn.ID == x.called.ID && !s.m.Quiet {
					calls = append(calls, chat.Plain(s.m.Text))
				}
			}
			if len(calls) != 1 || !strings.Contains(calls[0], x.called.Name) {
				t.Errorf("%s challenges %s, who is called by %q of %q", x.by.Name, x.called.Name, calls, d.heard())
			}
			says(h, x.by, "/resign yes")
			if x.by.ID == rui.ID {
				says(h, rui, "/ladder challenge 1")
				says(h, ana, "/ladder decline") // rui is above
				d.heard()
			}
		}
	})
}

// An entrant who presses a button under a ladder to challenge somebody is asked whom in a message of its own where no
// answer is for one alone: the ladder and its buttons are for all. Those who may not decline are told who may.
func TestLadderIsForAll(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, privates := range []bool{false, true} {
			d := newDesk()
			d.caps.Privates = privates
			h, _ := start(t, memorytest.New(), d)
			says(h, ana, "/ladder damas")
			ladder := d.last(t).m
			tap := func(u chat.User, says string) said {
				d.heard()
				hear(h, chat.Event{Room: "desk:group", From: u, Text: says, Addressed: true, Tap: true, Pressed: "1",
					Quoted: chat.Plain(ladder.Text)})
				return d.last(t)
			}
			challenge := ladder.Buttons[0][1].Says
			says(h, ana, "/ladder join")
			says(h, rui, "/ladder join")
			if asked := tap(rui, challenge).m; asked.Private != privates || asked.Instead || asked.OnlyButtons ||
				len(asked.Buttons) != 1 ||
				!privates && !strings.HasPrefix(chat.Plain(asked.Text), "Rui: ") {
				t.Errorf("private answers %v: asked %+v", privates, asked)
			}
			says(h, rui, "/ladder challenge 1")
			got := chat.Plain(tap(rui, "/ladder decline").m.Text)
			if !strings.Contains(got, "Only the challenged player can decline: Ana.") {
				t.Errorf("the one who has challenged declines: %q", got)
			}
			d.heard()
			says(h, ana, "/ladder decline")
			if texts := d.heard(); slices.ContainsFunc(texts,
				func(s string) bool { return strings.Contains(s, "Only whoever") }) {
				t.Errorf("the one who is challenged declines: %q", texts)
			}
		}
	})
}

// A ladder is used in words of one's own: people join it, look at it, challenge and decline.
func TestLadderInWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for lang, words := range map[string][]string{
			"en": {"I want to join the ladder", "join", "put me on the ladder", "show the table",
				"/ladder challenge next", "show me the ladder",
				"/ladder decline", "I challenge Ana on the ladder", "I want to leave the ladder"},
			"es": {"quiero entrar en la escalera", "entrar", "apúntame a la escalera", "muestra la tabla",
				"/ladder challenge next", "muéstrame la escalera",
				"/ladder decline", "reto a Ana en la escalera", "/ladder leave"},
			"pt": {"quero entrar na escada", "entrar", "põe-me na escada", "mostra a tabela", "/ladder challenge next",
				"mostra a escada",
				"/ladder decline", "desafio a Ana na escada", "/ladder leave"},
		} {
			d := newDesk()
			d.caps.Pictures = false
			h, _ := start(t, memorytest.New(), d)
			h.grants = d
			eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
			says(h, ana, "/language "+lang)
			says(h, ana, "/ladder damas")
			for i, said := range []struct {
				who  chat.User
				want string
			}{
				{ana, "Ana, "}, {rui, "Rui, "}, {eva, "Eva, "}, {ana, "🏆"}, {eva, "Eva – Rui"}, {ana, "🏆"}, {rui, "Rui "},
				{eva, "Eva – Ana"}, {rui, "#"},
			} {
				d.heard()
				mentioned(h, said.who, words[i])
				if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, said.want) ||
					strings.Contains(got, "?") != (i == 8) {
					t.Errorf("%s, %q: told %q", lang, words[i], got)
				}
			}
		}
	})
}
