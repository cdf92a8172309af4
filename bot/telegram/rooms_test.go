package telegram_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/telegramtest"
)

// A refusal that comes after something was heard from a chat says nothing of the chat as it is now.
func TestOpenedMeanwhile(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t).run()
		ana := l.Person("Ana", "ana")
		private := ana.Private()
		asked, heard := make(chan bool), make(chan bool)
		l.Fail("sendMessage", 1, func(_ *telegramtest.Server, w http.ResponseWriter, _ *http.Request,
			real func(http.ResponseWriter)) {
			refused := httptest.NewRecorder()
			real(refused) // as Ana has not written yet
			close(asked)
			<-heard
			w.WriteHeader(refused.Code)
			_, _ = w.Write(refused.Body.Bytes())
		})
		say := func() error { return l.says(roomOf(private), "hello") }
		said := make(chan error)
		go func() { said <- say() }()
		<-asked
		ana.Says(private, "/start")
		l.ears.next(t)
		close(heard)
		if err := <-said; !errors.Is(err, chat.ErrClosed) {
			t.Errorf("before Ana had written: %v", err)
		}
		if err := say(); err != nil {
			t.Errorf("after Ana had written: %v", err)
		}
	})
}

// Rooms that take nothing are closed, and a room from which something is heard is open again.
func TestRooms_Closed(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t).run()
		ana, kim, eva := l.Person("Ana", "ana"), l.Person("Kim", ""), l.Person("Eva", "")
		group, private := l.Group(ana, eva), ana.Private()
		closed := func(name string, room chat.Room) {
			t.Helper()
			if err := l.says(room, "hello"); !errors.Is(err, chat.ErrClosed) {
				t.Errorf("%s: %v", name, err)
			}
		}
		gone := func(name string, room chat.Room) {
			t.Helper()
			closed(name, room)
			n := l.Calls("sendMessage")
			if closed(name, room); l.Calls("sendMessage") != n {
				t.Errorf("%s: it goes on writing", name)
			}
		}
		opened := func(p *telegramtest.Person) {
			t.Helper()
			p.Says(p.Private(), "/start")
			l.hears("/start")
			if err := l.says(roomOf(p.Private()), "hello"); err != nil {
				t.Errorf("after %s has written: %v", p.First, err)
			}
		}
		closed("never written to the bot", roomOf(kim.Private()))
		closed("no such chat", "telegram:-77")
		opened(ana)
		private.Expel()
		gone("blocked", roomOf(private))
		private.Admit()
		opened(ana)
		opened(kim)
		opened(eva)
		eva.Deletes()
		gone("account deleted", roomOf(eva.Private()))
		turn := chat.Message{Text: text("your turn"), Turn: chat.User{ID: "telegram:" + itoa(eva.ID), Name: "Eva"}}
		if _, err := l.Send(t.Context(), roomOf(group), turn); err != nil {
			t.Errorf("in a group of somebody who is gone: %v", err)
		}
		group.Expel()
		closed("expelled", roomOf(group))
		for _, room := range []chat.Room{"telegram:", "discord:5", "telegram:x", "telegram:5:x", "telegram:0"} {
			if err := l.says(room, "hello"); err == nil || errors.Is(err, chat.ErrClosed) {
				t.Errorf("%q: %v", room, err)
			}
		}
	})
}

// A challenge in a private chat reaches somebody in the other one, once; a person to whom the bot cannot write there is
// named with the link.
func TestPrivate_ByHandle(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui, eva := o.Person("Ana", "ana"), o.Person("Rui", "rui"), o.Person("Eva", "eva")
		at, his := ana.Private(), rui.Private()
		say(his, rui, "/help")
		if m := say(at, ana, "/play @rui"); !strings.Contains(m.Text, "I am letting Rui know") || m.URL("Share") != "" {
			t.Errorf("ana is told: %q", m.Text)
		}
		asked := his.Next()
		if ids := asked.Mentions(); !slices.Equal(ids, []int64{rui.ID}) {
			t.Errorf("%q calls %v", asked.Text, ids)
		}
		rui.Taps(asked, "Accept")
		o.Until("the challenge has become the board", func() bool { return asked.Now().Photo != nil })
		eva.Says(o.Group(ana, eva), "/help") // the bot knows her, and she has never written to it alone
		for _, who := range []string{"eva", "nobody"} {
			m := say(at, ana, "/play @"+who)
			for !strings.Contains(m.Text, "I cannot write to") {
				m = at.Next()
			}
			if !strings.Contains(m.Text, " can accept: https://t.me/") || m.URL("Share") == "" {
				t.Errorf("of %s ana is told: %q", who, m.Text)
			}
		}
		if n := len(his.Sent()); n != 2 {
			t.Errorf("rui was told %d things", n)
		}
	})
}

// In private everything comes in the language of the person's phone, also what somebody else causes: a challenge after
// no more than a greeting, and the board after the other's move.
func TestPrivate_Language(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui, eva := o.Person("Ana", "ana"), o.Person("Rui", "rui"), o.Person("Eva", "")
		rui.Language, eva.Language = "pt", "es"
		at, his, hers := ana.Private(), rui.Private(), eva.Private()
		say(his, rui, "/start")
		say(at, ana, "/play @rui")
		if m := his.Next(); !strings.Contains(m.Text, "Ana desafia Rui.") {
			t.Errorf("who has greeted in Portuguese is challenged with %q", m.Text)
		}
		ana.Says(at, "/play colour=white")
		_, payload, _ := strings.Cut(at.Next().Text, "?start=")
		payload, _, _ = strings.Cut(payload, "\n")
		board := say(hers, eva, "/accept #"+payload)
		ana.Says(at, "11-15")
		o.Until("who has accepted in Spanish is shown a board in Spanish",
			func() bool { return strings.Contains(board.Now().Text, "Juega Eva") })
	})
}

// A player who unblocks the bot, for which Telegram says /start, sees the board once, and again when it is asked for
// later.
func TestUnblocked(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana := o.Person("Ana", "ana")
		private := ana.Private()
		board := say(private, ana, "/play damas @house:1 colour=white")
		o.Until("the game has begun", func() bool { return slices.Contains(board.Buttons(), "⋯") })
		private.Expel()
		private.Admit()
		ana.Says(private, "/start")
		ana.Says(private, "/games")
		ana.Says(private, "/start")
		boards := ""
		for range 3 {
			if m := private.Next(); m.Photo != nil {
				boards += "b"
			} else {
				boards += "-"
			}
		}
		if boards != "b-b" {
			t.Errorf("shown %q, want a board, a list, and the board again", boards)
		}
	})
}

// In private talks an offer has buttons for the one who is to answer it alone, and those of the board stay under the
// board.
func TestOffer_InPrivate(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
		at, his := ana.Private(), rui.Private()
		say(his, rui, "/help")
		say(at, ana, "/play colour=white @rui")
		rui.Taps(his.Next(), "Accept").Wait()
		at.Next()
		ana.Says(at, "/draw")
		for room, want := range map[*telegramtest.Chat]bool{at: false, his: true} {
			m := room.Next()
			for !strings.Contains(m.Text, "offers a draw") {
				m = room.Next()
			}
			if got := slices.Contains(m.Buttons(), "Accept"); got != want || slices.Contains(m.Buttons(), "⋯") {
				t.Errorf("%q has the buttons %q", m.Text, m.Buttons())
			}
		}
	})
}
