package speech_test

import (
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
)

// In Portuguese and Spanish the bot's name has an article, which merges with a preposition, and no other name has; as a
// label it has none.
func TestArticle(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ lang, key, want, person string }{
		{"pt", "event.called-lapsed", "O tempo do Bot (1) acabou.", "O tempo de Botelho acabou."},
		{"pt", "event.accepted-chosen", "O Bot (1) aceita.", "Botelho aceita."},
		{"pt", "event.moved", "Bot (1): 9", "Botelho: 9"},
		{"pt", "turn", "Joga o Bot (1) (9).", "Joga Botelho (9)."},
		{"pt", "turn-dice", "O Bot (1) (9) tem 9 para jogar.", "Botelho (9) tem 9 para jogar."},
		{"pt", "sure-resign", "Quer mesmo desistir da partida contra o Bot (1)?",
			"Quer mesmo desistir da partida contra Botelho?"},
		{"pt", "passed-on", "Estou a avisar o Bot (1).", "Estou a avisar Botelho."},
		{"pt", "score", "Bot (1) 9, Bot (1) 9 (até 9).", "Botelho 9, Botelho 9 (até 9)."},
		{"pt", "players", ": 9 Bot (1) 9 · 9 Bot (1) 9", ": 9 Botelho 9 · 9 Botelho 9"},
		{"pt", "reason.time", "O Bot (1) ganha por tempo.", "Botelho ganha por tempo."},
		{"pt", "told-rolled", "O último lançamento foi do Bot (1): 9.", "O último lançamento foi de Botelho: 9."},
		{"es", "passed-on", "Estoy avisando al Bot (1).", "Estoy avisando a Botelho."},
		{"es", "refusal.not-your-turn", "Es el turno del Bot (1).", "Es el turno de Botelho."},
		{"es", "reason.resignation", "El Bot (1) gana: el Bot (1) abandona.", "Botelho gana: Botelho abandona."},
		{"es", "versus", "El Bot (1) contra el Bot (1)", "Botelho contra Botelho"},
		{"en", "refusal.not-your-turn", "It is Bot (1)'s turn.", "It is Botelho's turn."},
	} {
		v, _ := book.In(c.lang)
		for who, want := range map[chat.User]string{{Name: "Bot (1)", Robot: true}: c.want, {Name: "Botelho"}: c.person} {
			var facts []speech.Fact
			for _, name := range []string{"Player", "Opponent", "First", "Second", "Winner", "Loser", "Turn"} {
				facts = append(facts, speech.Person(name, who))
			}
			for _, name := range []string{"Mark", "FirstMark", "SecondMark", "A", "B", "Length", "Move", "Dice"} {
				facts = append(facts, speech.Text(name, "9"))
			}
			if got := v.Text(c.key, facts...); got != want {
				t.Errorf("%s, %s: %q, want %q", c.lang, c.key, got, want)
			}
		}
	}
}
