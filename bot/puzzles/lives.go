package puzzles

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
	s, _, err := d.puzzles.Load(ctx, from)
	if err != nil || s.Number == 0 && s.Next.IsZero() && s.Day == nil && s.Past == nil {
		return err
	}
	next := s.Next
	s.Next = time.Time{}
	if err := d.appoint(ctx, to, s, next); err != nil {
		return err
	}
	names, err := solvers.Names(ctx, d.puzzles.Archive, string(from)+"/")
	for _, name := range names {
		err = errors.Join(err, d.replace(ctx, name, string(to)+strings.TrimPrefix(name, string(from))))
	}
	if err != nil {
		return err
	}
	return d.drop(ctx, from, next)
}

// replace gives one who answers puzzles of the day in a room another name there.
func (d *Daily) replace(ctx context.Context, name, by string) error {
	if by != "" {
		if err := solvers.Put(ctx, d.puzzles.Archive, by, notebook.Mark{}); err != nil {
			return err
		}
	}
	return solvers.Delete(ctx, d.puzzles.Archive, name)
}

// inRooms gives a person another name among those who answer puzzles of the day in rooms; "": the person is none of
// them any more.
func (d *Daily) inRooms(ctx context.Context, person, by string) error {
	return solvers.Each(ctx, d.puzzles.Archive, "", func(name string) error {
		room, is := strings.CutSuffix(name, "/"+person)
		switch {
		case !is:
			return nil
		case by == "":
			return d.replace(ctx, name, "")
		}
		return d.replace(ctx, name, room+"/"+by)
	})
}

// Joined gives a person the puzzles of the day of another one, who has turned out to be the same.
func (d *Daily) Joined(ctx context.Context, from, into string) error {
	r, there, err := records.Get(ctx, d.puzzles.Archive, from)
	if err != nil {
		return err
	}
	if there {
		err = d.puzzles.change(ctx, into, func(now *Record) bool {
			if now.Who.ID == "" {
				now.Who = r.Who
				now.Who.ID, now.Who.Handle = into, ""
			}
			*now = now.and(r)
			return true
		})
	}
	if err != nil {
		return err
	}
	if err := d.joined(ctx, from, into); err != nil {
		return err
	}
	return d.inRooms(ctx, from, into)
}

// joined gives to one person how well another one solves puzzles, who is the same.
func (d *Daily) joined(ctx context.Context, from, into string) error {
	other, there, err := strengths.Get(ctx, d.puzzles.Archive, from)
	if err != nil || !there {
		return err
	}
	defer d.puzzles.Records.Enter(into)()
	is, _, err := strengths.Get(ctx, d.puzzles.Archive, into)
	if err != nil {
		return err
	}
	return strengths.Put(ctx, d.puzzles.Archive, into, is.and(other))
}

// drop deletes what is set in a room, and the appointment there.
func (d *Daily) drop(ctx context.Context, room chat.Room, next time.Time) error {
	if !next.IsZero() {
		if err := appointments.Delete(ctx, d.puzzles.Archive, agenda.Appointment{At: next, Of: string(room)}); err != nil {
			return err
		}
	}
	return sets.Delete(ctx, d.puzzles.Archive, string(room))
}

// Forget deletes what is set where only a person is, that the person answers puzzles of the day, and that others see
// their puzzles by the clock of the person.
func (d *Daily) Forget(ctx context.Context, person string) error {
	if err := d.inRooms(ctx, person, ""); err != nil {
		return err
	}
	return sets.Each(ctx, d.puzzles.Archive, "", func(room string) error {
		return d.forgetIn(ctx, chat.Room(room), person)
	})
}

func (d *Daily) forgetIn(ctx context.Context, room chat.Room, person string) error {
	defer d.puzzles.Rooms.Enter(room)()
	s, _, err := d.puzzles.Load(ctx, room)
	if err != nil || s.Person == "" && s.By == "" && s.Solver == "" {
		return err
	}
	if s.Solver == person {
		s.Solver = several
		if err := d.puzzles.keep(ctx, room, s); err != nil {
			return err
		}
	}
	of := cmp.Or(s.Person, s.By)
	if of == "" {
		return nil
	}
	is, err := d.registry.Person(ctx, of)
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
