package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage/memorytest"
)

// An author who names a friend to play with that the bot does not know is told so and asked whom: no match begins
// against the bot. The other wishes for the match are kept.
func TestWords_NamedFriend(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, kept := range map[string][2]string{
			"quiero jugar con zeca a las damas internacionales, 3 dias por jugada": {"zeca", "time=3d"},
			"juguemos damas chilenas con paula, 2 dias":                            {"paula", "time=2d"},
			"desafia a eva para damas":                                             {"eva", ""},
			"quero jogar damas contra o zeca, 3 dias por lance":                    {"zeca", "time=3d"},
			"I want to play checkers with steve, 2 days a move":                    {"steve", "time=2d"},
			"quiero jugar chilenas con Zeca":                                       {"Zeca", ""},
			"quero jogar gamão com o rui":                                          {"rui", "gamao"},
			"jugar damas con pepe":                                                 {"pepe", "portuguesas"},
			"una partida de damas con mi primo Luis":                               {"Luis", "portuguesas"},
		} {
			d, store := NewDesk(), memorytest.New()
			h, _ := Start(t, store, d)
			Privately(h, Ana, text)
			asked := d.Last(t).M
			if every := Every(t, store); len(every) > 0 || len(asked.Buttons) < 2 ||
				!strings.Contains(asked.Buttons[1][0].Says, "@house") ||
				!strings.Contains(asked.Buttons[1][0].Says, kept[1]) || !strings.Contains(chat.PlainText(asked.Text), kept[0]) {
				t.Errorf("%q: %d matches, asked %q %v", text, len(every), chat.PlainText(asked.Text), asked.Buttons)
			}
		}
	})
}

// Whose turn it is, nobody is challenged by asking.
func TestWords_WhoPlaysIsNoChallenge(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"quem joga?", "quem joga", "¿quién juega?", "quien juega", "who plays?",
			"quem joga agora?", "who's playing?"} {
			for _, lang := range []string{"en", "es", "pt"} {
				d, store := NewDesk(), memorytest.New()
				h, _ := Start(t, store, d)
				Privately(h, Ana, "/language "+lang)
				Privately(h, Ana, "/play damas house level=1 colour=white")
				d.Heard()
				Privately(h, Ana, text)
				for _, m := range Every(t, store) {
					if m.Status == match.Open {
						t.Errorf("%s: %q is a challenge: %q", lang, text, d.Heard())
					}
				}
			}
		}
	})
}
