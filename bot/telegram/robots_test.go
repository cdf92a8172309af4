package telegram_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
)

// No program can be challenged, as it would never answer: neither by its name, nor by a mention of it, nor the one in
// whose name hidden administrators write. A person whose name ends like that of a program is challenged like all
// others, once that person has been seen.
func TestChallenges_ToRobots(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana := o.Person("Ana", "ana")
		group := o.Group(ana)
		for _, name := range []string{"other_bot", "GroupAnonymousBot", "TalBot"} {
			if got := say(group, ana, "/play damas @"+name).Text; !strings.HasPrefix(got, name+" is a bot and does not play.") {
				t.Errorf("about %s: %q", name, got)
			}
		}
		tal := o.Person("Tal", "TalBot")
		say(group, tal, "/help")
		if got := say(group, ana, "/play damas @talbot"); !strings.Contains(got.Text, "challenges Tal") {
			t.Errorf("the person: %q", got.Text)
		}
	})
}

// say has somebody say something, and returns the answer.
func say(c *telegramtest.Chat, p *telegramtest.Person, text string,
	manners ...telegramtest.Manner) *telegramtest.Message {
	p.Says(c, text, manners...)
	return c.Next()
}
