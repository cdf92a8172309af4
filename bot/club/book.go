package club

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/people"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// record is a tournament as it is stored.
type record struct {
	Events []tournament.Event   `json:"events"`
	Told   map[string]delivered `json:"told,omitempty"` // by room
}

// delivered records what a room has been told.
type delivered struct {
	N    int      `json:"n"`              // events
	From int      `json:"from,omitempty"` // first event in the message with the table
	Ref  chat.Ref `json:"ref,omitempty"`  // of the message with the table
	Text string   `json:"text,omitempty"`
}

var (
	records = kv.New(kv.Schema{Name: "tournament/", Owner: kv.Own,
		Bound: "three under way in a room, of 64 people at most", Forgotten: "Club.Rename"},
		func(id string, r record) error {
			_, err := tournament.Replay(id, r.Events)
			return err
		})
	places = kv.New[kv.Mark](kv.Schema{Name: "tournament-at/", Owner: kv.Room,
		Bound: "one a tournament and room"})
)

// load reads a tournament; the error is storage.ErrNotFound if there is none.
func (c *Club) load(ctx context.Context, id string) (record, tournament.State, error) {
	r, there, err := records.Get(ctx, c.Archive, id)
	if err == nil && !there {
		err = storage.ErrNotFound
	}
	if err != nil {
		return r, tournament.State{}, err
	}
	s, err := tournament.Replay(id, r.Events)
	return r, s, err
}

// update edits a tournament and stores it if edit reports a change. A tournament that does not exist is edited without
// events.
func (c *Club) update(ctx context.Context, id string,
	edit func(*record, tournament.State) (bool, error)) (tournament.State, error) {
	defer c.locks.Enter(id)()
	r, before, err := c.load(ctx, id)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return before, err
	}
	before.ID = id
	if edited, err := edit(&r, before); err != nil || !edited {
		return before, err
	}
	s, err := tournament.Replay(id, r.Events)
	if err != nil {
		return s, err
	}
	maps.DeleteFunc(r.Told, func(room string, _ delivered) bool { return !slices.Contains(s.Rooms, room) })
	for _, room := range s.Rooms {
		if err == nil && !slices.Contains(before.Rooms, room) {
			err = places.Put(ctx, c.Archive, room+"/"+id, kv.Mark{})
		}
	}
	for _, room := range before.Rooms {
		if err == nil && !slices.Contains(s.Rooms, room) {
			err = places.Delete(ctx, c.Archive, room+"/"+id)
		}
	}
	if err != nil {
		return s, err
	}
	return s, records.Put(ctx, c.Archive, id, r) // at last, so that what failed is done again
}

// change stores the event that decide returns for a tournament; an event without a kind is not stored.
func (c *Club) change(ctx context.Context, id string, decide func(record, tournament.State) (tournament.Event,
	error)) (tournament.State, error) {
	return c.update(ctx, id, func(r *record, s tournament.State) (bool, error) {
		e, err := decide(*r, s)
		e.At = c.Now()
		r.Events = append(r.Events, e)
		return e.Kind != "", err
	})
}

// note stores what was delivered to a room.
func (c *Club) note(ctx context.Context, id string, room chat.Room, is delivered) error {
	_, err := c.update(ctx, id, func(r *record, _ tournament.State) (bool, error) {
		if r.Told == nil {
			r.Told = map[string]delivered{}
		}
		r.Told[string(room)] = is
		return true, nil
	})
	return err
}

// sort is a sort of tournament; its value is the name of its command.
type sort string

const (
	contests sort = "tournament" // those that come to an end
	ladders  sort = "ladder"
)

func sortOf(s tournament.State) sort {
	if s.Setup.System == tournament.Ladder {
		return ladders
	}
	return contests
}

// at returns the tournaments of a room, those under way and those that have ended, the latest last; of one sort, or of
// all for "".
func (c *Club) at(ctx context.Context, room chat.Room, of sort) (live, ended []tournament.State, err error) {
	last := map[string]time.Time{}
	names, err := places.Names(ctx, c.Archive, string(room)+"/")
	for _, name := range names {
		id := strings.TrimPrefix(name, string(room)+"/")
		r, s, loaded := c.load(ctx, id)
		switch {
		case errors.Is(loaded, storage.ErrNotFound): // it came to nothing before it was stored
		case loaded != nil:
			err = errors.Join(err, loaded)
		case of != "" && of != sortOf(s):
		case s.Live():
			live = append(live, s)
		default:
			ended, last[id] = append(ended, s), r.Events[len(r.Events)-1].At
		}
	}
	slices.SortStableFunc(ended, func(a, b tournament.State) int { return last[a.ID].Compare(last[b.ID]) })
	return live, ended, err
}

// names reports whether a tournament names a person.
func (r record) names(person string) bool {
	return slices.ContainsFunc(r.Events, func(e tournament.Event) bool {
		return e.By == person || e.Person == person || e.Who != nil && e.Who.ID == person || e.Setup != nil &&
			e.Setup.Match.Arbiter.ID == person || slices.Contains(e.Order, person)
	})
}

// Rename replaces a person by another id in all tournaments; if into is "", it removes the person.
func (c *Club) Rename(ctx context.Context, person, into string) error {
	return c.inAll(ctx, func(id string, r *record) bool {
		gone := match.Player{ID: people.MarkOf(id, person), Name: view.GoneName}
		switch was := r.names(person); {
		case !was:
			return false
		case into == "":
			r.Events = tournament.Forget(r.Events, person, gone)
		default:
			r.Events = tournament.Merged(r.Events, person, into, gone)
		}
		return true
	})
}

// Moved moves the tournaments of a room, and its digest, to its new address.
func (c *Club) Moved(ctx context.Context, from, to chat.Room) error {
	if err := digests.Move(ctx, c.Archive, string(from), string(to)); err != nil {
		return err
	}
	return c.inAll(ctx, func(_ string, r *record) (moved bool) {
		for i := range r.Events {
			if r.Events[i].Room == string(from) {
				r.Events[i].Room, moved = string(to), true
			}
		}
		if is, was := r.Told[string(from)]; was {
			r.Told[string(to)] = delivered{N: is.N} // its messages have other names there
		}
		return moved
	})
}

// inAll rewrites all tournaments that rewrite changes.
func (c *Club) inAll(ctx context.Context, rewrite func(id string, r *record) bool) error {
	return records.Each(ctx, c.Archive, "", func(id string) error {
		edited := false
		_, err := c.update(ctx, id, func(r *record, _ tournament.State) (bool, error) {
			edited = rewrite(id, r)
			return edited, nil
		})
		if edited {
			c.scheduleNow(id)
		}
		return err
	})
}
