package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/judgetest"
	"tabuleiro/engine/longtest"
	"tabuleiro/storage/postgres"
	"tabuleiro/storage/postgres/postgrestest"
)

var (
	takeovers = flag.Int("takeovers", 1, "how many rounds of blows TestStandby strikes: two kills, two stops, a pause and a cut each")
	tables    = flag.Int("tables", 12, "at how many tables people play in TestStandby")
	pause     = flag.Duration("pause", 30*time.Second, "for how long a process is paused in TestStandby")
	only      = flag.String("only", "", "of the blows of TestStandby those with this in their names")
	think     = flag.Duration("think", 3*time.Second, "up to twice as long people think in TestStandby")
)

// crew is a bot and its standby on one database, and people who play.
type crew struct {
	t     *testing.T
	all   [2]*victim
	wires []*postgrestest.Wire // each process has its own way to the database; nil: none that can be cut
	pairs []*pair
}

// says waits until a process has logged a text.
func (c *crew) says(i int, text string) {
	c.t.Helper()
	for late := time.Now().Add(telegramtest.Patience); !strings.Contains(c.all[i].log.String(), text); {
		if time.Now().After(late) {
			c.t.Fatalf("process %d does not say %q:\n%s", i, text, c.all[i].log)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// The log messages of a process that has the database, and of one that waits for it.
const (
	runs  = "msg=running "
	waits = "waiting as standby"
)

// mark notes which messages the groups have read: the last ones before may be repeated.
func (c *crew) mark() {
	for _, p := range c.pairs {
		p.restarted()
	}
}

// struck has when a process was struck, and until when no process had the database.
type struck struct{ at, until time.Time }

// waited returns the longest wait at each table since a blow.
func (c *crew) waited(s struck) (all []time.Duration) {
	for _, p := range c.pairs {
		most := time.Duration(0)
		for _, w := range p.waits {
			if end := w.typed.Add(w.took); w.typed.Before(s.until) && end.After(s.at) {
				most = max(most, min(w.took, end.Sub(s.at)))
			}
		}
		if most > 0 {
			all = append(all, most)
		}
	}
	return all
}

// ofAll describes durations by their median, 90th and 99th percentile and maximum.
func ofAll(all []time.Duration) string {
	all = slices.Sorted(slices.Values(all))
	at := func(part int) time.Duration { return all[(len(all)-1)*part/100].Round(time.Millisecond) }
	return fmt.Sprintf("p50 %v, p90 %v, p99 %v, at the most %v of %d", at(50), at(90), at(99), at(100), len(all))
}

// discordStage is a channel on Discord.
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
		if m.Picture == nil {
			texts[i] = ""
		}
	}
	return texts
}

// blow is a fault of the process that has the database. It returns when the fault has ended.
type blow struct {
	name   string
	within time.Duration // the standby has taken over
	strike func(c *crew, i int, taken func())
}

var allBlows = []blow{
	{"is killed", 15 * time.Second, func(c *crew, i int, taken func()) {
		c.all[i].kill()
		c.all[i].gone()
		c.mark()
		taken()
	}},
	{"is stopped", 2 * time.Second, func(c *crew, i int, taken func()) {
		c.all[i].signal(syscall.SIGTERM)
		taken()
		c.all[i].gone()
	}},
	{"is paused", 15 * time.Second, func(c *crew, i int, taken func()) {
		began := time.Now()
		c.all[i].signal(syscall.SIGSTOP)
		c.mark()
		taken()
		time.Sleep(*pause - time.Since(began))
		c.mark()
		c.all[i].signal(syscall.SIGCONT)
		c.all[i].gone()
		c.mark()
	}},
	{"is cut off from the database", 15 * time.Second, func(c *crew, i int, taken func()) {
		c.wires[i].Cut()
		c.mark()
		taken()
		c.all[i].gone()
		c.mark()
		c.wires[i].Mend()
	}},
	{"hears nothing more of the database", 17 * time.Second, func(c *crew, i int, taken func()) {
		c.wires[i].Silence()
		c.mark()
		taken()
		c.all[i].gone()
		c.mark()
		c.wires[i].Mend()
	}},
}

// round are the indices of the blows of a round, in order; the last number is used in every other round.
var round = []int{0, 1, 2, 0, 1, 3}

// signal sends a signal to the program.
func (v *victim) signal(s syscall.Signal) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.cmd.Process.Signal(s); err != nil {
		v.t.Error(err)
	}
}

