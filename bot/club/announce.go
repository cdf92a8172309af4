package club

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/tournament"
)

// unsaid are the rooms that have not been told of all events.
func unsaid(r record, s tournament.State) (rooms []string) {
	for _, room := range s.Rooms {
		if r.Told[room].N < s.N {
			rooms = append(rooms, room)
		}
	}
	return rooms
}

// tell says in every room what it has not been told. It reports whether some of it could not be said and is to be tried
// again.
func (c *Club) tell(ctx context.Context, id string) (again bool, err error) {
	r, s, err := c.book.load(ctx, id)
	if err != nil {
		return false, err
	}
	for _, room := range s.Rooms {
		if err := c.tellIn(ctx, &r, s, room); err != nil {
			c.Log.Warn("a tournament is not told in a room", "tournament", id, "room", room, "error", err)
			again = true
		}
	}
	return again, nil
}

// tellIn says in one room what has happened. An event worth a message of its own gets one; else the message with the
// table changes. What was told is noted after the service has taken it.
func (c *Club) tellIn(ctx context.Context, r *record, s tournament.State, room string) error {
	a := c.Services.Adapter(chat.Room(room).Service())
	if a == nil {
		return nil
	}
	at := s.ID + " " + room
	is := r.Told[room]
	if known, there := c.said.Get(at); there && known.N > is.N {
		is = known
	}
	upto := len(r.Events)
	from, anew := min(is.N, upto), false
	if anew = slices.ContainsFunc(r.Events[from:upto], worthSaying); !anew {
		from = min(is.From, upto) // what it tells already stays
	}
	p, failed := c.pages(ctx, s, chat.Room(room))
	m := p.message(r.Events[from:upto])
	if err := failed(); err != nil {
		return err
	}
	keep := func(next told) error {
		if r.Told == nil {
			r.Told = map[string]told{}
		}
		r.Told[room] = next
		return c.book.note(ctx, s.ID, room, next)
	}
	next := told{N: upto, From: from, Ref: is.Ref, Text: digest(m)}
	if !anew {
		if next == is {
			return nil
		}
		if e, edits := a.(chat.Editor); edits && is.Ref != "" {
			if err := e.Edit(ctx, chat.Room(room), is.Ref, m); err != nil {
				c.Log.Debug("the table of a tournament is not changed", "room", room, "error", err)
			}
		}
		return keep(next)
	}
	if c.complete(ctx, a, *r, s.ID, room, is) {
		is.Ref = ""
	}
	m, err := c.Speaker.Local(ctx, chat.Room(room), m)
	if err != nil {
		return err
	}
	m.Once = fmt.Sprintf("tournament/%s/%d", s.ID, upto)
	ref, err := a.Send(ctx, chat.Room(room), m)
	if err != nil && !errors.Is(err, chat.ErrClosed) { // else nobody is there to be told
		return err
	}
	next.Ref = ref
	c.said.Put(at, next)
	c.retire(ctx, a, chat.Room(room), is.Ref, ref)
	return keep(next)
}

// complete has the message with the table tell what has happened since up to the next round, or the end, of which
// another message is about to tell; its buttons go. False: it is as it was.
func (c *Club) complete(ctx context.Context, a chat.Adapter, r record, id, room string, is told) bool {
	e, edits := a.(chat.Editor)
	if !edits || is.Ref == "" {
		return false
	}
	upto := len(r.Events)
	if i := slices.IndexFunc(r.Events[is.N:], turns); i >= 0 {
		upto = is.N + i
	}
	then, err := tournament.Replay(id, r.Events[:upto])
	if err != nil {
		return false
	}
	p, failed := c.pages(ctx, then, chat.Room(room))
	m := p.message(r.Events[is.From:is.N])
	if failed() != nil || digest(m) == is.Text {
		return false
	}
	m.Buttons = nil
	if err := e.Edit(ctx, chat.Room(room), is.Ref, m); err != nil {
		c.Log.Debug("the table of a tournament is not changed", "room", room, "error", err)
		return false
	}
	return true
}

// turns reports whether an event makes another thing of a tournament, or begins its next round.
func turns(e tournament.Event) bool {
	return slices.Contains([]tournament.Kind{tournament.Begun, tournament.Paired, tournament.Ended, tournament.Cancelled},
		e.Kind)
}

// retire takes the buttons off a table when there is another one.
func (c *Club) retire(ctx context.Context, a chat.Adapter, room chat.Room, old, now chat.Ref) {
	retirer, ok := a.(chat.Retirer)
	if !ok || old == "" || old == now {
		return
	}
	if err := retirer.Retire(ctx, room, old); err != nil {
		c.Log.Debug("an old table of a tournament keeps its buttons", "room", room, "error", err)
	}
}

// worthSaying reports whether an event is told by a message of its own.
func worthSaying(e tournament.Event) bool { return isNews[e.Kind] }

// isNews are kinds that are told by a message of their own.
var isNews = map[tournament.Kind]bool{
	tournament.Announced: true, tournament.Paired: true, tournament.Replaced: true, tournament.Extended: true,
	tournament.Withdrawn: true,
	tournament.Decided:   true, tournament.Declined: true, tournament.Ended: true, tournament.Cancelled: true,
}
