package discord_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
)

// The help on Discord names options as the reader's client does, and a tap opens each command.
func TestHelp_NamesOptions(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, _, c := w.people()
		if m := ana.Command(c, "forget").Private(); strings.Contains(m.Content, "/tabuleiro") || len(m.Buttons()) != 2 {
			t.Errorf("what asks with a button names an option: %q with %q", m.Content, m.Buttons())
		}
		w.Registered(1, nil, "")
		time.Sleep(time.Second) // until they are known by their ids
		if m := ana.Command(c, "help").Private(); !strings.Contains(m.Content, "**</resign:") ||
			strings.Contains(m.Content, "`") {
			t.Errorf("the commands do not look alike in %q", m.Content)
		}
		for _, x := range []struct{ locale, command, want string }{
			{"en-US", "play", "play:ID> opponent: @friend challenges at once"},
			{"pt-BR", "jogar", "play:ID> adversário: @amigo desafia logo"},
			{"es-ES", "jugar", "play:ID> rival: @amigo desafía enseguida"},
			{"pt-BR", "problema", "tabuleiro puzzle:ID> jogo: damas"},
			{"es-419", "problema", "tabuleiro puzzle:ID> juego: damas"},
		} {
			ana.Locale = x.locale
			m := ana.Command(c, "help", discordtest.With("command", x.command)).Private()
			if said := ids.ReplaceAllString(m.Content, ":ID>"); !strings.Contains(said, x.want) {
				t.Errorf("%s: help %s says %q, not %q", x.locale, x.command, said, x.want)
			}
		}
	})
}
