// Package change is the one way to change a match.
//
// Matches.Change holds a match, loads it, has it decided what is to become of it, and stores that: the events with what
// follows from them by itself, and the ratings of a match that ends by them. Then it keeps the match at hand, and tells
// those who wait for news of matches. To decide is to make one State of another, and nothing else: it may be done again.
// Nothing is said while a match is held. Decider does this for people, and announces what came of it.
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

// Matches changes matches. Its methods may be called from many goroutines.
type Matches struct {
	Archive *archive.Archive
	Now     func() time.Time
	After   []After // told of every match of which events were stored
}

// After waits for news of matches.
type After interface {
	// Changed takes notice that events of a match were stored. It does no more than note that, as the match is still
	// held.
	Changed(m *match.Match)
}

// State is a match while it is held, and what is to be stored of it.
type State struct {
	Match  *match.Match
	Head   storage.Head  // Places and Deadline may be changed by deciding
	Events []match.Event // to be stored, in their order
	At     time.Time     // of all of them

	games func(string) *engine.Game
	dice  Dice
}

// Then is the state after an event and what follows from that by itself. The error is that of match.Match.Apply.
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

// Change has a match decided on, whose author is by, "" if it is nobody, and stores what came of that. It returns the
// match as it is then; an error of decide leaves the match as it was, and is returned.
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
			continue // what is stored is not what was loaded
		}
		return stored, err
	}
}

// store stores what has become of a match whose head is known.
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

// keep keeps a match at hand whose events were stored, and tells of it.
func (c *Matches) keep(m *match.Match, events []match.Event) {
	c.Archive.Keep(m, events)
	for _, a := range c.After {
		a.Changed(m)
	}
}

// Begin stores the first event of a match, which is told in some places. The error is a conflict if there is one with
// this id.
func (c *Matches) Begin(ctx context.Context, m *match.Match, places []storage.Place, e match.Event) error {
	if err := c.Archive.Append(ctx, archive.HeadOf(m, places, e), e); err != nil {
		return err
	}
	c.keep(m, []match.Event{e})
	return nil
}

// Rewrite stores other events in place of those of a match, as many, and its head. It leaves the match where again is
// false.
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
