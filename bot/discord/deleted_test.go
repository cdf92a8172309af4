package discord_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
)

// A match whose channel was deleted is not said to be played there: the list has a button by which it goes on where its
// reader is.
func TestList_OfDeletedChannel(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		for _, u := range []*discordtest.User{ana, rui} {
			u.Types(u.Direct(), "/start")
		}
		time.Sleep(time.Minute)
		ana.Command(c, "play", discordtest.With("opponent", rui), begins)
		time.Sleep(10 * time.Second)
		rui.Presses(c.Sent()[len(c.Sent())-1], "Accept")
		time.Sleep(10 * time.Second)
		c.Delete()
		time.Sleep(2 * time.Minute)
		talk := ana.Direct()
		last := func() *discordtest.Message { sent := talk.Sent(); return sent[len(sent)-1].Edited(0) }
		ana.Command(talk, "games")
		time.Sleep(10 * time.Second)
		list := last()
		if strings.Contains(list.Content, "Played here") || !strings.HasPrefix(list.Buttons()[0], "Go on here") {
			t.Fatalf("said %q with %q", list.Content, list.Buttons())
		}
		ana.Presses(list, list.Buttons()[0])
		time.Sleep(10 * time.Second)
		if m := last(); m.Picture == nil || len(m.Buttons()) < 5 {
			t.Errorf("then %q with %q", m.Content, m.Buttons())
		}
	})
}
