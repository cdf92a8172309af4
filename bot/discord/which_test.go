package discord_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/discord/discordtest"
)

// The question which match is meant has done its service when it is answered, by a button or in words, and when it is asked anew: then it
// has no buttons any more, whether only its author sees it or all do.
func TestWhichMatch(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		asks    func(ana *discordtest.User, c *discordtest.Channel) *discordtest.Message
		answers func(ana *discordtest.User, c *discordtest.Channel, asked *discordtest.Message, id string)
	}{
		"a command, a button": {byCommand, byButton},
		"a command, words":    {byCommand, byWords},
		"words, a button":     {inWords, byButton},
		"words, words":        {inWords, byWords},
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				w := begin(t)
				ana, rui := w.User("ana"), w.User("rui")
				c := w.Guild(ana, rui).Channel("general")
				challenge(w, ana, rui, c)
				id := matchID(t, challenge(w, ana, rui, c))
				asked := x.asks(ana, c)
				if !strings.HasPrefix(asked.Content, "Which match do you mean?") || len(asked.Buttons()) != 2 {
					t.Fatalf("asked %q with %q", asked.Content, asked.Buttons())
				}
				x.answers(ana, c, asked, id)
				synctest.Wait()
				time.Sleep(time.Minute)
				if labels := asked.Buttons(); !asked.Deleted() && len(labels) > 0 {
					t.Errorf("afterwards there are still %q", labels)
				}
			})
		})
	}
}

func byCommand(ana *discordtest.User, c *discordtest.Channel) *discordtest.Message {
	return ana.Command(c, "draw").Private()
}

func inWords(ana *discordtest.User, c *discordtest.Channel) *discordtest.Message {
	ana.Types(c, "/draw")
	return c.Next()
}

func byButton(ana *discordtest.User, _ *discordtest.Channel, asked *discordtest.Message, id string) {
	for _, label := range asked.Buttons() {
		if strings.Contains(label, "#"+id) {
			ana.Presses(asked, label)
		}
	}
}

func byWords(ana *discordtest.User, c *discordtest.Channel, _ *discordtest.Message, id string) {
	ana.Types(c, "/draw #"+id)
}

// A challenge to oneself is refused at once, and no game is asked for.
func TestChallengeToOneself(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, _, c := w.people()
		for _, m := range []*discordtest.Message{
			ana.Command(c, "play", discordtest.With("opponent", ana)).Private(),
			ana.Picks(c, "Challenge to a game", ana).Private(),
		} {
			if !strings.HasPrefix(m.Content, "You cannot play against yourself") {
				t.Errorf("ana is told %q", m.Content)
			}
		}
		ana.Types(c, "/play @ana")
		if m := c.Next(); !strings.HasPrefix(m.Content, "You cannot play against yourself") {
			t.Errorf("ana is told %q", m.Content)
		}
	})
}
