package discord_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/engine/longtest"
)

// Many matches in one channel, whose players tap a second after each board: Discord's counts of a channel do not hold
// them up, as each tap is answered by the board, nor does one message more come.
func TestPace_OfTaps(t *testing.T) {
	virtually(t, func(t *testing.T) {
		matches := longtest.Count(6, 50)
		w := prepare(t)
		w.run(nil, func(c *discord.Config) { c.Rate = 0 })
		w.Connected(1)
		boards, players := make([]*discordtest.Message, matches), []*discordtest.User{}
		for i := range 2 * matches {
			players = append(players, w.User(fmt.Sprint("player", i)))
		}
		c := w.Guild(players...).Channel("general")
		for i := range matches {
			boards[i] = challenge(w, players[2*i], players[2*i+1], c)
		}
		time.Sleep(time.Minute)
		w.Pace()
		var mu sync.Mutex
		var took []time.Duration
		var all sync.WaitGroup
		before := w.Others()
		for i, board := range boards {
			all.Go(func() {
				for n := range 8 {
					edits, began := board.Edits(), time.Now()
					players[2*i+n%2].Presses(board, board.Buttons()[0])
					board.Edited(edits + 1)
					mu.Lock()
					took = append(took, time.Since(began))
					mu.Unlock()
					time.Sleep(time.Second)
				}
			})
		}
		all.Wait()
		slices.Sort(took)
		t.Logf("%d taps in %d matches: of 100 boards one came after %v; refused: %d; calls besides answers: %d", len(took),
			matches,
			took[len(took)*99/100].Round(time.Millisecond), w.TooFast(), w.Others()-before)
		if n := w.TooFast() + w.Others() - before; n > 0 {
			t.Errorf("%d calls were made besides the answers, or refused", n)
		}
	})
}

// Messages in one channel at once, when nothing is known yet of what Discord grants there, are not refused: one call
// finds that out, and after each window anew. One whose answer does not come holds the others up for a moment only.
func TestPace_OfManyAtOnce(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		w.run(nil, func(c *discord.Config) { c.Rate = 0 })
		w.Connected(1)
		_, _, c := w.people()
		w.Pace()
		w.Around(func(rw http.ResponseWriter, r *http.Request, real func(http.ResponseWriter)) {
			time.Sleep(100 * time.Millisecond) // the way
			real(rw)
		})
		sayAll := func(n int) []time.Duration {
			var all sync.WaitGroup
			took, began := make([]time.Duration, n), time.Now()
			for i := range n {
				all.Go(func() {
					if _, err := w.bot.Send(t.Context(), chat.Room("discord:"+c.ID),
						chat.Message{Text: []chat.Span{{Text: fmt.Sprint(i)}}}); err != nil {
						t.Error(err)
					}
					took[i] = time.Since(began)
				})
			}
			all.Wait()
			slices.Sort(took)
			return took
		}
		if took := sayAll(23); w.TooFast() > 0 || took[22] > 22*time.Second {
			t.Errorf("%d calls came too fast; they took %v", w.TooFast(), took)
		}
		time.Sleep(time.Minute)
		w.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Delay: 5 * time.Second})
		if took := sayAll(4); w.TooFast() > 0 || took[2] > 2*time.Second {
			t.Errorf("%d calls came too fast; they took %v", w.TooFast(), took)
		}
	})
}

