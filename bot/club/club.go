// Package club is about the people of a room together: tournaments, and the digest of a week.
//
// A tournament is a list of events (engine/tournament), kept as one note: nothing derived from it, or from its matches,
// is stored. Its matches are ordinary ones, whose ids follow from it. After every event deal does what follows by itself,
// begins matches that are not there, and tells each room what it has not been told. When each is looked at next is known
// in memory alone: as a process begins it looks at all that are not over, so nothing is lost in a kill.
package club

import (
	"cmp"
	"context"
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
)

// Config has the parts of a Club. All are needed.
type Config struct {
	Archive  *archive.Archive
	Matches  *change.Matches
	Players  matches.Players // reads what is to be played
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
	over    *cache.LRU[string, tournament.Outcome] // what came of matches
	unnoted *cache.LRU[string, delivered]          // by tournament and room: what was told and could not be noted
	agenda  *agenda.Agenda[string]
	dealing archive.Locks[string] // by tournament: one at a time is dealt with
	begun   bool                  // all tournaments have been looked at

	mu  sync.Mutex
	due map[string]time.Time // when each tournament is looked at next
}

// New makes a club, which does nothing by itself before Run.
func New(c Config) *Club {
	club := &Club{
		Config:  c,
		over:    cache.New[string, tournament.Outcome](mostKnown, cache.Askable),
		unnoted: cache.New[string, delivered](mostKnown, 0),
		due:     map[string]time.Time{},
	}
	club.agenda = agenda.New(agenda.Config[string]{
		Due: club.dueBy, Do: club.deal, Now: c.Now, Log: c.Log,
	})
	club.Digests = digests.Agenda(c.Archive, agenda.Config[agenda.Appointment]{
		Do: club.sendDigest, Now: c.Now, Log: c.Log,
	})
	return club
}

// Changed implements change.After: a match of a tournament that has ended is news for it.
func (c *Club) Changed(m *match.Match) {
	if m.Setup.Tournament != "" && m.Status.Ended() {
		c.scheduleNow(m.Setup.Tournament)
	}
}

// Run sees to the tournaments until the context ends.
func (c *Club) Run(ctx context.Context) { c.agenda.Run(ctx) }

// scheduleNow has a tournament looked at now.
func (c *Club) scheduleNow(id string) {
	c.schedule(id, c.Now())
	c.agenda.Wake()
}

// schedule has a tournament looked at by a moment, or before that if it would have been; zero: that changes nothing.
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

// dueBy are the tournaments to be looked at by a moment, what waits longest first, and when the next one is. The first
// time these are all in which there may be something to do.
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

// scheduleAll has all tournaments looked at in which there may be something to do.
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
