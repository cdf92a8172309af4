package main

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage/bolt"
)

// The ways to die at a call.
const (
	before  = iota // the service does not hear of the call
	between        // it has done what it was asked, the answer is lost
	after          // the answer is on its way
	manners        // how many there are
)

// reaper kills the program at one of its calls.
type reaper struct {
	v    *victim
	mu   sync.Mutex
	left int // calls until then; below 1: it is let live
	way  int
}

// pass is what every call goes through.
func (k *reaper) pass(w http.ResponseWriter, r *http.Request, real func(http.ResponseWriter)) {
	k.mu.Lock()
	k.left--
	dies, way := k.left == 0, k.way
	k.mu.Unlock()
	if !dies {
		real(w)
		return
	}
	switch way {
	case between:
		real(httptest.NewRecorder())
	case after:
		real(w)
	}
	k.v.kill()
	if way != after {
		panic(http.ErrAbortHandler)
	}
}

// reap kills the program when it makes so many calls more, and returns when it is dead. The service may still be busy with what
// it was asked before.
func (k *reaper) reap(calls, way int) {
	k.mu.Lock()
	k.left, k.way = calls, way
	k.mu.Unlock()
	k.v.gone()
}

// TestChaos kills the real program at random moments, before and after calls of Telegram, while people play: no move is lost,
// none stays unsaid, none is told in another order; a message is told twice only where Telegram had taken it and the program
// died before it had noted that.
func TestChaos(t *testing.T) {
	s := telegramtest.New(t)
	v := &victim{t: t, dir: t.TempDir(), more: []string{
		environmentPrefix + "TELEGRAM_TOKEN=" + s.Token, environmentPrefix + "TELEGRAM_API=" + s.URL, environmentPrefix + "LANGUAGE=en",
	}}
	var pairs []*pair
	for n := range pairsKilled {
		pairs = append(pairs, &pair{stage: newTelegramStage(s, n)})
	}
	// In one more group everything hangs, all the time: it may hold nobody up.
	deaf := s.Group(s.Person("Deaf", "deaf"), s.Person("Mute", "mute"))
	never := make(chan struct{})
	defer close(never)
	deaf.Hold(never)
	k := &reaper{v: v}
	s.Fail("", 1<<30, func(_ *telegramtest.Server, w http.ResponseWriter, r *http.Request, real func(http.ResponseWriter)) {
		k.pass(w, r, real)
	})
	haunt(t, k, *kills, callsLived, pairs)
}

// callsLived is the most calls that the program makes before it is killed. What a bot on Discord does first of all is to look into
// every room where something may have been missed, with two calls: it lives for longer, or it would never come to the last one.
const callsLived = 15

// TestChaosOnDiscord does the same with Discord, which knows again what it has taken: nothing is told twice. It kills a quarter as
// often, since a bot is connected again only after the five seconds that Discord wants between two beginnings.
func TestChaosOnDiscord(t *testing.T) {
	t.Parallel()
	s := discordtest.New(t)
	v := &victim{t: t, dir: t.TempDir(), more: []string{
		environmentPrefix + "DISCORD_TOKEN=" + discordtest.Token, environmentPrefix + "DISCORD_API=" + s.API,
		environmentPrefix + "DISCORD_CONTENT=true", environmentPrefix + "LANGUAGE=en",
	}}
	s.Starts(1<<20, 16)
	var pairs []*pair
	for n := range pairsKilled {
		pairs = append(pairs, &pair{stage: &persistentStage{discordStage: newDiscordStage(t, s, n)}})
	}
	k := &reaper{v: v}
	s.Around(k.pass)
	if doubled := haunt(t, k, max(1, *kills/4), callsLived+4*pairsKilled, pairs); doubled > 0 {
		t.Errorf("%d moves are told twice", doubled)
	}
}

// persistentStage is a channel where people type the same again if nothing comes of it: what is typed while the bot is not
// there may pass it by.
type persistentStage struct {
	*discordStage
	by   int
	text string
}

func (p *persistentStage) says(who int, text string) {
	p.by, p.text = who, text
	p.discordStage.says(who, text)
}

func (p *persistentStage) until(what string, so func() bool) {
	late := time.Now().Add(5 * telegramtest.Patience)
	for again := time.Now().Add(unheard); !so(); time.Sleep(10 * time.Millisecond) {
		switch now := time.Now(); {
		case now.After(late):
			p.t.Errorf("waited in vain until: %s; said: %q", what, p.boards())
			return
		case now.After(again):
			again = now.Add(unheard)
			p.discordStage.says(p.by, p.text)
		}
	}
}

// unheard is how long they wait before that.
const unheard = time.Second

// pairsKilled is how many pairs play while the program is killed.
const pairsKilled = 6

// haunt kills the program so many times, each time after so many calls at most, while pairs play, judges what they saw, and
// returns how many moves were told twice.
func haunt(t *testing.T, k *reaper, times, most int, pairs []*pair) (doubled int) {
	random := chance(t)
	k.v.start()
	end := make(chan struct{})
	var playing sync.WaitGroup
	for i, p := range pairs {
		own := rand.New(rand.NewPCG(random.Uint64(), uint64(i)))
		playing.Go(func() { p.play(own, end) })
	}
	for range times {
		k.reap(1+random.IntN(most), random.IntN(manners))
		for _, p := range pairs {
			p.restarted()
		}
		k.v.start()
	}
	close(end)
	playing.Wait()
	k.v.stop()

	store, err := bolt.Open(filepath.Join(k.v.dir, "tabuleiro.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	moves := 0
	for _, p := range pairs {
		is := p.judge(storedMoves(t, store, p.room()))
		if is.lost+is.unsaid+is.disordered+is.repeated > 0 {
			t.Errorf("%s: %+v\ntyped %v\ntold  %v", p.room(), is, p.moves, p.told())
		}
		moves, doubled = moves+len(p.moves), doubled+is.doubled
	}
	t.Logf("%d kills, %d moves, %d told twice", times, moves, doubled)
	return doubled
}
