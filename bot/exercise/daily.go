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
	"tabuleiro/bot/meter"
	"tabuleiro/bot/notebook"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
)

// Daily sets a puzzle a day in rooms that asked for it.
type Daily struct {
	Puzzles

	meter    *meter.Meter
	draws    change.Draws
	guideFor func(tell.Preferences, chat.Event) guide.Guide
	Agenda   *agenda.Agenda[agenda.Appointment]
}

// appointments are when puzzles are to be set, each of a room.
var appointments = agenda.NewIndex(notebook.Kind{Name: "puzzle-due/", Of: notebook.Own, Bound: "one a room",
	Forgotten: "Daily.Forget"},
	func(string) error { return nil })

// NewDaily sets no puzzle before its Agenda runs.
func NewDaily(p Puzzles, m *meter.Meter, draws change.Draws,
	guideFor func(tell.Preferences, chat.Event) guide.Guide) *Daily {
	d := &Daily{Puzzles: p, meter: m, draws: draws, guideFor: guideFor}
	d.Agenda = appointments.Agenda(p.Archive, agenda.Config[agenda.Appointment]{
		Do: d.deal, Now: p.Now, Log: p.Archive.Log,
	})
	return d
}

// appoint keeps what is set in a room, with another appointment in place of the one there was; zero: with none.
func (d *Daily) appoint(ctx context.Context, room chat.Room, s Set, next time.Time) error {
	old := s.Next
	if s.Next = next; !next.IsZero() {
		if err := appointments.Put(ctx, d.Archive, agenda.Appointment{At: next, Of: string(room)}); err != nil {
			return err
		}
	}
	if err := d.keep(ctx, room, s); err != nil {
		return err
	}
	if old.IsZero() || old.Equal(next) {
		return nil
	}
	return appointments.Delete(ctx, d.Archive, agenda.Appointment{At: old, Of: string(room)})
}

// Choose has a room's puzzle set from now on at the time of day that its preferences say.
func (d *Daily) Choose(req *request.Request, p tell.Preferences) error {
	if err := d.Find.KeepLanguage(req); err != nil {
		return err
	}
	room := req.Event.Room
	defer d.Rooms.Enter(room)()
	s, _, err := d.Load(req.Ctx, room)
	if err != nil {
		return err
	}
	if req.Event.Private {
		s.Person = req.Author.ID
	} else {
		s.By = req.Author.ID
	}
	zone, err := d.zone(req.Ctx, s, req.Guide.Languages.Voice(p, req.Event.Locale))
	if err != nil {
		return err
	}
	next := p.Daily(d.Now(), zone)
	if next.IsZero() && s.Day != nil {
		s.Past, s.Day = s.Day, nil
	}
	err = d.appoint(req.Ctx, room, s, next)
	if err == nil {
		d.Agenda.Bell.Ring()
	}
	return err
}

// zone is that in which the time of day of a room's puzzle is meant: where the person is who is there alone or has
// chosen the time, or where most people of the language are if that is not known.
func (d *Daily) zone(ctx context.Context, s Set, v tell.Voice) (*time.Location, error) {
	who, err := d.Registry.Person(ctx, cmp.Or(s.Person, s.By))
	return cmp.Or(d.Archive.Preferences(ctx, archive.OfPerson(who.ID)).Location(), request.ZoneOf(v)), err
}

// Where tells by which clock the puzzle is set that the author has just chosen a time for, and asks once where that is,
// if the author has not told.
func (d *Daily) Where(req *request.Request) ([]chat.Span, error) {
	owner := archive.OfPerson(req.Author.ID)
	mine := d.Archive.Preferences(req.Ctx, owner)
	command := ""
	if mine["zone"].Value == "" && mine[speak.ZoneAsked].Value == "" {
		command = req.Guide.Settings().ZoneCommand()
		if err := d.Archive.Choose(req.Ctx, owner, speak.ZoneAsked, tell.Chosen{Value: "yes"}); err != nil {
			return nil, err
		}
	}
	return req.Guide.Voice.Say("puzzle-zone", speech.Text("Zone", req.ZoneName(mine)), speech.Text("Command", command)),
		nil
}

// Travelled sets puzzles of the day by another clock from now on, where that is somebody's who is in another zone now.
func (d *Daily) Travelled(ctx context.Context, person string) error {
	list, err := appointments.All(ctx, d.Archive)
	for _, a := range list {
		if err == nil {
			err = d.shift(ctx, chat.Room(a.Of), person)
		}
	}
	d.Agenda.Bell.Ring()
	return err
}

func (d *Daily) shift(ctx context.Context, room chat.Room, person string) error {
	defer d.Rooms.Enter(room)()
	s, _, err := d.Load(ctx, room)
	if err != nil {
		return err
	}
	if who, err := d.Registry.Person(ctx, cmp.Or(s.Person, s.By)); err != nil || who.ID != person {
		return err
	}
	next, err := d.next(ctx, room, s)
	if err != nil {
		return err
	}
	return d.appoint(ctx, room, s, next.at)
}

