package telegram_test

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// A whole game in a group where the bot hears commands and replies only.
func TestGroup_WithPrivacy(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui, group := o.people()
		d := o.begin(group, ana, rui)
		d.turn().Says(group, "11-15") // nobody hears this
		d.finish()
		for _, m := range group.Sent()[1 : len(group.Sent())-1] {
			if len(m.Offered) == 0 && !m.ForceReply {
				t.Errorf("nothing to answer with: %q", m.Text)
			}
			if m.ReplyTo != 0 {
				t.Errorf("a reply calls who moved, not who is to move: %q", m.Text)
			}
		}
	})
}

// Two people far apart: one passes on a link, and each plays in the private chat.
func TestPrivate_ByLink(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "")
		at, his := ana.Private(), rui.Private()
		asked := say(at, ana, "/play")
		_, payload, found := strings.Cut(asked.Text, "https://t.me/TabuleiroBot?start=")
		if !found {
			t.Fatalf("no link to pass on: %q", asked.Text)
		}
		payload, _, _ = strings.Cut(payload, "\n")
		share, err := url.Parse(asked.URL("Share"))
		if err != nil || share.Host+share.Path != "t.me/share/url" ||
			share.Query().Get("url") != "https://t.me/TabuleiroBot?start="+payload {
			t.Errorf("the button for sharing opens %v", share)
		}
		if text := share.Query().Get("text"); !strings.Contains(text, "Portuguese draughts") {
			t.Errorf("with the link goes %q", text)
		}
		shown := say(his, rui, "/start "+payload)
		rui.Taps(shown, "Accept")
		o.Until("the challenge has become the board", func() bool { return shown.Now().Photo != nil })
		d := o.duel(map[int64]*telegramtest.Chat{ana.ID: at}, ana, rui)
		d.rooms[rui.ID], d.board[rui.ID], d.shows[shown] = his, shown, shown.Now().Text
		d.say = types
		d.finish()
		silent := 0
		for _, m := range append(at.Sent(), his.Sent()...) {
			if m.Silent {
				silent++
			}
		}
		if silent == 0 {
			t.Error("everybody is disturbed by the own moves")
		}
	})
}

// In a private talk one message goes from board to board: [Next game] under a board that waits for the other player
// turns it into the board of a match that waits for its reader. News of the match that was there comes as a new
// message.
func TestNextGame_InPlace(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
		at, his := ana.Private(), rui.Private()
		var boards []*telegramtest.Message
		for _, days := range []string{"2d", "3d"} {
			ana.Says(at, "/play damas white time="+days)
			link := ""
			o.Until("there is a link", func() bool {
				sent := append([]*telegramtest.Message{{}}, at.Sent()...)
				_, link, _ = strings.Cut(sent[len(sent)-1].Text, "https://t.me/TabuleiroBot?start=")
				link, _, _ = strings.Cut(link, "\n")
				return link != ""
			})
			rui.Says(his, "/start "+link)
			var shown *telegramtest.Message
			o.Until("the challenge is there", func() bool {
				shown = lastWith(his, "Accept")
				return shown != nil && strings.Contains(shown.Now().Text, link[:4])
			})
			rui.Taps(shown, "Accept")
			var board *telegramtest.Message
			o.Until("they play", func() bool {
				board = lastWith(at, "⋯")
				return board != nil && (len(boards) == 0 || board != boards[0])
			})
			boards = append(boards, board)
		}
		board, other := boards[0], "#"+strings.Split(strings.Split(boards[1].Now().Text, "#")[1], "\n")[0]
		ana.Says(at, "11-15", telegramtest.Reply(board))
		o.Until("the move is there", func() bool { board = lastWith(at, "Next game (1)"); return board != nil })
		o.Until("it is the board now", func() bool { return len(boards[0].Buttons()) == 0 })
		sent := len(at.Sent())
		ana.Taps(board, "Next game (1)").Wait()
		o.Until("the message shows the other match", func() bool { return strings.Contains(board.Now().Text, other) })
		o.Until("the older board of it has no buttons", func() bool { return len(boards[1].Buttons()) == 0 })
		if n := len(at.Sent()); n != sent {
			t.Errorf("%d more messages", n-sent)
		}
		rui.Says(his, "22-18", telegramtest.Reply(lastWith(his, "22-18")))
		o.Until("the answer is said anew", func() bool {
			return len(at.Sent()) == sent+1 &&
				strings.Contains(at.Sent()[sent].Now().Text, "22-18")
		})
		if !strings.Contains(board.Now().Text, other) || len(board.Buttons()) == 0 {
			t.Errorf("the board of the other match is now %q, with %q", board.Now().Text, board.Buttons())
		}
	})
}

// Everything stays in the topic where it began.
func TestTopic(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
		forum := o.Forum(ana, rui)
		one, two := forum.Topic(), forum.Topic()
		d, e := o.begin(one, ana, rui), o.begin(two, rui, ana)
		for range 5 {
			d.move()
			e.move()
		}
		d.resign()
		e.move()
		for _, m := range forum.Sent() {
			if m.Thread() == 0 {
				t.Errorf("said outside of the topics: %q", m.Text)
			}
		}
	})
}

// Moves by command, by two people without handles who cannot be told apart by name.
func TestNamesakes(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui := o.Person("Kim", ""), o.Person("Kim", "")
		group := o.Group(ana, rui)
		hello := rui.Says(group, "hello")
		asked := say(group, ana, "/damas colour=white", telegramtest.Reply(hello))
		if got := asked.Mentions(); len(got) != 1 || got[0] != rui.ID {
			t.Errorf("%q calls %v, not the one who was answered", asked.Text, got)
		}
		if got := ana.Taps(asked, "Accept").Wait(); got == "" {
			t.Error("who may not accept is not told so")
		}
		rui.Taps(asked, "Accept")
		d := o.duel(map[int64]*telegramtest.Chat{ana.ID: group, rui.ID: group}, ana, rui)
		d.say = commands
		for range 6 {
			d.move()
		}
		d.resign()
	})
}

// Two matches in one group and one elsewhere, while Telegram says all the time that it is too much.
func TestFloods(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui, kim, lia := o.Person("Ana", "ana"), o.Person("Rui", "rui"), o.Person("Kim", "kim"), o.Person("Lia", "lia")
		group, other := o.Group(ana, rui, kim, lia), o.Supergroup(ana, rui)
		one := o.begin(group, ana, rui)
		two := o.begin(group, kim, lia)
		three := o.begin(other, rui, ana)
		for range 3 {
			o.Fail("", 9, telegramtest.Flood(1))
			one.move()
			two.move()
			three.move()
		}
		o.log.Until(t, 3*9, "429") // or the test would show nothing
		for _, m := range group.Sent() {
			if strings.Contains(m.Text, "went wrong") {
				t.Errorf("said %q", m.Text)
			}
		}
	})
}

// lastWith is the newest message with a button, nil if there is none.
func lastWith(room *telegramtest.Chat, label string) *telegramtest.Message {
	for _, m := range slices.Backward(room.Sent()) {
		if slices.Contains(m.Buttons(), label) {
			return m
		}
	}
	return nil
}
