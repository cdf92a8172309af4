package telegram_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/telegram/telegramtest"
)

// A challenge that was posted where the bot is not tells that its match has begun, with a way to the players' own
// chats, and does not follow the game.
func TestPost_StaysAnInvitation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
		elsewhere := o.Group(ana, rui)
		elsewhere.Expel()
		ana.Says(ana.Private(), "/start")
		query := ana.Queries("dam")
		post := query.Choose(query.Wait()[0].ID, elsewhere, false)
		tap := rui.Taps(post, "Accept")
		tap.Wait()
		_, payload, _ := strings.Cut(tap.URL, "start=")
		rui.Says(rui.Private(), "/start "+payload)
		time.Sleep(time.Minute)
		if got := post.Now(); !strings.Contains(got.Text, "private chat with me") ||
			!slices.Equal(post.Buttons(), []string{"My matches"}) || post.URL("My matches") == "" {
			t.Errorf("accepted: the post says %q, with the buttons %q", got.Text, post.Buttons())
		}
		before := post.Edits()
		for _, p := range []*telegramtest.Person{ana, rui, ana, rui} {
			for _, m := range slices.Backward(p.Private().Sent()) {
				if moves := movesUnder(m); len(moves) > 0 {
					p.Taps(m, moves[0])
					break
				}
			}
			time.Sleep(10 * time.Second)
		}
		ana.Says(ana.Private(), "/resign yes")
		time.Sleep(time.Minute)
		if edits := post.Edits() - before; edits != 0 {
			t.Errorf("while the match is played the post is changed %d times", edits)
		}
		if n := len(elsewhere.Sent()); n != 0 {
			t.Errorf("%d messages where the bot is not", n)
		}
	})
}
