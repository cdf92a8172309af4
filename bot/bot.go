// Package bot is what happens between hearing and speaking: find the match that a text is about, let the match decide,
// store the event, and only then say it.
//
// A crash between storing and saying loses nothing: the head of a match remembers what was announced where, and what is
// missing is announced at the next start. Events of one match are dealt with one at a time, different matches in
// parallel.
package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Config is what a Bot is made of. All fields are needed, but for those that say something else.
type Config struct {
	Store    storage.Store
	Games    []*engine.Game // what can be played, the usual one first
	Language string         // spoken in rooms that have not chosen one: a tag of speech.Languages
	Log      *slog.Logger
	Now      func() time.Time
	Random   io.Reader // draws sides, match ids and the secrets of dice: nobody may be able to guess it

	Owners  []string     // ids of those who run the bot, and are told how it is doing; may be empty
	Version string       // of the program, for them
	Meter   *meter.Meter // counts what happens; nil: one of the bot's own
	Limits  Limits       // on what one person may ask for
}

// Bot deals with what its adapters hear. It is a chat.Handler.
type Bot struct {
	Config
	book     *speech.Book
	roll     roll
	paces    *paces
	probing  chan struct{}           // held while the store is asked whether it answers
	adapters map[string]chat.Adapter // by service; complete before anything is heard

	mu      sync.Mutex
	busy    map[string]*turnstile   // matches being dealt with, by id
	cache   map[string]*match.Match // as far as last seen, by id
	people  map[string]chat.User    // met lately, by id
	drafts  map[draftKey]draft      // half-typed moves
	tries   map[string]int          // failed announcements, by room and match
	retry   chan struct{}           // something could not be said
	leaving map[string]int          // people who are being forgotten, by id
	wiping  chan struct{}           // the store may hold traces of what was deleted
	traces  int                     // how often something was deleted that may leave them; guarded by the turnstile of erasing
}

// New makes a bot that is not connected to anything yet.
func New(c Config) (*Bot, error) {
	book, err := speech.Load()
	if err != nil {
		return nil, err
	}
	if _, ok := book.In(c.Language); !ok {
		return nil, fmt.Errorf("language %q is not spoken: choose one of %v", c.Language, speech.Languages)
	}
	if c.Meter == nil {
		c.Meter = meter.New(c.Now)
	}
	c.Store = c.Meter.Store(c.Store)
	c.Limits = c.Limits.complete()
	return &Bot{
		Config:   c,
		book:     book,
		paces:    newPaces(c.Limits.Commands),
		probing:  make(chan struct{}, 1),
		adapters: map[string]chat.Adapter{},
		busy:     map[string]*turnstile{},
		cache:    map[string]*match.Match{},
		people:   map[string]chat.User{},
		drafts:   map[draftKey]draft{},
		tries:    map[string]int{},
		retry:    make(chan struct{}, 1),
		leaving:  map[string]int{},
		wiping:   make(chan struct{}, 1),
	}, nil
}

// patience is how long hearing waits for what is still to be said at the start. A service that is slow to take it goes on
// taking it meanwhile.
const patience = 3 * time.Second

// Run finishes forgetting who was to be forgotten, announces what is still unsaid, then hears and answers until the context ends or no adapter hears anything more.
// What has been heard by then is finished first. An adapter that fails does not stop the others; the error names all that did.
func (b *Bot) Run(ctx context.Context, adapters ...chat.Adapter) error {
	if err := b.forgetRest(ctx); err != nil { // before there are adapters: what it does is said below
		b.Log.Error("somebody is not forgotten yet", "error", err)
	}
	for _, a := range adapters {
		b.adapters[a.Name()] = a
	}
	b.roll.enter(adapters)
	repeating, stop := context.WithCancel(ctx)
	var saying sync.WaitGroup
	caughtUp := make(chan struct{})
	saying.Go(func() {
		defer close(caughtUp)
		b.catchUp(repeating)
	})
	saying.Go(func() { b.sayAgain(repeating) })
	saying.Go(func() { b.keepWiping(repeating) })
	select {
	case <-caughtUp:
	case <-time.After(patience):
	case <-ctx.Done():
	}
	failed := make([]error, len(adapters))
	var hearing sync.WaitGroup
	for i, a := range adapters {
		hearing.Go(func() {
			if err := b.listen(ctx, a); err != nil {
				failed[i] = fmt.Errorf("%s: %w", a.Name(), err)
				b.Log.Error("a chat service has ended", "service", a.Name(), "error", err)
			}
		})
	}
	hearing.Wait()
	stop()
	saying.Wait()
	return errors.Join(failed...)
}

// A turnstile lets one goroutine at a time deal with a match. waiting counts those inside and before it.
type turnstile struct {
	sync.Mutex
	waiting int
}

// enter waits until the match is free; the caller calls the function returned when it is done.
func (b *Bot) enter(id string) (leave func()) {
	b.mu.Lock()
	t := b.busy[id]
	if t == nil {
		t = &turnstile{}
		b.busy[id] = t
	}
	t.waiting++
	b.mu.Unlock()
	t.Lock()
	return func() {
		t.Unlock()
		b.mu.Lock()
		defer b.mu.Unlock()
		if t.waiting--; t.waiting == 0 {
			delete(b.busy, id)
		}
	}
}

// cached bounds the number of matches, and of people, kept in memory.
const cached = 2000

// load reads a match. What was stored by this bot is not replayed again.
func (b *Bot) load(ctx context.Context, id string) (*match.Match, storage.Head, error) {
	head, err := b.Store.Head(ctx, id)
	if err != nil {
		return nil, head, err
	}
	m, err := b.replay(ctx, head)
	return m, head, err
}

func (b *Bot) replay(ctx context.Context, head storage.Head) (*match.Match, error) {
	b.mu.Lock()
	m := b.cache[head.ID]
	b.mu.Unlock()
	if m != nil && m.N == head.N && slices.Equal(playersOf(m), head.Players) {
		return m, nil
	}
	events, err := b.Store.Events(ctx, head.ID)
	if err != nil {
		return nil, err
	}
	m, err = match.Replay(head.ID, b.game, events)
	if err != nil {
		return nil, err
	}
	b.remember(m)
	return m, nil
}

func (b *Bot) remember(m *match.Match) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id := range b.cache {
		if len(b.cache) < cached {
			break
		}
		delete(b.cache, id)
	}
	b.cache[m.ID] = m
}

// game finds a game by its stable name.
func (b *Bot) game(name string) *engine.Game {
	for _, g := range b.Games {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// gameCalled finds a game by any of its names, typed with or without accents.
func (b *Bot) gameCalled(word string) *engine.Game {
	for _, g := range b.Games {
		if g.Called(speech.Fold(word)) {
			return g
		}
	}
	return nil
}

// newID draws an id for a match: short to type, without vowels (so without words) and without look-alikes.
func (b *Bot) newID(length int) (string, error) {
	const letters = "bcdfghjkmnpqrstvwxyz23456789"
	id := make([]byte, length)
	if _, err := io.ReadFull(b.Random, id); err != nil {
		return "", fmt.Errorf("draw a match id: %w", err)
	}
	for i, r := range id {
		id[i] = letters[int(r)%len(letters)]
	}
	return string(id), nil
}
