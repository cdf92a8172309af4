package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// Where nobody else would see a challenge, the button under the refusal goes on against the bot with what was brought:
// the position or the game, with its options.
func TestUnseenGoesOnAgainstTheBot(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, brought := range []struct{ text, want string }{
			{`/import [Variant "Damas Chilenas"] [GameType "49,W,10,10,N2,0"] [FEN "W:WK46:BK5"] *`, "W:WK46:BK5"},
			{`/import [Variant "Damas Chilenas"] 1. 37-31 11-16 2. 31-26 14-20 *`, "W:W26"},
			{`/play chilenas white from="W:WK46:BK5"`, "W:WK46:BK5"},
		} {
			d := newDesk()
			d.caps.Pictures = false
			var a judgeable = struct {
				judgeable
				chat.Presence
			}{d, d}
			h, _ := start(t, memorytest.New(), a, limit(bot.Limits{}))
			privately(h, ana, brought.text)
			refused := d.last(t).m
			if len(refused.Buttons) != 1 || len(refused.Buttons[0][0].Says) > d.caps.Says {
				t.Errorf("%s: %q with %v", brought.text, chat.Plain(refused.Text), refused.Buttons)
				continue
			}
			taps(h, chat.Room(ana.ID), ana, refused.Buttons[0][0].Says)
			privately(h, ana, "/position")
			if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, brought.want) {
				t.Errorf("%s: then %s stands on the board: %q", brought.text, refused.Buttons[0][0].Says, got)
			}
		}
	})
}
