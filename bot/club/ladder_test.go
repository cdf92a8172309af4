package club_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A player challenged on a ladder is called once: by the board if the first move is theirs, else by the message about
// the challenge.
func TestLadder_Calls(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/ladder damas")
		Says(h, Ana, "/ladder join")
		Says(h, Rui, "/ladder join")
		for _, x := range []struct{ by, called chat.User }{{Rui, Ana}, {Ana, Rui}} {
			d.Heard()
			Says(h, x.by, "/ladder challenge @"+x.called.Handle)
			var calls []string
			for _, s := range d.All() {
				if s.M.Turn.ID == x.called.ID && !s.M.Quiet {
					calls = append(calls, chat.PlainText(s.M.Text))
				}
			}
			if len(calls) != 1 || !strings.Contains(calls[0], x.called.Name) {
				t.Errorf("%s challenges %s, who is called by %q of %q", x.by.Name, x.called.Name, calls, d.Heard())
			}
			Says(h, x.by, "/resign yes")
			if x.by.ID == Rui.ID {
				Says(h, Rui, "/ladder challenge 1")
				Says(h, Ana, "/ladder decline") // rui is above
				d.Heard()
			}
		}
	})
}

// The board of a challenge comes before the ladder that shows it, also if somebody challenges while the board of another
// challenge is being sent.
func TestLadder_ToldInOrder(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		bia := chat.User{ID: "desk:bia", Handle: "bia", Name: "Bia"}
		Says(h, Ana, "/ladder damas")
		for _, u := range []chat.User{Ana, Rui, eva, bia} {
			Says(h, u, "/ladder join")
		}
		slow := make(chan struct{})
		d.Fail = func(_ chat.Room, m chat.Message) error {
			if m.News {
				<-slow
			}
			return nil
		}
		d.Heard()
		for _, u := range []chat.User{Rui, bia} {
			go h.Bot.Hear(t.Context(), chat.Event{Room: "desk:group", From: u, Addressed: true, Text: "/ladder challenge next"})
			Later(time.Second)
		}
		close(slow)
		Later(time.Second)
		seen := map[string]bool{}
		for _, text := range d.Heard() {
			for _, id := range regexp.MustCompile(`#\w{8}`).FindAllString(text, -1) {
				if !seen[id] && strings.HasPrefix(text, "🏆") {
					t.Errorf("before the board of %s is told: %q", id, text)
				}
				seen[id] = true
			}
		}
		if len(seen) != 2 {
			t.Errorf("%d matches are told, want 2", len(seen))
		}
	})
}

// An entrant who presses the challenge button of a ladder is asked for the opponent in a separate message if private
// answers are not possible, as the ladder and its buttons are for all. A player who may not decline is told who may.
func TestLadder_ForAll(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, privates := range []bool{false, true} {
			d := NewDesk()
			d.Can.Privates = privates
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/ladder damas")
			ladder := d.Last(t).M
			tap := func(u chat.User, says string) Said {
				d.Heard()
				Hear(h, chat.Event{Room: "desk:group", From: u, Text: says, Addressed: true, Tap: true, Pressed: "1",
					Quoted: chat.PlainText(ladder.Text)})
				return d.Last(t)
			}
			challenge := ladder.Buttons[0][1].Says
			Says(h, Ana, "/ladder join")
			Says(h, Rui, "/ladder join")
			if asked := tap(Rui, challenge).M; asked.Private != privates || asked.Instead || asked.OnlyButtons ||
				len(asked.Buttons) != 1 ||
				!privates && !strings.HasPrefix(chat.PlainText(asked.Text), "Rui: ") {
				t.Errorf("private answers %v: asked %+v", privates, asked)
			}
			Says(h, Rui, "/ladder challenge 1")
			got := chat.PlainText(tap(Rui, "/ladder decline").M.Text)
			if !strings.Contains(got, "Only the challenged player can decline: Ana.") {
				t.Errorf("the one who has challenged declines: %q", got)
			}
			d.Heard()
			Says(h, Ana, "/ladder decline")
			if texts := d.Heard(); slices.ContainsFunc(texts,
				func(s string) bool { return strings.Contains(s, "Only whoever") }) {
				t.Errorf("the one who is challenged declines: %q", texts)
			}
		}
	})
}

// A ladder can be used in free words: people join it, look at it, challenge and decline.
func TestLadder_Words(t *testing.T) {
	InTime(t, func(t *testing.T) {
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
			d := NewDesk()
			d.Can.Pictures = false
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
			Says(h, Ana, "/language "+lang)
			Says(h, Ana, "/ladder damas")
			for i, said := range []struct {
				who  chat.User
				want string
			}{
				{Ana, "Ana, "}, {Rui, "Rui, "}, {eva, "Eva, "}, {Ana, "🏆"}, {eva, "Eva – Rui"}, {Ana, "🏆"}, {Rui, "Rui "},
				{eva, "Eva – Ana"}, {Rui, "#"},
			} {
				d.Heard()
				Mentioned(h, said.who, words[i])
				if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, said.want) ||
					strings.Contains(got, "?") != (i == 8) {
					t.Errorf("%s, %q: told %q", lang, words[i], got)
				}
			}
		}
	})
}
