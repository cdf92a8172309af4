package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/record"
)

var (
	soak       = flag.Duration("soak", 0, "for how long TestSoak has people come and go; 0: it is skipped")
	soakTables = flag.Int("soaktables", 16, "at how many tables people play at the same time in TestSoak")
	crowd      = flag.Int("crowd", 0, "how many things other people, five each, say to the bot in private in TestSoak")
)

// The load of TestSoak.
const (
	soakMoves = 6                      // of a match, which is resigned then
	soakPause = 700 * time.Millisecond // before each thing that is said
	soakRush  = 16                     // pairs who come at once while the lists fill
)

// TestSoak has the real program serve people of both services who come, play, look around and leave, and measures it
// once a minute: the memory in use must not keep growing, and after all have left there must be about as many
// goroutines as before.
//
// In the first tenth a rush of pairs fills the bounded lists of rooms, people and messages, so that later growth is not
// theirs. Memory in use is the least of a minute, as thoughts and films are temporary; the memory from the system is
// only logged, as it depends on the collector and on the machine's load.
func TestSoak(t *testing.T) {
	if *soak == 0 {
		t.Skip("only with -args -soak=60m: it takes that long")
	}
	onTelegram, onDiscord := telegramtest.New(t), discordtest.New(t)
	v := &victim{t: t, dir: t.TempDir(), more: []string{
		config.Prefix + "TELEGRAM_TOKEN=" + onTelegram.Token, config.Prefix + "TELEGRAM_API=" + onTelegram.URL,
		config.Prefix + "DISCORD_TOKEN=" + discordtest.Token, config.Prefix + "DISCORD_API=" + onDiscord.API,
		config.Prefix + "DISCORD_CONTENT=true", config.Prefix + "LANGUAGE=en",
		config.Prefix + "METRICS_LISTEN=127.0.0.1:0",
	}}
	v.start()
	onDiscord.Connected(1)
	url := v.metricsURL()
	before := figure(t, url, "go_goroutines")
	var visits, slowest atomic.Int64
	random := chance(t)
	began := time.Now()
	end := began.Add(*soak)
	var mu sync.Mutex
	took := map[string][]time.Duration{} // for each move of those who stay, by service
	var people sync.WaitGroup
	comes := func(tables int, until time.Time, stays bool) {
		comes := func(service string, s stage, random *rand.Rand) {
			waits := visit(&calmStage{s, t, &slowest}, random, stays)
			mu.Lock()
			defer mu.Unlock()
			if stays {
				took[service] = append(took[service], waits...)
			}
		}
		for range tables {
			own := rand.New(rand.NewPCG(random.Uint64(), 0))
			people.Go(func() {
				for time.Now().Before(until) && !t.Failed() {
					n := int(visits.Add(1))
					if n%2 == 0 {
						comes("Discord", newDiscordStage(t, onDiscord, n), own)
						continue
					}
					s := newTelegramStage(onTelegram, n)
					comes("Telegram", s, own)
					if stays {
						s.brings(t, 3, own)
					}
				}
			})
		}
	}
	people.Go(func() { crowds(onTelegram, end) })
	comes(*soakTables, end, true)
	comes(soakRush, began.Add(*soak/10), false)
	var used []float64
	every := min(time.Minute, *soak/10)
	t.Log("after, visits, MB, MB in use, goroutines")
	for time.Now().Before(end.Add(-every)) {
		mb := leastInUse(t, url, every)
		n := figure(t, url, "go_goroutines")
		used = append(used, mb)
		t.Logf("%v %d %.1f %.1f %.0f", time.Since(began).Round(time.Second), visits.Load(), v.anonymous()/1e6, mb, n)
	}
	people.Wait()
	t.Logf("the slowest answer took %v", time.Duration(slowest.Load()))
	for service, all := range took {
		t.Logf("on %s people see their moves within: %s", service, ofAll(all))
	}
	(&calmStage{nil, t, &slowest}).until("few goroutines are left", func() bool {
		return figure(t, url, "go_goroutines") <= before+4
	})
	t.Logf("%.0f goroutines before, %.0f after", before, figure(t, url, "go_goroutines"))
	v.stop()
	if rise := rises(used[len(used)/2:]); rise > 0.15 {
		t.Errorf("in the second half the memory in use became %.0f %% more: %.0f", 100*rise, used)
	}
}

// calmStage is a stage where people wait longer, as a machine may be busy at times within an hour.
type calmStage struct {
	stage
	t       *testing.T
	slowest *atomic.Int64 // nanoseconds
}

// calm is how long they wait.
const calm = 5 * time.Minute

