package discord_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

var (
	seed   = flag.Uint64("seed", 1, "of the simulated people")
	wishes = flag.Int("wishes", 2000, "commands and taps of the simulated people; 10000 is the whole simulation")
)

// people at the same time, in channels with one match, with 6 and with 50 of them, in a talk where the bot is no
// member, and on a server that has granted nothing but the commands: they tap, give commands and look at what is theirs
// alone, while of 20 first answers one comes too late, and Discord is away three times. No private word is ever said
// where others read it, nothing is done that was asked for longer ago than Discord waits, and nobody is left without an
// answer whom Discord could have given one.
func TestThousandsOfWishes(t *testing.T) {
	longtest.Skip(t)
	virtually(t, func(t *testing.T) {
		c := &crowd{world: prepare(t), random: rand.New(rand.NewPCG(*seed, 10000)), kinds: map[string]string{},
			last: map[string]string{}, calls: map[string]int{}, acts: map[string]int{}}
		c.run(nil, func(c *discord.Config) { c.Rate = 0 })
		c.Connected(1)
		sizes := []int{1, 1, 1, 6}
		if *wishes >= 10000 {
			sizes = []int{1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 50}
		}
		for _, n := range sizes {
			var people []*discordtest.User
			for i := range 2 * n {
				people = append(people, c.User(fmt.Sprintf("p%d_%d", len(c.tables), i)))
			}
			channel := c.Guild(people...).Channel(fmt.Sprint(n))
			for i := range n {
				c.seat(people[2*i], people[2*i+1], channel, fmt.Sprint(n, " in a channel"))
			}
		}
		ana, rui, eva, leo := c.User("guest_ana"), c.User("guest_rui"), c.User("bare_eva"), c.User("bare_leo")
		c.seat(ana, rui, c.Group(), "guests")
		bare := c.Guild(eva, leo).Channel("bare")
		c.seat(eva, leo, bare, "nothing but commands")
		time.Sleep(time.Minute)
		bare.Deny(discordtest.SendMessages | discordtest.AttachFiles | discordtest.ReadHistory)
		c.Pace()
		c.count()
		c.secrets()
		outages := make(chan struct{})
		var all sync.WaitGroup
		go c.outages(outages)
		each := *wishes / len(c.tables)
		for _, table := range c.tables {
			all.Go(func() { c.plays(table, each) })
		}
		all.Wait()
		close(outages)
		time.Sleep(5 * time.Minute)
		c.report()
	})
}

// crowd is the people and what comes of their wishes.
type crowd struct {
	*world
	tables []*table

	mu      sync.Mutex
	random  *rand.Rand
	outage  time.Time         // the end of the latest
	kinds   map[string]string // of acts, by the tokens of their interactions
	last    map[string]string // the kind of the latest act in a channel, by its id
	calls   map[string]int    // by the kind of act that they answer
	tokens  []string          // of calls that answer interactions
	acts    map[string]int
	asked   []*discordtest.Interaction
	marks   []string // beginnings of what is for one person only
	failed  int      // asked while Discord was away, or answered too late
	left    []string // were not answered
	private []string // words in public
}

// table is two people and their match.
type table struct {
	people  [2]*discordtest.User
	channel *discordtest.Channel
	id      string
	where   string
}

// seat has two people begin a match.
func (c *crowd) seat(ana, rui *discordtest.User, channel *discordtest.Channel, where string) {
	t := &table{people: [2]*discordtest.User{ana, rui}, channel: channel, where: where}
	c.tables = append(c.tables, t)
	c.begin(t)
}

func (c *crowd) begin(t *table) {
	c.mu.Lock()
	c.last[t.channel.ID] = "/play"
	c.mu.Unlock()
	t.people[0].Command(t.channel, "play", discordtest.With("opponent", t.people[1]), begins,
		discordtest.With("time", "none"))
	for range 20 {
		time.Sleep(5 * time.Second)
		for _, m := range slices.Backward(t.channel.Sent()) {
			if slices.Contains(m.Buttons(), "Accept") && slices.Contains(m.Pinged, t.people[1]) {
				t.people[1].Presses(m, "Accept")
				t.id = matchID(c.t, m)
				time.Sleep(10 * time.Second)
				if matchOf(c.t, c.world, t.id).Status == match.Playing { // else Discord was not there
					return
				}
			}
		}
	}
	c.t.Fatalf("%s: no challenge among %q", t.where, t.channel.Texts())
}

