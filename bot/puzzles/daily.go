package puzzles

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"tabuleiro/bot/agenda"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/notebook"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/share"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
)

// Daily sets a puzzle a day in rooms that asked for it.
type Daily struct {
	puzzles  Puzzles
	services *services.Services
	registry *people.Registry
	share    *share.Share // rooms in which it does
	meter    *meter.Meter
	guideFor func(tell.Preferences, chat.Event) guide.Guide
	Agenda   *agenda.Agenda[agenda.Appointment]
}

// appointments are when puzzles are to be set, each of a room.
var appointments = agenda.NewIndex(notebook.Kind{Name: "puzzle-due/", Of: notebook.Own, Bound: "one a room", Forgotten: "Daily.Forget"}, time.RFC3339,
	func(string) error { return nil })

// NewDaily sets no puzzle before its Agenda runs.
func NewDaily(p Puzzles, s *services.Services, r *people.Registry, own *share.Share, m *meter.Meter, guideFor func(tell.Preferences, chat.Event) guide.Guide) *Daily {
	d := &Daily{puzzles: p, services: s, registry: r, share: own, meter: m, guideFor: guideFor}
	d.Agenda = appointments.Agenda(p.Archive, agenda.Config[agenda.Appointment]{
		Mine: func(a agenda.Appointment) bool { return own.Owns(chat.Room(a.Of)) }, Do: d.deal, Now: p.Now, Log: p.Archive.Log,
	})
	return d
}

// appoint keeps what is set in a room, with another appointment in place of the one there was; zero: with none.
func (d *Daily) appoint(ctx context.Context, room chat.Room, s Set, next time.Time) error {
	old := s.Next
	if s.Next = next; !next.IsZero() {
		if err := appointments.Put(ctx, d.puzzles.Archive, agenda.Appointment{At: next, Of: string(room)}); err != nil {
			return err
		}
	}
	if err := d.puzzles.keep(ctx, room, s); err != nil {
		return err
	}
	if old.IsZero() || old.Equal(next) {
		return nil
	}
	return appointments.Delete(ctx, d.puzzles.Archive, agenda.Appointment{At: old, Of: string(room)})
}

// Choose has a room's puzzle set from now on at the time of day that its preferences say.
func (d *Daily) Choose(req *request.Request, p tell.Preferences) error {
	if err := d.puzzles.Find.KeepLanguage(req); err != nil {
		return err
	}
	room := req.Event.Room
	defer d.puzzles.Rooms.Enter(room)()
	s, _, err := d.puzzles.Load(req.Ctx, room)
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
	err = d.appoint(req.Ctx, room, s, p.Daily(d.puzzles.Now(), zone))
	if err == nil {
		d.Agenda.Bell.Ring()
	}
	return err
}

// zone is that in which the time of day of a room's puzzle is meant: where the person is who is there alone or has chosen the
// time, or where most people of the language are if that is not known.
func (d *Daily) zone(ctx context.Context, s Set, v tell.Voice) (*time.Location, error) {
	who, err := d.registry.Person(ctx, cmp.Or(s.Person, s.By))
	return cmp.Or(d.puzzles.Archive.Preferences(ctx, archive.OfPerson(who.ID)).Location(), request.ZoneOf(v)), err
}

// Where tells by which clock the puzzle is set that the author has just chosen a time for, and asks once where that is, if the
// author has not told.
func (d *Daily) Where(req *request.Request) ([]chat.Span, error) {
	owner := archive.OfPerson(req.Author.ID)
	mine := d.puzzles.Archive.Preferences(req.Ctx, owner)
	command := ""
	if mine["zone"].Value == "" && mine[speak.ZoneAsked].Value == "" {
		command = req.Guide.Settings().ZoneCommand()
		if err := d.puzzles.Archive.Choose(req.Ctx, owner, speak.ZoneAsked, tell.Chosen{Value: "yes"}); err != nil {
			return nil, err
		}
	}
	return req.Guide.Voice.Say("puzzle-zone", speech.Text("Zone", req.ZoneName(mine)), speech.Text("Command", command)), nil
}

// Travelled sets puzzles of the day by another clock from now on, where that is somebody's who is in another zone now.
func (d *Daily) Travelled(ctx context.Context, person string) error {
	list, err := appointments.All(ctx, d.puzzles.Archive)
	for _, a := range list {
		if err == nil {
			err = d.shift(ctx, chat.Room(a.Of), person)
		}
	}
	d.Agenda.Bell.Ring()
	return err
}

func (d *Daily) shift(ctx context.Context, room chat.Room, person string) error {
	ctx, leave, ours := d.share.Enter(ctx, room)
	if !ours { // the process that has the room asks for the zone with the next puzzle
		return nil
	}
	defer leave()
	defer d.puzzles.Rooms.Enter(room)()
	s, _, err := d.puzzles.Load(ctx, room)
	if err != nil {
		return err
	}
	if who, err := d.registry.Person(ctx, cmp.Or(s.Person, s.By)); err != nil || who.ID != person {
		return err
	}
	_, _, next, err := d.next(ctx, room, s)
	if err != nil {
		return err
	}
	return d.appoint(ctx, room, s, next)
}

