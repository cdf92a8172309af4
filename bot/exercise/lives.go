package exercise

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
)

// Moved moves the puzzle of a room to the room's new address.
func (e Exercises) Moved(ctx context.Context, from, to chat.Room) error {
	s, there, err := sets.Get(ctx, e.Archive, string(from))
	if err != nil || !there {
		return err
	}
	if err := appointments.Move(ctx, e.Archive, string(from), string(to)); err != nil {
		return err
	}
	if err := sets.Put(ctx, e.Archive, string(to), s); err != nil {
		return err
	}
	return e.drop(ctx, from)
}

// drop deletes the puzzle of a room, and the appointment there.
func (e Exercises) drop(ctx context.Context, room chat.Room) error {
	if err := e.appoint(ctx, room, time.Time{}); err != nil {
		return err
	}
	return sets.Delete(ctx, e.Archive, string(room))
}

// join merges the note of a person into that of another one.
func join[T any](ctx context.Context, e Exercises, in kv.Collection[T], from, into string, merge func(T, T) T) error {
	other, there, err := in.Get(ctx, e.Archive, from)
	if err != nil || !there {
		return err
	}
	return update(ctx, e, in, into, func(now *T) bool {
		*now = merge(*now, other)
		return true
	})
}

// Rename implements account.Holder: it merges answers and rating of a person into those of another id, or deletes them
// if into is "". It also replaces the person in the puzzles of rooms.
func (e Exercises) Rename(ctx context.Context, person, into string) error {
	if into != "" {
		if err := join(ctx, e, records, person, into, Record.merge); err != nil {
			return err
		}
		if err := join(ctx, e, strengths, person, into, Strength.merge); err != nil {
			return err
		}
	}
	return sets.Each(ctx, e.Archive, "", func(name string) error {
		room := chat.Room(name)
		defer e.Rooms.Enter(room)()
		s, _, err := sets.Get(ctx, e.Archive, name)
		if err != nil {
			return err
		}
		is, err := e.Registry.Person(ctx, cmp.Or(s.Person, s.By))
		if err != nil {
			return err
		}
		changed := false
		if is.ID == person && into == "" {
			if s.Person != "" {
				return e.drop(ctx, room)
			}
			s.By, changed = "", true
		}
		if changed = s.rename(person, into) || changed; !changed {
			return nil
		}
		return sets.Put(ctx, e.Archive, name, s)
	})
}

// rename replaces a person by another id, "" for nobody, among those who have set, tried or answered puzzles, and
// reports whether the person was one of them.
func (s *Set) rename(person, into string) (was bool) {
	if s.Asker == person {
		s.Asker, was = into, true
	}
	if s.Solver == person {
		s.Solver, was = cmp.Or(into, several), true
	}
	for _, d := range []*Day{s.Day, s.Past} {
		if d == nil || !slices.Contains(d.Solvers, person) {
			continue
		}
		d.Solvers = slices.DeleteFunc(d.Solvers, func(id string) bool { return id == person || id == into })
		if was = true; into != "" {
			d.Solvers = append(d.Solvers, into)
		}
	}
	return was
}
