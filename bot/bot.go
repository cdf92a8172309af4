// Package bot is what happens between hearing and storing.
//
// A typed move takes this way. An adapter passes the event to Hear, which cleans its texts, looks up how the author is spoken
// to (newTalk), recognises a repetition (repeated) and finds out whether it is a command (command). A text that is none may
// begin a match (players.bare) or be for the puzzle of the room (puzzles.hears); else it is left to moves.move. That finds the
// match that is meant (finder.findMoving), and hands the deciding to decider.act: with the match held, what the text comes
// to for that person (talk.decideMove) is an event or an answer; the match takes the event (match.Apply), what follows by itself
// comes after it (automatic; rollFor, which asks the store whether the player wants to be rolled for), and the store keeps all
// (ledger.put: Append, or Finish with the ratings of a match that has ended). Now the match is let go, the house is given a
// moment to answer (host.reply), and the Speaker is told to say the rest (Speaker.Say): it puts the news into words and boards
// (Pages.News), sends them to each room in order, and notes at once that it has. Hear returns when the author's own room has
// been told.
//
// A crash between storing and saying loses nothing: the head of a match remembers what was said where, and what is missing is
// said at the next start. Events of one match are decided one at a time, different matches in parallel.
package bot

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/share"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
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

	Ranking bool         // anybody may see the ranking of all people
	Owners  []string     // ids of those who run the bot, and are told how it is doing; may be empty
	Version string       // of the program, for them
	Meter   *meter.Meter // counts what happens; nil: one of the bot's own
	Limits  Limits       // on what one person may ask for

	// HouseWait is how long the message about a move waits for the answer of the house, so that it can tell of both; 0: a
	// second.
	HouseWait time.Duration

	Share *share.Share // which rooms are this process's, where several have one store; nil: all are

	// Receipts is a file for what services have taken and the store does not know, so that it is not said twice if the program is
	// killed; "" for none.
	Receipts string
}

// Bot deals with what its adapters hear. It is a chat.Handler.
type Bot struct {
	Config
	languages tell.Languages
	handbook  fs.FS
	archive   *archive.Archive
	registry  *registry
	speaker   *speak.Speaker
	services  *services
	paces     *paces
	forgetter *forgetter
	linker    *linker
	host      *host
	clock     *clock
	losing    losing
	moves     moves
	puzzles   puzzles
	daily     *daily
	players   players
	posted    *offers
	films     *films
	commands  map[string]command
	shown     *lru.Cache[chat.Room, boardShown]
	starts    []engine.Position // with which the games begin
	probing   chan struct{}     // held while the store is asked whether it answers
}

// manualFiles are the manual for players in each language.
//
//go:embed manual/*.md
var manualFiles embed.FS

// New makes a bot that is not connected to anything yet.
func New(c Config) (*Bot, error) {
	book, err := speech.Load()
	if err != nil {
		return nil, err
	}
	if _, ok := book.In(c.Language); !ok {
		return nil, fmt.Errorf("language %q is not spoken: choose one of %v", c.Language, speech.Languages)
	}
	handbook, err := fs.Sub(manualFiles, "manual")
	if err != nil {
		return nil, fmt.Errorf("manual: %w", err)
	}
	starts, err := startsOf(c.Games)
	if err != nil {
		return nil, err
	}
	c.Meter = cmp.Or(c.Meter, meter.New(c.Now))
	people, _ := c.Store.(storage.People)
	c.Store = c.Meter.Store(c.Store)
	c.Limits = c.Limits.complete()
	c.HouseWait = cmp.Or(c.HouseWait, time.Second)
	b := &Bot{
		Config:    c,
		languages: tell.Languages{Book: book, Usual: c.Language},
		handbook:  handbook,
		archive:   archive.New(c.Store, c.Games, c.Log),
		registry:  &registry{people},
		services:  &services{log: c.Log},
		paces:     newPaces(c.Limits.Commands),
		probing:   make(chan struct{}, 1),
		shown:     newCache[chat.Room, boardShown](drafting),
		starts:    starts,
	}
	b.speaker = speak.New(speak.Config{
		Archive: b.archive, Languages: b.languages, Meter: c.Meter, Log: c.Log, Draw: b.draw, Adapter: b.services.adapter,
		Local: b.registry.local, Others: b.services.others,
		Shut: func(ctx context.Context, id string, room chat.Room, by string) bool {
			return b.losing.shut(ctx, id, room, by)
		},
		Open:  func(ctx context.Context, id string, room chat.Room) bool { return b.losing.opened(ctx, id, room) },
		Share: c.Share, Receipts: c.Receipts,
	})
	b.furnish(people)
	return b, nil
}

