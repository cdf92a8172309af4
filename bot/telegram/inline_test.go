package telegram_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
	enginetable "tabuleiro/engine/table"
	"tabuleiro/storage/memorytest"
)

// post has somebody post a challenge in a chat, by the words behind the name of the bot.
func (o *table) post(by *telegramtest.Person, words string, in *telegramtest.Chat) *telegramtest.Message {
	o.t.Helper()
	query := by.Queries(words)
	results := query.Wait()
	if len(results) == 0 {
		o.t.Fatal("no game is offered")
	}
	return query.Choose(results[0].ID, in, false)
}

// inlined is a bot with inline mode, and a group where it is not.
func inlined(t *testing.T) (o *table, ana, rui *telegramtest.Person, elsewhere *telegramtest.Chat) {
	s := telegramtest.Virtual(t)
	s.Inline(true)
	o = openGames(t, s, memorytest.New(), enginetable.Games, speaks)
	ana, rui, elsewhere = o.people()
	elsewhere.Expel()
	return o, ana, rui, elsewhere
}

// A challenge posted in a chat that the bot is not in is accepted once, by somebody who has never written to the bot;
// the match is played in the private chats of both, and the post stays an invitation that leads there.
func TestInline(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o, ana, rui, elsewhere := inlined(t)
		kim := o.Person("Kim", "")
		at, his := ana.Private(), rui.Private()
		say(at, ana, "/start")
		if len(ana.Queries("xyz").Wait()) == 0 {
			t.Error("nothing is offered for nonsense")
		}
		posted := o.post(ana, "damas", elsewhere)
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
			return strings.Contains(posted.Now().Text, "in your private chat with me")
		})
		if got := kim.TapsData(posted, data).Wait(); got != "Somebody else was faster." {
			t.Errorf("Kim is told %q", got)
		}
		for at.Next().Photo == nil { // the challenge, and the board when it is accepted
		}
		_, payload, _ := strings.Cut(tap.URL, "start=")
		board := say(his, rui, "/start "+payload)
		if board.Photo == nil {
			t.Fatalf("Rui sees %q", board.Text)
		}
		edits, turn := posted.Edits(), ana
		if strings.Contains(board.Text, "\nRui (") { // to move
			turn = rui
		}
		turn.Says(turn.Private(), "11-15")
		o.Until("Rui sees the move", func() bool {
			sent := his.Sent()
			return strings.Contains(sent[len(sent)-1].Now().Text, "11-15")
		})
		rui.Says(his, "/resign yes")
		o.Until("Rui sees the end", func() bool { return lastWith(his, "Rematch") != nil })
		if n := posted.Edits() - edits; n != 0 || !slices.Equal(posted.Buttons(), []string{"My matches"}) ||
			posted.URL("My matches") != tap.URL || len(elsewhere.Sent()) != 0 {
			t.Errorf("the post is changed %d times, and has %q", n, posted.Buttons())
		}
		for _, m := range append(at.Sent(), his.Sent()...) {
			if strings.Contains(m.Text, "I cannot write to") || strings.Contains(m.Text, "cannot be reached") {
				t.Errorf("of a challenge that is accepted is said %q", m.Text)
			}
		}
	})
}

// The words after the name of the bot are a game by any of its names and a time, in any order, and stand in the post.
func TestInline_Words(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o, ana, _, elsewhere := inlined(t)
		for text, want := range map[string][2]string{
			"dam":           {"Challenge: Portuguese draughts", ""},
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
		if posted := o.post(ana, "damas 3d", elsewhere); !strings.Contains(posted.Text, "The first to accept is the opponent.\n") ||
			!strings.Contains(posted.Text, "3 days") {
			t.Errorf("posted: %q", posted.Text)
		}
	})
}

// A post stays in the language in which it was posted, though its author chooses another one meanwhile, and the person
// who accepts it reads a third.
func TestInline_Language(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o, ana, rui, elsewhere := inlined(t)
		at := ana.Private()
		say(at, ana, "/language pt")
		posted := o.post(ana, "dam", elsewhere)
		if !strings.HasPrefix(posted.Text, "Ana quer jogar: ") {
			t.Fatalf("posted: %q", posted.Text)
		}
		say(at, ana, "/idioma en")
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
