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

	"golang.org/x/sync/singleflight"

	"tabuleiro/bot/account"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/club"
	"tabuleiro/bot/exercise"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/intent"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/notify"
	"tabuleiro/bot/people"
	"tabuleiro/bot/router"
	"tabuleiro/bot/services"
	"tabuleiro/bot/show"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
	"tabuleiro/storage"
)

// Config has the parts of a Bot. All fields are needed, but for those that say something else.
type Config struct {
	Store    storage.Store
	Games    []*engine.Game // what can be played, the usual one first
	Book     *speech.Book   // has all that is said, also of these games; nil: that of speech.Load
	Language string         // spoken in rooms that have not chosen one: one of speech.Spoken; "": English is assumed
	Log      *slog.Logger
	Now      func() time.Time
	Random   io.Reader // draws sides, match ids and the secrets of dice: nobody may be able to guess it

	Ranking bool     // anybody may see the ranking of all people
	Owners  []string // ids of those who run the bot, and are told how it is doing; may be empty
	Version string   // of the program, for them

	Operator account.Operator // as people are told who runs the bot; may be empty

	Meter  *meter.Meter  // counts what happens; nil: one of the bot's own
	Limits people.Limits // on what one person may ask for

	// ComputerWait is how long the message about a move waits for the answer of the computer, so that it can tell of both; 0:
	// a second.
	ComputerWait time.Duration

	// ComputerYields has the computer think on threads that give way to everything else on the machine.
	ComputerYields bool

	Draw    func(engine.View, render.Style) ([]byte, error)   // draws boards; nil: package render does
	Animate func([]engine.View, render.Style) ([]byte, error) // draws moving pictures; nil: package render does

	Served bool // the store is a server's, which is long in clearing what was deleted
}

// Bot deals with what its adapters hear. It is a chat.Handler.
type Bot struct {
	Config
	*router.Router // what adapters ask of it, but for Moved
	languages      view.Languages
	handbook       fs.FS
	archive        *archive.Archive
	registry       *people.Registry
	notifier       *notify.Notifier
	services       *services.Services
	records        *account.Records
	computer       *matches.Computer
	clock          *matches.Clock
	players        matches.Players
	exercises      *exercise.Exercises
	club           *club.Club
	viewer         *show.Viewer
	probe          singleflight.Group // asks the store whether it answers
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
	assumed := c.Language == ""
	c.Language = cmp.Or(c.Language, "en")
	book = cmp.Or(c.Book, book)
	if _, ok := book.In(c.Language); !ok {
		return nil, fmt.Errorf("language %q is not spoken: choose one of %v", c.Language, speech.Spoken)
	}
	c.Meter = cmp.Or(c.Meter, meter.New(c.Now))
	c.Store = c.Meter.Store(c.Store)
	c.Limits = c.Limits.Complete()
	c.ComputerWait = cmp.Or(c.ComputerWait, time.Second)
	if c.Draw == nil {
		c.Draw = render.Picture
	}
	if c.Animate == nil {
		c.Animate = render.Animation
	}
	b := &Bot{
		Config:    c,
		languages: view.Languages{Book: book, Usual: c.Language, Assumed: assumed},
		handbook:  engine.Folder(manualFiles, "manual"),
		archive:   archive.New(c.Store, c.Games, c.Log),
		registry:  people.NewRegistry(c.Store),
		services:  &services.Services{Log: c.Log},
	}
	b.notifier = notify.New(notify.Config{
		Archive: b.archive, Languages: b.languages, Meter: c.Meter, Log: c.Log, Draw: b.draw, Adapter: b.services.Adapter,
		Rolls: func(m *match.Match) bool { return change.RollsAtOnce(context.Background(), b.archive, m) },
		Local: b.registry.Local, LocalUser: b.registry.LocalUser, Others: b.services.Others,
	})
	b.wire(intent.New(book, c.Games))
	return b, nil
}

