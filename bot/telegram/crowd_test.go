package telegram_test

import (
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/telegram/telegramtest"
	enginetable "tabuleiro/engine/table"
)

// crowd is a group in which several matches are played at once, by people who look at the boards.
type crowd struct {
	*table
	group *telegramtest.Chat
	seats []*seated
	end   time.Time

	mu    sync.Mutex
	waits []time.Duration // from the tap that ends a move until it is on the board, one a turn
}

// seated are two people at one of the matches.
type seated struct {
	*crowd
	of     [2]*telegramtest.Person
	random *mathrand.Rand
	id     string // of the match
}

// newCrowd brings people for so many matches into a group. They talk with the bot first, if that is wanted.
func newCrowd(t *testing.T, matches int, talks bool) *crowd {
	c := &crowd{table: virtualOf(t, enginetable.Games)}
	everybody := []*telegramtest.Person{c.Person("Eva", "eva")}
	for i := range matches {
		p := &seated{crowd: c, random: mathrand.New(mathrand.NewPCG(uint64(i), 4))}
		for j, name := range []string{"Ana", "Rui"} {
			p.of[j] = c.Person(fmt.Sprint(name, i), fmt.Sprint(strings.ToLower(name), "_", i))
			if talks {
				p.of[j].Says(p.of[j].Private(), "/start")
			}
		}
		everybody, c.seats = append(everybody, p.of[:]...), append(c.seats, p)
	}
	c.group = c.Supergroup(everybody...)
	time.Sleep(time.Minute)
	return c
}

// begins has both agree on a match.
func (p *seated) begins(game string) {
	p.of[0].Says(p.group, "/play "+game+" @"+p.of[1].Handle)
	var asked *telegramtest.Message
	p.until(func() bool {
		asked = lastWith(p.group, "Accept")
		return asked != nil && strings.Contains(asked.Text, p.of[0].First+" challenges")
	})
	_, id, _ := strings.Cut(asked.Now().Text, "#")
	p.id, _, _ = strings.Cut(id, "\n")
	p.of[1].Taps(asked, "Accept").Wait()
	p.until(func() bool { board, _, _ := p.look(); return board != nil })
}

// look is the board of the match with the number of moves on it and what its buttons say, nil if none has a button for a
// move.
func (p *seated) look() (board *telegramtest.Message, moves int, buttons []string) {
	for _, m := range slices.Backward(p.group.Sent()) {
		for _, label := range m.Buttons() {
			data := m.Data(label)
			if after, ok := strings.CutPrefix(data, "/move #"+p.id+":"); ok && !strings.HasSuffix(data, " double") {
				number, _, _ := strings.Cut(after, " ")
				moves, _ = strconv.Atoi(number)
				buttons = append(buttons, data)
			}
		}
		if buttons != nil {
			return m, moves, buttons
		}
	}
	return nil, 0, nil
}

// taps has the player on turn think for a while, and then tap until there is another move on the board.
func (p *seated) taps(think time.Duration) {
	time.Sleep(think)
	board, moves, buttons := p.look()
	who := p.of[0]
	if !slices.Contains(board.Mentions(), who.ID) {
		who = p.of[1]
	}
	for now := moves; time.Now().Before(p.end); time.Sleep(1500 * time.Millisecond) {
		pressed := time.Now()
		who.TapsData(board, buttons[p.random.IntN(len(buttons))]).Wait()
		p.until(func() bool {
			next, n, labels := p.look()
			if next != nil && (n != moves || !slices.Equal(labels, buttons)) {
				board, now, buttons = next, n, labels
				return true
			}
			return time.Now().After(p.end)
		})
		if now != moves {
			p.mu.Lock()
			p.waits = append(p.waits, time.Since(pressed))
			p.mu.Unlock()
			return
		}
	}
}

// until waits for something that is seen in the group.
func (p *seated) until(so func() bool) {
	for range 600 {
		if so() {
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
	p.t.Errorf("%s has waited in vain", p.of[0].First)
}

// Four matches at an easy pace in one group: nobody waits for long, one picture comes for a turn, and the telephone
// rings for nobody who is there anyway.
func TestCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 4, true)
		pictures := func() int { return c.Calls("sendPhoto") + c.Calls("editMessageMedia") }
		before, rung := pictures(), len(c.Rings())
		c.end = time.Now().Add(4 * time.Minute)
		var all sync.WaitGroup
		for i, p := range c.seats {
			all.Go(func() {
				time.Sleep(time.Duration(i) * 7 * time.Second)
				p.begins([]string{"damas", "gamao", "chilenas", "cage"}[i])
				for time.Now().Before(c.end) {
					p.taps(15*time.Second + time.Duration(p.random.Int64N(int64(15*time.Second))))
				}
			})
		}
		all.Wait()
		turns, photos, rings := len(c.waits), pictures()-before, len(c.Rings())-rung
		slices.Sort(c.waits)
		t.Logf("%d turns, %d pictures, %d telephones rang", turns, photos, rings)
		if turns < 25 || c.Floods() > 0 || c.waits[turns*9/10] >= 3*time.Second {
			t.Errorf("%d turns, %d times it was too much; the waits are %v", turns, c.Floods(), c.waits)
		}
		if rings > 2*turns || photos > turns*5/4+len(c.seats) {
			t.Errorf("%d turns: %d telephones rang, %d pictures came", turns, rings, photos)
		}
	})
}
