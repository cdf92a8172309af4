package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/judgetest"
	"tabuleiro/storage/postgres"
	"tabuleiro/storage/postgres/postgrestest"
)

var (
	blows  = flag.Int("blows", 0, "how many processes TestProcesses kills, pauses, cuts off and restarts; 0: it is skipped")
	tables = flag.Int("tables", 12, "at how many tables people play in TestProcesses")
	pause  = flag.Duration("pause", 13*time.Second, "for how long a process is paused or cut off in TestProcesses")
	think  = flag.Duration("think", 0, "up to twice as long people think in TestProcesses and TestCluster; 0: a group's quota is used up")
	only   = flag.String("only", "", "of the blows of TestProcesses and the falls of TestCluster those with this in their name")
)

// apart has a process be on a machine of its own, as far as it can tell, where that is wanted.
var apart = func(*exec.Cmd) {}

// crew is several processes on one database.
type crew struct {
	t     *testing.T
	all   []*victim
	wires []*postgrestest.Wire // each has its own way to the database
	pairs []*pair
}

// start starts a process, and waits until it has its part.
func (c *crew) start(i int) {
	c.t.Helper()
	c.all[i].startWith(apart)
	late := time.Now().Add(telegramtest.Patience)
	for !strings.Contains(c.all[i].log.String(), "rooms are this process's now") {
		if time.Now().After(late) {
			c.t.Fatalf("process %d gets no rooms:\n%s", i, c.all[i].log)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// mark notes what the groups have read: from now on something may be told twice that was told just before.
func (c *crew) mark() {
	for _, p := range c.pairs {
		p.restarted()
	}
}

// struck notes that after a blow, and once more when what was on its way has arrived, which is long before another
// process can say anything in its stead.
func (c *crew) struck() {
	c.mark()
	time.Sleep(2 * time.Second)
	c.mark()
}

// after is how long at the most people of each service waited who were waiting at a time, or began to within the next
// ten seconds; counted from that time on.
func (c *crew) after(blow time.Time) map[string]time.Duration {
	most := map[string]time.Duration{}
	for _, p := range c.pairs {
		service, _, _ := strings.Cut(p.room(), ":")
		for _, w := range p.waits {
			end := w.typed.Add(w.took)
			if w.typed.Before(blow.Add(10*time.Second)) && end.After(blow) {
				most[service] = max(most[service], min(w.took, end.Sub(blow)))
			}
		}
	}
	return most
}

// ofAll tells of durations which half of them, nine in ten, 99 in a hundred and all do not exceed.
func ofAll(all []time.Duration) string {
	all = slices.Sorted(slices.Values(all))
	at := func(part int) time.Duration { return all[(len(all)-1)*part/100].Round(time.Millisecond) }
	return fmt.Sprintf("p50 %v, p90 %v, p99 %v, at the most %v of %d", at(50), at(90), at(99), at(100), len(all))
}

// named are those of some kinds whose names have a text in them.
func named[T any](all []T, name func(T) string, text string) []T {
	return slices.DeleteFunc(slices.Clone(all), func(one T) bool { return !strings.Contains(name(one), text) })
}

// discordStage is a channel there.
type discordStage struct {
	t       *testing.T
	channel *discordtest.Channel
	who     [2]*discordtest.User
}

func newDiscordStage(t *testing.T, s *discordtest.Server, n int) *discordStage {
	p := &discordStage{t: t}
	for i := range p.who {
		p.who[i] = s.User(fmt.Sprintf("P%d%c", n, 'a'+i))
	}
	p.channel = s.Guild(p.who[0], p.who[1]).Channel("table")
	return p
}

func (p *discordStage) names() [2]string          { return [2]string{p.who[0].Handle, p.who[1].Handle} }
func (p *discordStage) says(who int, text string) { p.who[who].Types(p.channel, text) }
func (p *discordStage) heard() int                { return len(p.channel.Sent()) }
func (p *discordStage) room() string              { return "discord:" + p.channel.ID }

func (p *discordStage) until(what string, so func() bool) {
	for late := time.Now().Add(telegramtest.Patience); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(late) {
			p.t.Errorf("waited in vain until: %s; said: %q", what, p.boards())
			return
		}
	}
}

func (p *discordStage) texts() (texts []string) {
	for _, m := range p.channel.Sent() {
		texts = append(texts, plain.Replace(m.Content))
	}
	return texts
}

func (p *discordStage) boards() []string {
	texts := p.texts()
	for i, m := range p.channel.Sent()[:len(texts)] {
		if m.Picture == nil && !strings.HasPrefix(texts[i], againMark) {
			texts[i] = ""
		}
	}
	return texts
}

// blow is something that happens to a process, which is well again afterwards.
type blow struct {
	name   string
	strike func(c *crew, i int)
}

var allBlows = []blow{
	{"is restarted", func(c *crew, i int) {
		c.all[i].stop()
		c.start(i)
	}},
	{"is killed", func(c *crew, i int) {
		c.all[i].kill()
		c.all[i].gone()
		c.struck()
		c.start(i)
	}},
	{"is paused", func(c *crew, i int) {
		c.all[i].signal(syscall.SIGSTOP)
		c.struck()
		time.Sleep(*pause)
		c.mark()
		c.all[i].signal(syscall.SIGCONT)
	}},
	{"is cut off from the database", func(c *crew, i int) {
		c.wires[i].Cut()
		c.struck()
		time.Sleep(*pause / 10) // it goes on saying what is stored, which where many play is long, until its leases are over
		c.mark()
		time.Sleep(*pause - *pause/10)
		c.mark()
		c.wires[i].Mend()
	}},
}

// signal has the system do something with the program.
func (v *victim) signal(s syscall.Signal) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.cmd.Process.Signal(s); err != nil {
		v.t.Error(err)
	}
}

// newCrew starts processes, each of which reaches the database at an address of its own, and has people play at tables
// of two services until end is closed; played waits for them.
func newCrew(t *testing.T, random *rand.Rand, wires []*postgrestest.Wire,
	addresses ...string) (c *crew, end chan struct{}, played func()) {
	bePatient()
	s := telegramtest.New(t)
	d := discordtest.New(t)
	d.Starts(1000, 3)
	c = &crew{t: t, wires: wires}
	for _, address := range addresses {
		c.all = append(c.all, &victim{t: t, dir: t.TempDir(), more: []string{
			config.Prefix + "TELEGRAM_TOKEN=" + s.Token, config.Prefix + "TELEGRAM_API=" + s.URL,
			config.Prefix + "DISCORD_TOKEN=" + discordtest.Token, config.Prefix + "DISCORD_API=" + d.API,
			config.Prefix + "DISCORD_CONTENT=true", config.Prefix + "DISCORD_SHARDS=3",
			config.Prefix + "LANGUAGE=en", config.Prefix + "DATABASE=" + address,
		}})
	}
	for n := range *tables {
		c.pairs = append(c.pairs, &pair{stage: newTelegramStage(s, n)})
		if n%3 == 0 {
			c.pairs = append(c.pairs, &pair{stage: newDiscordStage(t, d, *tables+n)})
		}
	}
	t.Cleanup(func() {
		for i, v := range c.all {
			if v.cmd != nil {
				v.kill()
			}
			if t.Failed() {
				t.Logf("process %d:\n%s", i, v.log)
			}
		}
	})
	for i := range c.all {
		c.start(i)
	}
	settle(c.pairs)
	end = make(chan struct{})
	var playing sync.WaitGroup
	for i, p := range c.pairs {
		own := rand.New(rand.NewPCG(random.Uint64(), uint64(i)))
		p.think = *think
		playing.Go(func() { p.play(own, end) })
	}
	return c, end, playing.Wait
}

// judge stops the processes and compares what was typed with what is stored and what was told.
func (c *crew) judge(where string) {
	t := c.t
	for i, v := range c.all {
		v.stop()
		if strings.Contains(v.log.String(), "panic") {
			t.Errorf("process %d panicked:\n%s", i, v.log)
		}
	}
	store, err := postgres.Open(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	moves := 0
	var sum judgetest.Sum
	var waits []time.Duration
	for _, p := range c.pairs {
		for _, w := range p.waits {
			waits = append(waits, w.took)
		}
		is := p.judge(storedMoves(t, store, p.room()))
		if is.Broken() {
			t.Errorf("%s: %+v\ntyped %v\ntold  %v", p.room(), is, p.moves, p.told())
		}
		moves += len(p.moves)
		sum.Add(is)
	}
	t.Logf("%d tables, %d moves: %v; until the group hears of one: %s", len(c.pairs), moves, sum, ofAll(waits))
}

// TestProcesses has people play with three of the real program on one PostgreSQL, which are restarted, killed, paused
// and cut off from the database: no move is lost, none stays unsaid, none is told in another order. A message is told
// twice only where Telegram had taken it when that befell the process which had said it; never by a restart in good
// order.
func TestProcesses(t *testing.T) {
	if *blows == 0 {
		t.Skip("only with -args -blows=4: it takes a while")
	}
	random := chance(t)
	where := postgrestest.New(t)
	var wires []*postgrestest.Wire
	var addresses []string
	for range 3 {
		wire := postgrestest.NewWire(t, where)
		wires, addresses = append(wires, wire), append(addresses, wire.Address)
	}
	c, end, played := newCrew(t, random, wires, addresses...)
	wanted := named(allBlows, func(b blow) string { return b.name }, *only)
	began := make([]time.Time, *blows)
	for n := range *blows {
		b, i := wanted[n%len(wanted)], random.IntN(len(c.all))
		t.Logf("process %d %s", i, b.name)
		began[n] = time.Now()
		b.strike(c, i)
		time.Sleep(3*time.Second + *think) // so that each takes its part again
	}
	close(end)
	played()
	took := map[string][]time.Duration{}
	for n, at := range began {
		for service, wait := range c.after(at) {
			name := wanted[n%len(wanted)].name + ": " + service
			took[name] = append(took[name], wait)
		}
	}
	for name, all := range took {
		t.Logf("a process %s: until all are answered who then wait: %s", name, ofAll(all))
	}
	c.judge(where)
}
