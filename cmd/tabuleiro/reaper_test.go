package main

import (
	"cmp"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/bottest"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/database"
	"tabuleiro/cmd/tabuleiro/judgetest"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/table"
	"tabuleiro/storage/postgres/postgrestest"
)

// The ways to die at a call.
const (
	before  = iota // the service does not hear of the call
	between        // it has done what it was asked, the answer is lost
	after          // a moment after the answer
	settled        // when it has done all that it does with the answers that it has, and gets no other ones
	manners        // how many there are
)

// reaper kills the program at one of its calls.
type reaper struct {
	v     *victim
	mu    sync.Mutex
	left  int // calls until then; below 1: it is let live
	way   int
	wait  time.Duration // how long the moment is
	dead  chan struct{} // closed when it is; nil while calls are let pass
	deaf  int64         // a chat whose calls hang, and do not count
	hang  func()        // has there be something to say there; nil: there is no such chat
	hangs chan struct{} // closed when nothing hangs any more
	book  ledger

	database string // where the program keeps its matches; "": in the usual file
}

// pass handles every call.
func (k *reaper) pass(w http.ResponseWriter, r *http.Request, real func(http.ResponseWriter)) {
	c := k.book.enter(r)
	if k.deaf != 0 && c.chat == k.deaf {
		real(w)
		return
	}
	k.mu.Lock()
	k.left--
	dies, way, wait, dead := k.left == 0, k.way, k.wait, k.dead
	if dies && way == settled {
		k.dead = make(chan struct{})
	}
	k.mu.Unlock()
	if dead != nil {
		<-dead
		panic(http.ErrAbortHandler)
	}
	if !dies || way != before {
		answer := k.book.done(c, real)
		if !dies || way >= after {
			k.book.answer(c, w, answer)
		}
	}
	if !dies {
		return
	}
	switch way {
	case after:
		time.Sleep(wait)
	case settled:
		k.book.settles(k.v)
	}
	k.book.dies(k.v)
	k.v.kill()
	if way < after {
		panic(http.ErrAbortHandler)
	}
}

// reap kills the program at its nth call from now, and returns when it is dead. The service may still be handling
// earlier calls.
func (k *reaper) reap(calls, way int, wait time.Duration) {
	k.mu.Lock()
	k.left, k.way, k.wait = calls, way, wait
	k.mu.Unlock()
	k.v.gone()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dead != nil {
		close(k.dead)
		k.dead = nil
	}
}

// TestChaos kills the real program at random moments, before and after calls of Telegram, while people play: no move is
// lost, untold or out of order. A message is sent twice only if Telegram had accepted it and the program was killed
// before it had read and noted the response.
func TestChaos(t *testing.T) {
	longtest.Skip(t)
	t.Parallel()
	chaosOnTelegram(t, "", *kills)
}

// TestChaosOnServer does the same with PostgreSQL: each life is a new process, which takes over from the one before.
func TestChaosOnServer(t *testing.T) {
	longtest.Skip(t)
	t.Parallel()
	chaosOnTelegram(t, postgrestest.New(t), max(1, *kills/4))
}

// chaosOnTelegram runs TestChaos on a database at an address, "" for a file.
func chaosOnTelegram(t *testing.T, database string, kills int) {
	s := telegramtest.New(t)
	v := &victim{t: t, dir: t.TempDir(), more: []string{
		config.Prefix + "TELEGRAM_TOKEN=" + s.Token, config.Prefix + "LANGUAGE=en",
	}}
	if database != "" {
		v.more = append(v.more, config.Prefix+"DATABASE="+database)
	}
	k := &reaper{v: v, database: database, hangs: make(chan struct{})}
	var pairs []*pair
	for n := range pairsKilled {
		stage := newTelegramStage(s, n)
		pairs = append(pairs, &pair{stage: stage, answer: func(message int) string {
			sent := stage.group.Sent()
			return k.book.answerTo(stage.group.ID, sent[min(message, len(sent)-1)].ID)
		}})
	}
	// At the end there is a message for one more group, in which every call hangs: it must not delay the others.
	shouts := s.Person("Deaf", "deaf")
	deaf := s.Group(shouts, s.Person("Mute", "mute"))
	k.deaf = deaf.ID
	k.hang = func() {
		deaf.Hold(k.hangs)
		shouts.Says(deaf, "/play damas @mute")
	}
	s.Fail("", 1<<30, func(_ *telegramtest.Server, w http.ResponseWriter, r *http.Request,
		real func(http.ResponseWriter)) {
		k.pass(w, r, real)
	})
	v.each = func() []string { return []string{config.Prefix + "TELEGRAM_API=" + k.book.born(s.URL)} }
	sum := haunt(t, k, kills, callsLived, pairs)
	if len(deaf.Sent()) == 0 { // of a program that was killed meanwhile Telegram may have taken a call, too
		t.Error("where everything hung the challenge is never told")
	}
	var twice judgetest.Sum // of all messages, whatever they tell
	for _, p := range pairs {
		r := judgetest.Record{Happened: slices.Compact(p.texts()), Falls: p.born}
		for i, text := range p.texts() {
			r.Said = append(r.Said, judgetest.Message{Tells: text, Number: i, Answer: p.answer(i)})
		}
		r.Stored = r.Happened
		twice.Add(judgetest.Judge(r))
	}
	if n := sum.Answers[noted]; n > 0 || twice.Answers[noted]+twice.Alive > 0 {
		t.Errorf("messages are told twice that the program could have noted, or that it told twice in one life: %+v, %v",
			twice, sum)
	}
	t.Logf("messages told twice: %v; it was killed with all done that it could do %d times", twice, len(k.book.settled))
}

