package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/agenda"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/share"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
)

// daily sets a puzzle a day in rooms that asked for it.
type daily struct {
	puzzles  puzzles
	services *services
	registry *registry
	share    *share.Share // rooms in which it does
	meter    *meter.Meter
	guideFor func(tell.Preferences, chat.Event) guide.Guide
	agenda   *agenda.Agenda[appointment]
}

// appointment is when a puzzle is to be set in a room.
type appointment struct {
	at   time.Time
	room chat.Room
}

// dueKey begins the keys that stand for appointments, in the order of time.
const dueKey = "puzzle-due/"

func (a appointment) key() string {
	return dueKey + a.at.UTC().Format(time.RFC3339) + "/" + string(a.room)
}

// appointmentOf reads a key.
func appointmentOf(key string) (a appointment, err error) {
	at, room, _ := strings.Cut(strings.TrimPrefix(key, dueKey), "/")
	a.room = chat.Room(room)
	a.at, err = time.Parse(time.RFC3339, at)
	return a, err
}

func newDaily(p puzzles, s *services, r *registry, own *share.Share, m *meter.Meter, guideFor func(tell.Preferences, chat.Event) guide.Guide) *daily {
	d := &daily{puzzles: p, services: s, registry: r, share: own, meter: m, guideFor: guideFor}
	d.agenda = agenda.New(agenda.Config[appointment]{
		Soonest: d.soonest, Due: d.due, Mine: func(a appointment) bool { return own.Owns(a.room) }, Do: d.deal, Now: p.now, Log: p.archive.Log,
	})
	return d
}

// all are the appointments, the soonest first.
func (d *daily) all(ctx context.Context) (list []appointment, err error) {
	keys, err := d.puzzles.archive.Keys(ctx, dueKey)
	for _, key := range keys {
		if a, err := appointmentOf(key); err == nil {
			list = append(list, a)
		}
	}
	return list, err
}

func (d *daily) soonest(ctx context.Context) (time.Time, error) {
	list, err := d.all(ctx)
	if len(list) == 0 || err != nil {
		return time.Time{}, err
	}
	return list[0].at, nil
}

func (d *daily) due(ctx context.Context, now time.Time) ([]appointment, error) {
	list, err := d.all(ctx)
	n := slices.IndexFunc(list, func(a appointment) bool { return a.at.After(now) })
	if n < 0 {
		n = len(list)
	}
	return list[:n], err
}

// appoint keeps what is set in a room, with another appointment in place of the one there was; zero: with none.
func (d *daily) appoint(ctx context.Context, room chat.Room, s set, next time.Time) error {
	old := s.Next
	if s.Next = next; !next.IsZero() {
		if err := d.puzzles.archive.Put(ctx, appointment{next, room}.key(), "yes"); err != nil {
			return err
		}
	}
	if err := d.puzzles.keep(ctx, room, s); err != nil {
		return err
	}
	if old.IsZero() || old.Equal(next) {
		return nil
	}
	return d.puzzles.archive.Put(ctx, appointment{old, room}.key(), "")
}

// choose has a room's puzzle set from now on at the time of day that its preferences say.
func (d *daily) choose(t *talk, p tell.Preferences) error {
	room := t.event.Room
	defer d.puzzles.rooms.Enter(room)()
	s, _, err := d.puzzles.in(t.ctx, room)
	if err != nil {
		return err
	}
	if t.event.Private {
		s.Person = t.me.ID
	}
	err = d.appoint(t.ctx, room, s, p.Daily(d.puzzles.now(), zoneOf(t.Languages.Voice(p, t.event.Locale))))
	if err == nil {
		d.agenda.Sooner()
	}
	return err
}

// tooLate is how long after its time a puzzle is still set, if the bot was not there.
const tooLate = 12 * time.Hour

// deal sets the puzzle of the day in a room, and when the next one is due.
func (d *daily) deal(ctx context.Context, due appointment) error {
	inside, leave, ours := d.share.Enter(context.WithoutCancel(ctx), due.room)
	if !ours {
		return nil
	}
	defer leave()
	message, err := d.pose(inside, due)
	if err != nil {
		return fmt.Errorf("puzzle of the day in %s: %w", due.room, err)
	}
	a := d.services.adapter(due.room.Service())
	if message == nil || a == nil {
		return nil
	}
	done := d.meter.Speaks(a.Name(), meter.Announcement)
	_, err = a.Send(inside, due.room, *message)
	done(err)
	if err != nil { // it is there for whoever asks
		d.puzzles.archive.Log.Warn("the puzzle of the day is not sent", "room", due.room, "error", err)
	}
	return nil
}

// pose stores the puzzle of the day, and returns what to say; nil: nothing.
func (d *daily) pose(ctx context.Context, due appointment) (*chat.Message, error) {
	p, room := d.puzzles, due.room
	defer p.rooms.Enter(room)()
	s, posed, err := p.in(ctx, room)
	if err != nil {
		return nil, err
	}
	if !s.Next.Equal(due.at) { // it was put off, and that is all that is left of it
		return nil, p.archive.Put(ctx, due.key(), "")
	}
	person, err := d.registry.person(ctx, s.Person)
	if err != nil {
		return nil, err
	}
	preferences := p.archive.Preferences(ctx, archive.OwnerAt(room, person.ID))
	g := d.guideFor(preferences, chat.Event{Room: room, Private: s.Person != ""})
	now := p.now()
	next := preferences.Daily(now, zoneOf(g.Voice))
	var before tell.Puzzle
	if posed {
		ended := s
		ended.At = len(s.Puzzle.Solution)
		if before, err = p.line(ended); err != nil {
			return nil, err
		}
	}
	from := s.At
	game := p.archive.Game(s.Game)
	if game == nil {
		game = p.archive.Games[0]
	}
	posing := !next.IsZero() && now.Sub(due.at) < tooLate && s.another(game, room)
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
		news = append(append(news, chat.Span{Text: " "}), g.Voice.Say("puzzle-before", speech.Text("Moves", g.PuzzleMoves(before.Line, from)))...)
	}
	m := g.Puzzle(shown, news, "")
	return &m, nil
}

// moved gives what is set in a room to its new address.
func (d *daily) moved(ctx context.Context, from, to chat.Room) error {
	s, _, err := d.puzzles.in(ctx, from)
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
func (d *daily) drop(ctx context.Context, room chat.Room, next time.Time) error {
	if !next.IsZero() {
		if err := d.puzzles.archive.Put(ctx, appointment{next, room}.key(), ""); err != nil {
			return err
		}
	}
	return d.puzzles.archive.Put(ctx, puzzleKey+string(room), "")
}

// forget deletes what is set where only a person is.
func (d *daily) forget(ctx context.Context, person string) error {
	keys, err := d.puzzles.archive.Keys(ctx, puzzleKey)
	if err != nil {
		return err
	}
	for _, key := range keys {
		room := chat.Room(strings.TrimPrefix(key, puzzleKey))
		if err := d.forgetIn(ctx, room, person); err != nil {
			return err
		}
	}
	return nil
}

func (d *daily) forgetIn(ctx context.Context, room chat.Room, person string) error {
	defer d.puzzles.rooms.Enter(room)()
	s, _, err := d.puzzles.in(ctx, room)
	if err != nil || s.Person == "" {
		return err
	}
	if is, err := d.registry.person(ctx, s.Person); err != nil || is.ID != person {
		return err
	}
	return d.drop(ctx, room, s.Next)
}
