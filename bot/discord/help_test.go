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
		w.Registered(1, nil, "")
		time.Sleep(time.Second) // until they are known by their ids
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
