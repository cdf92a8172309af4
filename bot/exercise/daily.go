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
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
)

// appointments store when the next puzzle of the day is due in each room.
var appointments = agenda.NewIndex(kv.Schema{Name: "puzzle-due/", Owner: kv.Own, Bound: "one a room",
	Forgotten: "Exercises.Rename"})

// New makes Exercises; its Agenda sets the puzzles of the day once it runs.
func New(e Exercises) *Exercises {
	e.Rooms, e.Records = &archive.Locks[chat.Room]{}, &archive.Locks[string]{}
	e.Agenda = appointments.Agenda(e.Archive, agenda.Config[agenda.Appointment]{
		Do: e.deal, Now: e.Now, Log: e.Archive.Log,
	})
	return &e
}

// appoint schedules the next puzzle of a room, replacing any other; the zero time cancels it.
func (e Exercises) appoint(ctx context.Context, room chat.Room, next time.Time) error {
	return appointments.Set(ctx, e.Archive, agenda.Appointment{At: next, Room: string(room)})
}

// Choose schedules the puzzles of a room by the time of day in its preferences, which have changed.
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
	next, err := e.nextDaily(req.Ctx, room, s)
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

// coming is the next puzzle of the day of a room, and how to announce it there.
type coming struct {
	guide guide.Guide
	at    time.Time // zero if there is none
	now   bool      // it is due, and not too late
	date  string    // its date in the room's zone
}

// tooLate is how long after its time a puzzle is still set, after an outage or a change of the zone.
const tooLate = 12 * time.Hour

// nextDaily returns when the next puzzle of the day is due in a room. The zone is that of the only person there, or of
// the one who chose the time, or else the usual one of the language.
func (e Exercises) nextDaily(ctx context.Context, room chat.Room, s Set) (c coming, err error) {
	who, err := e.Registry.Person(ctx, cmp.Or(s.Person, s.By))
	if err != nil {
		return c, err
	}
	owner := archive.OfRoom(room)
	if s.Person != "" {
		owner = archive.OfPerson(who.ID)
	}
	prefers := e.Archive.Preferences(ctx, owner)
	c.guide = e.GuideFor(prefers, chat.Event{Room: room, Private: s.Person != ""})
	zone := cmp.Or(e.Archive.Preferences(ctx, archive.OfPerson(who.ID)).Location(), request.ZoneOf(c.guide.Voice))
	now := e.Now()
	due := prefers.Daily(now.Add(-tooLate), zone)
	c.at, c.date = prefers.Daily(now, zone), due.Format(dateForm)
	c.now = !due.IsZero() && !due.After(now)
	return c, nil
}

// deal sets the puzzle of the day in a room if it is due, and schedules the next one.
func (e Exercises) deal(ctx context.Context, due agenda.Appointment) error {
	room := chat.Room(due.Room)
	ctx = context.WithoutCancel(ctx)
	defer e.Rooms.Enter(room)()
	s, now, err := e.Load(ctx, room)
	if err != nil {
		return err
	}
	next, err := e.nextDaily(ctx, room, s)
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

// store stores the puzzle of a room, and announces it. If announcing fails, the puzzle is still shown to anybody who
// asks.
func (e Exercises) store(ctx context.Context, room chat.Room, s Set, m chat.Message) error {
	err := sets.Put(ctx, e.Archive, string(room), s)
	if err == nil {
		e.Send(ctx, chat.Event{Room: room}, m)
	}
	return err
}

// poseTogether is deal for a room of several people; it first shows them the table of the previous puzzle. After a
// crash the table is shown again, as the new puzzle is stored afterwards.
func (e Exercises) poseTogether(ctx context.Context, room chat.Room, s Set, day Day, next coming) error {
	if s.Day != nil {
		table, tried, err := e.ofDay(ctx, next.guide.Voice, *s.Day)
		if err != nil {
			return err
		}
		if tried {
			e.Send(ctx, chat.Event{ID: "puzzle/" + s.Day.Date, Room: room}, table)
		}
		s.Past = s.Day
	}
	day.Key, s.Day = e.Draws.ID(keyLength), &day
	return e.store(ctx, room, s, e.announced(next.guide, room, day))
}

// poseAlone is deal for a private chat, unless the person has solved the puzzle elsewhere. It also tells the solution
// of an unsolved earlier puzzle.
func (e Exercises) poseAlone(ctx context.Context, room chat.Room, s Set, now view.Puzzle, day Day,
	next coming) error {
	who, err := e.Registry.Person(ctx, s.Person)
	if err != nil {
		return err
	}
	old := s
	s.Last, s.Asker = request.Moment{At: day.At}, "" // nobody has asked for it
	if s.Task, err = e.progress(ctx, e.task(day), who.ID); err != nil || s.Puzzle == nil {
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
	return e.store(ctx, room, s, next.guide.Facing(now.Match(), now.Line.Turn()).Puzzle(now, news, ""))
}

// keyLength is the length of the keys in links to the puzzle of the day of a room.
const keyLength = 8
