package discord_test

import (
	"strings"
	"testing"
	"time"

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
		if !strings.Contains(board.Content, "Bot, nivel 1") {
			t.Errorf("the board says %q", board.Content)
		}
		film := ana.Command(c, "replay").Private()
		if !strings.Contains(film.Content, "Portuguese draughts") {
			t.Errorf("ana is told %q", film.Content)
		}
		ana.Presses(film, "Share")
		if m := c.Next(); !strings.Contains(m.Content, "Damas portuguesas") {
			t.Errorf("all are told %q", m.Content)
		}
	})
}

// A command that asks with a button names no option that it does not have here.
func TestNoOptionThatIsNotThere(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, _, c := w.people()
		m := ana.Command(c, "forget").Private()
		if strings.Contains(m.Content, "/tabuleiro") || len(m.Buttons()) != 2 {
			t.Errorf("ana is told %q with %q", m.Content, m.Buttons())
		}
	})
}

// All commands in the help look the same, and a tap opens each.
func TestCommands_LookAlike(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, _, c := w.people()
		w.Registered(1, nil, "")
		time.Sleep(time.Second) // until they are known by their ids
		m := ana.Command(c, "help").Private()
		if !strings.Contains(m.Content, "**</resign:") || strings.Contains(m.Content, "`") {
			t.Errorf("ana is told %q", m.Content)
		}
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
