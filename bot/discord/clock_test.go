package discord_test

import (
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/discord/discordtest"
)

// A request made while the bot was away, and told again when it comes back, is not met half a minute later: its author
// has given up. One made now is met, whatever the time is that this machine shows, and however its clock runs.
func TestInteraction_Late(t *testing.T) {
	servertest.Each(t, map[string]time.Duration{
		"right": 0, "fast": 5 * time.Minute, "slow": -5 * time.Minute,
	}, func(t *testing.T, ahead time.Duration) {
		w := prepare(t)
		w.Ahead(ahead)
		w.run(nil)
		w.Connected(1)
		ana, rui, c := w.people()
		time.Sleep(time.Minute)
		w.Ahead(ahead - 20*time.Second) // no two clocks run alike
		time.Sleep(30 * time.Minute)
		board := challenge(w, ana, rui, c)
		away := w.Fail(discordtest.Fault{Method: "GET", Path: "/resume", Status: 500, Times: 1000})
		lost := w.LostSoFar()
		w.Drop()
		w.Lost(lost + 1)
		ana.Command(c, "play", discordtest.With("opponent", rui), begins)
		board.Pinged[0].Presses(board, board.Buttons()[0])
		time.Sleep(30 * time.Second)
		tries := w.Calls("POST callbacks")
		away.End()
		i, r := w.Gateway()
		w.Connected(i + r + 1)
		if _, now := w.Gateway(); now != r+1 {
			t.Errorf("resumed %d times", now)
		}
		time.Sleep(time.Minute)
		if n := c.Unread(); n != 0 {
			t.Fatalf("half a minute later the bot says %q", c.Next().Content)
		}
		if n := w.Calls("POST callbacks") - tries; n != 0 {
			t.Errorf("half a minute later %d answers are tried", n)
		}
		before, move := board.Edits(), board.Buttons()[0]
		board.Pinged[0].Presses(board, move)
		w.reads(board.Edited(before+1), move)
	})
}
