// Package club runs what the people of a room do together: tournaments, ladders, and a weekly digest.
//
// A tournament is a list of events (engine/tournament), stored as one note; nothing derived from it, or from its
// matches, is stored. Its matches are ordinary ones, whose ids follow from the tournament.
//
// After every event, deal adds the events that follow automatically, begins missing matches, and tells each room what
// is new. The time of the next look at each tournament is only in memory: a new process looks at all that are not over,
// so a crash loses nothing.
package club

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"tabuleiro/bot/agenda"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/cache"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/notify"
	"tabuleiro/bot/people"
	"tabuleiro/bot/services"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// Config has the parts of a Club. All fields are required.
type Config struct {
	Archive  *archive.Archive
	Matches  *change.Matches
	Players  matches.Players // parses the setups of matches
	Registry *people.Registry
	Notifier *notify.Notifier
	Services *services.Services
	Draws    change.Randomizer
	Now      func() time.Time
	Log      *slog.Logger
	GuideFor func(view.Preferences, chat.Event) guide.Guide
	Turning  Turning
}

// Club runs tournaments, and sends a digest once a week in rooms that want it.
type Club struct {
	Config

	Digests *agenda.Agenda[agenda.Appointment]
	locks   archive.Locks[string]                  // by tournament: held while one is changed
	over    *cache.LRU[string, tournament.Outcome] // outcomes by match
	unnoted *cache.LRU[string, delivered]          // by tournament and room: delivered, but not stored
	agenda  *agenda.Agenda[string]
	dealing archive.Locks[string] // by tournament: held from an event until the event and its matches are told
	begun   bool                  // scheduleAll has succeeded

	mu  sync.Mutex
	due map[string]time.Time // when each tournament is looked at next
}

// New makes a club. It does nothing by itself before Run.
func New(c Config) *Club {
	club := &Club{
		Config:  c,
		over:    cache.New[string, tournament.Outcome](mostKnown, cache.Askable),
		unnoted: cache.New[string, delivered](mostKnown, 0),
		due:     map[string]time.Time{},
	}
	club.agenda = agenda.New(agenda.Config[string]{
		Due: club.dueBy, Now: c.Now, Log: c.Log,
		Do: func(ctx context.Context, id string) error {
			defer club.dealing.Enter(id)()
			return club.deal(ctx, id)
		},
	})
	c.Notifier.Ended = club.agenda.Wake
	club.Digests = digests.Agenda(c.Archive, agenda.Config[agenda.Appointment]{
		Do: club.sendDigest, Now: c.Now, Log: c.Log,
	})
	return club
}

// Changed makes the tournament of a match due that has ended. The notifier wakes the agenda when it has announced that
// end.
func (c *Club) Changed(m *match.Match) {
	if m.Setup.Tournament != "" && m.Status.Ended() {
		c.schedule(m.Setup.Tournament, c.Now())
	}
}

// Run advances the tournaments as they fall due, until the context ends.
func (c *Club) Run(ctx context.Context) { c.agenda.Run(ctx) }

// scheduleNow makes a tournament due at once.
func (c *Club) scheduleNow(id string) {
	c.schedule(id, c.Now())
	c.agenda.Wake()
}

// schedule makes a tournament due at a time, unless it is due earlier. The zero time changes nothing.
func (c *Club) schedule(id string, at time.Time) {
	if at.IsZero() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if is, there := c.due[id]; !there || at.Before(is) {
		c.due[id] = at
	}
}

// dueBy returns the tournaments that are due, the longest overdue first, and the earliest deadline. The first call
// schedules all that may have something to do.
func (c *Club) dueBy(ctx context.Context, now time.Time) (ids []string, soonest time.Time, err error) {
	if !c.begun {
		if err := c.scheduleAll(ctx); err != nil {
			return nil, soonest, err
		}
		c.begun = true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, at := range c.due {
		if soonest.IsZero() || at.Before(soonest) {
			soonest = at
		}
		if !at.After(now) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(c.due[a].Compare(c.due[b]), cmp.Compare(a, b)) })
	return ids, soonest, nil
}

