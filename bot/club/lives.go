package club

import (
	"context"
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/people"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
)

// names reports whether a tournament names a person.
func (r record) names(person string) bool {
	return slices.ContainsFunc(r.Events, func(e tournament.Event) bool {
		return e.By == person || e.Person == person || e.Who != nil && e.Who.ID == person || e.Setup != nil &&
			e.Setup.Match.Arbiter.ID == person || slices.Contains(e.Order, person)
	})
}

// Forget takes a person out of all tournaments.
func (c *Club) Forget(ctx context.Context, person string) error {
	return c.inAll(ctx, func(id string, r *record) bool {
		if !r.names(person) {
			return false
		}
		r.Events = tournament.Forget(r.Events, person, gone(id, person))
		return true
	})
}

// Joined has a person stand in all tournaments in the place of another one, who has turned out to be the same.
func (c *Club) Joined(ctx context.Context, from, into string) error {
	return c.inAll(ctx, func(id string, r *record) bool {
		if !r.names(from) {
			return false
		}
		r.Events = tournament.Merged(r.Events, from, into, gone(id, from))
		return true
	})
}

// gone is what somebody is called in a tournament who is nobody any more.
func gone(id, person string) match.Player {
	return match.Player{ID: people.MarkOf(id, person), Name: view.GoneName}
}

// Moved gives the tournaments of a room, and its digest, to its new address.
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

// inAll has all tournaments written anew in which something is to be changed.
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
