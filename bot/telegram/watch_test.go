package telegram_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
)

// A challenge that was posted where the bot is not becomes the board, which all who are there watch: it is
// changed at each move, though not faster than every few seconds, is played by its own buttons, too, and rings for
// nobody; in the end it tells how the match has ended.
func TestPostWatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Limit(telegramtest.Real)
		s.Inline(true)
		o := openAt(t, s, newStore(), speaks, func(c *telegram.Config) {
			c.Dial, c.Rates, c.Times = s.Dial, telegram.Rates{}, telegram.Times{}
		})
		ana, rui, kim := o.Person("Ana", "ana"), o.Person("Rui", "rui"), o.Person("Kim", "kim")
		elsewhere := o.Group(ana, rui, kim)
		elsewhere.Expel()
		ana.Says(ana.Private(), "/start")
		query := ana.Queries("dam")
		post := query.Choose(query.Wait()[0].ID, elsewhere, false)
		tap := rui.Taps(post, "Accept")
		tap.Wait()
		_, payload, _ := strings.Cut(tap.URL, "start=")
		rui.Says(rui.Private(), "/start "+payload)
		time.Sleep(time.Minute)
		shows := func(what string, want ...string) {
			t.Helper()
			for _, w := range want {
				if m := post.Now(); !strings.Contains(m.Text, w) {
					t.Errorf("%s: the post says %q, and not %q", what, m.Text, w)
				}
			}
		}
		shows("accepted", "Ana (", "to move", "private chat with me")
		players := map[int64]*telegramtest.Person{ana.ID: ana, rui.ID: rui}
		turn := func() (who, other *telegramtest.Person) {
			for _, id := range post.Mentions() {
				who = players[id]
			}
			if who == nil {
				t.Fatalf("nobody is to move: %q", post.Now().Text)
			}
			return who, map[*telegramtest.Person]*telegramtest.Person{ana: rui, rui: ana}[who]
		}
		who, other := turn()
		moves := movesUnder(post)
		if len(moves) < 2 || len(post.URL("My matches")) == 0 || slices.Contains(post.Buttons(), "⋯") {
			t.Fatalf("the post has the buttons %q", post.Buttons())
		}
		rung := len(o.Rings())
		if told := kim.TapsData(post, post.Data(moves[0])).Wait(); told != "Ana and Rui play this match; everybody else can only watch it." {
			t.Errorf("Kim is told %q", told)
		}
		if told := other.TapsData(post, post.Data(moves[0])).Wait(); told == "" {
			t.Errorf("%s, whose turn it is not, is told nothing", other.First)
		}
		who.TapsData(post, post.Data(moves[0])).Wait()
		time.Sleep(10 * time.Second)
		shows("a move by its button", who.First+": "+moves[0])
		for _, m := range other.Private().Sent() {
			if m == slices.MaxFunc(other.Private().Sent(), func(a, b *telegramtest.Message) int { return a.ID - b.ID }) &&
				!strings.Contains(m.Now().Text, moves[0]) {
				t.Errorf("%s sees %q", other.First, m.Now().Text)
			}
		}
		for _, r := range o.Rings()[rung:] {
			if r.Message == post || r.For == kim {
				t.Errorf("%s hears a telephone by %s", r.For.First, r.By)
			}
		}
		before := post.Edits()
		for range 12 { // in private, faster than a post may be changed
			for _, p := range players {
				sent := p.Private().Sent()
				if board := sent[len(sent)-1]; len(movesUnder(board)) > 0 {
					p.Taps(board, movesUnder(board)[0])
					break
				}
			}
			time.Sleep(1500 * time.Millisecond)
		}
		time.Sleep(10 * time.Second)
		if edits := post.Edits() - before; edits < 4 || edits > 8 {
			t.Errorf("in 28 seconds the post is changed %d times", edits)
		}
		who, _ = turn()
		who.Says(who.Private(), "/resign yes")
		time.Sleep(10 * time.Second)
		shows("the end", "resigns")
		if len(movesUnder(post)) > 0 {
			t.Errorf("after the end the post has the buttons %q", post.Buttons())
		}
		rung = len(o.Rings())
		if told := kim.TapsData(post, post.Data("Rematch")).Wait(); !strings.HasSuffix(told,
			"everybody else can only watch it.") {
			t.Errorf("Kim is told %q", told)
		}
		ana.TapsData(post, post.Data("Rematch")).Wait()
		time.Sleep(10 * time.Second)
		shows("a rematch is asked for", "resigns", "Ana")
		rui.TapsData(post, post.Data("Decline")).Wait()
		time.Sleep(10 * time.Second)
		shows("and declined", "resigns", "declines")
		ana.TapsData(post, post.Data("Rematch")).Wait()
		time.Sleep(10 * time.Second)
		rui.TapsData(post, post.Data("Accept")).Wait()
		time.Sleep(10 * time.Second)
		shows("a rematch", " to move", "private chat with me")
		if strings.Contains(post.Now().Text, "resigns") {
			t.Errorf("while a rematch is played the post says %q", post.Now().Text)
		}
		who, _ = turn()
		again := movesUnder(post)[0]
		who.TapsData(post, post.Data(again)).Wait()
		time.Sleep(10 * time.Second)
		shows("a move of the rematch", who.First+": "+again)
		for _, r := range o.Rings()[rung:] {
			if r.Message == post || r.For == kim {
				t.Errorf("%s hears a telephone by %s", r.For.First, r.By)
			}
		}
		if n := len(elsewhere.Sent()); n != 0 {
			t.Errorf("%d messages where the bot is not", n)
		}
	})
}
