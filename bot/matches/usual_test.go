package matches_test

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// "Damas" means another game in Brazil: a person whose device comes from there is asked once which one is meant, and
// gets that one from then on wherever the room has chosen none, in sentences, lists and rules as well as commands. A
// player who says more than "damas" is not asked, nor is anybody elsewhere. The bot plays at the level chosen last, at
// first at one for beginners.
func TestUsual_Draughts(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		h.Grants = d
		hear := func(u chat.User, locale, text string) string {
			t.Helper()
			d.Heard()
			h.Hear(context.Background(), chat.Event{Room: "desk:group", From: u, Text: text, Addressed: true, Locale: locale})
			return strings.Join(d.Heard(), "\n")
		}
		begins := func(what, told, game string) {
			t.Helper()
			if !strings.Contains(strings.ToLower(told), strings.ToLower(game)) {
				t.Errorf("%s: %q, not %q", what, told, game)
			}
		}
		begins("elsewhere", hear(Eva, "pt-PT", "/play damas"), "Damas Clássicas")
		begins("by its name", hear(Rui, "pt-BR", "/play brasileiras"), "Damas Brasileiras")
		begins("asked", hear(Ana, "pt-BR", "/play damas"), "Quais damas?")
		begins("asked in a sentence", hear(Ana, "pt-BR", "quero jogar damas contra ti"), "Quais damas?")
		h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Ana, Text: "quero jogar damas contra ti",
			Addressed: true, Locale: "pt-BR"})
		d.Tap(t, h, Ana, "Damas Brasileiras")
		begins("chosen", chat.PlainText(d.Last(t).M.Text), "Damas Brasileiras")
		begins("for a beginner", hear(Ana, "pt-BR", "/play damas bot"), "nível 2")
		begins("at level", hear(Ana, "pt-BR", "/play gamao bot nivel 5"), "nível 5")
		begins("the level of last time", hear(Ana, "pt-BR", "/play checkers bot"), "nível 5")
		hear(Ana, "pt-BR", "/settings me draughts portuguese")
		begins("chosen", hear(Ana, "pt-BR", "/play damas colour=black"), "Damas Clássicas")
		begins("the other name", hear(Ana, "pt-BR", "/play portuguesas"), "Damas Clássicas")
		begins("another person", hear(Eva, "", "/play damas"), "Damas Clássicas")
		hear(Eva, "", "/settings draughts russian")
		begins("the room", hear(Ana, "pt-BR", "/play damas time=1d"), "Damas Russas")
		begins("the rules", hear(Eva, "", "/rules damas"), "Damas Russas")
		begins("a sentence", hear(Rui, "", "quero jogar damas"), "Damas Russas")
		h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Rui, Text: "/play", Addressed: true})
		if first := d.Last(t).M.Buttons[0][0].Label; first != "Damas Russas" {
			t.Errorf("the list of games begins with %q", first)
		}
	})
}

// A person whose device comes from Brazil is addressed in its Portuguese, also later, when the device does not tell its
// country: a match that they begin keeps it. It can be chosen, too.
func TestUsual_Brazilian(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		hear := func(u chat.User, locale, text string) string {
			t.Helper()
			d.Heard()
			h.Hear(context.Background(), chat.Event{Room: chat.Room("desk:" + u.ID), From: u, Text: text, Addressed: true,
				Private: true, Locale: locale})
			return strings.Join(d.Heard(), "\n")
		}
		expect := func(told, want, not string) {
			t.Helper()
			if !strings.Contains(told, want) || strings.Contains(told, not) {
				t.Errorf("%q, with %q and without %q", told, want, not)
			}
		}
		expect(hear(Ana, "pt-PT", "/import"), "ficheiro", "arquivo")
		expect(hear(Rui, "pt-br", "/start"), "Olá! Damas Brasileiras, Damas Clássicas", "Damas Russas")
		expect(hear(Rui, "pt-br", "/play bot"), "Quais damas?", "Damas Clássicas")
		expect(hear(Rui, "pt-br", "/play brasileiras default=yes bot"), "Damas Brasileiras", "Damas Clássicas")
		expect(hear(chat.User{ID: "desk:marta", Name: "Marta"}, "pt-br", "/puzzle"), "Damas Brasileiras", "Damas Clássicas")
		for _, locale := range []string{"pt-br", ""} {
			expect(hear(Rui, locale, "/import"), "arquivo", "ficheiro")
			expect(hear(Rui, locale, "/settings"), "Português do Brasil", "Definições")
			expect(hear(Rui, locale, "/manual configurações"), "as suas partidas e configurações", "ficheiro")
		}
		hear(Eva, "en", "/language brasileiro")
		expect(hear(Eva, "en", "/import"), "arquivo", "ficheiro")
		hear(Eva, "en", "/language português")
		expect(hear(Eva, "en", "/import"), "ficheiro", "arquivo")
	})
}
