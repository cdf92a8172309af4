package matches_test

import (
	"strings"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// If nobody else would see a challenge, the button under the refusal begins the same against the bot: from the same
// position or game, with the same options.
func TestChallenge_UnseenGoesOnAgainstTheBot(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, brought := range []struct{ text, want string }{
			{`/import [Variant "Damas Chilenas"] [GameType "49,W,10,10,N2,0"] [FEN "W:WK46:BK5"] *`, "W:WK46:BK5"},
			{`/import [Variant "Damas Chilenas"] 1. 37-31 11-16 2. 31-26 14-20 *`, "W:W26"},
			{`/play chilenas white from="W:WK46:BK5"`, "W:WK46:BK5"},
		} {
			d := NewDesk()
			d.Can.Pictures = false
			var a Judgeable = struct {
				Judgeable
				chat.Presence
			}{d, d}
			h, _ := Start(t, memorytest.New(), a, Limit(bot.Limits{}))
			Privately(h, Ana, brought.text)
			refused := d.Last(t).M
			if len(refused.Buttons) != 1 || len(refused.Buttons[0][0].Says) > d.Can.Says {
				t.Errorf("%s: %q with %v", brought.text, chat.PlainText(refused.Text), refused.Buttons)
				continue
			}
			Taps(h, chat.Room(Ana.ID), Ana, refused.Buttons[0][0].Says)
			Privately(h, Ana, "/position")
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, brought.want) {
				t.Errorf("%s: then %s stands on the board: %q", brought.text, refused.Buttons[0][0].Says, got)
			}
		}
	})
}