// furnish gives every command what it needs, and no more.
func (b *Bot) furnish(stored storage.People) {
	find := finder{b.archive}
	lot := newLots(b.Random)
	act := decider{finder: find, speaker: b.speaker, ledger: ledger{b.archive, stored}, now: b.Now}
	b.host = newHost(act, lot, b.Share, b.HouseWait, b.Log)
	act.host = b.host
	b.clock = newClock(act, stored, b.languages, b.Share)
	act.sooner = b.clock.sooner
	known := newPeople(b.registry)
	lists := &blocks{archive: b.archive, people: known, services: b.services}
	order := &order{archive: b.archive, services: b.services, blocks: lists, limits: b.Limits, now: b.Now}
	kept, lent := newDrafts(), newShelf()
	b.moves = moves{act, kept, b.paces}
	b.puzzles = puzzles{b.moves, &archive.Locks[chat.Room]{}}
	b.daily = newDaily(b.puzzles, b.services, b.registry, b.Share, b.Meter, b.guideFor)
	b.players = players{act, known, order, b.services, b.moves, lot, b.registry}
	b.posted = &offers{players: b.players}
	b.losing = losing{act, doors{b.archive, b.services, b.registry}}
	b.films = newFilms(find)
	standing := standings{find, act.ledger, lists, func() int { return match.Period(b.Now()) }, b.Ranking}
	b.forgetter = newForgetter(act, b.registry, lists, known, kept, lent, order, b.daily, lot, b.Share != nil)
	b.linker = &linker{joiner{act, b.registry, lists, known, kept, order, lot, &archive.Locks[string]{}, b.Share}, b.services}
	b.commands = handlers{
		players: b.players, moves: b.moves, puzzles: b.puzzles,
		viewer: viewer{find}, films: b.films, pages: pages{find}, settings: settings{b.archive, b.services, b.daily},
		blocks: lists, files: files{b.players, lent}, insights: insights{find, b.host, b.send, new(sync.Map), new(archive.Locks[string])},
		standings: standing, forgetter: b.forgetter, linker: b.linker,
		owner: owner{b.Owners, b.Version, b.Store, b.services, b.Meter, b.Share, b.Now},
	}.commands()
}

// draw draws a board; where that fails the text of the board is still there.
func (b *Bot) draw(view engine.View, style render.Style) []byte {
	png, err := render.Picture(view, style)
	if err != nil {
		b.Log.Error("draw a board", "board", style.Title, "error", err)
		return nil
	}
	return png
}

// guideFor makes pages for a reader with preferences who sees what caps say.
func (b *Bot) guideFor(p tell.Preferences, e chat.Event) guide.Guide {
	return guide.Guide{
		Audience:  tell.Audience{Voice: b.languages.Voice(p, e.Locale), Caps: b.services.caps(e.Room), Draw: b.draw, Now: b.Now()},
		Languages: b.languages,
		Locale:    e.Locale,
		Service:   e.Room.Service(),
		Private:   e.Private,
		OnServer:  e.Server != "",
		Games:     b.Games,
		Handbook:  b.handbook,
	}
}

// farewellTime is how long what is being said may take when nothing is heard any more.
const farewellTime = 2 * time.Second

// patience is how long hearing waits for what is still to be said at the start. A service that is slow to take it goes on
// taking it meanwhile.
const patience = 3 * time.Second