// wire gives every command what it needs, and no more.
func (b *Bot) wire(reader *intent.Reader) {
	find := find.New(b.archive)
	draws := change.NewRandomizer(b.Random)
	changes := &change.Matches{Archive: b.archive, Now: b.Now}
	b.computer = matches.NewComputer(changes, b.notifier, draws, b.ComputerWait, b.ComputerYields)
	b.clock = matches.NewClock(changes, b.notifier, b.computer, b.languages)
	act := change.Decider{Matches: changes, Notifier: b.notifier, Computer: b.computer}
	lists := &people.Blocklists{Archive: b.archive, Registry: b.registry, Services: b.services}
	quotas := &people.Quotas{Archive: b.archive, Services: b.services, Blocks: lists, Limits: b.Limits, Now: b.Now}
	paces := people.NewLimiter(b.Limits.Commands)
	kept, lent := matches.NewDrafts(), matches.NewFolder()
	moves := matches.Moves{Archive: b.archive, Change: act, Find: find, Now: b.Now, Drafts: kept, Paces: paces}
	send := func(ctx context.Context, e chat.Event, m chat.Message) chat.Ref { return b.Send(ctx, e, m) }
	b.exercises = exercise.New(exercise.Exercises{Archive: b.archive, Find: find, Now: b.Now, Paces: paces,
		Think: b.computer.Do, Services: b.services, Registry: b.registry, Send: send, Draws: draws, GuideFor: b.guideFor})
	b.players = matches.Players{
		Moves: moves, Notifier: b.notifier, Quotas: quotas, Services: b.services, Draws: draws,
		Registry: b.registry, Folder: lent, Taking: &archive.Locks[string]{},
	}
	b.notifier.MarkUnreachable, b.notifier.MarkReachable = b.players.Shut, b.players.Opened
	b.viewer = &show.Viewer{Archive: b.archive, Find: find, Services: b.services, Think: b.computer,
		Send: send, GuideFor: b.guideFor, Now: b.Now, Refused: kept.Refused, Animate: b.Animate,
		Drawing: make(chan struct{}, 1)}
	b.club = club.New(club.Config{
		Archive: b.archive, Matches: changes, Players: b.players, Registry: b.registry, Notifier: b.notifier,
		Services: b.services, Draws: draws, Now: b.Now, Log: b.Log, GuideFor: b.guideFor, Turning: b.viewer.Turning,
	})
	changes.After = []func(*match.Match){b.clock.Changed, b.club.Changed}
	b.records = &account.Records{Archive: b.archive, Change: act, Registry: b.registry, Blocks: lists, Quotas: quotas,
		Draws: draws, Holders: []account.Holder{b.registry, kept, lent, b.exercises, b.club}, Operator: b.Operator,
		Served: b.Served, Services: b.services, Now: b.Now}
	b.Router = router.New(router.Config{
		Archive: b.archive, Notifier: b.notifier, Now: b.Now, GuideFor: b.guideFor, Languages: b.languages, Reader: reader,
		Meter: b.Meter, Log: b.Log, Act: b.club.Act,
		Players: b.players, Moves: moves, Exercises: *b.exercises, Viewer: b.viewer,
		Settings: account.Settings{Archive: b.archive, Services: b.services,
			Followers: map[string]account.Follower{"puzzle": b.exercises, "digest": b.club}}, Blocks: lists,
		Standings: account.Standings{Archive: b.archive, Puzzles: b.exercises.Strength, Blocks: lists,
			Now: func() int { return match.Period(b.Now()) }, Open: b.Ranking},
		Records:    b.records,
		Tournament: b.club.Command,
		Ladder:     b.club.Ladder,
		Status:     b.status,
	})
}

// draw draws a board; where that fails the text of the board is still there.
func (b *Bot) draw(view engine.View, style render.Style) []byte {
	png, err := b.Draw(view, style)
	if err != nil {
		b.Log.Error("a board cannot be drawn", "board", style.Title, "error", err)
		return nil
	}
	return png
}

