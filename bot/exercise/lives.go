package exercise

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"tabuleiro/bot/agenda"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/notebook"
)

// Moved gives what is set in a room to its new address.
func (d *Daily) Moved(ctx context.Context, from, to chat.Room) error {
	s, _, err := d.Load(ctx, from)
	if err != nil || s.Number == 0 && s.Next.IsZero() && s.Day == nil && s.Past == nil {
		return err
	}
	next := s.Next
	s.Next = time.Time{}
	if err := d.appoint(ctx, to, s, next); err != nil {
		return err
	}
	names, err := solvers.Names(ctx, d.Archive, string(from)+"/")
	for _, name := range names {
		err = errors.Join(err, d.replace(ctx, name, string(to)+strings.TrimPrefix(name, string(from))))
	}
	if err != nil {
		return err
	}
	return d.drop(ctx, from, next)
}

// inRooms gives a person another name among those who answer puzzles of the day in rooms; "": the person is none of
// them any more.
func (d *Daily) inRooms(ctx context.Context, person, by string) error {
	return solvers.Each(ctx, d.Archive, "", func(name string) error {
		room, is := strings.CutSuffix(name, "/"+person)
		switch {
		case !is:
			return nil
		case by == "":
			return solvers.Delete(ctx, d.Archive, name)
		}
		return d.replace(ctx, name, room+"/"+by)
	})
}

// replace gives one who answers puzzles of the day in a room another name there.
func (d *Daily) replace(ctx context.Context, name, by string) error {
	if err := solvers.Put(ctx, d.Archive, by, notebook.Mark{}); err != nil {
		return err
	}
	return solvers.Delete(ctx, d.Archive, name)
}

// Joined gives a person the puzzles of the day of another one, who has turned out to be the same, and how well that one
// solves puzzles.
func (d *Daily) Joined(ctx context.Context, from, into string) error {
	r, answers, err := records.Get(ctx, d.Archive, from)
	other, rated, failed := strengths.Get(ctx, d.Archive, from)
	err = cmp.Or(err, failed)
	if err == nil && answers {
		err = update(ctx, d.Puzzles, records, into, func(now *Record) bool {
			if now.Who.ID == "" {
				now.Who = r.Who
				now.Who.ID, now.Who.Handle = into, ""
			}
			*now = now.and(r)
			return true
		})
	}
	if err == nil && rated {
		err = update(ctx, d.Puzzles, strengths, into, func(now *Strength) bool {
			*now = now.and(other)
			return true
		})
	}
	if err != nil {
		return err
	}
	return d.inRooms(ctx, from, into)
}

// drop deletes what is set in a room, and the appointment there.
func (d *Daily) drop(ctx context.Context, room chat.Room, next time.Time) error {
	if !next.IsZero() {
		if err := appointments.Delete(ctx, d.Archive, agenda.Appointment{At: next, Of: string(room)}); err != nil {
			return err
		}
	}
	return sets.Delete(ctx, d.Archive, string(room))
}

// Forget deletes what is set where only a person is, that the person answers puzzles of the day, and that others see
// their puzzles by the clock of the person.
func (d *Daily) Forget(ctx context.Context, person string) error {
	if err := d.inRooms(ctx, person, ""); err != nil {
		return err
	}
	return sets.Each(ctx, d.Archive, "", func(room string) error {
		return d.forgetIn(ctx, chat.Room(room), person)
	})
}

func (d *Daily) forgetIn(ctx context.Context, room chat.Room, person string) error {
	defer d.Rooms.Enter(room)()
	s, _, err := d.Load(ctx, room)
	if err != nil || s.Person == "" && s.By == "" && s.Solver == "" {
		return err
	}
	if s.Solver == person {
		s.Solver = several
		if err := d.keep(ctx, room, s); err != nil {
			return err
		}
	}
	of := cmp.Or(s.Person, s.By)
	if of == "" {
		return nil
	}
	is, err := d.Registry.Person(ctx, of)
	switch {
	case err != nil || is.ID != person:
		return err
	case s.Person != "":
		return d.drop(ctx, room, s.Next)
	}
	s.By = ""
	next, err := d.next(ctx, room, s)
	if err != nil {
		return err
	}
	return d.appoint(ctx, room, s, next.at)
}
