package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Both players are told in their direct talks, within a minute, that the bot may not write any more where they play.
// There they go on, or call the match off.
func TestRoomLost(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(c *discordtest.Channel){
		"deleted":    func(c *discordtest.Channel) { c.Delete() },
		"expelled":   func(c *discordtest.Channel) { c.Expel() },
		"unseen":     func(c *discordtest.Channel) { c.Deny(discordtest.ViewChannel) },
		"no writing": func(c *discordtest.Channel) { c.Deny(discordtest.SendMessages) },
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				w := begin(t)
				ana, rui, c := w.people()
				people := []*discordtest.User{ana, rui}
				for _, u := range people { // each has played in the direct talk before
					u.Types(u.Direct(), "/play damas house")
					board := u.Direct().Next()
					u.Types(u.Direct(), "/resign yes")
					board.Next()
				}
				ana.Command(c, "play", discordtest.With("opponent", rui), discordtest.With("time", "1d"))
				rui.Presses(c.Next(), "Accept")
				board := c.Next()
				time.Sleep(time.Minute)
				for _, u := range people {
					for u.Direct().Unread() > 0 {
						u.Direct().Next()
					}
				}
				time.Sleep(3 * time.Minute) // so that who is to move is called by a new board
				for range 10 {              // nor does the board go on where it is
					ana.Types(c, "the weather is fine")
				}
				lose(c)
				if _, heard := map[string]bool{"unseen": true, "no writing": true}[name]; heard { // of these nothing is told
					mover := board.Pinged[0]
					mover.Types(mover.Direct(), "/move #"+matchID(t, board)+" "+legal(t, w, board))
				}
				time.Sleep(time.Minute)
				var told []*discordtest.Message
				for _, u := range people {
					i := slices.IndexFunc(u.Direct().Sent(), func(m *discordtest.Message) bool {
						return strings.Contains(m.Content, "I can no longer write where this match is played.")
					})
					if i < 0 {
						t.Fatalf("%s is not told", u.Name)
					}
					told = append(told, u.Direct().Sent()[i])
				}
				before := len(rui.Direct().Sent())
				rui.Presses(told[1], "Go on here")
				time.Sleep(time.Minute)
				if sent := rui.Direct().Sent(); len(sent) != before+1 || sent[before].Picture == nil || matchID(t, sent[before]) != matchID(t, board) {
					t.Errorf("going on, rui is shown %d messages more", len(sent)-before)
				}
				ana.Presses(told[0], "Cancel it")
				time.Sleep(time.Minute)
				asked := ana.Direct().Sent()
				ana.Presses(asked[len(asked)-1], "Cancel the match") // it has only just begun
				time.Sleep(time.Minute)
				heads, err := w.store.Find(t.Context(), storage.Query{Room: string(roomOf(c))})
				if err != nil || len(heads) != 1 || heads[0].Status != match.Void {
					t.Errorf("called off, it is %v, %v", heads, err)
				}
			})
		})
	}
}
