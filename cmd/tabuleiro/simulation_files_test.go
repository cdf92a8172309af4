package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// collector is a person who imports games, at times more than a day's limit, and looks at some of them again.
type collector struct {
	w      *world
	random *rand.Rand
	who    *telegramtest.Person
	shown  map[string]time.Time // games, and when they were last
}

func newCollector(w *world, n int) *collector {
	name := fmt.Sprintf("collector%d", n)
	return &collector{w, rand.New(rand.NewPCG(w.seed, uint64(1000+n))), w.telegram.Person("Eva", name),
		map[string]time.Time{}}
}

// taken is the number of games that a person may import in a day: bot.Limits.Imports.
const taken = 20

// collect imports games until the end.
func (c *collector) collect() {
	for time.Now().Before(c.w.end) {
		time.Sleep(min(drawn(c.random, time.Hour, 4*24*time.Hour), time.Until(c.w.end)))
		files := 1 + c.random.IntN(3)
		if c.random.IntN(4) == 0 {
			files = taken + 5
		}
		for range files {
			c.asks("/import", telegramtest.Attached(telegramtest.Document{Name: "game.txt", Data: []byte(randomGame(c.random))}))
		}
		for _, id := range slices.Sorted(maps.Keys(c.shown)) {
			if c.random.IntN(4) == 0 {
				c.asks("/step #" + id)
			}
		}
	}
}

// asks sends a text and waits for the answer.
func (c *collector) asks(text string, more ...telegramtest.Manner) {
	room := c.who.Private()
	c.who.Says(room, text, more...)
	m := room.NextWithin(forbearance)
	switch {
	case m == nil:
		c.w.count("files without an answer")
	case strings.Contains(m.Text, "that is the limit"):
		c.w.count("files over the limit")
	default:
		if found := numbered.FindStringSubmatch(m.Text); found != nil {
			c.w.count("games shown")
			c.shown[found[1]] = time.Now()
		}
	}
}

// stored returns the collector's stored games, as they are played, and when each was imported.
func (c *collector) stored() (games map[string]string, began []time.Time) {
	heads, err := c.w.store.Find(c.w.t.Context(), storage.Query{Player: fmt.Sprint("telegram:", c.who.ID)})
	if err != nil {
		c.w.t.Fatal(err)
	}
	games = map[string]string{}
	for _, h := range heads {
		if m, events := c.w.load(h.ID); m != nil && events[0].Kind == match.Imported {
			games[h.ID] = fmt.Sprint(m.Setup.Played)
			began = append(began, events[0].At)
		}
	}
	return games, began
}

// judgeFiles checks that recently shown games are kept, none twice and no more than the limit in a day, and that a game
// nobody has looked at for the storage period is gone.
func (w *world) judgeFiles(all []*collector) {
	for _, c := range all {
		games, began := c.stored()
		w.counts["games kept"] += len(games)
		played := map[string]string{}
		for id, moves := range games {
			if other := played[moves]; other != "" {
				w.t.Errorf("one game from a file is kept as %s and %s", id, other)
			}
			played[moves] = id
		}
		for id, at := range c.shown {
			if games[id] == "" && time.Since(at) < archive.Shelf-2*24*time.Hour {
				w.t.Errorf("game %s was shown at %v and is not kept", id, at)
			}
		}
		slices.SortFunc(began, time.Time.Compare)
		for i := taken; i < len(began); i++ {
			if within := began[i].Sub(began[i-taken]); within < 24*time.Hour {
				w.t.Errorf("%d games were taken within %v", taken+1, within)
			}
		}
	}
	w.begin()
	time.Sleep(archive.Shelf + 24*time.Hour)
	w.live().stop()
	for _, c := range all {
		if games, _ := c.stored(); len(games) > 0 {
			w.t.Errorf("kept though nobody looks at them: %v", games)
		}
	}
}
