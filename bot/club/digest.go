package club

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"tabuleiro/bot/agenda"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/request"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// Digest says once a week in rooms that want it what was played there, how tournaments stand, what decided one of the
// matches, and for whom the room waits.
type Digest struct {
	club    *Club
	turning Turning
	Agenda  *agenda.Agenda[agenda.Appointment]
}

// Turning tells of the move that decided most in some matches, and in which it was; nil where none is known.
type Turning func(ctx context.Context, g guide.Guide, played []*match.Match) (*match.Match, chat.Message, error)

// weekly is when a room has its next digest, by the clock of which zone.
type weekly struct {
	at   time.Time
	zone *time.Location
	room chat.Room
}

// digests are when rooms have theirs: each of a zone and a room, "Europe~Lisbon/telegram:-100".
var digests = agenda.NewIndex(kv.Schema{Name: "digest-due/", Owner: kv.Own, Bound: "one a room",
	Forgotten: "it names nobody but a room"},
	func(of string) error {
		_, err := weeklyOf(agenda.Appointment{Of: of})
		return err
	})

func (w weekly) due() agenda.Appointment {
	return agenda.Appointment{At: w.at, Of: strings.ReplaceAll(w.zone.String(), "/", "~") + "/" + string(w.room)}
}

// weeklyOf reads what is due.
func weeklyOf(due agenda.Appointment) (w weekly, err error) {
	zone, room, named := strings.Cut(due.Of, "/")
	if !named {
		return w, fmt.Errorf("%q names no room", due.Of)
	}
	w.at, w.room = due.At, chat.Room(room)
	w.zone, err = time.LoadLocation(strings.ReplaceAll(zone, "~", "/"))
	return w, err
}

// NewDigest says nothing before its Agenda runs.
func NewDigest(c *Club, turning Turning) *Digest {
	d := &Digest{club: c, turning: turning}
	d.Agenda = digests.Agenda(c.Archive, agenda.Config[agenda.Appointment]{
		Do: d.deal, Now: c.Now, Log: c.Log,
	})
	return d
}

// Choose has the digest of the author's room from now on, or no longer, as its preferences say: on Mondays by the clock
// of the author.
func (d *Digest) Choose(req *request.Request, p view.Preferences) error {
	room := req.Event.Room
	if err := d.Moved(req.Ctx, room, ""); err != nil || !wantsDigest(p) {
		return err
	}
	mine := d.club.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID))
	zone := cmp.Or(mine.Location(), request.ZoneOf(req.Guide.Voice))
	err := d.put(req.Ctx, weekly{monday(d.club.Now(), zone), zone, room})
	d.Agenda.Bell.Wake()
	return err
}

func wantsDigest(p view.Preferences) bool { return p.Of("digest") == "on" }

// Moved gives the appointments of a room to its new address; "": they are deleted.
func (d *Digest) Moved(ctx context.Context, from, to chat.Room) error {
	list, err := digests.All(ctx, d.club.Archive)
	for _, due := range list {
		w, _ := weeklyOf(due) // those that cannot be read are not there
		if w.room != from || err != nil {
			continue
		}
		if to != "" {
			err = d.put(ctx, weekly{w.at, w.zone, to})
		}
		if err == nil {
			err = digests.Delete(ctx, d.club.Archive, due)
		}
	}
	return err
}

func (d *Digest) put(ctx context.Context, w weekly) error {
	return digests.Put(ctx, d.club.Archive, w.due())
}

// monday is nine o'clock of the next Monday after a moment, by the clocks of a zone.
func monday(after time.Time, zone *time.Location) time.Time {
	local := after.In(zone)
	at := time.Date(local.Year(), local.Month(), local.Day()+int(time.Monday-local.Weekday()+7)%7, 9, 0, 0, 0, zone)
	if !at.After(after) {
		at = time.Date(at.Year(), at.Month(), at.Day()+7, 9, 0, 0, 0, zone)
	}
	return at
}

// The time that a digest covers, and how late it is still said if the bot was not there.
const (
	week    = 7 * 24 * time.Hour
	tooLate = 12 * time.Hour
)

// deal says the digest of a room, if there is anything to say, and when the next one is due.
func (d *Digest) deal(ctx context.Context, is agenda.Appointment) error {
	c := d.club
	due, err := weeklyOf(is)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	p := c.Archive.Preferences(ctx, archive.OfRoom(due.room))
	if wantsDigest(p) {
		if err := d.put(ctx, weekly{monday(c.Now(), due.zone), due.zone, due.room}); err != nil {
			return err
		}
	}
	if err := digests.Delete(ctx, c.Archive, is); err != nil || !wantsDigest(p) || c.Now().Sub(due.at) > tooLate {
		return err
	}
	m, err := d.message(ctx, due.room, p)
	if err != nil {
		return fmt.Errorf("the digest of %s: %w", due.room, err)
	}
	a := c.Services.Adapter(due.room.Service())
	if m == nil || a == nil {
		return nil
	}
	if _, err := a.Send(ctx, due.room, *m); err != nil { // the next one comes in a week
		c.Log.Warn("a digest is not said", "room", due.room, "error", err)
	}
	return nil
}

// message is the digest of a room; nil if nothing is to be told.
func (d *Digest) message(ctx context.Context, room chat.Room, p view.Preferences) (*chat.Message, error) {
	c := d.club
	g := c.GuideFor(p, chat.Event{Room: room})
	since := c.Now().Add(-week)
	played, n, err := c.Archive.Longest(ctx, storage.Query{Room: string(room), Ended: true}, func(h storage.Head) bool {
		return h.Status == match.Over && h.Latest.After(since)
	}, guide.PerPage)
	if err != nil {
		return nil, err
	}
	waits, running, err := c.Archive.Longest(ctx, storage.Query{Room: string(room), Live: true},
		func(h storage.Head) bool { return h.Status == match.Playing }, guide.PerPage)
	if err != nil {
		return nil, err
	}
	tables, err := d.tournaments(ctx, g, p, room)
	if err != nil || n+running+len(tables) == 0 {
		return nil, err
	}
	digest := guide.Digest{Played: played, AllPlayed: n, Tables: tables, Waiting: waits, AllWaiting: running}
	if digest.Turning, digest.Moment, err = d.turning(ctx, g, played); err != nil {
		return nil, err
	}
	m := g.Lists().Digest(digest)
	return &m, nil
}

// mostLeaders are told of a tournament.
const mostLeaders = 3

// tournaments says how those under way in a room stand.
func (d *Digest) tournaments(ctx context.Context, g guide.Guide, prefers view.Preferences,
	room chat.Room) (lines [][]chat.Span, err error) {
	live, _, err := d.club.book.at(ctx, room, "")
	for _, s := range live {
		p, failed := d.club.page(ctx, g, prefers, s)
		line, rows := p.title(), s.Standing(p.played)
		var leaders []string
		for _, row := range rows[:min(len(rows), mostLeaders)] {
			leader := fmt.Sprintf("%d. %s", row.Place, p.name(s.Entrants[row.Entrant]))
			if sortOf(s) != ladders {
				leader += " " + p.made(row)
			}
			leaders = append(leaders, leader)
		}
		switch {
		case s.Status == tournament.Gathering:
			line = append(append(line, chat.Span{Text: ": "}), p.entrants()...)
		case leaders != nil:
			line = append(line, chat.Span{Text: ": " + strings.Join(leaders, ", ")})
		}
		if err := failed(); err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, err
}
