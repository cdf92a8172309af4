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

// Turning returns the message about the most decisive move of some matches; it is empty if none is known.
type Turning func(ctx context.Context, g guide.Guide, played []*match.Match) (chat.Message, error)

// digests are the times at which rooms get their digests.
var digests = agenda.NewIndex(kv.Schema{Name: "digest-due/", Owner: kv.Own, Bound: "one a room",
	Forgotten: "it names nobody but a room"})

// Choose implements account.Follower: it schedules or cancels the digest of the author's room, as its preferences say.
func (c *Club) Choose(req *request.Request, p view.Preferences) error {
	err := c.setDigest(req.Ctx, req.Event.Room, p)
	c.Digests.Wake()
	return err
}

// setDigest schedules the digest of a room for its next Monday, if its preferences want one.
func (c *Club) setDigest(ctx context.Context, room chat.Room, p view.Preferences) error {
	next := agenda.Appointment{Room: string(room)}
	if wantsDigest(p) {
		voice := c.GuideFor(p, chat.Event{Room: room}).Voice
		next.At = monday(c.Now(), cmp.Or(p.Location(), request.ZoneOf(voice)))
	}
	return digests.Set(ctx, c.Archive, next)
}

func wantsDigest(p view.Preferences) bool { return p.Of("digest") == "on" }

// monday returns nine o'clock on the next Monday after a time, in a zone.
func monday(after time.Time, zone *time.Location) time.Time {
	local := after.In(zone)
	at := time.Date(local.Year(), local.Month(), local.Day()+int(time.Monday-local.Weekday()+7)%7, 9, 0, 0, 0, zone)
	if !at.After(after) {
		at = time.Date(at.Year(), at.Month(), at.Day()+7, 9, 0, 0, 0, zone)
	}
	return at
}

// The time that a digest covers, and how late it is still sent after an outage.
const (
	week    = 7 * 24 * time.Hour
	tooLate = 12 * time.Hour
)

// sendDigest sends the digest of a room, if there is anything to tell, and schedules the next one.
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
	_, err = a.Send(ctx, room, *m)
	c.Archive.Warn(err, "a digest cannot be sent", "room", room) // the next one comes in a week
	return nil
}

// digest returns the digest of a room: what was played, how tournaments stand, the most decisive move, and who is on
// turn. It is nil if there is nothing to tell.
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
	tables, err := c.standings(ctx, g, room)
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

// mostLeaders bounds the leaders named of a tournament.
const mostLeaders = 3

// standings says how the tournaments under way in a room stand, one a line.
func (c *Club) standings(ctx context.Context, g guide.Guide, room chat.Room) (lines [][]chat.Span, err error) {
	live, _, err := c.at(ctx, room, "")
	for _, s := range live {
		p, failed := c.page(ctx, g, s)
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
