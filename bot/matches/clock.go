package matches

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"tabuleiro/bot/agenda"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/notify"
	"tabuleiro/bot/request"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Clock adds the events that are due as time passes: reminders, and the expiry of matches and challenges.
type Clock struct {
	matches   *change.Matches
	notifier  *notify.Notifier
	computer  *Computer
	languages view.Languages
	agenda    *agenda.Agenda[storage.Head]
	slept     [2]time.Time // the last heartbeat before this start, and the start; zero if unknown
}

// NewClock makes a clock. After each event of the clock the computer is asked to play, as the next game of a series may
// begin with its move.
func NewClock(m *change.Matches, notifier *notify.Notifier, computer *Computer, languages view.Languages) *Clock {
	c := &Clock{matches: m, notifier: notifier, computer: computer, languages: languages}
	c.agenda = agenda.New(agenda.Config[storage.Head]{
		Due: func(ctx context.Context, now time.Time) (due []storage.Head, soonest time.Time, err error) {
			if soonest, err = storage.Soonest(ctx, m.Archive); err == nil && !soonest.After(now) {
				due, err = m.Archive.Find(ctx, storage.Query{Due: now})
			}
			return due, soonest, err
		},
		Do: c.deal, Now: m.Now, Log: m.Archive.Log,
	})
	return c
}

// Changed wakes the agenda if a match may have a new deadline.
func (c *Clock) Changed(m *match.Match) {
	if call, _ := m.Next(); call != "" {
		c.agenda.Wake()
	}
}

// awake stores the latest heartbeat, while time runs in some match.
var awake = kv.New[time.Time](kv.Schema{Name: "awake", Owner: kv.Bot, Bound: "one note"})

// heartbeatInterval is the time between heartbeats.
const heartbeatInterval = time.Minute

// Run keeps time until the context ends.
func (c *Clock) Run(ctx context.Context) {
	if last, there, err := awake.Get(ctx, c.matches.Archive, ""); there && err == nil {
		c.slept = [2]time.Time{last, c.matches.Now()}
	}
	var all sync.WaitGroup
	all.Go(func() { c.agenda.Run(ctx) })
	tick := time.NewTicker(heartbeatInterval)
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
		c.breathe(context.WithoutCancel(ctx))
	}
	all.Wait()
}

// breathe stores a heartbeat if time runs in some match.
func (c *Clock) breathe(ctx context.Context) {
	soonest, err := storage.Soonest(ctx, c.matches.Archive)
	if err == nil && !soonest.IsZero() {
		err = awake.Put(ctx, c.matches.Archive, "", c.matches.Now().UTC().Truncate(time.Second))
	}
	if err != nil && !errors.Is(err, storage.ErrClosed) {
		c.matches.Archive.Log.Warn("the time of running cannot be noted", "error", err)
	}
}

// deal adds the event that is due in a match, and announces it. An imported game that is due is deleted instead.
func (c *Clock) deal(ctx context.Context, head storage.Head) error {
	happened, lasting := false, context.WithoutCancel(ctx)
	_, err := c.matches.Change(lasting, head.ID, "", func(s change.State) (change.State, error) {
		happened = false
		if s.Match.Reader.ID != "" {
			return s, errReadOnly
		}
		e, later := c.due(lasting, s.Match, s.Head, s.At)
		if e == nil {
			s.Head.Deadline = later
			return s, nil
		}
		happened = true
		return s.Then(*e)
	})
	switch {
	case errors.Is(err, errReadOnly):
		err = c.discard(lasting, head.ID)
	case err == nil && happened:
		c.computer.Submit(head.ID, "", 0)
		c.notifier.Notify(ctx, head.ID, notify.Origin{})
	}
	if err != nil {
		return fmt.Errorf("match %s: %w", head.ID, err)
	}
	return nil
}

// errReadOnly means that a match is an imported game, which cannot change.
var errReadOnly = errors.New("a game from a file")

// discard deletes an imported game that nobody has looked at for long.
func (c *Clock) discard(ctx context.Context, id string) error {
	gone, err := c.matches.Archive.Discard(ctx, id, c.matches.Now())
	if gone {
		c.matches.Archive.Log.Info("a game from a file expires, as nobody has looked at it", "match", id)
	}
	return err
}

// grace is the most time that is given to a player whose time ended while the bot was not running.
const grace = 24 * time.Hour

// due returns the event that is due in a match at a moment; if none is, nil and the time at which one may be.
func (c *Clock) due(ctx context.Context, m *match.Match, head storage.Head, now time.Time) (*match.Event, time.Time) {
	call, at := m.Overdue(now), m.Deadline()
	overslept := !c.slept[0].IsZero() && at.After(c.slept[0]) && at.Before(c.slept[1])
	switch {
	case call == "":
		_, at := m.Next()
		return nil, at
	case m.Status == match.Playing && (call == match.TimeUp || call == match.End) && overslept:
		return &match.Event{Kind: match.Gave, Span: match.Span(min(grace, m.Setup.Time.Base()))}, time.Time{}
	case call == match.End:
		return &match.Event{Kind: match.Expired}, time.Time{}
	case call != match.TimeUp && !m.Setup.Time.Sudden() && !(call == match.Requested && m.IsReminderDue(now)):
		if day := c.morning(ctx, m, head, now); day.After(now) {
			return nil, day
		}
	}
	return &match.Event{Kind: match.Reminded, Reminder: call}, time.Time{}
}

// firstHour and lastHour bound the hours of the day at which people are reminded.
const firstHour, lastHour = 9, 22

// morning returns when the player who must decide may be reminded: now in the daytime or, at night, at the next
// firstHour, unless that is past the deadline. The zone is the player's or, if unknown, the usual one of the match's
// language.
func (c *Clock) morning(ctx context.Context, m *match.Match, head storage.Head, now time.Time) time.Time {
	if len(head.Places) == 0 {
		return now
	}
	p, kept := head.Places[0], c.matches.Archive
	voice := c.languages.Voice(kept.Preferences(ctx, archive.OwnerAt(chat.Room(p.Room), p.For)), "")
	zone := request.ZoneOf(voice)
	if late := m.Player(cmp.Or(m.Decides(), m.Turn())).ID; late != "" {
		zone = cmp.Or(kept.Preferences(ctx, archive.OfPerson(late)).Location(), zone)
	}
	local := now.In(zone)
	if h := local.Hour(); h >= firstHour && h < lastHour {
		return local
	}
	day := time.Date(local.Year(), local.Month(), local.Day(), firstHour, 0, 0, 0, zone)
	if !day.After(local) {
		day = day.AddDate(0, 0, 1)
	}
	if m.Decides() != engine.Nobody && !day.Before(m.Deadline()) {
		return local
	}
	return day
}