// newCrew starts two processes, each with an address of its own for the database, and has people play at tables of two
// services until end is closed; played waits for them.
func newCrew(t *testing.T, random *rand.Rand, addresses [2]string) (c *crew, end chan struct{}, played func()) {
	bePatient()
	s := telegramtest.New(t)
	d := discordtest.New(t)
	d.Starts(1 << 20)
	c = &crew{t: t}
	for i, address := range addresses {
		c.all[i] = &victim{t: t, dir: t.TempDir(), more: []string{
			config.Prefix + "TELEGRAM_TOKEN=" + s.Token, config.Prefix + "TELEGRAM_API=" + s.URL,
			config.Prefix + "DISCORD_TOKEN=" + discordtest.Token, config.Prefix + "DISCORD_API=" + d.API,
			config.Prefix + "DISCORD_CONTENT=true",
			config.Prefix + "LANGUAGE=en", config.Prefix + "DATABASE=" + address,
		}}
	}
	for n := range *tables {
		c.pairs = append(c.pairs, &pair{stage: newTelegramStage(s, n)})
		if n%3 == 0 {
			c.pairs = append(c.pairs, &pair{stage: &persistentStage{discordStage: newDiscordStage(t, d, *tables+n)}})
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
	c.all[0].start()
	c.says(0, runs)
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

// judge stops the processes, and compares the moves typed with those stored and those told.
func (c *crew) judge(where string) {
	t := c.t
	for i, v := range c.all {
		if v.cmd == nil {
			continue
		}
		v.stop()
		if strings.Contains(v.log.String(), "panic") {
			t.Errorf("process %d panicked:\n%s", i, v.log)
		}
	}
	store, err := postgres.Open(t.Context(), where, nil)
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

// watched has a database note the order of writers and of epochs. It returns addresses for two processes that are told
// apart by their names, and a function that counts the writes by a process that had lost the database.
func watched(t *testing.T, where string) (addresses [2]string, strayed func() (writes, stray int)) {
	t.Helper()
	store, err := postgres.Open(t.Context(), where, nil) // makes the tables
	if err != nil {
		t.Fatal(err)
	}
	store.Close()
	conn, err := pgx.Connect(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	sql := `CREATE TABLE wrote (n bigserial, who text, what text);
		CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
		BEGIN INSERT INTO public.wrote (who, what) VALUES (session_user, TG_TABLE_NAME); RETURN NULL; END $$;`
	for _, table := range []string{"epoch", "matches", "events", "causes", "concerns", "settings", "people", "identities",
		"ratings"} {
		sql += fmt.Sprintf("CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH STATEMENT EXECUTE FUNCTION note();",
			table)
	}
	for i := range addresses {
		role := fmt.Sprintf("%s_%d", conn.Config().Database, i)
		sql += fmt.Sprintf("CREATE ROLE %s LOGIN SUPERUSER;", role)
		addresses[i] = strings.Replace(where, "://postgres@", "://"+role+"@", 1)
	}
	if _, err := conn.Exec(t.Context(), sql, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	return addresses, func() (writes, stray int) {
		conn, err := pgx.Connect(t.Context(), where)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		rows, err := conn.Query(t.Context(), `SELECT who, what FROM wrote ORDER BY n`)
		if err != nil {
			t.Fatal(err)
		}
		var who, what, has string
		_, err = pgx.ForEachRow(rows, []any{&who, &what}, func() error {
			switch writes++; {
			case what == "epoch":
				has = who
			case who != has:
				stray++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return writes, stray
	}
}

// TestStandby has people play with the real program and its standby on one PostgreSQL. The process that has the
// database is killed, stopped, paused and cut off, and the other one takes over: no move is lost, untold or out of
// order, and a process that has lost the database writes nothing.
//
// A message is sent twice only if the service had accepted it when its process was struck.
func TestStandby(t *testing.T) {
	longtest.Skip(t)
	random := chance(t)
	where := postgrestest.New(t)
	addresses, strayed := watched(t, where)
	var wires []*postgrestest.Wire
	for i := range addresses {
		wire := postgrestest.NewWire(t, addresses[i])
		wires, addresses[i] = append(wires, wire), wire.Address
	}
	c, end, played := newCrew(t, random, addresses)
	c.wires = wires
	c.all[1].start()
	c.says(1, waits)
	blows, i := map[string][]struck{}, 0 // who has the database
	for n := range *takeovers * len(round) {
		b := allBlows[round[n%len(round)]]
		if n%(2*len(round)) == 2*len(round)-1 {
			b = allBlows[len(allBlows)-1]
		}
		if !strings.Contains(b.name, *only) {
			continue
		}
		at := time.Now()
		b.strike(c, i, func() {
			c.says(1-i, runs)
			blows[b.name] = append(blows[b.name], struck{at, time.Now()})
		})
		if log := c.all[i].log.String(); b.name != "is killed" && b.name != "is stopped" &&
			!strings.Contains(log, "this process does not hold the database any more") {
			t.Errorf("who %s does not say why it ends:\n%s", b.name, log)
		}
		c.all[i].start()
		c.says(i, waits)
		i = 1 - i
		time.Sleep(5*time.Second + *think)
	}
	close(end)
	played()
	for _, b := range allBlows {
		var took, answered []time.Duration
		for _, s := range blows[b.name] {
			took = append(took, s.until.Sub(s.at))
			answered = append(answered, c.waited(s)...)
		}
		if len(answered) == 0 {
			continue
		}
		t.Logf("who has the database %s: the standby has it: %s", b.name, ofAll(took))
		t.Logf("who has the database %s: each group is answered: %s", b.name, ofAll(answered))
		if longest := slices.Max(took); longest > b.within {
			t.Errorf("who has the database %s: the standby has it after %v", b.name, longest)
		}
	}
	c.judge(where)
	writes, stray := strayed()
	t.Logf("%d writes, %d by one that had lost the database", writes, stray)
	if writes == 0 || stray > 0 {
		t.Errorf("of %d writes %d are by one that had lost the database", writes, stray)
	}
}

// TestServer_Fails has people play with the real program while its database restarts, and while a replica is promoted:
// the program ends, is restarted, and goes on.
func TestServer_Fails(t *testing.T) {
	longtest.Skip(t)
	server := postgrestest.NewServer(t)
	replica := server.Replica()
	where := postgrestest.Address(server, replica)
	c, end, played := newCrew(t, chance(t), [2]string{where, where})
	for _, fail := range []func(){
		func() { server.Stop(); server.Start() },
		func() { server.Kill(); replica.Promote() },
	} {
		time.Sleep(5 * time.Second)
		fail()
		c.all[0].gone()
		c.mark()
		if log := c.all[0].log.String(); !strings.Contains(log, "this process does not hold the database any more") {
			t.Errorf("it does not say why it ends:\n%s", log)
		}
		c.all[0].start()
		c.says(0, runs)
	}
	close(end)
	played()
	c.judge(where)
}

// A waiting process reports that as its health, refuses Telegram's updates, so that they come again, and ends when
// asked to.
func TestStandbyAnswers(t *testing.T) {
	where := postgrestest.NewShort(t)
	holder, err := postgres.Open(t.Context(), where, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	s := telegramtest.New(t)
	free := func() string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		return l.Addr().String()
	}
	metrics, hook := free(), free()
	v := &victim{t: t, dir: t.TempDir(), more: []string{
		config.Prefix + "TELEGRAM_TOKEN=" + s.Token, config.Prefix + "TELEGRAM_API=" + s.URL, config.Prefix + "DATABASE=" + where,
		config.Prefix + "METRICS_LISTEN=" + metrics,
		config.Prefix + "TELEGRAM_WEBHOOK_URL=https://bot.example/hook", config.Prefix + "TELEGRAM_WEBHOOK_LISTEN=" + hook,
	}}
	v.start()
	t.Cleanup(func() {
		v.kill()
		if t.Failed() {
			t.Logf("log:\n%s", v.log)
		}
	})
	ask := func(url string) (status int, text string) {
		answer, err := http.Get(url)
		if err != nil {
			return 0, err.Error()
		}
		defer answer.Body.Close()
		body, _ := io.ReadAll(answer.Body)
		return answer.StatusCode, string(body)
	}
	host, _ := os.Hostname()
	c := &crew{t: t, all: [2]*victim{v}}
	c.says(0, waits)
	c.says(0, fmt.Sprintf("%s/%d holds it", host, os.Getpid()))
	c.says(0, "answering Telegram's webhook with 503")
	for _, at := range []string{"http://" + metrics + "/healthz", "http://" + hook + "/hook"} {
		if status, text := ask(at); status != 503 || !strings.HasPrefix(text, waits) {
			t.Errorf("%s answers %d %q", at, status, text)
		}
	}
	if status, text := ask("http://" + metrics + "/metrics"); status != 200 || !strings.Contains(text, "tabuleiro_standby 1") {
		t.Errorf("its metrics are %d %q", status, text)
	}
	v.stop()
}
