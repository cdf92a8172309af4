package router

import (
	"testing"

	"tabuleiro/bot/guide"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/table"
)

// Offers are typed with the words of the reader's language.
func TestTyped(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ language, command, rest, typed string }{
		{"pt", "help", "play", "jogar"},
		{"pt", "accept", "draw", "empate"},
		{"pt", "settings", "puzzle off", "problema não"},
		{"pt", "settings", "me profile private", "eu perfil privado"},
		{"pt", "theme", "slate", "ardósia"},
		{"pt", "play", "portuguese level=1", "damas nível=1"},
		{"es", "help", "play", "jugar"},
		{"es", "accept", "draw", "tablas"},
		{"es", "settings", "puzzle off", "problema no"},
		{"es", "settings", "me zone", "míos zona"},
		{"es", "confirm", "on", "sí"},
		{"en", "settings", "puzzle 9:00", "puzzle 9:00"},
	} {
		voice, _ := book.In(c.language)
		g := guide.Guide{Games: table.Games}
		g.Voice.Voice, g.Languages.Book = voice, book
		if got := typed(g, c.command, c.rest); got != c.typed {
			t.Errorf("%s: %s %s is typed %q, want %q", c.language, c.command, c.rest, got, c.typed)
		}
	}
}
