package telegram_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/telegramtest"
)

// A board that a process that fell could not show is shown by the next one in the message where the board was, as a
// picture; one that Telegram cannot take at that moment is a picture all the same.
func TestBoard_AfterKill(t *testing.T) {
	servertest.Each(t, map[string]telegramtest.Fault{
		"":             nil,
		"not editable": telegramtest.Refuse(400, "Bad Request: message can't be edited"),
		"not taken":    telegramtest.Refuse(400, "Bad Request: IMAGE_PROCESS_FAILED"),
		"unclear":      telegramtest.Refuse(400, "Bad Request: a new reason"),
	}, func(t *testing.T, fault telegramtest.Fault) {
		o := virtual(t, hasty)
		ana, rui, group := o.people()
		d := o.begin(group, ana, rui)
		d.say = commands
		time.Sleep(time.Minute)
		who := d.turn()
		board := d.board[who.ID]
		o.Fail("", 1<<30, telegramtest.Status(502))
		who.TapsData(board, board.Data(movesUnder(board)[0]))
		o.Mend()
		o.Fail("sendPhoto", 1<<30, telegramtest.Status(502))
		o.Fail("editMessageMedia", 1<<30, telegramtest.Status(502))
		time.Sleep(5 * time.Second)
		o.stop()
		o.Mend()
		if fault != nil {
			o.Fail("editMessageMedia", 1, fault)
			o.Fail("sendPhoto", 1, fault)
		}
		before := board.Now().Text
		openAt(t, o.Server, o.store, paced, hasty)
		time.Sleep(2 * time.Minute)
		shown := group.Sent()[len(group.Sent())-1]
		if shown.Now().Photo == nil || shown.Now().Text == before {
			t.Errorf("after the kill: %q, picture %t", shown.Now().Text, shown.Now().Photo != nil)
		}
		if fault == nil && (shown != board || board.Deleted()) {
			t.Errorf("the board became another message: %q", shown.Now().Text)
		}
	})
}

// Presses that have waited at Telegram for too long are not answered, but for those that show it; what comes then is.
func TestPresses_Stale(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const presses = 400
		l := listen(t)
		ana := l.Person("Ana", "ana")
		group := l.Supergroup(ana)
		board, _ := l.sends(group, words("hello", "/a"))
		for i := range presses {
			p := l.Person("P", fmt.Sprint("p", i))
			group.Add(p)
			p.TapsData(board, "/a")
		}
		time.Sleep(time.Minute)
		l.run()
		time.Sleep(time.Minute)
		if n := l.Calls("answerCallbackQuery"); n > presses/10 {
			t.Errorf("%d of %d presses that nobody waits for were answered", n, presses)
		}
		tap := ana.TapsData(board, "/a")
		tap.Wait()
	})
}

// fill has a group say so much that it has to wait, also for what is asked for.
func fill(t *testing.T, o *table, group *telegramtest.Chat, times int, m chat.Message) {
	for range times {
		go func() { _, _ = o.telegram.Send(t.Context(), roomOf(group), m) }()
	}
	synctest.Wait()
}

// While a group has to wait, a command of somebody who plays there is answered in private, if the bot may write there.
func TestAnswer_Aside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		ana, rui, eva := o.Person("Ana", "ana"), o.Person("Rui", "rui"), o.Person("Eva", "eva")
		group := o.Supergroup(ana, rui, eva)
		for _, p := range []*telegramtest.Person{ana, eva} {
			say(p.Private(), p, "/start")
		}
		o.begin(group, ana, rui)
		time.Sleep(2 * time.Minute)
		fill(t, o, group, 22, words("hello"))
		for _, c := range []struct {
			p       *telegramtest.Person
			private bool
		}{{ana, true}, {rui, false}, {eva, false}} {
			c.p.Says(group, "/play #nowhere")
			got := c.p.Private().NextWithin(3 * time.Second)
			if (got != nil) != c.private {
				t.Errorf("%s was answered in private: %t", c.p.First, got != nil)
			}
		}
	})
}

// While a group has to wait for the board, the one who is to move is shown it in private, until the group has it.
func TestBoard_Ahead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		ana, rui, group := o.people()
		for _, p := range []*telegramtest.Person{ana, rui} {
			say(p.Private(), p, "/start")
		}
		d := o.begin(group, ana, rui)
		time.Sleep(2 * time.Minute)
		fill(t, o, group, 12, chat.Message{Text: text("hello"), News: true})
		who, move := d.turn(), string(d.choose())
		next := map[*telegramtest.Person]*telegramtest.Person{ana: rui, rui: ana}[who]
		who.Says(group, "/m "+move)
		ahead := next.Private().NextWithin(2 * time.Second)
		if ahead == nil || ahead.Photo == nil || !strings.Contains(ahead.Text, ": "+move+"\n") {
			t.Fatalf("%s was shown %+v", next.First, ahead)
		}
		if got := who.Private().NextWithin(0); got != nil {
			t.Errorf("%s was shown %q", who.First, got.Text)
		}
		time.Sleep(2 * time.Minute)
		if !ahead.Deleted() {
			t.Error("the board in private is still there when the group has it")
		}
		found := false
		for _, m := range group.Sent() {
			found = found || strings.Contains(m.Now().Text, ": "+move+"\n")
		}
		if !found {
			t.Error("the group has not got the board")
		}
	})
}

// Only the news of a board that somebody has to answer is shown ahead in private, where the group has to wait.
func TestBoard_AheadOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		ana := o.Person("Ana", "ana")
		group := o.Supergroup(ana)
		say(ana.Private(), ana, "/start")
		fill(t, o, group, 24, chat.Message{Text: text("hello"), News: true})
		turn, board := chat.User{ID: fmt.Sprintf("telegram:%d", ana.ID), Name: "Ana"}, &chat.Board{Text: "a board"}
		for _, c := range []struct {
			name string
			m    chat.Message
			want bool
		}{
			{"no news", chat.Message{Board: board, Turn: turn}, false},
			{"no board", chat.Message{News: true, Turn: turn}, false},
			{"nobody's turn", chat.Message{News: true, Board: board}, false},
			{"news", chat.Message{News: true, Board: board, Turn: turn}, true},
		} {
			c.m.Text = text(c.name)
			go func() { _, _ = o.telegram.Send(t.Context(), roomOf(group), c.m) }()
			if got := ana.Private().NextWithin(2 * time.Second); (got != nil) != c.want {
				t.Errorf("%s: shown in private: %t", c.name, got != nil)
			}
		}
	})
}
