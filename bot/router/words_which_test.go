package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// Which match is meant may be answered in words: by the game, by the opponent, by the place in the list.
func TestWords_WhichMatch(t *testing.T) {
	InTime(t, func(t *testing.T) {
		private := func(h chat.Handler, u chat.User, text string) { Privately(h, u, text) }
		inGroup := Mentioned
		for text, want := range map[string]string{
			"the checkers one": "draughts: ⚪ Ana", "the backgammon": "Backgammon: ", "with rui": "draughts: ⚪ Ana",
			"The one against Rui, please": "draughts: ⚪ Ana",
			"the first":                   "Backgammon: ", "the second one": "draughts: ⚪ Ana", "2": "draughts: ⚪ Ana",
			"number 1": "Backgammon: ", "the last": "draughts: ⚪ Ana", "number two": "draughts: ⚪ Ana", "dois": "draughts: ⚪ Ana",
			"la dos": "draughts: ⚪ Ana", "the fifth": "",
			"the game with the bot": "Backgammon: ", "I mean the draughts game": "draughts: ⚪ Ana", "against you": "Backgammon: ",
			"a de damas": "draughts: ⚪ Ana", "o gamão": "Backgammon: ", "a do Rui": "draughts: ⚪ Ana", "com o Rui": "draughts: ⚪ Ana",
			"a primeira": "Backgammon: ",
			"a 2ª":       "draughts: ⚪ Ana", "contra ti": "Backgammon: ", "a última": "draughts: ⚪ Ana",
			"a segunda, por favor": "draughts: ⚪ Ana", "número 2": "draughts: ⚪ Ana",
			"la de damas": "draughts: ⚪ Ana", "el backgammon": "Backgammon: ", "la de Rui": "draughts: ⚪ Ana",
			"con Rui": "draughts: ⚪ Ana", "la primera": "Backgammon: ",
			"la segunda": "draughts: ⚪ Ana", "contra el bot": "Backgammon: ", "la última": "draughts: ⚪ Ana",
			"la de las damas con rui": "draughts: ⚪ Ana",
			"the game":                "", "the first, with rui": "draughts: ⚪ Ana", "the portuguese one": "draughts: ⚪ Ana",
			"rui": "draughts: ⚪ Ana", "gamao": "Backgammon: ",
			"the ludo one": "", "no": "2 matches",
		} {
			for name, say := range map[string]func(chat.Handler, chat.User, string){"alone": private, "in a group": inGroup} {
				d := NewDesk()
				h, _ := Start(t, memorytest.New(), d)
				room := say
				slash := func(u chat.User, text string) {
					if name == "alone" {
						Privately(h, u, text)
					} else {
						Says(h, u, text)
					}
				}
				slash(Ana, "/play damas @rui colour=white")
				SaysIn(h, d.Last(t).Room, Rui, "/accept")
				slash(Ana, "/play gamao @house:1")
				slash(Ana, "/position")
				if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, "Which match") {
					t.Fatalf("asked %q", got)
				}
				d.Heard()
				room(h, Ana, text)
				got := strings.Join(d.Heard(), "\n")
				if asks := strings.HasPrefix(got, "Which match"); want == "" && (asks || strings.Contains(got, ": Ana") &&
					!strings.Contains(got, "accepts")) || want != "" && !strings.Contains(got, want) || asks && want != "Which match" {
					t.Errorf("%s, %q is answered with %q", name, text, got)
				}
			}
		}
	})
}

// An answer that fits several is no answer: the question is put once more. Offers of what was meant have places, too.
func TestWords_WhichMatchOnceMore(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for range 2 {
			Privately(h, Ana, "/play damas @rui colour=white")
			SaysIn(h, d.Last(t).Room, Rui, "/accept")
		}
		for _, text := range []string{"/resign", "the one with rui", "las damas", "the second one with rui"} {
			Privately(h, Ana, text)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, "Which match") {
				t.Errorf("%s: told %q", text, got)
			}
		}
		Privately(h, Ana, "the second one")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, "Do you really want to resign") {
			t.Errorf("told %q", got)
		}
	})
}
