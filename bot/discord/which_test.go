package discord_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/discord/discordtest"
)

// The question which match is meant has done its service when it is answered, by a button or in words, and when it is
// asked anew: then it has no buttons any more, whether only its author sees it or all do.
func TestWhichMatch(t *testing.T) {
	type scene struct {
		asks    func(ana *discordtest.User, c *discordtest.Channel) *discordtest.Message
		answers func(ana *discordtest.User, c *discordtest.Channel, asked *discordtest.Message, id string)
	}
	servertest.Each(t, map[string]scene{
		"a command, a button": {byCommand, byButton},
		"a command, words":    {byCommand, byWords},
		"words, a button":     {inWords, byButton},
		"words, words":        {inWords, byWords},
	}, func(t *testing.T, x scene) {
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

// A hint offers the next one, and that its move, until it is used: when its reader has moved, however that was done, it
// has no buttons any more, and when the next one was asked for it is in the same place, or the first one has none.
func TestHint_Used(t *testing.T) {
	t.Parallel()
	for name, asks := range map[string]func(ana *discordtest.User, c *discordtest.Channel) *discordtest.Message{
		"a command": func(ana *discordtest.User, c *discordtest.Channel) *discordtest.Message {
			return ana.Command(c, "hint").Private()
		},
		"words": func(ana *discordtest.User, c *discordtest.Channel) *discordtest.Message {
			ana.Types(c, "/hint")
			return c.Next()
		},
	} {
		for how, moves := range map[string]func(ana *discordtest.User, c *discordtest.Channel, board *discordtest.Message){
			"a press": func(ana *discordtest.User, _ *discordtest.Channel, b *discordtest.Message) { ana.Presses(b, "11-15") },
			"a word":  func(ana *discordtest.User, c *discordtest.Channel, _ *discordtest.Message) { ana.Types(c, "11-15") },
			"a command": func(ana *discordtest.User, c *discordtest.Channel, _ *discordtest.Message) {
				ana.Command(c, "move", discordtest.With("move", "11-15"))
			},
		} {
			t.Run(name+", "+how, func(t *testing.T) {
				virtually(t, func(t *testing.T) {
					w := begin(t)
					ana := w.User("ana")
					c := w.Guild(ana).Channel("general")
					ana.Command(c, "play", discordtest.With("opponent", w.Bot), begins)
					board := c.Next()
					hint := asks(ana, c)
					if labels := hint.Buttons(); len(labels) != 1 {
						t.Fatalf("%q with %q", hint.Content, labels)
					}
					next := ana.Presses(hint, hint.Buttons()[0]).Private()
					time.Sleep(time.Minute)
					if len(next.Buttons()) != 2 || next.ID != hint.ID && len(hint.Buttons()) > 0 {
						t.Errorf("the next hint has %q, the first one %q", next.Buttons(), hint.Buttons())
					}
					moves(ana, c, board)
					time.Sleep(time.Minute)
					if len(hint.Buttons()) > 0 || len(next.Buttons()) > 0 {
						t.Errorf("after the move there are %q and %q", hint.Buttons(), next.Buttons())
					}
				})
			})
		}
	}
}
