package exercise

import (
	"cmp"
	"context"
	"time"

	"tabuleiro/bot/agenda"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
)

// appointments are when puzzles are to be set, each of a room.
var appointments = agenda.NewIndex(kv.Schema{Name: "puzzle-due/", Owner: kv.Own, Bound: "one a room",
	Forgotten: "Exercises.Forget"})

// New sets no puzzle of the day before its Agenda runs.
func New(e Exercises) *Exercises {
	e.Rooms, e.Records = &archive.Locks[chat.Room]{}, &archive.Locks[string]{}
	e.Agenda = appointments.Agenda(e.Archive, agenda.Config[agenda.Appointment]{
		Do: e.deal, Now: e.Now, Log: e.Archive.Log,
	})
	return &e
}

// appoint has the next puzzle of a room set at a time, in place of any other; zero: at none.
func (e Exercises) appoint(ctx context.Context, room chat.Room, next time.Time) error {
	return appointments.Set(ctx, e.Archive, agenda.Appointment{At: next, Room: string(room)})
}

// Choose has a room's puzzle set from now on at the time of day that its preferences say.
func (e Exercises) Choose(req *request.Request, _ view.Preferences) error {
	if err := e.Find.KeepLanguage(req); err != nil {
		return err
	}
	room := req.Event.Room
	defer e.Rooms.Enter(room)()
	s, _, err := sets.Get(req.Ctx, e.Archive, string(room))
	if err != nil {
		return err
	}
	if req.Event.Private {
		s.Person = req.Author.ID
	} else {
		s.By = req.Author.ID
	}
	next, err := e.next(req.Ctx, room, s)
	if err != nil {
		return err
	}
	if next.at.IsZero() && s.Day != nil {
		s.Past, s.Day = s.Day, nil
	}
	if err := sets.Put(req.Ctx, e.Archive, string(room), s); err != nil {
		return err
	}
	defer e.Agenda.Wake()
	return e.appoint(req.Ctx, room, next.at)
}

// coming is how and when a room has its next puzzle of the day.
type coming struct {
	prefers view.Preferences
	guide   guide.Guide
	at      time.Time // zero: it has none
	now     bool      // one is due, and not too late
	date    string    // of that, by the clocks of the room
}

// tooLate is how long after its time a puzzle is still set, if the bot was not there or clocks go by another zone now.
const tooLate = 12 * time.Hour

// next is when the next puzzle of the day is due in a room, with what tells how to speak there. Its time of day is meant
// where the person is who is there alone or has chosen it, or where most people of the language are if that is not known.
func (e Exercises) next(ctx context.Context, room chat.Room, s Set) (c coming, err error) {
	who, err := e.Registry.Person(ctx, cmp.Or(s.Person, s.By))
	if err != nil {
		return c, err
	}
	owner := archive.OfRoom(room)
	if s.Person != "" {
		owner = archive.OfPerson(who.ID)
	}
	c.prefers = e.Archive.Preferences(ctx, owner)
	c.guide = e.GuideFor(c.prefers, chat.Event{Room: room, Private: s.Person != ""})
	zone := cmp.Or(e.Archive.Preferences(ctx, archive.OfPerson(who.ID)).Location(), request.ZoneOf(c.guide.Voice))
	now := e.Now()
	due := c.prefers.Daily(now.Add(-tooLate), zone)
	c.at, c.date = c.prefers.Daily(now, zone), due.Format(dateForm)
	c.now = !due.IsZero() && !due.After(now)
	return c, nil
}

// deal sets the puzzle of the day in a room, and when the next one is due.
func (e Exercises) deal(ctx context.Context, due agenda.Appointment) error {
	room := chat.Room(due.Room)
	ctx = context.WithoutCancel(ctx)
	defer e.Rooms.Enter(room)()
	s, now, err := e.Load(ctx, room)
	if err != nil {
		return err
	}
	next, err := e.next(ctx, room, s)
	if err != nil {
		return err
	}
	switch day := e.dayOn(e.Archive.Game(s.Game), next.date); {
	case day == nil || !next.now || s.Day != nil && s.Day.Date == day.Date:
	case s.Person == "":
		err = e.poseTogether(ctx, room, s, *day, next)
	default:
		err = e.poseAlone(ctx, room, s, now, *day, next)
	}
	if err != nil {
		return err
	}
	return e.appoint(ctx, room, next.at)
}

// send says something in a room.
func (e Exercises) send(ctx context.Context, room chat.Room, m chat.Message) {
	a := e.Services.Adapter(room.Service())
	if a == nil {
		return
	}
	done := e.Meter.Speaks(a.Name(), meter.Announcement)
	_, err := a.Send(ctx, room, m)
	if done(err); err != nil {
		e.Archive.Log.Warn("the puzzle of the day is not sent", "room", room, "error", err)
	}
}

// store keeps what is set in a room, and says so there. What cannot be said is there for the one who asks.
func (e Exercises) store(ctx context.Context, room chat.Room, s Set, m chat.Message) error {
	err := sets.Put(ctx, e.Archive, string(room), s)
	if err == nil {
		e.send(ctx, room, m)
	}
	return err
}

// poseTogether is deal where several people are, who are told first how the puzzle before went. That is told again
// after a kill, as the new one is not stored before.
func (e Exercises) poseTogether(ctx context.Context, room chat.Room, s Set, day Day, next coming) error {
	if s.Day != nil {
		table, tried, err := e.ofDay(ctx, next.guide.Voice, *s.Day)
		if err != nil {
			return err
		}
		if tried {
			table.Once = "puzzle/" + s.Day.Date
			e.send(ctx, room, table)
		}
		s.Past = s.Day
	}
	day.Key, s.Day = e.Draws.ID(keyLength), &day
	return e.store(ctx, room, s, e.announced(next.guide, next.prefers, room, day))
}

// poseAlone is deal where one person is: not what that one has solved elsewhere. The solution of another puzzle that is
// set there is told.
func (e Exercises) poseAlone(ctx context.Context, room chat.Room, s Set, now view.Puzzle, day Day,
	next coming) error {
	who, err := e.Registry.Person(ctx, s.Person)
	if err != nil {
		return err
	}
	old := s
	s.Last = request.Moment{At: day.At}
	if s.Task, err = e.mine(ctx, e.task(day), who.ID); err != nil || s.Puzzle == nil {
		return err
	}
	news := next.guide.Voice.Say("puzzle-daily")
	if now.Game != nil && old.id() != s.id() {
		if err := e.see(ctx, match.Player{ID: who.ID}, old); err != nil {
			return err
		}
		from := old.At
		old.At = len(old.Puzzle.Solution)
		news = then(news, next.guide.Voice.Say("puzzle-before",
			speech.Text("Moves", next.guide.Voice.Moves(e.line(old).Line, from, e.line(old).Line.Len()))))
	}
	now = e.line(s)
	next.guide.Look = next.prefers.BoardStyle(now.Match(), now.Line.Turn())
	return e.store(ctx, room, s, next.guide.Puzzle(now, news, ""))
}

// keyLength is how long the keys are by which people come to the puzzle of the day of a room.
const keyLength = 8
