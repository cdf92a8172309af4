package club

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/engine/tournament"
)

// tell announces to every room of a tournament what it has not been told. It reports whether a message failed and is to
// be retried.
func (c *Club) tell(ctx context.Context, id string) (again bool, err error) {
	r, s, err := c.load(ctx, id)
	if err != nil {
		return false, err
	}
	for _, room := range s.Rooms {
		if err := c.tellIn(ctx, r, s, chat.Room(room)); err != nil {
			c.Log.Warn("a tournament cannot be announced in a room", "tournament", id, "room", room, "error", err)
			again = true
		}
	}
	return again, nil
}

// tellIn announces the news of a tournament in one room: an event of a kind in isNews gets a message with a table,
// other events edit the last table. What was delivered is stored afterwards, and kept in memory until that succeeds.
func (c *Club) tellIn(ctx context.Context, r record, s tournament.State, room chat.Room) error {
	a := c.Services.Adapter(room.Service())
	if a == nil {
		return nil
	}
	key, is, upto := s.ID+"/"+string(room), r.Told[string(room)], len(r.Events)
	told, unnoted := c.unnoted.Get(key)
	if unnoted {
		is = told
	}
	from := min(is.From, upto) // the message keeps what it tells already
	anew := slices.ContainsFunc(r.Events[min(is.N, upto):], func(e tournament.Event) bool { return isNews[e.Kind] })
	if anew {
		from = min(is.N, upto)
	}
	m, err := c.message(ctx, s, room, r.Events[from:])
	next := delivered{N: upto, From: from, Ref: is.Ref, Text: digest(m)}
	switch {
	case err != nil || next == is && !unnoted:
		return err
	case next == is:
	case anew:
		if m, err = c.Notifier.Local(ctx, room, m); err != nil {
			return err
		}
		if c.complete(ctx, a, r, s.ID, room, is) {
			is.Ref = "" // has no buttons any more
		}
		m.Once = fmt.Sprintf("tournament/%s/%d", s.ID, upto)
		next.Ref, err = a.Send(ctx, room, m)
		if err != nil && !errors.Is(err, chat.ErrClosed) { // else nobody is there to be told
			return err
		}
		if is.Ref != next.Ref {
			c.Notifier.Overtake(ctx, room, is.Ref, false)
		}
	default:
		c.edit(ctx, a, room, is.Ref, m)
	}
	if err := c.note(ctx, s.ID, room, next); err != nil {
		c.unnoted.Put(key, next)
		return fmt.Errorf("what was told is not noted: %w", err)
	}
	c.unnoted.Remove(key)
	return nil
}

// message returns the news of a tournament for a room.
func (c *Club) message(ctx context.Context, s tournament.State, room chat.Room,
	news []tournament.Event) (chat.Message, error) {
	prefers := c.Archive.Preferences(ctx, archive.OfRoom(room))
	p, failed := c.page(ctx, c.GuideFor(prefers, chat.Event{Room: room}), s)
	m := p.message(news)
	return m, failed()
}

// edit changes a message with a table, and reports whether that succeeded.
func (c *Club) edit(ctx context.Context, a chat.Adapter, room chat.Room, ref chat.Ref, m chat.Message) bool {
	if ref == "" {
		return false
	}
	err := a.Edit(ctx, room, ref, m)
	if err != nil {
		c.Log.Debug("the table of a tournament cannot be edited", "room", room, "error", err)
	}
	return err == nil
}

// complete edits the message with the table to its last state, without buttons: everything up to the next round, or the
// end, which another message tells. It reports whether there was anything to edit.
func (c *Club) complete(ctx context.Context, a chat.Adapter, r record, id string, room chat.Room, is delivered) bool {
	upto := len(r.Events)
	if i := slices.IndexFunc(r.Events[is.N:], turns); i >= 0 {
		upto = is.N + i
	}
	then, err := tournament.Replay(id, r.Events[:upto])
	if err != nil {
		return false
	}
	m, err := c.message(ctx, then, room, r.Events[is.From:is.N])
	if err != nil || digest(m) == is.Text {
		return false
	}
	m.Buttons = nil
	return c.edit(ctx, a, room, is.Ref, m)
}

// turns reports whether an event begins or ends a tournament, or begins a round.
func turns(e tournament.Event) bool {
	return ends(e) || e.Kind == tournament.Begun || e.Kind == tournament.Paired
}

// isNews has the kinds of events that get a message of their own.
var isNews = map[tournament.Kind]bool{
	tournament.Announced: true, tournament.Paired: true, tournament.Replaced: true, tournament.Extended: true,
	tournament.Withdrawn: true,
	tournament.Decided:   true, tournament.Declined: true, tournament.Ended: true, tournament.Cancelled: true,
}
