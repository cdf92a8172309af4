package matches_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// The words of any language for the computer and its levels are understood as people write them.
func TestPlay_ComputerByWord(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"casa":               "⚪ Ana · ⚫ Bot, level 2",
			"@casa":              "⚪ Ana · ⚫ Bot, level 2",
			"@computador":        "⚪ Ana · ⚫ Bot, level 2",
			"casa:2":             "⚪ Ana · ⚫ Bot, level 2",
			"@casa:2":            "⚪ Ana · ⚫ Bot, level 2",
			"@BOT:3":             "⚪ Ana · ⚫ Bot, level 3",
			"@house:8":           "⚪ Ana · ⚫ Bot, level 8",
			"casa=7":             "⚪ Ana · ⚫ Bot, level 7",
			"house 5 white":      "⚪ Ana · ⚫ Bot, level 5",
			"level 4":            "⚪ Ana · ⚫ Bot, level 4",
			"nivel=1":            "⚪ Ana · ⚫ Bot, level 1",
			"@máquina 5":         "⚪ Ana · ⚫ Bot, level 5",
			"casa nível 6":       "⚪ Ana · ⚫ Bot, level 6",
			"casa:máximo":        "⚪ Ana · ⚫ Bot, max",
			"@house:max":         "⚪ Ana · ⚫ Bot, max",
			"nivel=maximo":       "⚪ Ana · ⚫ Bot, max",
			"level MAX":          "⚪ Ana · ⚫ Bot, max",
			"bot level=maximum":  "⚪ Ana · ⚫ Bot, max",
			"computador max":     "⚪ Ana · ⚫ Bot, max",
			"max casa":           "⚪ Ana · ⚫ Bot, max",
			"la casa":            "⚪ Ana · ⚫ Bot, level 2",
			"contra o bot 5":     "⚪ Ana · ⚫ Bot, level 5",
			"against the house":  "⚪ Ana · ⚫ Bot, level 2",
			"contra @rui":        "Ana challenges Rui.",
			"casa:11":            "The level is a number from 1 to 10, or max. For example: level=3.",
			"@casa:0":            "The level is a number from 1 to 10, or max. For example: level=3.",
			"casa 11":            "The level is a number from 1 to 10, or max. For example: level=3.",
			"casa level=strong":  "The level is a number from 1 to 10, or max. For example: level=3.",
			"bot:2.5":            "The level is a number from 1 to 10, or max. For example: level=3.",
			"@casas":             "Ana challenges casas.",
			"@rui colour=white":  "Ana challenges Rui.",
			"level=2 @rui casa ": "“@rui” and “bot” do not go together",
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play damas colour=white "+text)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	})
}

// A person who chooses a side is told who begins or, if dice decide that, the colour.
func TestPlay_SideButtons(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for game, buttons := range map[string]map[string]string{
			"cage":       {"I begin": "colour=first", "I go second": "colour=second"},
			"backgammon": {"Black": "colour=first", "Red": "colour=second"},
		} {
			Says(h, Ana, "/play "+game+" ??")
			m := d.Last(t).M
			for label, want := range buttons {
				if says := Pressed(t, m, label); !strings.Contains(says, want) {
					t.Errorf("%s, %s: %s", game, label, says)
				}
			}
		}
	})
}

// An author is told what is wrong with the start position of a challenge: it cannot be read, is impossible, or the game
// is over in it.
func TestPlay_FromPosition(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"damas from=xyzzy":           "I cannot read that as a position of Portuguese draughts.",
			`damas from="X:W1:B32"`:      "I cannot read that as a position of Portuguese draughts.",
			`damas from="W:W1:B1"`:       "Two pieces stand on 1 in that position.",
			`damas from="W:W32:B9"`:      "A man on 32 would be a king already: write K32 for one.",
			`damas from="W:W1:B33"`:      "Portuguese draughts is not played on a square 33: they are 1 to 32.",
			"brasileiras from=W:Wa2:Bf6": "Brazilian draughts is not played on a square a2.",
			`cage from="W:W1:B32"`:       "That is a position of Portuguese draughts, not of Cage.",
			"damas from=XGID=-oO-----------------------:0:0:1:31:0:0:0:0:10": "That is a position of Backgammon, not of Portuguese draughts.",
			`damas from="W:W1:B"`:            "The game is over in that position",
			`eximo from="8/8/8/8/8/8/8/8 w"`: "No game of Eximo can come to that position",
			"gamao from=XGID=-P":             "I cannot read that as a position of Backgammon.",
			"gamao from=XGID=-oO-----------------------:0:0:1:31:0:0:0:0:10": "Ana challenges Rui.",
			"gamao from=XGID=-oOA----------------------:0:0:1:31:0:0:0:0:10": "No game of Backgammon can come to that position",
			`damas from="W:W1:B32"`:                      "Ana challenges Rui.",
			"eximo from=8/8/8/8/2b2b2/2b5/4bbb1/4bwbb w": "Ana challenges Rui.",
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play "+text+" @rui")
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	})
}

// A person whose handle is a word for the computer is challenged if the service says that a person is meant.
func TestPlay_NamedLikeTheBot(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		casa := chat.User{ID: "desk:7", Handle: "Casa", Name: "Carlos"}
		for _, x := range []struct {
			text, want string
			mentions   []chat.User
		}{
			{"/play damas @casa", "Ana challenges Carlos.", []chat.User{casa}},
			{"/play eximo @casa:2", "Bot, level 2", []chat.User{casa}},
			{"/play cage casa", "Bot, level 2", []chat.User{casa}},
		} {
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: x.text, Mentions: x.mentions, Addressed: true})
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, x.want) {
				t.Errorf("%s: %q, want %q", x.text, got, x.want)
			}
		}
	})
}
