package telegram_test

import (
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
)

// virtual starts a Telegram with its own limits, and a bot that keeps to them, in a bubble where time passes only while
// everybody waits.
func virtual(t *testing.T, change ...func(*telegram.Config)) *table {
	s := telegramtest.Virtual(t)
	s.Limit(telegramtest.Real)
	change = append([]func(*telegram.Config){speaks, func(c *telegram.Config) {
		c.Dial, c.Rates, c.Times = s.Dial, telegram.Rates{}, telegram.Times{}
	}}, change...)
	return openAt(t, s, newStore(), change...)
}

// written are the calls that Telegram counts: what is said and changed.
func written(s *telegramtest.Server) (n int) {
	for _, method := range []string{"sendMessage", "sendPhoto", "editMessageMedia", "editMessageText", "editMessageReplyMarkup"} {
		n += s.Calls(method)
	}
	return n
}

// movesUnder are the labels of the buttons that make or begin a move.
func movesUnder(m *telegramtest.Message) []string {
	return slices.DeleteFunc(m.Buttons(), func(label string) bool { return !strings.HasPrefix(m.Data(label), "/move") })
}

// tapMove has somebody tap until a move is made, and waits for the next board. It returns the number of taps, and what they
// showed.
func tapMove(s *telegramtest.Server, room *telegramtest.Chat, board *telegramtest.Message, who *telegramtest.Person, random *mathrand.Rand) (next *telegramtest.Message, shown []string) {
	for said := len(room.Sent()); ; {
		labels := board.Buttons()
		choices := movesUnder(board)
		shown = append(shown, who.Taps(board, choices[random.IntN(len(choices))]).Wait())
		s.Until("the tap had an effect", func() bool { return len(room.Sent()) > said || !slices.Equal(board.Buttons(), labels) })
		if len(room.Sent()) > said {
			return room.Next(), shown
		}
	}
}

// Fifteen moves that are tapped in a group as fast as can be take less than a minute, and a person who waits is told so on the
// tap. A move costs two calls, be it made in one tap or in two, and Telegram never finds it too much.
func TestTappedMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const moves = 15
		o := virtual(t)
		ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
		people := map[int64]*telegramtest.Person{ana.ID: ana, rui.ID: rui}
		group := o.Group(ana, rui)
		ana.Says(group, "/play damas colour=white @rui")
		rui.Taps(group.Next(), "Accept")
		board := group.Next()
		time.Sleep(time.Minute)
		began, before, taps, waits := time.Now(), written(o.Server), 0, 0
		random := mathrand.New(mathrand.NewPCG(11, 2)) // many moves in two steps
		for range moves {
			next, shown := tapMove(o.Server, group, board, people[board.Mentions()[0]], random)
			taps += len(shown)
			waits += len(slices.DeleteFunc(shown, func(text string) bool { return !strings.HasPrefix(text, telegram.WaitKey) }))
			board = next
		}
		took := time.Since(began)
		time.Sleep(time.Hour) // for what is done when there is time
		calls := written(o.Server) - before
		t.Logf("%d taps, %d calls, %v, told to wait %d times", taps, calls, took, waits)
		if took >= time.Minute || waits == 0 || o.Floods() > 0 {
			t.Errorf("it took %v, people were told to wait %d times, and it was too much %d times", took, waits, o.Floods())
		}
		if taps == moves || calls > 2*moves {
			t.Errorf("%d moves by %d taps cost %d calls", moves, taps, calls)
		}
	})
}

// Whoever taps a button that is not for them is told why, also while Telegram makes the group wait for a board; whoever has made a move
// is told that it waits.
func TestRefusedWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
		group := o.Group(ana, rui)
		people := map[int64]*telegramtest.Person{ana.ID: ana, rui.ID: rui}
		ana.Says(group, "/play damas colour=white @rui")
		rui.Taps(group.Next(), "Accept")
		board := group.Next()
		for range 2 { // so that the group has said all that it may
			for range 4 {
				ana.Says(group, "/text")
				group.Next()
			}
			time.Sleep(time.Second)
		}
		who := people[board.Mentions()[0]]
		other := map[*telegramtest.Person]*telegramtest.Person{ana: rui, rui: ana}[who]
		labels, data := movesUnder(board), ""
		for _, label := range labels {
			data = board.Data(label)
		}
		ana.Says(group, "/games")
		moved := who.TapsData(board, data)
		refused := other.TapsData(board, data)
		began := time.Now()
		if shown := refused.Wait(); shown == "" || strings.HasPrefix(shown, telegram.WaitKey) {
			t.Errorf("%s, whose turn it is not, was shown %q", other.First, shown)
		}
		if took := time.Since(began); took > time.Second {
			t.Errorf("it took %v to say no", took)
		}
		if shown := moved.Wait(); !strings.HasPrefix(shown, telegram.WaitKey) {
			t.Errorf("%s, whose move waits, was shown %q", who.First, shown)
		}
	})
}
