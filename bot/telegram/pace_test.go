package telegram_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine"
	"tabuleiro/storage/memorytest"
)

// virtual starts a Telegram with its own limits, and a bot that keeps to them, in a bubble where time passes only while
// everybody waits.
func virtual(t *testing.T, change ...func(*telegram.Config)) *table {
	return virtualOf(t, games, change...)
}

// virtualOf is a bot that knows some games.
func virtualOf(t *testing.T, games []*engine.Game, change ...func(*telegram.Config)) *table {
	s := telegramtest.Virtual(t)
	s.Limit(telegramtest.Real)
	s.Inline(true)
	return openGames(t, s, memorytest.New(), games, append([]func(*telegram.Config){speaks, paced}, change...)...)
}

// paced has a bot keep to Telegram's limits.
func paced(c *telegram.Config) { c.Rates, c.Times = telegram.Rates{}, telegram.Times{} }

// movesUnder are the labels of the buttons that make or begin a move.
func movesUnder(m *telegramtest.Message) []string {
	return slices.DeleteFunc(m.Buttons(), func(label string) bool { return !strings.HasPrefix(m.Data(label), "/move") })
}

// A person who taps a button of others is told why, also while Telegram makes the group wait for a board; a player who
// has made a move is told that it waits.
func TestRefused_WhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		ana, rui, group := o.people()
		people := map[int64]*telegramtest.Person{ana.ID: ana, rui.ID: rui}
		ana.Says(group, "/play damas colour=white @rui")
		rui.Taps(group.Next(), "Accept")
		board := group.Next()
		for range 9 { // so that the group has said half of what it may, and has to wait between
			say(group, ana, "/text")
		}
		who := people[board.Mentions()[0]]
		other := map[*telegramtest.Person]*telegramtest.Person{ana: rui, rui: ana}[who]
		labels, data := movesUnder(board), ""
		for _, label := range labels {
			data = board.Data(label)
		}
		ana.Says(group, "/games")
		synctest.Wait() // its answer has its turn before the board
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

// Who presses a button is told how long it takes until all is said that was asked in the group before.
func TestWait_CountsAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		ana := o.Person("Ana", "ana")
		group := o.Group(ana)
		help := say(group, ana, "/help")
		before := help.Now().Text
		time.Sleep(2 * time.Minute)
		for i := range 25 {
			p := o.Person(fmt.Sprint("P", i), fmt.Sprint("p", i))
			group.Add(p)
			p.Says(group, "/rules")
			time.Sleep(40 * time.Millisecond)
		}
		began := time.Now()
		shown := ana.Taps(help, "More").Wait()
		var told int
		if _, err := fmt.Sscanf(shown, telegram.WaitKey+" in en Seconds=%d", &told); err != nil {
			t.Fatalf("shown %q: %v", shown, err)
		}
		for help.Now().Text == before && time.Since(began) < 5*time.Minute {
			time.Sleep(100 * time.Millisecond)
		}
		if took := int(time.Since(began).Seconds()); took < 30 || told < took/2 || told > took*3/2 {
			t.Errorf("told %d s, it took %d", told, took)
		}
	})
}

// An onlooker who asks again and again does not keep the players waiting: their board comes before the answers.
func TestBoard_BeforeAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		d := seat(o)
		who, move := d.turn(), string(d.choose())
		group := d.rooms[who.ID]
		time.Sleep(2 * time.Minute)
		eva := o.Person("Eva", "eva")
		before := len(group.Sent())
		for range 25 {
			eva.Says(group, "/rules")
			time.Sleep(40 * time.Millisecond)
		}
		began := time.Now()
		who.Says(group, "/m "+move)
		shown := func() bool {
			return slices.ContainsFunc(group.Sent()[before:], func(m *telegramtest.Message) bool {
				return strings.Contains(m.Now().Text, ": "+move+"\n")
			})
		}
		for !shown() && time.Since(began) < 2*time.Minute {
			time.Sleep(100 * time.Millisecond)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("the board has waited for %v", took)
		}
		time.Sleep(3 * time.Minute)
		if n := len(group.Sent()[before:]) - 1; n > 6 || n == 0 {
			t.Errorf("an onlooker got %d answers in a minute", n)
		}
	})
}

// A file that was asked for lets the board of the next move go first, while the group has to wait.
func TestBoard_BeforeFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		d := seat(o)
		who, move := d.turn(), string(d.choose())
		group := d.rooms[who.ID]
		time.Sleep(time.Minute)
		for o.telegram.State().Queues["out"] == 0 { // until one has to wait
			who.Says(group, "/text")
			time.Sleep(2 * time.Second)
		}
		before := len(group.Sent())
		who.Says(group, "/export")
		who.Says(group, "/m "+move)
		time.Sleep(time.Minute)
		var photos, files []int
		for i, m := range group.Sent()[before:] {
			if m.Now().Photo != nil {
				photos = append(photos, i)
			}
			if m.Now().Document != nil {
				files = append(files, i)
			}
		}
		if len(photos) != 1 || len(files) != 1 || photos[0] > files[0] {
			t.Errorf("the board came as message %d, the file as %d", photos, files)
		}
	})
}
