// Package change is the only way to change a match.
//
// Matches.Change locks a match, loads it, calls a function that decides how it changes, and stores the result: the
// events with their automatic consequences, and the ratings if the match ends. Then it caches the match and notifies
// those who wait for changes. A decision only maps one State to another, because it may be repeated; no message is sent
// while the match is locked. Decider does all this for people, and announces the result.
package change

import (
	"context"
	"reflect"
	"slices"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Matches changes matches. Its methods are safe for concurrent use.
type Matches struct {
	Archive *archive.Archive
	Now     func() time.Time

	// After is called after events of a match were stored. The match is still locked, so they must only take note of it.
	After []func(*match.Match)
}

// State is a locked match and the changes to be stored.
type State struct {
	Match  *match.Match
	Head   storage.Head  // a decision may change Places and Deadline
	Events []match.Event // new ones, in order
	At     time.Time     // the time of these events

	games func(string) *engine.Game
	dice  Dice
}

// Then returns the state after an event and its automatic consequences. The error is that of match.Match.Apply.
func (s State) Then(e match.Event) (State, error) {
	events := slices.Clip(s.Events)
	for next := &e; next != nil; {
		next.At = s.At
		m, err := s.Match.Apply(*next, s.games)
		if err != nil {
			return s, err
		}
		events, s.Match = append(events, *next), m
		if next, err = following(m, s.dice); err != nil {
			return s, err
		}
	}
	s.Events = events
	return s, nil
}

// Change applies a decision to a match and stores the result; by is the author's id, "" if there is none. It returns
// the match as stored; an error of decide leaves the match unchanged and is returned.
func (c *Matches) Change(ctx context.Context, id, by string, decide func(State) (State, error)) (*match.Match, error) {
	defer c.Archive.Matches.Enter(id)()
	for {
		m, head, err := c.Archive.Load(ctx, id)
		if err != nil {
			return nil, err
		}
		dice := DiceOf(ctx, c.Archive, m, by)
		next, err := decide(State{Match: m, Head: head, At: c.Now(), games: c.Archive.Game, dice: dice})
		if err != nil {
			return m, err
		}
		stored, err := c.store(ctx, head, next)
		if archive.IsConflict(err) {
			continue // another process has changed the match: decide again
		}
		return stored, err
	}
}

// store stores the changes to a match whose previous head is given.
func (c *Matches) store(ctx context.Context, before storage.Head, s State) (*match.Match, error) {
	if len(s.Events) == 0 {
		if reflect.DeepEqual(before, s.Head) {
			return s.Match, nil
		}
		return s.Match, c.Archive.Append(ctx, s.Head)
	}
	m, err := c.put(ctx, s.Match, s.Head, s.Events)
	if err == nil {
		c.keep(m, s.Events)
	}
	return m, err
}

// keep caches a match whose events were stored, and calls After.
func (c *Matches) keep(m *match.Match, events []match.Event) {
	c.Archive.Keep(m, events)
	for _, changed := range c.After {
		changed(m)
	}
}

// Begin stores the first event of a match, which will be announced in places. The error is a conflict if the id is
// taken.
func (c *Matches) Begin(ctx context.Context, m *match.Match, places []storage.Place, e match.Event) error {
	if err := c.Archive.Append(ctx, archive.HeadOf(m, places, e), e); err != nil {
		return err
	}
	c.keep(m, []match.Event{e})
	return nil
}

// Rewrite replaces the events of a match by as many others, and its head, unless rewrite returns again = false. rewrite
// is called again if another process has changed the match meanwhile.
func (c *Matches) Rewrite(ctx context.Context, id string, rewrite func(storage.Head, []match.Event) (_ storage.Head,
	_ []match.Event, again bool)) error {
	defer c.Archive.Matches.Enter(id)()
	for {
		head, err := c.Archive.Head(ctx, id)
		if err != nil {
			return err
		}
		events, err := c.Archive.Events(ctx, id)
		if err != nil {
			return err
		}
		head.Players, head.Places = slices.Clone(head.Players), slices.Clone(head.Places)
		head, events, again := rewrite(head, events)
		if !again {
			return nil
		}
		if err = c.Archive.Rewrite(ctx, head, events); !archive.IsConflict(err) {
			return err
		}
	}
}