// Run finishes forgetting those who were to be forgotten, and joining those who were to be joined, says what is still unsaid,
// then hears and answers until the context ends or no adapter hears anything more. It finishes first what has been heard by
// then. An adapter that fails does not stop the others; the error names all that did.
func (b *Bot) Run(ctx context.Context, adapters ...chat.Adapter) error {
	if b.Share == nil { // before there are adapters: what it does is said below
		b.finishForgetting(ctx)
		b.finishLinking(ctx)
	}
	b.services.enter(adapters)
	repeating, stop := context.WithCancel(ctx)
	houseRests := b.host.start(repeating)
	var aside sync.WaitGroup
	caughtUp := make(chan struct{})
	aside.Go(func() {
		defer close(caughtUp)
		b.speaker.CatchUp(repeating)
	})
	aside.Go(func() { b.speaker.Repeat(repeating) })
	aside.Go(func() { b.forgetter.keepWiping(repeating) })
	aside.Go(func() { b.clock.run(repeating) })
	aside.Go(func() { b.keepLetting(repeating) })
	aside.Go(func() { b.daily.agenda.Run(repeating) })
	givenUp := b.takePart(ctx, repeating, &aside)
	select {
	case <-caughtUp:
	case <-time.After(patience):
	case <-ctx.Done():
	}
	failed := make([]error, len(adapters))
	var hearing sync.WaitGroup
	for i, a := range adapters {
		hearing.Go(func() {
			if err := b.services.listen(ctx, a, b); err != nil {
				failed[i] = fmt.Errorf("%s: %w", a.Name(), err)
				b.Log.Error("a chat service has ended", "service", a.Name(), "error", err)
			}
		})
	}
	hearing.Wait()
	stop()
	houseRests()
	aside.Wait()
	b.speaker.Close(farewellTime)
	<-givenUp
	return errors.Join(failed...)
}

func (b *Bot) finishLinking(ctx context.Context) {
	if err := b.linker.finish(ctx); err != nil && ctx.Err() == nil {
		b.Log.Error("two people are not one yet", "error", err)
	}
}

func (b *Bot) finishForgetting(ctx context.Context) {
	if err := b.forgetter.finish(ctx, b.guideFor(nil, chat.Event{})); err != nil {
		b.Log.Error("somebody is not forgotten yet", "error", err)
	}
}

// Moved gives everything that belongs to a room to its new address.
func (b *Bot) Moved(ctx context.Context, from, to chat.Room) error {
	heads, err := b.Store.Find(ctx, storage.Query{Room: string(from)})
	if err != nil {
		return fmt.Errorf("move a room: %w", err)
	}
	for _, h := range heads {
		if err := b.archive.Move(ctx, h.ID, from, to); err != nil {
			return fmt.Errorf("move a room: match %s: %w", h.ID, err)
		}
	}
	if err := b.archive.Inherit(ctx, archive.OfRoom(to), archive.OfRoom(from)); err != nil {
		return fmt.Errorf("move a room: %w", err)
	}
	if err := b.daily.moved(ctx, from, to); err != nil {
		return fmt.Errorf("move a room: %w", err)
	}
	return nil
}

// send answers an event with a message. Only what happens in a match is repeated when that fails; an answer can be asked for
// again.
func (b *Bot) send(ctx context.Context, e chat.Event, m chat.Message) chat.Ref {
	a := b.services.adapter(e.Room.Service())
	if a == nil || !share.Held(ctx) {
		return ""
	}
	m, err := b.registry.local(ctx, e.Room, m)
	if err != nil {
		b.Log.Warn("accounts are not known", "error", err)
	}
	m.Answers = e.Reply
	done := b.Meter.Speaks(a.Name(), meter.Answer)
	ref, err := a.Send(ctx, e.Room, m)
	done(err)
	if err != nil {
		b.Log.Warn("answer not sent", "room", e.Room, "error", err)
	}
	return ref
}

// startsOf are the positions with which games begin that are played as usual.
func startsOf(games []*engine.Game) (starts []engine.Position, err error) {
	for _, g := range games {
		usual, err := g.Complete(nil)
		if err != nil {
			return nil, fmt.Errorf("%s as usual: %w", g.Name, err)
		}
		start, err := g.New(usual)
		if err != nil {
			return nil, fmt.Errorf("%s as usual: %w", g.Name, err)
		}
		starts = append(starts, start)
	}
	return starts, nil
}
