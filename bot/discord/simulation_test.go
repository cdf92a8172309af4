package discord_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/engine/longtest"
)

var seed = flag.Uint64("seed", 1, "of the simulated faults")

// Hours in which the connection is lost in every way there is, while people play in nine channels: every
// move that is typed is heard, or its author is told that it may not have been; no session is begun too soon, and none
// too often.
func TestHoursOfFaults(t *testing.T) {
	longtest.Skip(t)
	virtually(t, func(t *testing.T) {
		const matches = 9
		hours := 24 * time.Hour
		if slow {
			hours = time.Hour
		}
		w := prepare(t)
		w.run(nil, func(c *discord.Config) { c.Rate = 0 })
		w.Connected(1)
		time.Sleep(time.Minute)
		end := time.Now().Add(hours)
		var all sync.WaitGroup
		players := make([]*player, matches)
		for i := range players {
			p := w.player(i%3 == 0)
			players[i] = p
			all.Go(func() { p.play(w, end) })
		}
		w.faults(end)
		all.Wait()
		told, moves := 0, 0
		for _, p := range players {
			told, moves = told+p.told, moves+p.moves
		}
		identified, resumed := w.Gateway()
		t.Logf("seed %d: %d moves in %v, %d of them said again after being told; identified %d times, resumed %d times, %d calls",
			*seed, moves, hours, told, identified, resumed, w.Calls("POST messages"))
		if w.Hasty() > 0 {
			t.Errorf("the bot identified itself too soon %d times", w.Hasty())
		}
		if moves < int(hours/time.Hour)*len(players) {
			t.Errorf("only %d moves", moves)
		}
	})
}

// player is two people who play one match after another in a channel, by typing.
type player struct {
	random   *rand.Rand
	channel  *discordtest.Channel
	ana, rui *discordtest.User

	board       *discordtest.Message // the last one, nil: none yet
	moves, told int
}

// next is what the bot says next, or has changed the board to; nil if nothing comes until the end of any outage.
func (p *player) next() *discordtest.Message {
	m := p.channel.NextWithin
	if p.board != nil {
		m = p.board.NextWithin
	}
	said := m(outage)
	if said != nil && said.Picture != nil {
		p.board = said
	}
	return said
}

// player makes people on a server.
func (w *world) player(deaf bool) *player {
	name := fmt.Sprint(w.next.Add(1))
	p := &player{random: rand.New(rand.NewPCG(*seed, uint64(w.next.Load()))), ana: w.User("ana" + name),
		rui: w.User("rui" + name)}
	p.channel = w.Guild(p.ana, p.rui).Channel("general " + name)
	if deaf {
		p.channel.Deny(discordtest.ReadHistory)
	}
	return p
}

// outage is longer than any that the bot needs to be back.
const outage = 30 * time.Minute

// asks says something until the bot has heard it.
func (p *player) asks(by *discordtest.User, text, heard string) *discordtest.Message {
	by.Types(p.channel, text)
	for range 1000 {
		m := p.next()
		if m == nil {
			by.Types(p.channel, text)
		} else if strings.Contains(m.Content, heard) {
			return m
		}
	}
	return nil
}

// move types a move, and types it again only when the bot says that it may have missed something. A move that
// the bot has not heard by the end of any outage is lost, and an error.
func (p *player) move(w *world, by *discordtest.User, move string) *discordtest.Message {
	by.Types(p.channel, move)
	var said []string
	for {
		m := p.next()
		switch {
		case m == nil:
			w.t.Errorf("%s in %s: %q is not heard; the bot has said %q", time.Now().Format(time.TimeOnly), p.channel.Name, move,
				said)
			return nil
		case strings.Contains(m.Content, "may have missed"):
			if !strings.Contains(m.Content, "**: "+move+"\n") { // else it is on the board, and was or will be said
				p.told++
				by.Types(p.channel, move)
			}
		case strings.Contains(m.Content, "**: "+move):
			p.moves++
			return m
		}
		said = append(said, m.Content)
	}
}

func (p *player) play(w *world, end time.Time) {
	for time.Now().Before(end) {
		m := p.asks(p.ana, "/play @"+p.rui.Handle, "challenge")
		if m != nil {
			m = p.asks(p.rui, "/accept #"+matchID(w.t, m), "accept")
		}
		for moves := 0; m != nil && w.turn(m) != nil && moves < 30 && time.Now().Before(end); moves++ {
			time.Sleep(time.Duration(5+p.random.IntN(500)) * time.Second)
			move := legal(w.t, w, m)
			m = p.move(w, w.turn(m), move)
		}
		if m == nil {
			return
		}
		if w.turn(m) != nil {
			p.asks(p.ana, "/resign yes #"+matchID(w.t, m), "resign")
		}
	}
}

// faults breaks connections every few minutes until the end.
func (w *world) faults(end time.Time) {
	random := rand.New(rand.NewPCG(*seed, 99))
	for time.Now().Before(end) {
		time.Sleep(time.Duration(10+random.IntN(600)) * time.Second)
		switch random.IntN(10) {
		case 0:
			w.AskToReconnect()
		case 1:
			w.Invalidate(true)
		case 2:
			w.Invalidate(false)
		case 3:
			w.Mute()
		case 4:
			w.Mute()
			w.Forget()
		case 5:
			w.Forget()
			w.Drop()
		case 6:
			w.Drop()
		case 7:
			w.Close([]int{1000, 1001, 4000, 4001, 4007, 4008, 4009}[random.IntN(7)])
		case 8:
			w.Reject(true)
			w.Forget()
			w.Drop()
			time.Sleep(time.Duration(random.IntN(120)) * time.Second)
			w.Reject(false)
		case 9:
			w.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Status: 500, Times: 1 + random.IntN(5)})
			w.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Lose: true})
		}
	}
}
