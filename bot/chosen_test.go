package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// Which match is meant may be answered in words: by the game, by the opponent, by the place in the list.
func TestWhichMatchInWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		private := func(h chat.Handler, u chat.User, text string) { privately(h, u, text) }
		inGroup := mentioned
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
				d := newDesk()
				h, _ := start(t, memorytest.New(), d)
				room := say
				slash := func(u chat.User, text string) {
					if name == "alone" {
						privately(h, u, text)
					} else {
						says(h, u, text)
					}
				}
				slash(ana, "/play damas @rui colour=white")
				says0(h, d.last(t).room, rui, "/accept")
				slash(ana, "/play gamao @house:1")
				slash(ana, "/position")
				if got := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(got, "Which match") {
					t.Fatalf("asked %q", got)
				}
				d.heard()
				room(h, ana, text)
				got := strings.Join(d.heard(), "\n")
				if asks := strings.HasPrefix(got, "Which match"); want == "" && (asks || strings.Contains(got, ": Ana") &&
					!strings.Contains(got, "accepts")) || want != "" && !strings.Contains(got, want) || asks && want != "Which match" {
					t.Errorf("%s, %q is answered with %q", name, text, got)
				}
			}
		}
	})
}

// An answer that fits several is no answer: the question is put once more. Offers of what was meant have places, too.
func TestWhichMatchOnceMore(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for range 2 {
			privately(h, ana, "/play damas @rui colour=white")
			says0(h, d.last(t).room, rui, "/accept")
		}
		for _, text := range []string{"/resign", "the one with rui", "las damas"} {
			privately(h, ana, text)
			if got := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(got, "Which match") {
				t.Errorf("%s: told %q", text, got)
			}
		}
		privately(h, ana, "the second one with rui")
		if got := chat.Plain(d.last(t).m.Text); !strings.HasPrefix(got, "Do you really want to resign") {
			t.Errorf("told %q", got)
		}
	})
}
