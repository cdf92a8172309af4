package discord_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
)

// tieForm is a tie of a round that is still played.
var tieForm = regexp.MustCompile(`(?m)^\d\. (?:([^:\n]+): )?(\S+) – (\S+) #([a-z0-9]+)$`)

// Eight people of a channel play a cup to its end: they join by a button, play by taps and resign by a button, and one
// of them does not come. Each round has one message, whose picture changes with each result; then one says who has won.
func TestCupOfEight(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		people := map[string]*discordtest.User{}
		var members []*discordtest.User
		for _, name := range []string{"Ana", "Bia", "Caio", "Dora", "Edu", "Fia", "Gil", "Hel"} {
			people[name] = w.User(name)
			people[name].Name = name
			members = append(members, people[name])
		}
		c := w.Guild(members...).Channel("cup")
		members[0].Command(c, "tournament", discordtest.With("text", "damas system=cup needs=8 days=1"))
		call := c.Next()
		for _, u := range members {
			if said := u.Presses(call, "Join").Private().Content; !strings.Contains(said, "you are in") {
				t.Errorf("%s is told %q", u.Name, said)
			}
		}
		var names []string
		var rounds []*discordtest.Message
		winner := ""
		for round := range 3 {
			time.Sleep(time.Minute)
			table := c.Latest(fmt.Sprintf("Round %d of 3", round+1))
			if table == nil {
				t.Fatalf("round %d is not in %q", round+1, c.Texts())
			}
			rounds = append(rounds, table)
			picture := table.Picture
			for n, tie := range tieForm.FindAllStringSubmatch(table.Content, -1) {
				names = append(names, tie[1])
				if round == 0 && n == 3 {
					time.Sleep(25 * time.Hour) // who is to move does not come
					continue
				}
				board := c.Latest(") #" + tie[4])
				w.turn(board).Presses(board, board.Buttons()[0])
				time.Sleep(10 * time.Second)
				gives := people[max(tie[2], tie[3])]
				gives.Presses(gives.Command(c, "resign", discordtest.With("match", tie[4])).Private(), "Resign")
				time.Sleep(20 * time.Second)
				if now := table.Edited(0); n == 0 && (!strings.Contains(now.Content, "2-0") && !strings.Contains(now.Content, "0-2") || bytes.Equal(now.Picture, picture)) {
					t.Errorf("after a result the round is %q", now.Content)
				}
				if tie[1] == "Final" {
					winner = min(tie[2], tie[3])
				}
			}
		}
		if want := []string{"", "", "", "", "", "", "Final", "Third place"}; !slices.Equal(names, want) {
			t.Errorf("the ties are called %q", names)
		}
		var told []string
		for _, m := range c.Sent() {
			if now := m.Edited(0); now.Picture != nil && strings.HasPrefix(now.Content, "🏆") {
				told = append(told, now.Content)
			}
		}
		if len(told) != len(rounds)+1 || !strings.Contains(told[1], "There was no first move in time.") ||
			!strings.Contains(told[len(told)-1], "It is over: "+winner+" has won.") {
			t.Errorf("the tables are %q", told)
		}
	})
}
