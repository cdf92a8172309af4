package router_test

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// Only the person who opened a menu can change it; the buttons of a match are for everybody.
func TestMenu_OfSomebodyElse(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, want := range map[string]string{"en": "Somebody else has opened this. Your own: /play",
			"es": "Esto lo abrió otra persona. Para ti: /jugar", "pt": "Isto foi aberto por outra pessoa. Para si: /jogar"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Rui, "/language "+lang)
			press := func(u chat.User, text, quoted string) string {
				h.Hear(context.Background(), chat.Event{Room: "desk:group", From: u, Text: text, Addressed: true, Tap: true,
					Opener: Ana, Quoted: quoted, Locale: lang})
				return chat.PlainText(d.Last(t).M.Text)
			}
			if got := press(Rui, "/play damas ??", "Which game?"); !strings.HasPrefix(got, want) || !d.Last(t).M.Private {
				t.Errorf("%s: the menu of ana is changed by rui: %q", lang, got)
			}
			if got := press(Ana, "/play damas ??", "Which game?"); strings.HasPrefix(got, want) {
				t.Errorf("%s: the menu of ana is not changed by ana: %q", lang, got)
			}
			Says(h, Ana, "/play damas @rui")
			if got := press(Rui, "/accept", chat.PlainText(d.Last(t).M.Text)); strings.HasPrefix(got, want) ||
				d.Last(t).M.Board == nil {
				t.Errorf("%s: a challenge of ana is not accepted by rui: %q", lang, got)
			}
		}
	})
}

// Only the person who was asked can answer a question; under an offer, an onlooker is not told that it was a challenge.
func TestQuestion_OfSomebodyElse(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		Says(h, Ana, "/resign")
		goOn := d.Last(t).M
		Says(h, Ana, "/draw")
		accept := d.Last(t).M
		for _, x := range []struct {
			by    chat.User
			under chat.Message
			which int
			want  string
		}{
			{Rui, goOn, 1, "Somebody else has opened this."},
			{Ana, goOn, 1, "the match goes on"},
			{Eva, accept, 0, "Only the two players"},
			{Rui, accept, 0, "A draw"},
		} {
			b := x.under.Buttons[0][x.which]
			Hear(h, chat.Event{Room: "desk:group", From: x.by, Text: b.Says, Addressed: true, Tap: true, Opener: Ana,
				Quoted: chat.PlainText(x.under.Text)})
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, x.want) {
				t.Errorf("%s taps %s: %q", x.by.Name, b.Label, got)
			}
		}
	})
}

// In the menus of others, buttons that only show or step through a match are for everybody. What is opened under a
// board is sent below it; what is opened in the author's own menu replaces the menu.
func TestMenu_ForWhom(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		board := chat.PlainText(d.Last(t).M.Text)
		id := IDOf(t, d)
		Says(h, Ana, "11-15")
		Says(h, Ana, "/resign")
		question := chat.PlainText(d.Last(t).M.Text)
		for _, x := range []struct {
			by, opener   chat.User
			says, quoted string
			foreign      bool
			instead      bool
		}{
			{Eva, Ana, "/games", "a menu", true, false}, {Ana, Ana, "/games", "a menu", false, true},
			{Eva, chat.User{}, "/games", "a menu", false, false},
			{Eva, Ana, "/help", board, false, false}, {Ana, Ana, "/help", board, false, false},
			{Eva, Ana, "/settings theme slate", "a menu", true, false},
			{Eva, Ana, "/settings undo theme wood", "a menu", false, false},
			{Eva, Ana, "/step " + id, "a list", false, false}, {Eva, Ana, "/step " + id + " 1", "a list", true, false},
			{Eva, Ana, "/board " + id, "a list", false, false},
			{Eva, Ana, "/board " + id + " back", question, true, false}, {Eva, Ana, "/board " + id + " back", "", false, false},
		} {
			d.Heard()
			Hear(h, chat.Event{Room: "desk:group", From: x.by, Text: x.says, Addressed: true, Tap: true, Opener: x.opener,
				Quoted: x.quoted})
			m := d.Last(t).M
			if told := chat.PlainText(m.Text); strings.HasPrefix(told, "Somebody else has opened this") != x.foreign {
				t.Errorf("%s taps %s below %q: %q", x.by.Name, x.says, x.quoted, told)
			}
			if strings.HasPrefix(x.says, "/games") || strings.HasPrefix(x.says, "/help") {
				if m.Instead != x.instead {
					t.Errorf("%s taps %s below %q: it goes in its place: %v", x.by.Name, x.says, x.quoted, m.Instead)
				}
			}
		}
	})
}
