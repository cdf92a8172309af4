// Package club is about the people of a room together: tournaments, and the digest of a week.
//
// A tournament is a list of events (engine/tournament), kept as one note: nothing derived from it, or from its matches,
// is stored. Its matches are ordinary ones, whose ids follow from it. Every change has the same order: an appointment
// for now is kept, then the event; then, and after a kill once more, deal does what follows by itself, begins matches
// that are not there, tells each room what it has not been told, and puts the appointment off. That is done by the
// process whose room it is where the tournament was announced; another one that changes something, or ends a match of
// it, makes the appointment and sends a letter. So nothing is lost and nothing is done twice.
package club

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"tabuleiro/bot/agenda"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/people"
	"tabuleiro/bot/recent"
	"tabuleiro/bot/services"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// Config has the parts of a Club. All are needed.
type Config struct {
	Archive  *archive.Archive
	Matches  *change.Matches
	Players  matches.Players // reads what is to be played
	People   *people.RecentlyMet
	Speaker  *speak.Speaker
	Services *services.Services
	Draws    change.Draws
	Now      func() time.Time
	Log      *slog.Logger
	GuideFor func(tell.Preferences, chat.Event) guide.Guide
}

// Club runs tournaments.
type Club struct {
	Config

	book    book
	results results
	setups  setups
	seeds   seeds
	boards  boards
	desk    desk
	agenda  *agenda.Agenda[agenda.Appointment]
	dealing archive.Locks[string]      // by tournament: one at a time is dealt with
	said    *recent.List[string, told] // by tournament and room: what could not be noted

	mu      sync.Mutex
	news    map[string]bool // tournaments of which a match has ended
	again   bool            // all are to be looked at
	hurried agenda.Bell
}

// New makes a club, which does nothing by itself before Run.
func New(c Config) *Club {
	club := &Club{
		Config: c, results: newResults(c.Archive),
		book:   book{c.Archive, c.Now, &archive.Locks[string]{}, recent.New[string, bool](mostKnown, 0)},
		setups: setups{c.Archive.Game, c.Players.Proposed, c.Now}, seeds: seeds{c.Archive, c.Draws, c.Now},
		news: map[string]bool{}, again: true, hurried: agenda.NewBell(),
		said: recent.New[string, told](mostKnown, 0),
	}
	club.boards = boards{c.Archive, c.Matches, c.Speaker, c.Draws, c.Now, club.results}
	club.desk = desk{c.Archive, c.People, club.book, club.seeds, club}
	club.agenda = dues.Agenda(c.Archive, agenda.Config[agenda.Appointment]{
		Now: c.Now, Log: c.Log,
		Do: func(ctx context.Context, a agenda.Appointment) error { return club.deal(ctx, appointmentOf(a)) },
	})
	return club
}

// Changed implements change.After: a match of a tournament that has ended is news for it.
func (c *Club) Changed(m *match.Match) {
	if m.Setup.Tournament == "" || !m.Status.Ended() {
		return
	}
	c.mu.Lock()
	c.news[m.Setup.Tournament] = true
	c.mu.Unlock()
	c.hurried.Ring()
}

// Run sees to the tournaments until the context ends.
func (c *Club) Run(ctx context.Context) {
	var hurrying sync.WaitGroup
	hurrying.Go(func() { c.hurry(ctx) })
	c.hurried.Ring()
	c.agenda.Run(ctx)
	hurrying.Wait()
}

// resting is how long it waits after the store has failed.
const resting = 5 * time.Second

// hurry has the tournaments looked at of which matches have ended, until the context ends.
func (c *Club) hurry(ctx context.Context) {
	for {
		select {
		case <-c.hurried:
		case <-ctx.Done():
			return
		}
		c.mu.Lock()
		ids, again := c.news, c.again
		c.news, c.again = map[string]bool{}, false
		c.mu.Unlock()
		if again {
			all, err := c.book.all(ctx)
			c.failed(ctx, err, func() { c.again = true })
			for _, id := range all {
				ids[id] = true
			}
		}
		for id := range ids {
			c.failed(ctx, c.appoint(ctx, id), func() { c.news[id] = true })
		}
	}
}

// failed has something done again later that has failed.
func (c *Club) failed(ctx context.Context, err error, again func()) {
	if err == nil || ctx.Err() != nil {
		return
	}
	c.Log.Warn("a tournament learns late of a match", "error", err)
	c.mu.Lock()
	again()
	c.mu.Unlock()
	time.AfterFunc(resting, c.hurried.Ring)
}

// appoint has a tournament looked at now in which there may be something to do.
func (c *Club) appoint(ctx context.Context, id string) error {
	r, s, err := c.book.load(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil || (s.Status == tournament.Over || s.Status == tournament.Void) && len(unsaid(r, s)) == 0 {
		return err
	}
	if err := c.book.appoint(ctx, appointment{c.Now(), chat.Room(s.Rooms[0]), id}); err != nil {
		return err
	}
	c.agenda.Bell.Ring()
	return nil
}