// count counts calls, and has some first answers come late.
func (c *crowd) count() {
	late := rand.New(rand.NewPCG(*seed, 5))
	c.Around(func(w http.ResponseWriter, r *http.Request, real func(http.ResponseWriter)) {
		parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/api/v10/"), "/")
		c.mu.Lock()
		away := time.Now().Before(c.outage)
		wait := time.Duration(0)
		switch parts[0] {
		case "interactions":
			c.tokens = append(c.tokens, parts[2])
			if late.IntN(20) == 0 {
				wait = 3*time.Second + time.Duration(late.IntN(3000))*time.Millisecond
			}
		case "webhooks":
			c.tokens = append(c.tokens, parts[2])
		case "channels":
			c.calls[c.last[parts[1]]]++
		}
		c.mu.Unlock()
		if away {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		time.Sleep(wait)
		real(w)
	})
}

// private commands, whose answers nobody else may read.
var privately = []string{"help", "settings", "profile", "games"}

// secrets learns how private answers begin.
func (c *crowd) secrets() {
	for _, name := range privately {
		m := c.tables[0].people[0].Command(c.tables[0].channel, name).Private()
		first, _, _ := strings.Cut(m.Content, "\n")
		if name != "games" { // which names matches
			c.marks = append(c.marks, first)
		}
	}
}

// outages has Discord go away three times.
func (c *crowd) outages(over chan struct{}) {
	for range 3 {
		select {
		case <-over:
			return
		case <-time.After(8 * time.Minute):
		}
		away := 2 * time.Minute
		c.mu.Lock()
		c.outage = time.Now().Add(away)
		c.mu.Unlock()
		back := c.Fail(discordtest.Fault{Method: "GET", Path: "/resume", Status: 500, Times: 1000})
		c.Drop()
		time.Sleep(away)
		c.mu.Lock()
		for _, t := range c.tables {
			c.last[t.channel.ID] = "an outage" // after which boards are shown again
		}
		c.mu.Unlock()
		back.End()
	}
}

// plays has two people do so many things.
func (c *crowd) plays(t *table, many int) {
	for range many {
		game := matchOf(c.t, c.world, t.id)
		if game.Status.Ended() {
			c.begin(t)
			game = matchOf(c.t, c.world, t.id)
		}
		by := c.Person(strings.TrimPrefix(game.Player(game.Turn()).ID, "discord:"))
		c.mu.Lock()
		kind, pause := c.random.IntN(100), time.Duration(1000+c.random.IntN(9000))*time.Millisecond
		if c.random.IntN(10) == 0 {
			pause = time.Duration(1+c.random.IntN(10)) * time.Minute // somebody thinks
		}
		c.mu.Unlock()
		time.Sleep(pause)
		board := t.channel.Latest("#" + t.id)
		switch {
		case kind < 65 && board != nil && len(board.Buttons()) > 1:
			c.taps(t, by, board)
		case kind < 70 && board != nil && slices.Contains(board.Buttons(), "⋯"):
			c.settles(t, nil, c.asks(t, "menu", func() *discordtest.Interaction { return by.Presses(board, "⋯") }))
		case kind < 85:
			move := c.pick(game)
			c.settles(t, nil, c.asks(t, "/move", func() *discordtest.Interaction {
				return by.Command(t.channel, "move", discordtest.With("move", "#"+t.id+" "+move))
			}))
		case kind < 90:
			c.settles(t, nil, c.asks(t, "/board", func() *discordtest.Interaction {
				return by.Command(t.channel, "board", discordtest.With("match", t.id))
			}))
		default:
			c.settles(t, nil, c.asks(t, "private",
				func() *discordtest.Interaction { return by.Command(t.channel, privately[kind%len(privately)]) }))
		}
	}
}

func (c *crowd) pick(game *match.Match) string {
	moves := slices.Collect(game.Line.Position().Moves())
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(moves[c.random.IntN(len(moves))])
}

// taps presses the button of a move, and waits for the board.
func (c *crowd) taps(t *table, by *discordtest.User, board *discordtest.Message) {
	buttons := slices.DeleteFunc(board.Buttons(), func(s string) bool { return s == "⋯" || s == "Type" })
	if len(buttons) == 0 {
		return
	}
	c.mu.Lock()
	label := buttons[c.random.IntN(len(buttons))]
	c.mu.Unlock()
	i := c.asks(t, "tap", func() *discordtest.Interaction { return by.Presses(board, label) })
	c.settles(t, board, i)
}

// asks has somebody do something, and notes of what kind it is.
func (c *crowd) asks(t *table, kind string, do func() *discordtest.Interaction) *discordtest.Interaction {
	c.mu.Lock()
	c.last[t.channel.ID] = kind
	c.acts[kind]++
	c.mu.Unlock()
	i := do()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kinds[i.Token()], c.asked = kind, append(c.asked, i)
	return i
}

// settles waits for what comes of something. If that is a board, it may be another message than the one that was there
// before; what the bot never heard of has not led to that one.
func (c *crowd) settles(t *table, before *discordtest.Message, i *discordtest.Interaction) {
	began := time.Now()
	for {
		x := i.Outcome()
		if now := t.channel.Latest("#" + t.id); x.Told || before != nil && now != nil && now.ID != before.ID && x.Sent &&
			!x.Late {
			return
		}
		if x.Late || time.Since(began) > time.Minute {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	x := i.Outcome()
	if x.Late || !x.Sent || began.Before(c.outage) && c.outage.Sub(began) < 4*time.Minute {
		c.failed++
	} else {
		c.left = append(c.left, fmt.Sprintf("%s in %s at %s: %+v", c.kinds[i.Token()], t.where, began.Format(time.TimeOnly),
			x))
	}
}

// report checks what has come of it all.
func (c *crowd) report() {
	t := c.t
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, token := range c.tokens {
		c.calls[c.kinds[token]]++
	}
	var table strings.Builder
	total := 0
	for _, kind := range slices.Sorted(maps.Keys(c.acts)) {
		fmt.Fprintf(&table, "\n%-8s %5d acts, %.2f calls each", kind, c.acts[kind],
			float64(c.calls[kind])/float64(c.acts[kind]))
		total += c.acts[kind]
	}
	seen := map[*discordtest.Channel]bool{}
	for _, at := range c.tables {
		if seen[at.channel] {
			continue
		}
		seen[at.channel] = true
		for _, text := range at.channel.Texts() {
			for _, mark := range c.marks {
				if strings.HasPrefix(text, mark) {
					c.private = append(c.private, text)
				}
			}
		}
	}
	stale := 0
	made := map[string]discordtest.Outcome{}
	for _, i := range c.asked {
		made["discord:"+i.ID] = i.Outcome()
	}
	heads, err := c.store.Find(t.Context(), storage.Query{})
	if err != nil {
		t.Fatal(err)
	}
	moves := 0
	for _, h := range heads {
		events, err := c.store.Events(t.Context(), h.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if asked, ok := made[e.IdempotencyKey]; ok && e.Kind == match.Moved {
				moves++
				if e.At.Sub(asked.Made) > 3*time.Second && asked.First.IsZero() { // whose author has read that there was no answer
					stale++
				}
			}
		}
	}
	t.Logf("seed %d: %d wishes, %d moves made, %d asked in vain while Discord was away or answered too late; %d calls came too fast%s",
		*seed, total, moves, c.failed, c.TooFast(), table.String())
	if len(c.private) > 0 {
		t.Errorf("%d private words in public: %q", len(c.private), c.private[:min(5, len(c.private))])
	}
	if stale > 0 {
		t.Errorf("%d stale acts", stale)
	}
	if len(c.left) > 0 {
		t.Errorf("%d were not answered:\n%s", len(c.left), strings.Join(c.left[:min(20, len(c.left))], "\n"))
	}
	// of a few, those after an outage are too many
	if each := float64(c.calls["tap"]) / float64(max(c.acts["tap"], 1)); each > 1.3 && c.acts["tap"] > 1000 {
		t.Errorf("%.2f calls a tap", each)
	}
	if n := c.TooFast(); n > 0 {
		t.Errorf("%d calls came too fast", n)
	}
	if moves < total/4 {
		t.Errorf("only %d moves of %d wishes", moves, total)
	}
}