func (c *calmStage) until(what string, so func() bool) {
	began := time.Now()
	for !so() {
		if time.Since(began) > max(calm, *still) {
			c.t.Errorf("waited in vain until: %s", what)
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	c.slowest.Store(max(c.slowest.Load(), int64(time.Since(began))))
}

// leastInUse returns the least memory in use that a program reports within a duration, in MB.
func leastInUse(t *testing.T, url string, during time.Duration) float64 {
	t.Helper()
	least := math.Inf(1)
	for range 12 {
		time.Sleep(during / 12)
		least = min(least, figure(t, url, "go_memstats_next_gc_bytes")/2e6) // it collects at twice what it keeps
	}
	return least
}

// crowds has people send texts in private, evenly until the end, without waiting for an answer.
func crowds(s *telegramtest.Server, end time.Time) {
	began := time.Now()
	people := make([]*telegramtest.Person, (*crowd+4)/5)
	texts := []string{"/start", "hello, how are you?", "/help", "/list", "and what now?"}
	for n := 0; n < *crowd && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
		for due := int(float64(*crowd) * float64(time.Since(began)) / float64(end.Sub(began))); n < min(due, *crowd); n++ {
			i := n % len(people)
			if people[i] == nil {
				people[i] = s.Person(fmt.Sprint("Crowd", i), fmt.Sprint("crowd", i))
			}
			people[i].Says(people[i].Private(), texts[n/len(people)])
		}
	}
}

// visit has two people play a short match, look at some pages and leave; those of the rush play one move and leave. It
// returns how long each move took to appear.
func visit(s stage, random *rand.Rand, long bool) (waits []time.Duration) {
	p := &pair{stage: s}
	said := p.heard()
	p.says(0, "/settings message new") // so that each board is a message that can be counted
	p.until("that is told", func() bool { return p.heard() > said })
	p.begin()
	moves, after, pause := 1, []string{"/resign yes"}, time.Duration(0)
	if long {
		moves, after, pause = soakMoves, []string{"/resign yes", "/history", "/ranking", "/help more"}, soakPause
	}
	for range moves {
		time.Sleep(pause)
		side, move := p.choose(random)
		said, began := p.heard(), time.Now()
		p.says(side, "/m "+string(move))
		p.until("the board is shown", func() bool { return p.heard() > said })
		waits = append(waits, time.Since(began))
	}
	for i, text := range after {
		time.Sleep(pause)
		said := p.heard()
		p.says(i%2, text)
		p.until("something is said to "+text, func() bool { return p.heard() > said })
	}
	return waits
}

// brings has one player import games from files, in private, and ask for a film of the last one.
func (p *telegramStage) brings(t *testing.T, games int, random *rand.Rand) {
	private := p.who[0].Private()
	for n := range games + 1 {
		if n < games {
			file := telegramtest.Document{Name: "game.txt", Data: []byte(randomGame(random))}
			p.who[0].Says(private, "/import", telegramtest.Attached(file))
		} else {
			p.who[0].Says(private, "/replay")
		}
		if private.NextWithin(max(calm, *still)) == nil {
			t.Error("nothing is said of a game from a file")
		}
		time.Sleep(soakPause)
	}
}

// randomGame returns a random game of Cage as text.
func randomGame(random *rand.Rand) string {
	game := cage.Cage
	r, err := game.NewRecord(nil, "")
	if err != nil {
		panic(err)
	}
	for !r.Line.Outcome().Decided() {
		moves := slices.Collect(r.Line.Position().Moves())
		r.Line, _ = r.Line.Play(moves[random.IntN(len(moves))]) // it is legal
	}
	r.Result = r.Line.Outcome()
	text, _ := record.Write(r)
	return text
}

// metricsURL returns the address of the program's metrics.
func (v *victim) metricsURL() (url string) {
	v.t.Helper()
	told := regexp.MustCompile(`at=(http://\S+)`)
	for late := time.Now().Add(telegramtest.Patience); url == ""; time.Sleep(10 * time.Millisecond) {
		if found := told.FindStringSubmatch(v.log.String()); found != nil {
			url = found[1]
		} else if time.Now().After(late) {
			v.t.Fatalf("it does not tell where its figures are:\n%s", v.log)
		}
	}
	return strings.TrimSuffix(url, "/metrics")
}

// figure returns the value of one of the program's metrics.
func figure(t *testing.T, url, name string) float64 {
	t.Helper()
	var text []byte
	var found [][]byte
	for late := time.Now().Add(max(calm, *still)); found == nil; { // on a busy machine it may give up itself
		r, err := http.Get(url + "/metrics")
		if err == nil {
			text, err = io.ReadAll(r.Body)
			_ = r.Body.Close()
			found = regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindSubmatch(text)
		}
		if found == nil && time.Now().After(late) {
			t.Fatalf("no figure %s, %v, in:\n%s", name, err, text)
		}
	}
	is, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return is
}

// anonymous returns the anonymous memory of a program in bytes, without the mapped pages of its database, which grows
// with every move.
func (v *victim) anonymous() float64 {
	v.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", v.cmd.Process.Pid))
	if err != nil {
		v.t.Skip("the system does not tell how much memory a program has: ", err)
	}
	var kb float64
	_, after, _ := strings.Cut(string(text), "RssAnon:")
	if _, err := fmt.Sscan(after, &kb); err != nil {
		v.t.Fatal(err)
	}
	return kb * 1024
}

// rises returns the rise of samples from the first to the last along their least-squares line, relative to the mean.
func rises(samples []float64) float64 {
	n := float64(len(samples))
	var x, y, xx, xy float64
	for i, s := range samples {
		x, y, xx, xy = x+float64(i), y+s, xx+float64(i*i), xy+float64(i)*s
	}
	slope := (n*xy - x*y) / (n*xx - x*x)
	return slope * (n - 1) / (y / n)
}

func TestRises(t *testing.T) {
	for want, samples := range map[float64][]float64{0: {5, 5, 5, 5}, 1: {50, 100, 150}, -1: {150, 100, 50}} {
		if got := rises(samples); got != want {
			t.Errorf("%v rise by %v, want %v", samples, got, want)
		}
	}
}