// In a channel that takes no message now a tap is answered by the board that was pressed all the same. A player whom it
// calls, and who has not been there, is called as soon as the channel takes that, but not to a match that has gone on.
func TestTap_InCrowdedChannel(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		w.run(nil, func(c *discord.Config) { c.Rate = 0 })
		w.Connected(1)
		var players []*discordtest.User
		for i := range 16 {
			players = append(players, w.User(fmt.Sprint("player", i)))
		}
		c := w.Guild(players...).Channel("general")
		var boards []*discordtest.Message
		for i := range len(players) / 2 {
			boards = append(boards, challenge(w, players[2*i], players[2*i+1], c))
		}
		time.Sleep(5 * time.Minute)
		for c.Unread() > 0 {
			c.Next()
		}
		w.Pace()
		for range 5 { // all that the channel takes
			w.sends(c, say("hello"))
		}
		began := time.Now()
		for i, board := range boards {
			players[2*i].Presses(board, board.Buttons()[0])
		}
		for i, board := range boards {
			boards[i] = board.Edited(1)
		}
		if took := time.Since(began); took > 500*time.Millisecond {
			t.Errorf("the boards come after %v", took)
		}
		players[1].Presses(boards[0], boards[0].Buttons()[0])
		time.Sleep(time.Minute)
		var called []*discordtest.User
		for c.Unread() > 0 {
			called = append(called, c.Next().Pinged...)
		}
		if len(called) != len(boards)-1 || slices.Contains(called, players[1]) || w.TooFast() > 0 {
			t.Errorf("%d are called; %d calls came too fast", len(called), w.TooFast())
		}
	})
}

// A board that is pressed again while the answer to the press before is still on its way goes on in its message,
// however far above it is.
func TestPressed_Twice(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		board := challenge(w, ana, rui, c)
		for range 20 { // it is out of sight
			ana.Types(c, "olá")
		}
		time.Sleep(time.Minute)
		for c.Unread() > 0 {
			c.Next()
		}
		var answers atomic.Int32
		w.Around(func(rw http.ResponseWriter, r *http.Request, real func(http.ResponseWriter)) {
			real(rw)
			if strings.Contains(r.URL.Path, "/interactions/") && answers.Add(1) == 1 {
				time.Sleep(300 * time.Millisecond) // the way back
			}
		})
		ana.Presses(board, board.Buttons()[0])
		rui.Presses(board, board.Edited(1).Buttons()[0])
		time.Sleep(10 * time.Second)
		if board.Edits() != 2 || c.Unread() > 0 {
			t.Errorf("the board was changed %d times, and there are %d messages", board.Edits(), c.Unread())
		}
	})
}

// An answer that is on its way for long keeps nobody waiting but its author: another match in the channel goes on.
func TestAnswer_Slow(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		var players []*discordtest.User
		for i := range 4 {
			players = append(players, w.User(fmt.Sprint("player", i)))
		}
		c := w.Guild(players...).Channel("general")
		slow, quick := challenge(w, players[0], players[1], c), challenge(w, players[2], players[3], c)
		time.Sleep(time.Minute)
		defer time.Sleep(5 * time.Second) // the first way of the answer ends
		var answers atomic.Int32
		w.Around(func(rw http.ResponseWriter, r *http.Request, real func(http.ResponseWriter)) {
			if strings.Contains(r.URL.Path, "/interactions/") && answers.Add(1) == 1 {
				time.Sleep(2 * time.Second)
			}
			real(rw)
		})
		edits, before := quick.Edits(), slow.Edits()
		w.turn(slow).Presses(slow, slow.Buttons()[0])
		time.Sleep(100 * time.Millisecond)
		began := time.Now()
		w.turn(quick).Presses(quick, quick.Buttons()[0])
		quick.Edited(edits + 1)
		if took := time.Since(began); took > 500*time.Millisecond {
			t.Errorf("the other board comes after %v", took)
		}
		slow.Edited(before + 1)
	})
}

// A first answer that is lost on the way keeps nobody waiting for longer than it is open: then the board is changed in
// its channel.
func TestAnswer_Lost(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		board := challenge(w, ana, rui, c)
		time.Sleep(time.Minute)
		w.Fail(discordtest.Fault{Method: "POST", Path: "/callback", Late: 4 * time.Second})
		edits, began := board.Edits(), time.Now()
		w.turn(board).Presses(board, board.Buttons()[0])
		board.Edited(edits + 1)
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("the board comes after %v", took)
		}
		time.Sleep(5 * time.Second) // the first way of the answer ends
	})
}