// next is when the next puzzle of the day is due in a room, with what tells how to speak there.
func (d *Daily) next(ctx context.Context, room chat.Room, s Set) (p tell.Preferences, g guide.Guide, at time.Time, err error) {
	alone, err := d.registry.Person(ctx, s.Person)
	if err != nil {
		return nil, g, at, err
	}
	p = d.puzzles.Archive.Preferences(ctx, archive.OwnerAt(room, alone.ID))
	g = d.guideFor(p, chat.Event{Room: room, Private: s.Person != ""})
	zone, err := d.zone(ctx, s, g.Voice)
	if err != nil {
		return nil, g, at, err
	}
	return p, g, p.Daily(d.puzzles.Now(), zone), nil
}

// tooLate is how long after its time a puzzle is still set, if the bot was not there.
const tooLate = 12 * time.Hour

// deal sets the puzzle of the day in a room, and when the next one is due.
func (d *Daily) deal(ctx context.Context, due agenda.Appointment) error {
	room := chat.Room(due.Of)
	inside, leave, ours := d.share.Enter(context.WithoutCancel(ctx), room)
	if !ours {
		return nil
	}
	defer leave()
	message, err := d.pose(inside, due)
	if err != nil {
		return fmt.Errorf("puzzle of the day in %s: %w", room, err)
	}
	a := d.services.Adapter(room.Service())
	if message == nil || a == nil {
		return nil
	}
	done := d.meter.Speaks(a.Name(), meter.Announcement)
	_, err = a.Send(inside, room, *message)
	done(err)
	if err != nil { // it is there for whoever asks
		d.puzzles.Archive.Log.Warn("the puzzle of the day is not sent", "room", room, "error", err)
	}
	return nil
}

// pose stores the puzzle of the day, and returns what to say; nil: nothing.
func (d *Daily) pose(ctx context.Context, due agenda.Appointment) (*chat.Message, error) {
	p, room := d.puzzles, chat.Room(due.Of)
	defer p.Rooms.Enter(room)()
	s, posed, err := p.Load(ctx, room)
	if err != nil {
		return nil, err
	}
	if !s.Next.Equal(due.At) { // it was put off, and that is all that is left of it
		return nil, appointments.Delete(ctx, p.Archive, due)
	}
	preferences, g, next, err := d.next(ctx, room, s)
	if err != nil {
		return nil, err
	}
	var before tell.Puzzle
	if posed {
		ended := s
		ended.At = len(s.Puzzle.Solution)
		if before, err = p.line(ended); err != nil {
			return nil, err
		}
	}
	from := s.At
	game := p.Archive.Game(s.Game)
	if game == nil {
		game = p.Archive.Games[0]
	}
	posing := !next.IsZero() && p.Now().Sub(due.At) < tooLate && s.another(game, "", room)
	if posing {
		s.Last = request.Moment{At: p.Now()}
	}
	if err := d.appoint(ctx, room, s, next); err != nil || !posing {
		return nil, err
	}
	shown, err := p.line(s)
	if err != nil {
		return nil, err
	}
	g.Look = preferences.Look(shown.Match(), shown.Line.Turn())
	news := g.Voice.Say("puzzle-daily")
	if posed {
		news = append(append(news, chat.Span{Text: " "}), g.Voice.Say("puzzle-before", speech.Text("Moves", g.Lines().PuzzleMoves(before.Line, from)))...)
	}
	m := g.Pages().Puzzle(shown, news, "")
	return &m, nil
}

// Moved gives what is set in a room to its new address.
func (d *Daily) Moved(ctx context.Context, from, to chat.Room) error {
	s, _, err := d.puzzles.Load(ctx, from)
	if err != nil || s.Number == 0 && s.Next.IsZero() {
		return err
	}
	next := s.Next
	s.Next = time.Time{}
	if err := d.appoint(ctx, to, s, next); err != nil {
		return err
	}
	return d.drop(ctx, from, next)
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

// Forget deletes what is set where only a person is, and that others see their puzzles by the clock of the person.
func (d *Daily) Forget(ctx context.Context, person string) error {
	keys, err := sets.Names(ctx, d.puzzles.Archive, "")
	if err != nil {
		return err
	}
	for _, key := range keys {
		room := chat.Room(key)
		if err := d.forgetIn(ctx, room, person); err != nil {
			return err
		}
	}
	return nil
}

func (d *Daily) forgetIn(ctx context.Context, room chat.Room, person string) error {
	defer d.puzzles.Rooms.Enter(room)()
	s, _, err := d.puzzles.Load(ctx, room)
	if err != nil || s.Person == "" && s.By == "" {
		return err
	}
	is, err := d.registry.Person(ctx, cmp.Or(s.Person, s.By))
	switch {
	case err != nil || is.ID != person:
		return err
	case s.Person != "":
		return d.drop(ctx, room, s.Next)
	}
	s.By = ""
	_, _, next, err := d.next(ctx, room, s)
	if err != nil {
		return err
	}
	return d.appoint(ctx, room, s, next)
}
