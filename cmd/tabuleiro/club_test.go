package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/bottest"
	"tabuleiro/bot/chat"
	"tabuleiro/engine/table"
	"tabuleiro/storage/memorytest"
)

var (
	clubs    = flag.Int("clubs", 3, "how many rooms have a tournament in TestClubs")
	clubDays = flag.Int("clubdays", 10, "within how many days they do")
)

// haste is the speed of the bot's clock in TestClubs, relative to the real one.
const haste = 240

// TestClubs has rooms of two services play tournaments for a year. People forget their games, withdraw, block each
// other, link their accounts and are forgotten; the process is killed at random, and the store and the services fail.
// Afterwards an independent judge checks every pairing and every final table against the exported games, and counts all
// announcements.
func TestClubs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		random := rand.New(rand.NewPCG(max(*seed, 1), 38))
		y := newYear(t, random)
		y.start()
		time.Sleep(5 * time.Second)
		var playing sync.WaitGroup
		for n := range *clubs {
			c := newClubRoom(y, n)
			y.rooms = append(y.rooms, c)
			playing.Go(c.live)
		}
		end := make(chan struct{})
		var fate sync.WaitGroup
		fate.Go(func() { y.fate(random, end) })
		playing.Wait()
		close(end)
		fate.Wait()
		y.pass(3 * 24 * time.Hour)
		l := y.life.Load()
		l.cancel()
		<-l.ended
		bottest.Verify(t, y.store, table.Games)
		y.judge()
		t.Logf("seed %d, %d rooms, %d days: %v", max(*seed, 1), *clubs, *clubDays, y.counts)
	})
}

// year is the state of TestClubs.
type year struct {
	t        *testing.T
	began    time.Time
	store    *memorytest.Store
	services [2]*hall
	life     atomic.Pointer[clubLife]
	rooms    []*clubRoom
	trouble  atomic.Value // kind of fault of the store; "" if all is well
	number   atomic.Int64 // of processes and of what is said

	mu     sync.Mutex
	counts map[string]int
	chance *rand.Rand
}

func newYear(t *testing.T, random *rand.Rand) *year {
	y := &year{t: t, began: time.Now(), store: memorytest.New(), counts: map[string]int{},
		chance: rand.New(rand.NewPCG(random.Uint64(), 1))}
	y.trouble.Store("")
	for i, name := range []string{"telegram", "discord"} {
		y.services[i] = &hall{y: y, name: name, said: map[chat.Room][]hallText{}}
	}
	return y
}

// now returns the bot's time.
func (y *year) now() time.Time { return y.began.Add(haste * time.Since(y.began)) }

// pass waits for a duration of the bot's time.
func (y *year) pass(d time.Duration) { time.Sleep(d / haste) }

func (y *year) count(what string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.counts[what]++
}

// roll is true with probability 1/n.
func (y *year) roll(n int) bool {
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.chance.IntN(n) == 0
}

// fate kills processes and makes things fail, one after another, until end is closed.
func (y *year) fate(r *rand.Rand, end <-chan struct{}) {
	for {
		select {
		case <-end:
			return
		case <-time.After(time.Duration(r.ExpFloat64() * float64(36*time.Hour) / haste)):
		}
		switch r.IntN(4) {
		case 0, 1:
			l := y.life.Load()
			l.fuse.Store(1 + r.Int32N(12))
			select {
			case <-l.ended:
			case <-time.After(5 * time.Minute):
				l.fuse.Store(1)
				l.burn()
			}
			time.Sleep(time.Duration(r.Int64N(int64(time.Minute))))
			y.start()
		case 2:
			kind := []string{"broken", "lost", "conflict"}[r.IntN(3)]
			y.count(kind)
			y.trouble.Store(kind)
			time.Sleep(time.Duration(r.Int64N(int64(2 * time.Minute))))
			y.trouble.Store("")
		case 3:
			y.count("away")
			h := y.services[r.IntN(2)]
			h.away.Store(true)
			time.Sleep(time.Duration(r.Int64N(int64(2 * time.Minute))))
			h.away.Store(false)
		}
	}
}

// says sends an event until a process has handled it.
func (y *year) says(e chat.Event) {
	e.ID, e.Addressed = fmt.Sprint(e.Room.Service(), ":", y.number.Add(1)), true
	for range 2000 {
		if l := y.life.Load(); !l.dead.Load() {
			l.bot.Hear(context.Background(), e)
			if !l.dead.Load() {
				return
			}
		}
		time.Sleep(time.Second)
	}
	y.t.Errorf("%s: nobody hears %q", e.Room, e.Text)
}
