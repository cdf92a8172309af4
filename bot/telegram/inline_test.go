package telegram_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
	enginetable "tabuleiro/engine/table"
	"tabuleiro/storage/memorytest"
)

// titles are what can be chosen, by their first words.
func titles(results []telegramtest.Result) string {
	var list []string
	for _, r := range results {
		list = append(list, r.Title)
	}
	return strings.Join(list, "|")
}

// A challenge posted in a chat that the bot is not in is accepted once, by somebody who has never written to the bot;
// the match is played in the private chats of both.
func TestInline(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Inline(true)
		o := openAt(t, s, memorytest.New())
		ana, rui, kim := o.Person("Ana", "ana"), o.Person("Rui", ""), o.Person("Kim", "")
		at, his := ana.Private(), rui.Private()
		elsewhere := o.Group(ana, rui, kim)
		elsewhere.Expel()
		ana.Says(at, "/start")
		at.Next()
		nonsense := ana.Queries("xyz").Wait()
		if len(nonsense) == 0 {
			t.Errorf("offered for nonsense: %q", titles(nonsense))
		}
		query := ana.Queries("dam")
		results := query.Wait()
		if got := titles(results); got != "Challenge: Portuguese draughts" {
			t.Fatalf("offered: %q", got)
		}
		posted := query.Choose(results[0].ID, elsewhere, false)
		if posted.Text != "Ana wants to play Portuguese draughts. The first to accept is the opponent." {
			t.Errorf("posted: %q", posted.Text)
		}
		data := posted.Data("Accept")
		if got := ana.TapsData(posted, data).Wait(); !strings.Contains(got, "your own challenge") {
			t.Errorf("Ana is told %q", got)
		}
		forged := strings.Replace(data, "portuguese", "portuguesf", 1)
		if got := rui.TapsData(posted, forged).Wait(); !strings.Contains(got, "This challenge is over") {
			t.Errorf("with a forged button Rui is told %q", got)
		}
		tap := rui.Taps(posted, "Accept")
		if got := tap.Wait(); got != "" || !strings.HasPrefix(tap.URL, "https://t.me/TabuleiroBot?start=") {
			t.Errorf("Rui is told %q, and %q is opened", got, tap.URL)
		}
		o.Until("the match is named", func() bool {
			return strings.Contains(posted.Now().Text,
				"in your private chat with me")
		})
		if got := posted.URL("My matches"); got != tap.URL {
			t.Errorf("under the message is a link to %q", got)
		}
		if got := kim.TapsData(posted, data).Wait(); got != "Somebody else was faster." {
			t.Errorf("Kim is told %q", got)
		}
		for at.Next().Photo == nil { // the challenge, and the board when it is accepted
		}
		_, payload, _ := strings.Cut(tap.URL, "start=")
		rui.Says(his, "/start "+payload)
		board := his.Next()
		if board.Photo == nil {
			t.Fatalf("Rui sees %q", board.Text)
		}
		turn := ana
		if strings.Contains(board.Text, "\nRui (") { // to move
			turn = rui
		}
		turn.Says(turn.Private(), "11-15")
		o.Until("Rui sees the move", func() bool {
			sent := his.Sent()
			return strings.Contains(sent[len(sent)-1].Now().Text, "11-15")
		})
		if n := len(elsewhere.Sent()); n != 0 {
			t.Errorf("%d messages where the bot is not", n)
		}
		for _, talk := range []*telegramtest.Chat{at, his} {
			for _, m := range talk.Sent() {
				if strings.Contains(m.Text, "I cannot write to") || strings.Contains(m.Text, "cannot be reached") {
					t.Errorf("of a challenge that is accepted is said %q", m.Text)
				}
			}
		}
	})
}

// The words after the name of the bot are a game by any of its names, a person and a time, in any order; the challenge
// is accepted by that person alone.
func TestInline_Words(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Inline(true)
		o := openGames(t, s, memorytest.New(), enginetable.Games, speaks)
		ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "Rui_S")
		elsewhere := o.Group(ana, rui)
		elsewhere.Expel()
		for text, want := range map[string][2]string{
			"bg":            {"Challenge: backgammon", ""},
			"damas 3d":      {"Challenge: Portuguese draughts", "3 days"},
			"3d damas":      {"Challenge: Portuguese draughts", "3 days"},
			"eximo time=1d": {"Challenge: Eximo", "1 day"},
		} {
			if results := ana.Queries(text).Wait(); len(results) == 0 || !strings.EqualFold(results[0].Title, want[0]) ||
				!strings.Contains(results[0].Description, want[1]) {
				t.Errorf("%s: offered %+v", text, results)
			}
		}
		query := ana.Queries("damas 3d")
		posted := query.Choose(query.Wait()[0].ID, elsewhere, false)
		if !strings.Contains(posted.Text, "The first to accept is the opponent.\n") ||
			!strings.Contains(posted.Text, "3 days") {
			t.Errorf("posted: %q", posted.Text)
		}
		data := posted.Data("Accept")
		tap := rui.TapsData(posted, data)
		if got := tap.Wait(); got != "" || tap.URL == "" {
			t.Fatalf("Rui is told %q", got)
		}
		_, payload, _ := strings.Cut(tap.URL, "start=")
		private := rui.Private()
		rui.Says(private, "/start "+payload)
		if board := private.Next(); !strings.Contains(board.Text, "3 days") {
			t.Errorf("Rui sees %q", board.Text)
		}
	})
}

// A post stays in the language in which it was posted, though its author chooses another one meanwhile, and the person
// who accepts it reads a third.
func TestInline_Language(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Inline(true)
		o := openAt(t, s, memorytest.New())
		ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "")
		elsewhere := o.Group(ana, rui)
		elsewhere.Expel()
		at := ana.Private()
		ana.Says(at, "/language pt")
		at.Next()
		query := ana.Queries("dam")
		results := query.Wait()
		if len(results) == 0 {
			t.Fatal("no game is offered")
		}
		posted := query.Choose(results[0].ID, elsewhere, false)
		if !strings.HasPrefix(posted.Text, "Ana quer jogar: ") {
			t.Fatalf("posted: %q", posted.Text)
		}
		ana.Says(at, "/idioma en")
		at.Next()
		rui.Taps(posted, "Aceitar").Wait()
		o.Until("the match is named", func() bool { return posted.Now().Text != posted.Text })
		if m := posted.Now(); !strings.Contains(m.Text, "Joga-se na conversa privada") ||
			posted.URL("As minhas partidas") == "" {
			t.Errorf("then: %q, %q", m.Text, posted.Buttons())
		}
	})
}

// With inline mode off everything else works, and the bot knows that it could be switched on.
func TestInline_Off(t *testing.T) {
	virtually(t, func(t *testing.T) {
		for _, on := range []bool{true, false} {
			s := telegramtest.Virtual(t)
			s.Inline(on)
			l := listenAt(t, s).run()
			ana := s.Person("Ana", "ana")
			ana.Queries("damas")
			ana.Says(ana.Private(), "/start")
			l.ears.next(t)
			if lacks := l.Telegram.State().Lacks; on != (len(lacks) == 0) {
				t.Errorf("inline mode %v: lacking are %v", on, lacks)
			}
		}
	})
}
