package discord_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/discord/discordtest"
)

// A person who speaks another language than the room is answered in it, and messages for all are in that of the room:
// the moving picture that is shared, and the name of the computer.
func TestPublic_InLanguageOfRoom(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana := w.User("ana") // in English
		guild := w.Guild(ana)
		guild.Locale, guild.Community = "es-ES", true
		c := guild.Channel("general")
		ana.Command(c, "play", discordtest.With("options", "@house:1"), begins)
		board := c.Next()
		w.reads(board, "Bot, nivel 1")
		film := ana.Command(c, "replay").Private()
		w.reads(film, "Portuguese draughts")
		ana.Presses(film, "Share")
		w.reads(c.Next(), "Damas portuguesas")
	})
}

// A setting of the room is confirmed in the language of the person who has changed it, be it the room's own language.
func TestSettings_InLanguageOfPerson(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana := w.User("ana") // in English
		guild := w.Guild(ana)
		guild.Locale, guild.Community = "es-ES", true
		c := guild.Channel("general")
		for _, x := range []struct{ what, want string }{
			{"theme slate", "Look: slate."},
			{"language pt", "Language: Português."},
			{"me language es", "Idioma: Español."},
		} {
			if m := ana.Command(c, "settings", discordtest.With("what", x.what)).Private(); !strings.HasPrefix(m.Content,
				x.want) {
				t.Errorf("%s: ana is told %q", x.what, m.Content)
			}
		}
	})
}
