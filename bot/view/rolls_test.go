package view_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/view"
	"tabuleiro/engine/dice"
)

// The text about dice, and its verdict, follow from the number of rolls and their difference.
func TestRolls(t *testing.T) {
	tally := func(throws, pips int) dice.Tally { return dice.Tally{Throws: throws, Pips: pips, Doubles: throws / 6} }
	for name, c := range map[string]struct {
		rolls     view.Rolls
		want, not []string
	}{
		"nothing": {view.Rolls{}, []string{"no roll to count yet"}, []string{"fair"}},
		"people only": {
			view.Rolls{People: tally(1200, 9800)},
			[]string{"Against people: 1200 rolls, 8.17 pips each, doubles 16.7 %", "fair dice give 8.17"},
			[]string{"apart", "Against the bot"},
		},
		"few": {view.Rolls{Bot: tally(29, 400), Mine: tally(500, 4000)}, []string{"The bot itself: 500", "too few"},
			[]string{"apart"}},
		// 0.4 pips on 500 throws each are 0.4 / (4.298 * sqrt(2/500)) standard errors.
		"chance": {view.Rolls{Bot: tally(500, 4000), Mine: tally(500, 4200)},
			[]string{"the bot and its opponent: 0.40 pips apart, 1.5 standard errors", "means nothing"},
			[]string{"Against people"}},
		"rare": {view.Rolls{People: tally(500, 4000), Bot: tally(500, 4300)},
			[]string{"against the bot: 0.60 pips apart, 2.2", "one time in twenty"}, []string{"The bot itself"}},
		"odd": {view.Rolls{Bot: tally(500, 3600), Mine: tally(500, 4200)},
			[]string{"1.20 pips apart, 4.4", "/dice shows"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c.rolls.Player = chat.User{ID: "terminal:ana", Name: "ana"}
			got := chat.PlainText(c.rolls.Message(view.Audience{Voice: voice(t, "en", nil)}).Text)
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing in:\n%s", want, got)
				}
			}
			for _, not := range c.not {
				if strings.Contains(got, not) {
					t.Errorf("%q is in:\n%s", not, got)
				}
			}
		})
	}
}
