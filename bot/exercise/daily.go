package exercise

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"tabuleiro/bot/agenda"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
)

// Daily sets a puzzle a day in rooms that asked for it.
type Daily struct {
	Exercises

	meter    *meter.Meter
	draws    change.Randomizer
	guideFor func(view.Preferences, chat.Event) guide.Guide
	Agenda   *agenda.Agenda[agenda.Appointment]
}

// appointments are when puzzles are to be set, each of a room.
var appointments = agenda.NewIndex(kv.Schema{Name: "puzzle-due/", Owner: kv.Own, Bound: "one a room",
	Forgotten: "Daily.Forget"})

// NewDaily sets no puzzle before its Agenda runs.
func NewDaily(e Exercises, m *meter.Meter, draws change.Randomizer,
	guideFor func(view.Preferences, chat.Event) guide.Guide) *Daily {
	d := &Daily{Exercises: e, meter: m, draws: draws, guideFor: guideFor}
	d.Agenda = appointments.Agenda(e.Archive, agenda.Config[agenda.Appointment]{
		Do: d.deal, Now: e.Now, Log: e.Archive.Log,
	})
	return d
}

// appoint has the next puzzle of a room set at a time, in place of any other; zero: at none.
func (d *Daily) appoint(ctx context.Context, room chat.Room, next time.Time) error {
	return appointments.Set(ctx, d.Archive, agenda.Appointment{At: next, Room: string(room)})
}

// Choose has a room's puzzle set from now on at the time of day that its preferences say.
func (d *Daily) Choose(req *request.Request, _ view.Preferences) error {
	if err := d.Find.KeepLanguage(req); err != nil {
		return err
	}
	room := req.Event.Room
	defer d.Rooms.Enter(room)()
	s, _, err := sets.Get(req.Ctx, d.Archive, string(room))
	if err != nil {
		return err
	}
	if req.Event.Private {
		s.Person = req.Author.ID
	} else {
		s.By = req.Author.ID
	}
	next, err := d.next(req.Ctx, room, s)
	if err != nil {
		return err
	}
	if next.at.IsZero() && s.Day != nil {
		s.Past, s.Day = s.Day, nil
	}
	if err := sets.Put(req.Ctx, d.Archive, string(room), s); err != nil {
		return err
	}
	defer d.Agenda.Wake()
	return d.appoint(req.Ctx, room, next.at)
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
func (d *Daily) next(ctx context.Context, room chat.Room, s Set) (c coming, err error) {
	who, err := d.Registry.Person(ctx, cmp.Or(s.Person, s.By))
	if err != nil {
		return c, err
	}
	owner := archive.OfRoom(room)
	if s.Person != "" {
		owner = archive.OfPerson(who.ID)
	}
	c.prefers = d.Archive.Preferences(ctx, owner)
	c.guide = d.guideFor(c.prefers, chat.Event{Room: room, Private: s.Person != ""})
	zone := cmp.Or(d.Archive.Preferences(ctx, archive.OfPerson(who.ID)).Location(), request.ZoneOf(c.guide.Voice))
	now := d.Now()
	due := c.prefers.Daily(now.Add(-tooLate), zone)
	c.at, c.date = c.prefers.Daily(now, zone), due.Format(dateForm)
	c.now = !due.IsZero() && !due.After(now)
	return c, nil
}

// deal sets the puzzle of the day in a room, and when the next one is due.
func (d *Daily) deal(ctx context.Context, due agenda.Appointment) error {
	room := chat.Room(due.Room)
	ctx = context.WithoutCancel(ctx)
	err := d.tellTable(ctx, room)
	var message *chat.Message
	if err == nil {
		message, err = d.pose(ctx, room)
	}
	if err != nil {
		return fmt.Errorf("puzzle of the day in %s: %w", room, err)
	}
	if message != nil {
		d.send(ctx, room, *message)
	}
	return nil
}

// send says something in a room. What cannot be said is there for the one who asks.
func (d *Daily) send(ctx context.Context, room chat.Room, m chat.Message) {
	a := d.Services.Adapter(room.Service())
	if a == nil {
		return
	}
	done := d.meter.Speaks(a.Name(), meter.Announcement)
	_, err := a.Send(ctx, room, m)
	if done(err); err != nil {
		d.Archive.Log.Warn("the puzzle of the day is not sent", "room", room, "error", err)
	}
}

// pose stores the puzzle of the day, and returns what to say; nil: nothing.
func (d *Daily) pose(ctx context.Context, room chat.Room) (m *chat.Message, err error) {
	defer d.Rooms.Enter(room)()
	s, now, err := d.Load(ctx, room)
	if err != nil {
		return nil, err
	}
	next, err := d.next(ctx, room, s)
	if err != nil {
		return nil, err
	}
	switch day := d.dayOn(d.Archive.Game(s.Game), next.date); {
	case day == nil || !next.now || s.Day != nil && s.Day.Date == day.Date:
	case s.Person == "":
		m, err = d.poseTogether(ctx, room, s, *day, next)
	default:
		m, err = d.poseAlone(ctx, room, s, now, *day, next)
	}
	if err != nil {
		return nil, err
	}
	return m, d.appoint(ctx, room, next.at)
}

// poseTogether is pose where several people are.
func (d *Daily) poseTogether(ctx context.Context, room chat.Room, s Set, day Day, next coming) (*chat.Message, error) {
	if day.Key = d.draws.ID(keyLength); s.Day != nil {
		s.Past = s.Day
	}
	s.Day = &day
	m := d.announced(next.guide, next.prefers, room, day)
	return &m, sets.Put(ctx, d.Archive, string(room), s)
}

// poseAlone is pose where one person is: not what that one has solved elsewhere. The solution of another puzzle that is
// set there is told.
func (d *Daily) poseAlone(ctx context.Context, room chat.Room, s Set, now view.Puzzle, day Day,
	next coming) (*chat.Message, error) {
	who, err := d.Registry.Person(ctx, s.Person)
	if err != nil {
		return nil, err
	}
	old := s
	s.Last = request.Moment{At: day.At}
	if s.Task, err = d.mine(ctx, d.task(day), who.ID); err != nil || s.Puzzle == nil {
		return nil, err
	}
	news := next.guide.Voice.Say("puzzle-daily")
	if now.Game != nil && old.id() != s.id() {
		if err := d.see(ctx, who.ID, old); err != nil {
			return nil, err
		}
		from := old.At
		old.At = len(old.Puzzle.Solution)
		news = then(news, next.guide.Voice.Say("puzzle-before",
			speech.Text("Moves", next.guide.Voice.Moves(d.line(old).Line, from, d.line(old).Line.Len()))))
	}
	now = d.line(s)
	next.guide.Look = next.prefers.BoardStyle(now.Match(), now.Line.Turn())
	m := next.guide.Puzzle(now, news, "")
	return &m, sets.Put(ctx, d.Archive, string(room), s)
}

// keyLength is how long the keys are by which people come to the puzzle of the day of a room.
const keyLength = 8