// coming is how and when a room has its next puzzle of the day.
type coming struct {
	prefers tell.Preferences
	guide   guide.Guide
	at      time.Time // zero: it has none
	date    string    // today, by the clocks of the room
}

// next is when the next puzzle of the day is due in a room, with what tells how to speak there.
func (d *Daily) next(ctx context.Context, room chat.Room, s Set) (c coming, err error) {
	alone, err := d.Registry.Person(ctx, s.Person)
	if err != nil {
		return c, err
	}
	c.prefers = d.Archive.Preferences(ctx, archive.OwnerAt(room, alone.ID))
	c.guide = d.guideFor(c.prefers, chat.Event{Room: room, Private: s.Person != ""})
	zone, err := d.zone(ctx, s, c.guide.Voice)
	if err != nil {
		return c, err
	}
	now := d.Now()
	c.at, c.date = c.prefers.Daily(now, zone), now.In(zone).Format(dateForm)
	return c, nil
}

// tooLate is how long after its time a puzzle is still set, if the bot was not there.
const tooLate = 12 * time.Hour

// deal sets the puzzle of the day in a room, and when the next one is due.
func (d *Daily) deal(ctx context.Context, due agenda.Appointment) error {
	room := chat.Room(due.Of)
	ctx = context.WithoutCancel(ctx)
	err := d.tellTable(ctx, due)
	var message *chat.Message
	if err == nil {
		message, err = d.pose(ctx, due)
	}
	if err != nil {
		return fmt.Errorf("puzzle of the day in %s: %w", room, err)
	}
	a := d.Services.Adapter(room.Service())
	if message == nil || a == nil {
		return nil
	}
	done := d.meter.Speaks(a.Name(), meter.Announcement)
	_, err = a.Send(ctx, room, *message)
	done(err)
	if err != nil { // it is there for the one who asks
		d.Archive.Log.Warn("the puzzle of the day is not sent", "room", room, "error", err)
	}
	return nil
}

// pose stores the puzzle of the day, and returns what to say; nil: nothing.
func (d *Daily) pose(ctx context.Context, due agenda.Appointment) (*chat.Message, error) {
	room := chat.Room(due.Of)
	defer d.Rooms.Enter(room)()
	s, posed, err := d.Load(ctx, room)
	if err != nil {
		return nil, err
	}
	if !s.Next.Equal(due.At) { // it was put off, and that is all that is left of it
		return nil, appointments.Delete(ctx, d.Archive, due)
	}
	next, err := d.next(ctx, room, s)
	if err != nil {
		return nil, err
	}
	old := s
	posing, err := d.another(ctx, &s, next)
	if err != nil {
		return nil, err
	}
	posing = posing && d.Now().Sub(due.At) < tooLate
	if !posing {
		s = old
	}
	if err := d.appoint(ctx, room, s, next.at); err != nil || !posing {
		return nil, err
	}
	if s.Person == "" {
		m, err := d.announced(next.guide, next.prefers, room, *s.Day)
		return &m, err
	}
	news := next.guide.Voice.Say("puzzle-daily")
	if posed {
		from := old.At
		old.At = len(old.Puzzle.Solution)
		before, err := d.line(old)
		if err != nil {
			return nil, err
		}
		news = append(append(news, chat.Span{Text: " "}),
			next.guide.Voice.Say("puzzle-before", speech.Text("Moves", next.guide.PuzzleMoves(before.Line, from)))...)
	}
	shown, err := d.line(s)
	next.guide.Look = next.prefers.Look(shown.Match(), shown.Line.Turn())
	m := next.guide.Puzzle(shown, news, "")
	return &m, err
}

// another sets the puzzle of the day in a room; false: there is none, or it is known there already.
func (d *Daily) another(ctx context.Context, s *Set, next coming) (bool, error) {
	game := d.Archive.Game(s.Game)
	if game == nil || puzzleOn(game, next.date) == nil {
		game = d.Archive.Games[0]
	}
	if next.at.IsZero() || puzzleOn(game, next.date) == nil {
		return false, nil
	}
	if s.Person == "" {
		if s.Day != nil && s.Day.Date == next.date {
			return false, nil
		}
		key, err := d.draws.ID(keyLength)
		if s.Day != nil {
			s.Past = s.Day
		}
		s.Day = &Day{Date: next.date, Game: game.Name, At: d.Now(), Key: key}
		return true, err
	}
	who, err := d.Registry.Person(ctx, s.Person)
	if err != nil {
		return false, err
	}
	switch { // the solution of the one before is told
	case s.Puzzle == nil || who.ID == "":
	case s.Date == "":
		err = d.known(ctx, who.ID, d.Archive.Game(s.Game), *s.Puzzle)
	case s.Date != next.date:
		err = d.see(ctx, who.ID, s.Date, s.Game)
	}
	if err != nil {
		return false, err
	}
	s.Game, s.Date, s.Solver, s.Since, s.Last = game.Name, next.date, "", d.Now(), request.Moment{At: d.Now()}
	is, open, err := d.mine(ctx, *s, who.ID)
	*s = is
	return open, err
}

// keyLength is how long the keys are by which people come to the puzzle of the day of a room.
const keyLength = 8