// callsLived is the maximum number of calls before a kill. A bot on Discord first reads each room in which it may have
// missed messages, with two calls, so it needs a longer life to reach the last one.
const callsLived = 15

// TestChaosOnDiscord does the same with Discord, which recognises repeated messages: nothing is sent twice. It kills a
// quarter as often, as Discord wants five seconds between two identifies.
func TestChaosOnDiscord(t *testing.T) {
	longtest.Skip(t)
	t.Parallel()
	s := discordtest.New(t)
	v := &victim{t: t, dir: t.TempDir(), more: []string{
		config.Prefix + "DISCORD_TOKEN=" + discordtest.Token,
		config.Prefix + "DISCORD_CONTENT=true", config.Prefix + "LANGUAGE=en",
	}}
	s.Starts(1 << 20)
	var pairs []*pair
	for n := range pairsKilled {
		pairs = append(pairs, &pair{stage: &persistentStage{discordStage: newDiscordStage(t, s, n)}})
	}
	k := &reaper{v: v}
	v.each = func() []string { return []string{config.Prefix + "DISCORD_API=" + k.book.born(s.API)} }
	s.Around(k.pass)
	if sum := haunt(t, k, max(1, *kills/4), callsLived+4*pairsKilled, pairs); sum.Twice+sum.Alive > 0 {
		t.Errorf("moves are told twice: %v", sum)
	}
}

// persistentStage is a channel where people repeat a text that is not answered, as the bot misses texts sent while it
// is down.
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
	late := time.Now().Add(2 * telegramtest.Patience)
	for again := time.Now().Add(unheard); !so(); time.Sleep(10 * time.Millisecond) {
		switch now := time.Now(); {
		case now.After(late):
			p.t.Errorf("waited in vain until: %s; said: %q", what, p.texts())
			return
		case now.After(again):
			again = now.Add(unheard)
			p.discordStage.says(p.by, p.text)
		}
	}
}

// unheard is how long they wait before that.
const unheard = time.Second

// longestMoment is the maximum time that the program lives on after a response: about as long as it takes to note it in
// the store.
const longestMoment = 20 * time.Millisecond

// pairsKilled is the number of pairs that play while the program is killed.
const pairsKilled = 6

// bePatient sets how long people wait to the value of -patience.
func bePatient() {
	if *still != telegramtest.Patience {
		telegramtest.Patience = *still
	}
}

// haunt kills the program a number of times, each after at most a number of calls, while pairs play, and returns the
// judged sum.
func haunt(t *testing.T, k *reaper, times, most int, pairs []*pair) (sum judgetest.Sum) {
	random := chance(t)
	bePatient()
	k.v.start()
	settle(pairs)
	end := make(chan struct{})
	var playing sync.WaitGroup
	for i, p := range pairs {
		own := rand.New(rand.NewPCG(random.Uint64(), uint64(i)))
		playing.Go(func() { p.play(own, end) })
	}
	for n := range times {
		if n > 0 && n%50 == 0 {
			t.Logf("killed %d times", n)
		}
		if k.hang != nil && n == times-max(1, times/6) { // the program is slow to begin with it
			k.hang()
		}
		k.reap(1+random.IntN(most), random.IntN(manners), time.Duration(random.Int64N(int64(longestMoment))))
		for _, p := range pairs {
			p.restarted()
		}
		k.v.start()
	}
	if k.hang != nil {
		close(k.hangs)
	}
	close(end)
	playing.Wait()
	k.v.stop()

	store, err := database.Open(t.Context(),
		cmp.Or(config.Database(k.database), config.Database(filepath.Join(k.v.dir, string(usualDatabase)))), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	bottest.Verify(t, store, table.Games)
	moves := 0
	for _, p := range pairs {
		is := p.judge(storedMoves(t, store, p.room()))
		if is.Broken() {
			t.Errorf("%s: %+v\ntyped %v\ntold  %v", p.room(), is, p.moves, p.told())
		}
		moves += len(p.moves)
		sum.Add(is)
	}
	t.Logf("%d kills, %d moves, %v", times, moves, sum)
	return sum
}
