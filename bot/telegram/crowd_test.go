package telegram_test

import (
	"flag"
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	enginetable "tabuleiro/engine/table"
	"tabuleiro/storage/memorytest"
)

var crowds = flag.Bool("crowds", false, "measure 1, 4 and 8 matches in one group, quick and slow, and each game by itself")

// crowd is a group in which several matches are played at once, by people who look at the boards and tap.
type crowd struct {
	*table
	group *telegramtest.Chat
	think func(*mathrand.Rand) time.Duration
	end   time.Time
	rung  int // telephones before that

	mu     sync.Mutex
	waits  []time.Duration // from the tap that ends a move until it is on the board
	turns  int
	taps   int
	photos int // pictures that came, be it as new messages or as changes
}

// players are two people at one of the matches.
type players struct {
	*crowd
	of     [2]*telegramtest.Person
	random *mathrand.Rand
	game   string
	id     string // of the match
}

// play plays matches of a game until the end.
func (p *players) play() {
	for i := 0; time.Now().Before(p.end); i++ {
		said := len(p.group.Sent())
		p.of[i%2].Says(p.group, "/play "+p.game+" @"+p.of[1-i%2].Handle)
		var asked *telegramtest.Message
		p.until(func() bool {
			for _, m := range p.group.Sent()[said:] {
				if strings.Contains(m.Text, p.of[0].First) && slices.Contains(m.Buttons(), "Accept") {
					asked = m
				}
			}
			return asked != nil
		})
		if asked == nil {
			p.t.Errorf("%s: no challenge", p.of[0].First)
			return
		}
		_, id, _ := strings.Cut(asked.Now().Text, "#")
		p.id, _, _ = strings.Cut(id, "\n")
		time.Sleep(2 * time.Second)
		p.of[1-i%2].Taps(asked, "Accept").Wait()
		for p.turn() && time.Now().Before(p.end) {
		}
		if !time.Now().Before(p.end) {
			return
		}
	}
}

