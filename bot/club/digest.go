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
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// Turning tells of the move that decided most in some matches; the message is empty where none is known.
type Turning func(ctx context.Context, g guide.Guide, played []*match.Match) (chat.Message, error)

// digests are when rooms have theirs.
var digests = agenda.NewIndex(kv.Schema{Name: "digest-due/", Owner: kv.Own, Bound: "one a room",
	Forgotten: "it names nobody but a room"})

// Choose has the digest of the author's room from now on, or no longer, as its preferences say: on Mondays by the clock
// of the room.
func (c *Club) Choose(req *request.Request, p view.Preferences) error {
	err := c.setDigest(req.Ctx, req.Event.Room, p)
	c.Digests.Wake()
	return err
}

// setDigest has the digest of a room on the next Monday, if its preferences say so.
func (c *Club) setDigest(ctx context.Context, room chat.Room, p view.Preferences) error {
	next := agenda.Appointment{Room: string(room)}
	if wantsDigest(p) {
		voice := c.GuideFor(p, chat.Event{Room: room}).Voice
		next.At = monday(c.Now(), cmp.Or(p.Location(), request.ZoneOf(voice)))
	}
	return digests.Set(ctx, c.Archive, next)
}

func wantsDigest(p view.Preferences) bool { return p.Of("digest") == "on" }

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

// sendDigest says the digest of a room, if there is anything to say, and when the next one is due.
func (c *Club) sendDigest(ctx context.Context, due agenda.Appointment) error {
	room := chat.Room(due.Room)
	ctx = context.WithoutCancel(ctx)
	p := c.Archive.Preferences(ctx, archive.OfRoom(room))
	err := c.setDigest(ctx, room, p)
	if err != nil || !wantsDigest(p) || c.Now().Sub(due.At) > tooLate {
		return err
	}
	m, err := c.digest(ctx, room, p)
	if err != nil {
		return fmt.Errorf("the digest of %s: %w", room, err)
	}
	a := c.Services.Adapter(room.Service())
	if m == nil || a == nil {
		return nil
	}
	if _, err := a.Send(ctx, room, *m); err != nil { // the next one comes in a week
		c.Log.Warn("a digest is not said", "room", room, "error", err)
	}
	return nil
}

// digest is that of a room: what was played there, how tournaments stand, what decided one of the matches, and for whom
// the room waits; nil if nothing is to be told.
func (c *Club) digest(ctx context.Context, room chat.Room, p view.Preferences) (*chat.Message, error) {
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
	tables, err := c.standings(ctx, g, p, room)
	if err != nil || n+running+len(tables) == 0 {
		return nil, err
	}
	m := g.Lists().Under(g.Voice.Say("digest", speech.Count(n)), played...)
	m.Quiet, m.Buttons = true, nil
	m.AddLine(tables...)
	if running > 0 {
		waiting := g.Lists().Waiting(running, waits)
		m.AddLine(waiting.Text)
		m.Buttons = waiting.Buttons
	}
	decided, err := c.Turning(ctx, g, played)
	if decided.Text != nil {
		m.AddLine([]chat.Span{}, decided.Text) // behind an empty line
		m.Board, m.Buttons = decided.Board, append(m.Buttons, decided.Buttons...)
	}
	return &m, err
}

// mostLeaders are told of a tournament.
const mostLeaders = 3

// standings says how the tournaments under way in a room stand.
func (c *Club) standings(ctx context.Context, g guide.Guide, prefers view.Preferences,
	room chat.Room) (lines [][]chat.Span, err error) {
	live, _, err := c.at(ctx, room, "")
	for _, s := range live {
		p, failed := c.page(ctx, g, prefers, s)
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
