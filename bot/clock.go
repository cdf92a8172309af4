package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tabuleiro/bot/agenda"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/share"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// clock brings about what happens because time passes: calls, and the end of matches and challenges.
type clock struct {
	decider
	people    storage.People // nil: the store knows no deadlines, and none is kept
	languages tell.Languages
	share     *share.Share // matches whose time is kept
	agenda    *agenda.Agenda[storage.Head]
	slept     [2]time.Time // the bot was not awake between these; zero if that is not known
}

func newClock(d decider, people storage.People, languages tell.Languages, share *share.Share) *clock {
	c := &clock{decider: d, people: people, languages: languages, share: share}
	if people != nil {
		c.agenda = agenda.New(agenda.Config[storage.Head]{Soonest: people.Soonest, Due: c.all, Mine: c.mine, Do: c.deal, Now: d.now, Log: d.archive.Log})
	}
	return c
}

// sooner tells that a deadline may be sooner than those before.
func (c *clock) sooner() {
	if c.agenda != nil {
		c.agenda.Sooner()
	}
}

// awakeKey is where it is kept when the bot was awake last, if time runs in some match.
const awakeKey = "awake"

// breath is how often that is noted.
const breath = time.Minute

// run keeps time until the context ends.
func (c *clock) run(ctx context.Context) {
	if c.people == nil {
		return
	}
	c.wake(ctx)
	c.shelve(ctx)
	ticking, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.agenda.Run(ticking)
	}()
	tick := time.NewTicker(breath)
	for alive := true; alive; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			alive = false
		}
		c.breathe(context.WithoutCancel(ctx))
	}
	tick.Stop()
	stop()
	<-done
}

// wake finds out since when nobody was there.
func (c *clock) wake(ctx context.Context) {
	text, err := c.archive.Get(ctx, awakeKey)
	if err != nil || text == "" {
		return
	}
	if last, err := time.Parse(time.RFC3339, text); err == nil {
		c.slept = [2]time.Time{last, c.now()}
	}
}

// breathe notes that the bot is awake, if it matters to anybody.
func (c *clock) breathe(ctx context.Context) {
	soonest, err := c.people.Soonest(ctx)
	if err == nil && !soonest.IsZero() {
		err = c.archive.Put(ctx, awakeKey, c.now().UTC().Format(time.RFC3339))
	}
	if err != nil && !errors.Is(err, storage.ErrClosed) {
		c.archive.Log.Warn("the time cannot be noted", "error", err)
	}
}

// all are the matches in which something is due, those that began first before others.
func (c *clock) all(ctx context.Context, now time.Time) ([]storage.Head, error) {
	due, err := c.archive.Find(ctx, storage.Query{Due: now})
	slices.Reverse(due)
	return due, err
}

// mine tells whether this process keeps the time of a match.
func (c *clock) mine(head storage.Head) bool { return c.share.Owns(archive.Home(head)) }

// deal does what is due in a match, and has it said.
func (c *clock) deal(ctx context.Context, head storage.Head) error {
	inside, leave, ours := c.share.Enter(context.WithoutCancel(ctx), archive.Home(head))
	if !ours {
		return nil
	}
	defer leave()
	happened, err := c.happen(inside, head.ID)
	if err != nil {
		return fmt.Errorf("match %s: %w", head.ID, err)
	}
	if happened {
		c.speaker.Say(ctx, head.ID, speak.Cause{})
	}
	return nil
}

func (c *clock) happen(ctx context.Context, id string) (happened bool, err error) {
	defer c.archive.Matches.Enter(id)()
	for {
		m, head, err := c.archive.Load(ctx, id)
		if err != nil {
			return false, err
		}
		now := c.now()
		if m.Reader.ID != "" {
			return false, c.discard(ctx, head, now)
		}
		e, later := c.due(ctx, m, head, now)
		if e == nil {
			if head.Deadline.Equal(later) {
				return false, nil
			}
			head.Deadline = later
			if err := c.archive.Append(ctx, head); !archive.IsConflict(err) {
				return false, err
			}
			continue
		}
		e.At = now
		next, events, err := c.follow(m, *e)
		if err != nil {
			return false, err
		}
		next, err = c.ledger.put(ctx, next, head, events)
		if archive.IsConflict(err) {
			continue
		}
		if err == nil {
			c.archive.Keep(next, events)
		}
		return err == nil, err
	}
}

// shelve gives an end to the time for which games from files are kept, where they have none: once they were kept for ever.
func (c *clock) shelve(ctx context.Context) {
	heads, err := c.archive.Find(ctx, storage.Query{Player: match.ReadFirst})
	if err != nil && ctx.Err() == nil {
		c.archive.Log.Warn("games from files cannot be looked for", "error", err)
	}
	for _, h := range heads {
		if h.Deadline.IsZero() {
			c.archive.Look(ctx, h.ID, c.now())
		}
	}
}

// discard takes out a game from a file at which nobody has looked for long. The caller holds it.
func (c *clock) discard(ctx context.Context, head storage.Head, now time.Time) error {
	if head.Deadline.After(now) {
		return nil // somebody has looked at it just now
	}
	c.archive.Log.Info("a game from a file goes, nobody has looked at it for long", "match", head.ID)
	return c.archive.Discard(ctx, head, hintsKey+head.ID, reportsKey+head.ID)
}

// grace is how much time is given at the most for a time that ended while the bot was not there.
const grace = 24 * time.Hour

// due is what happens in a match at a moment, or when it may.
func (c *clock) due(ctx context.Context, m *match.Match, head storage.Head, now time.Time) (*match.Event, time.Time) {
	call := m.Overdue(now)
	switch {
	case call == "":
		_, at := m.Next()
		return nil, at
	case m.Status == match.Playing && (call == match.Lapsed || call == match.End) && c.overslept(m.Deadline()):
		return &match.Event{Kind: match.Gave, Span: match.Span(min(grace, m.Setup.Time.Base()))}, time.Time{}
	case call == match.End:
		return &match.Event{Kind: match.Expired}, time.Time{}
	case call != match.Lapsed && !m.Setup.Time.Sudden():
		if day := morning(ctx, c.archive, c.languages, m, head, now); day.After(now) {
			return nil, day
		}
	}
	return &match.Event{Kind: match.Called, Call: call}, time.Time{}
}

// overslept tells whether a moment passed while the bot was not there.
func (c *clock) overslept(at time.Time) bool {
	return !c.slept[0].IsZero() && at.After(c.slept[0]) && at.Before(c.slept[1])
}

// The hours in which people are called.
const firstHour, lastHour = 9, 22

// zoneOf is the zone of those who are spoken to in a language, unless they say otherwise.
func zoneOf(v tell.Voice) *time.Location {
	zone, err := time.LoadLocation(v.Text("usual-zone"))
	if err != nil {
		return time.UTC
	}
	return zone
}

// morning is when somebody may be called: now, or when the night is over where the one is who is called, or where most people of
// the language of the match are if that is not known.
// A call that would come too late then is not put off. It is a time of that place.
func morning(ctx context.Context, kept *archive.Archive, languages tell.Languages, m *match.Match, head storage.Head, now time.Time) time.Time {
	if len(head.Places) == 0 {
		return now
	}
	p := head.Places[0]
	voice := languages.Voice(kept.Preferences(ctx, archive.OwnerAt(chat.Room(p.Room), p.For)), "")
	zone := zoneOf(voice)
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
