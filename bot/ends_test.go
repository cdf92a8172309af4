package bot_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

var (
	against = flag.Int("against", 0, "how many matches TestMatches_End plays of each game and option; 0: one")
	fromNth = flag.Int("first", 0, "the first of them, so that a run can go on where another one was stopped")
	which   = flag.String("which", "", "TestMatches_End plays only games and options that have this in their text")
	levels  = flag.String("levels", "", "the levels that it plays against, with commas; \"\": all in turn")
	earnest = flag.Bool("earnest", false, "the house thinks as hard as its levels say there, and the person does nothing but play")
)

// way is a game with an option, as it is typed, and how often it is played.
type way struct {
	game  *engine.Game
	words string
	times int
}

// lengthy is the number of points from which a match is played a tenth as often, and only with LONG.
const lengthy = 6

// ways returns all games, with the usual options and with each value of each option.
func ways() (all []way) {
	for _, g := range Games {
		all = append(all, way{g, g.Name, max(*against, 1)})
		for _, o := range g.Options {
			for _, v := range o.Values {
				w := way{g, g.Name + " " + o.Name + "=" + v, max(*against, 1)}
				if n, err := strconv.Atoi(v); err == nil && o.Name == "points" && n >= lengthy {
					w.times = *against / 10
				}
				if v != o.Default && w.times > 0 {
					all = append(all, w)
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(w way) bool { return !strings.Contains(w.words, *which) })
}

// TestMatches_End has a person who does all kinds of things play matches against the computer at every level, of every
// game with every value of every option: each match ends, and none waits for the computer for longer than a minute.
//
// The short suite plays every twelfth. This plays 300 of each, with a computer that searches little, and reports
// progress:
//
// go test ./bot -v -run '^TestMatches_End$' -timeout 5h -args -against 300
func TestMatches_End(t *testing.T) {
	strengths := []string{"1", "2", "3", "4", "5", "6", "7", "8", "max"}
	if *levels != "" {
		strengths = strings.Split(*levels, ",")
	}
	tally := ends{how: map[string]int{}}
	t.Cleanup(func() { t.Log(&tally) })
	for i, w := range ways() {
		if *against == 0 && i%longtest.Count(12, 1) > 0 {
			continue
		}
		t.Run(w.words, func(t *testing.T) {
			t.Parallel()
			for n := *fromNth; n < w.times; n++ {
				g := guestAt{game: w.game, seed: uint64(1000*i + n), ends: &tally}
				level := strengths[(i+n)%len(strengths)]
				InTime(t, func(t *testing.T) { g.plays(t, "/play "+w.words+" house level="+level+g.extra()) })
				if t.Failed() {
					t.Fatalf("match %d, at level %s", n, level)
				}
				if (n+1)%50 == 0 {
					t.Logf("%d of %d have ended", n+1, w.times)
				}
			}
		})
	}
}

// ends counts the results of matches.
type ends struct {
	mu  sync.Mutex
	how map[string]int
}

func (e *ends) String() string {
	var lines []string
	for _, k := range slices.Sorted(maps.Keys(e.how)) {
		lines = append(lines, fmt.Sprintf("%5d %s", e.how[k], k))
	}
	return "how matches ended:\n" + strings.Join(lines, "\n")
}

// guestAt is a person who plays against the computer.
type guestAt struct {
	game *engine.Game
	seed uint64
	ends *ends

	t       *testing.T
	h       chat.Handler
	d       *Desk
	store   storage.Store
	random  *rand.Rand
	caprice int // how many more things happen that are no moves
	known   map[string]*match.Match
}

// extra returns what a challenge has besides the game.
func (g *guestAt) extra() string {
	return []string{"", " time=3d", " time=10m+10s", " hints=yes", " colour=theirs"}[g.seed%5]
}

// plays begins a match and plays until none is running.
func (g *guestAt) plays(t *testing.T, challenge string) {
	g.t, g.store, g.d, g.caprice = t, memorytest.New(), NewDesk(), 25
	g.known = map[string]*match.Match{}
	g.d.Can.Pictures = false
	g.random = rand.New(rand.NewPCG(g.seed, 31))
	if *earnest {
		g.caprice = 0
	}
	var stop func()
	g.h, stop = Start(t, g.store, g.d, func(c *bot.Config) {
		c.Random, c.Log = rand.NewChaCha8([32]byte{byte(g.seed), byte(g.seed >> 8)}),
			slog.New(slog.NewTextHandler(io.Discard, nil))
		if !*earnest {
			c.Games = Brief(Games)
		}
	})
	defer stop()
	g.says(challenge)
	for range 4000 {
		m := g.going()
		if m == nil {
			g.count()
			return
		}
		if computer.Due(m) {
			t.Fatalf("#%s waits for the house, %+v is pending: %s\nsaid: %q", m.ID, m.Pending, m.Line.Position(), g.d.Heard())
		}
		g.acts(m)
	}
	t.Fatalf("a match does not end: %s\nsaid: %q", g.going().Line.Position(), g.d.Heard())
}

// says sends a text, and gives the computer a minute.
func (g *guestAt) says(text string) {
	e := chat.Event{Room: "desk:ana", From: Ana, Text: text, Addressed: true, Private: true}
	g.h.Hear(context.Background(), e)
	Later(time.Minute)
}

// going returns a running match, nil if there is none.
func (g *guestAt) going() *match.Match {
	heads, err := g.store.Find(g.t.Context(), storage.Query{Live: true})
	if err != nil {
		g.t.Fatal(err)
	}
	if len(heads) == 0 {
		return nil
	}
	return g.load(heads[0])
}

func (g *guestAt) load(head storage.Head) *match.Match {
	events, err := g.store.Events(g.t.Context(), head.ID)
	if err != nil {
		g.t.Fatal(err)
	}
	m := g.known[head.ID]
	if m == nil {
		m = &match.Match{ID: head.ID}
	}
	for _, e := range events[m.N:] {
		if m, err = m.Apply(e, GameNamed); err != nil {
			g.t.Fatal(err)
		}
	}
	g.known[head.ID] = m
	return m
}

// moods are texts sent instead of a move, or after one.
var moods = []string{
	"/draw", "/draw", "/undo", "/undo", "/resign 1", "/resign 2", "/resign 3", "/accept", "/decline", "double", "roll",
	"take", "drop",
	"/pause 2d", "/stop", "/away 1d", "/away 0", "/remind 1h", "/hint", "/board", "/moves", "/games", "/confirm on",
	"/confirm off",
	"/settings me roll on", "/settings me roll off", "/claim", "/give 1d", "no", "yes", "a draw?", "/m 11-15", "/rematch",
	"/cancel",
}

// acts does something in a match.
func (g *guestAt) acts(m *match.Match) {
	switch {
	case m.Status != match.Playing:
		g.says("/cancel #" + m.ID + " yes")
		return
	case g.caprice > 0 && g.random.IntN(4) == 0:
		g.caprice--
		if g.random.IntN(3) > 0 {
			g.says(moods[g.random.IntN(len(moods))])
		} else {
			g.taps()
		}
		return
	case m.Side(Ana.ID) != m.Turn():
		if m.Pending != (match.Pending{}) { // both wait: for an answer of hers
			g.says([]string{"/accept", "/decline"}[g.random.IntN(2)] + " #" + m.ID)
			return
		}
		g.t.Fatalf("#%s waits for nobody: %s", m.ID, m.Line.Position())
	case engine.StandingOf(m.Line.Position()).Endless && m.Dice.Throws > 60:
		g.says("/stop #" + m.ID)
		return
	}
	before := m.N
	g.says("/m #" + m.ID + " " + string(g.chooses(m)))
	if after := g.load(storage.Head{ID: m.ID}); after.N == before { // to be confirmed
		g.says("/confirm")
	}
}

// chooses returns a move that seems good, or any.
func (g *guestAt) chooses(m *match.Match) engine.Move {
	if g.seed%3 > 0 {
		thought, err := Terse{Brain: m.Game.Brain}.Think(g.t.Context(), m.Line, engine.Limits{Seed: g.seed})
		if err != nil {
			g.t.Fatal(err)
		}
		return thought.Moves[0].Move
	}
	moves := slices.Collect(m.Line.Position().Moves())
	return moves[g.random.IntN(len(moves))]
}

// taps presses a button of the last message.
func (g *guestAt) taps() {
	said := g.d.All()
	if len(said) == 0 {
		return
	}
	var buttons []chat.Button
	for _, row := range said[len(said)-1].M.Buttons {
		buttons = append(buttons, row...)
	}
	if len(buttons) == 0 {
		return
	}
	if b := buttons[g.random.IntN(len(buttons))]; b.Says != "" {
		g.says(b.Says)
	}
}

// count counts the results of the matches.
func (g *guestAt) count() {
	heads, err := g.store.Find(g.t.Context(), storage.Query{Ended: true})
	if err != nil {
		g.t.Fatal(err)
	}
	if len(heads) == 0 {
		g.t.Fatalf("no match was played: said %q", g.d.Heard())
	}
	g.ends.mu.Lock()
	defer g.ends.mu.Unlock()
	for _, h := range heads {
		m := g.load(h)
		if m.Reader.ID != "" {
			continue
		}
		side, level := computer.Side(m)
		who := "nobody wins"
		if m.Status == match.Void {
			who = "called off"
		} else if w := m.Outcome.Winner; w == side {
			who = "the house wins"
		} else if w != engine.Nobody {
			who = "the person wins"
		}
		g.ends.how[fmt.Sprintf("%s, level %s: %s", m.Game.Name, engine.LevelName(max(level, 1)), who)]++
	}
}