// guideFor makes pages for a reader with preferences who sees what caps say.
func (b *Bot) guideFor(p view.Preferences, e chat.Event) guide.Guide {
	return guide.Guide{
		Audience: view.Audience{Voice: b.languages.Voice(p, e.Locale), Caps: b.services.Caps(e.Room), Draw: b.draw,
			Now: b.Now(), Rolls: b.notifier.Rolls},
		Languages: b.languages,
		Event:     e,
		Games:     b.Games,
		Handbook:  b.handbook,
	}
}

// shutdownTimeout is how long what is being said may take when nothing is heard any more.
const shutdownTimeout = 2 * time.Second

// reportTimeout is how long a report that was promised is waited for when nothing is heard any more; the next run has it
// otherwise.
const reportTimeout = time.Minute

// startupTimeout is how long hearing waits for what is still to be said at the start. A service that is slow to take it goes
// on taking it meanwhile.
const startupTimeout = 3 * time.Second

// Run completes unfinished rewritings of people and undelivered announcements, then handles events until the context
// ends or all adapters have ended; it completes the events received so far, and promised reports unless the context has
// ended. An adapter that fails does not stop the others; the error joins all failures.
func (b *Bot) Run(ctx context.Context, adapters ...chat.Adapter) error {
	b.dropRetired(ctx)
	b.finishRewriting(ctx) // before there are adapters: its messages are said below
	b.services.Enter(adapters)
	repeating, stop := context.WithCancel(ctx)
	computerStops := b.computer.Start(repeating)
	var aside sync.WaitGroup
	for _, run := range []func(context.Context){b.notifier.RetryLoop, b.records.Run, b.clock.Run,
		b.RunExpiry, b.exercises.Agenda.Run, b.club.Run, b.club.Digests.Run, b.viewer.KeepPromises} {
		aside.Go(func() { run(repeating) })
	}
	starting, started := context.WithTimeout(ctx, startupTimeout)
	b.notifier.CatchUp(starting)
	started()
	failed := make([]error, len(adapters))
	var hearing sync.WaitGroup
	for i, a := range adapters {
		hearing.Go(func() {
			if err := b.services.Listen(ctx, a, b); err != nil {
				failed[i] = fmt.Errorf("%s: %w", a.Name(), err)
				b.Log.Error("a chat service has stopped", "service", a.Name(), "error", err)
			}
		})
	}
	hearing.Wait()
	b.viewer.Await(ctx, reportTimeout)
	stop()
	computerStops()
	aside.Wait()
	farewell := shutdownTimeout
	if b.Served { // what is left is said by the next process, which may wait
		farewell /= 5
	}
	b.notifier.Close(farewell)
	return errors.Join(failed...)
}

// dropRetired deletes what an older version has left behind.
func (b *Bot) dropRetired(ctx context.Context) {
	n, err := kv.DropRetired(ctx, b.Store)
	if n > 0 {
		b.Log.Info("notes of an older version dropped", "notes", n)
	}
	if err != nil && ctx.Err() == nil {
		b.Log.Warn("notes of an older version cannot be dropped", "error", err)
	}
}

func (b *Bot) finishRewriting(ctx context.Context) {
	if err := b.records.Finish(ctx, b.guideFor(nil, chat.Event{})); err != nil && ctx.Err() == nil {
		b.Log.Error("forgetting or joining a person is not finished yet", "error", err)
	}
}

// Moved gives everything that belongs to a room to its new address.
func (b *Bot) Moved(ctx context.Context, from, to chat.Room) error {
	for _, moved := range []func(context.Context, chat.Room, chat.Room) error{b.archive.Moved, b.exercises.Moved,
		b.club.Moved} {
		if err := moved(ctx, from, to); err != nil {
			return fmt.Errorf("move a room: %w", err)
		}
	}
	return nil
}

// Limits are how much one person may ask for.
type Limits = people.Limits

// Recount computes ratings anew from matches.
type Recount = change.Recount