// scheduleAll makes every tournament due that is under way, or of which a room has not been told everything.
func (c *Club) scheduleAll(ctx context.Context) error {
	return records.Each(ctx, c.Archive, "", func(id string) error {
		r, s, err := c.load(ctx, id)
		if err != nil {
			return err
		}
		untold := func(room string) bool { return r.Told[room].N < s.N }
		if s.Live() || slices.ContainsFunc(s.Rooms, untold) {
			c.schedule(id, c.Now())
		}
		return nil
	})
}

// mostIdle is the longest time between two looks at a running tournament, in case the end of a match went unnoticed.
const mostIdle = 12 * time.Hour

// retrying is the time after which a message that could not be sent is tried again.
const retrying = 5 * time.Minute

// deal advances a tournament as far as it can go now, and tells its rooms. The caller holds dealing. It is safe
// to repeat.
func (c *Club) deal(ctx context.Context, id string) error {
	ctx = context.WithoutCancel(ctx)
	c.mu.Lock()
	delete(c.due, id)
	c.mu.Unlock()
	s, err := c.bringOn(ctx, id)
	again := false
	if err == nil {
		again, err = c.tell(ctx, id)
	}
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return nil
	case err != nil:
		c.schedule(id, c.Now())
		return fmt.Errorf("tournament %s: %w", id, err)
	case again:
		c.schedule(id, c.Now().Add(retrying))
	}
	c.schedule(id, lookAgain(s, c.Now()))
	return nil
}

// bringOn stores the events that are due, and begins and ends matches accordingly.
func (c *Club) bringOn(ctx context.Context, id string) (s tournament.State, err error) {
	for ruled := true; ruled; {
		if s, err = c.advance(ctx, id); err != nil {
			return s, err
		}
		if err = c.beginMatches(ctx, s); err != nil {
			return s, err
		}
		if ruled, err = c.rule(ctx, s); err != nil {
			return s, err
		}
	}
	return s, nil
}

// lookAgain returns when a tournament is due next; zero means never.
func lookAgain(s tournament.State, now time.Time) time.Time {
	at := s.Deadline()
	if s.Status == tournament.Running {
		if idle := now.Add(mostIdle).Truncate(mostIdle); at.IsZero() || idle.Before(at) {
			at = idle
		}
	}
	return at
}

// advance stores the events that are due, until none is. They are decided before the tournament is locked, as ends of
// matches may have to be announced first.
func (c *Club) advance(ctx context.Context, id string) (tournament.State, error) {
	for {
		_, s, err := c.load(ctx, id)
		if err != nil {
			return s, err
		}
		played, failed := c.played(ctx)
		next, due := s.Due(c.Now(), played)
		if err := failed(); err != nil || !due {
			return s, err
		}
		if next.Kind == tournament.Begun {
			err = c.order(ctx, s, &next)
		}
		if err == nil {
			_, err = c.change(ctx, id, func(_ record, now tournament.State) (e tournament.Event, _ error) {
				if now.N == s.N { // else it is decided again
					e = next
				}
				return e, nil
			})
		}
		if err != nil {
			return s, err
		}
	}
}

// order ranks the entrants in e by rating, those without one last, and draws the lots.
func (c *Club) order(ctx context.Context, s tournament.State, e *tournament.Event) error {
	chain := s.Chain
	if chain.Seal == "" {
		chain = c.Draws.Sealed(1)
	}
	e.Key = chain.Last
	lots := s.Draw(e.Key)
	strength := map[string]float64{}
	for _, entrant := range s.Entrants {
		id := entrant.Who.ID
		e.Order = append(e.Order, id)
		ratings, err := c.Archive.Ratings(ctx, storage.RatingQuery{Person: id, Game: s.Setup.Match.Game})
		if err != nil {
			return err
		}
		for _, r := range ratings {
			strength[id] = r.Now(match.Period(c.Now())).Rating
		}
	}
	slices.SortFunc(e.Order, func(a, b string) int {
		return cmp.Or(cmp.Compare(strength[b], strength[a]), lots[s.Number(a)]-lots[s.Number(b)])
	})
	for _, id := range e.Order {
		e.Lots = append(e.Lots, lots[s.Number(id)])
	}
	return nil
}