// look is the board of the match with the number of moves on it, nil if none has buttons for a move.
func (p *players) look() (board *telegramtest.Message, moves int, buttons []string) {
	for _, m := range slices.Backward(p.group.Sent()) {
		if m.Deleted() || !strings.Contains(m.Now().Text, "#"+p.id) {
			continue
		}
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

// who is the player whom a board calls.
func (p *players) who(board *telegramtest.Message) *telegramtest.Person {
	var who *telegramtest.Person
	for _, e := range board.Now().Entities {
		for _, of := range p.of {
			if e.Type == "text_mention" && e.User.ID == of.ID {
				who = of
			}
		}
	}
	return who
}

// turn is what somebody does who is on turn, until the other one is. It is false if nobody is on turn any more.
func (p *players) turn() bool {
	var board *telegramtest.Message
	var moves int
	var buttons []string
	if !p.until(func() bool { board, moves, buttons = p.look(); return board != nil && p.who(board) != nil }) {
		return false
	}
	who := p.who(board)
	time.Sleep(p.think(p.random))
	for {
		if board, moves, buttons = p.look(); board == nil || p.who(board) != who {
			break
		}
		pressed := time.Now()
		p.mu.Lock()
		p.taps++
		p.mu.Unlock()
		who.TapsData(board, buttons[p.random.IntN(len(buttons))]).Wait()
		now, moved := moves, false
		p.until(func() bool {
			next, n, labels := p.look()
			if next == nil {
				moved = true
				return p.over()
			}
			now, moved = n, n != moves
			return moved || !slices.Equal(labels, buttons)
		})
		if moved {
			p.mu.Lock()
			p.waits = append(p.waits, time.Since(pressed))
			p.mu.Unlock()
		}
		if next, _, _ := p.look(); next == nil || p.who(next) != who || now == moves && moved {
			break
		}
		time.Sleep(1500 * time.Millisecond)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turns++
	return !p.over()
}

// over reports whether the match has ended, as the group can see.
func (p *players) over() bool {
	for _, m := range slices.Backward(p.group.Sent()) {
		if strings.Contains(m.Now().Text, "#"+p.id) && !m.Deleted() {
			return slices.Contains(m.Buttons(), "Rematch")
		}
	}
	return false
}

func (p *players) until(so func() bool) bool {
	for range 600 {
		if so() {
			return true
		}
		if time.Now().After(p.end.Add(time.Minute)) {
			return false
		}
		time.Sleep(200 * time.Millisecond)
	}
	return false
}

// playCrowd has matches of some games played in one group for a while, and tells what that cost.
func playCrowd(t *testing.T, list []string, from, to, lasts time.Duration, talks bool) *crowd {
	s := telegramtest.Virtual(t)
	s.Limit(telegramtest.Real)
	o := openGames(t, s, memorytest.New(), enginetable.Games, speaks, func(c *telegram.Config) {
		c.Dial, c.Rates, c.Times = s.Dial, telegram.Rates{}, telegram.Times{}
	})
	c := &crowd{table: o, think: func(r *mathrand.Rand) time.Duration {
		return from + time.Duration(r.Int64N(int64(to-from)))
	}}
	eva := o.Person("Eva", "eva")
	everybody := []*telegramtest.Person{eva}
	var tables []*players
	for i, game := range list {
		p := &players{crowd: c, game: game, random: mathrand.New(mathrand.NewPCG(uint64(i), 4))}
		for j, name := range []string{"Ana", "Rui"} {
			p.of[j] = o.Person(fmt.Sprintf("%s%d", name, i), fmt.Sprintf("%s_%d", strings.ToLower(name), i))
			if talks {
				p.of[j].Says(p.of[j].Private(), "/start")
			}
		}
		everybody = append(everybody, p.of[:]...)
		tables = append(tables, p)
	}
	c.group = o.Supergroup(everybody...)
	time.Sleep(time.Minute)
	began, before := time.Now(), c.pictures()
	c.rung = len(c.Rings())
	c.end = began.Add(lasts)
	var all sync.WaitGroup
	for i, p := range tables {
		all.Go(func() {
			time.Sleep(time.Duration(i) * 7 * time.Second)
			p.play()
		})
	}
	all.Wait()
	c.photos = c.pictures() - before
	return c
}

func (c *crowd) pictures() int { return c.Calls("sendPhoto") + c.Calls("editMessageMedia") }

// wait is how long the waits are of which so many hundredths are not longer.
func (c *crowd) wait(hundredths int) time.Duration {
	slices.Sort(c.waits)
	if len(c.waits) == 0 {
		return 0
	}
	return c.waits[min(len(c.waits)-1, len(c.waits)*hundredths/100)]
}

// String is a line of a table.
func (c *crowd) String() string {
	counted, kinds := 0, ""
	for method, n := range c.group.Counted() {
		counted += n
		kinds += fmt.Sprintf(" %s %d", method, n)
	}
	mover, others, messages := 0, 0, 0
	for _, r := range c.Rings()[c.rung:] {
		switch {
		case r.By == "message":
			others++
		default:
			mover++
		}
	}
	for _, m := range c.group.Sent() {
		if !m.Deleted() {
			messages++
		}
	}
	per := func(n int) float64 { return float64(n) / float64(max(1, c.turns)) }
	return fmt.Sprintf("%3d turns: %.2f taps, %.2f counted calls, %.2f pictures a turn; rings a turn: %.2f for who is meant, %.2f for others; "+
		"waits p50 %.1f p90 %.1f max %.1f s; %d of %d messages left; 429: %d;%s",
		c.turns, per(c.taps), per(counted), per(c.photos), per(mover), per(others), c.wait(50).Seconds(),
		c.wait(90).Seconds(), c.wait(100).Seconds(),
		messages, len(c.group.Sent()), c.Floods(), kinds)
}

// mixed are the games of so many matches.
func mixed(n int) (list []string) {
	for i := range n {
		list = append(list, []string{"damas", "gamao", "chilenas", "cage", "eximo"}[i%5])
	}
	return list
}

// Four matches at an easy pace in one group: nobody waits for long, one picture comes for a turn, and the telephone
// rings for nobody who is there anyway. With -crowds, tables of more.
func TestCrowd(t *testing.T) {
	type run struct {
		list     []string
		from, to time.Duration
	}
	const second = time.Second
	runs := []run{{mixed(4), 15 * second, 30 * second}}
	lasts := 4 * time.Minute
	if *crowds {
		lasts = 520 * second
		runs = nil
		for _, n := range []int{1, 4, 8} {
			runs = append(runs, run{mixed(n), 7 * second, 18 * second}, run{mixed(n), 15 * second, 30 * second})
		}
		for _, game := range mixed(5) {
			runs = append(runs, run{[]string{game}, 7 * second, 18 * second})
		}
	}
	for _, r := range runs {
		t.Run(fmt.Sprintf("%d at %v to %v %s", len(r.list), r.from, r.to, r.list[0]), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := playCrowd(t, r.list, r.from, r.to, lasts, true)
				t.Log(c)
				if *crowds {
					return
				}
				if c.turns < 30 || c.Floods() > 0 || c.wait(90) >= 3*second {
					t.Errorf("%d turns; %d times it was too much; a tenth of the boards waited %v and more", c.turns, c.Floods(),
						c.wait(90))
				}
				if rings := len(c.Rings()) - c.rung; rings > 2*c.turns || c.photos > c.turns*5/4+len(r.list) {
					t.Errorf("%d turns: %d telephones rang, %d pictures came", c.turns, rings, c.photos)
				}
			})
		})
	}
}
