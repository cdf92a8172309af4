package exercise

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/agenda"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
)

// mostRows of a table are said.
const mostRows = 20

// solver is somebody who has solved the puzzle of a day.
type solver struct {
	name   string
	took   time.Duration
	wrong  int // tries
	streak int
}

// compare puts those with fewer wrong tries first, and then those who took fewer seconds; some share a place.
func (s solver) compare(other solver) int {
	return cmp.Or(s.wrong-other.wrong, cmp.Compare(s.took/time.Second, other.took/time.Second))
}

// solvedBy are those who have solved the puzzle of a day in a room, in the order of the table; tried reports whether
// anybody there has tried.
func (p Puzzles) solvedBy(ctx context.Context, room chat.Room, d Day) (list []solver, tried bool, err error) {
	names, err := solvers.Names(ctx, p.Archive, string(room)+"/")
	for _, name := range names {
		r, _, err := records.Get(ctx, p.Archive, strings.TrimPrefix(name, string(room)+"/"))
		if err != nil {
			return nil, false, err
		}
		a, _ := r.find(d.Date, d.Game)
		tried = tried || a.Wrong > 0 || a.done()
		if a.Took > 0 {
			list = append(list, solver{tell.User(r.Who).Name, a.Took, a.Wrong, r.streak(d.Date)})
		}
	}
	slices.SortFunc(list, func(a, b solver) int { return cmp.Or(a.compare(b), strings.Compare(a.name, b.name)) })
	return list, tried, err
}

// ofDay says who has solved the puzzle of a day in a room, with a button for the solution; false if nobody there has
// tried.
func (p Puzzles) ofDay(ctx context.Context, v tell.Voice, room chat.Room,
	d Day) (m chat.Message, tried bool, err error) {
	list, tried, err := p.solvedBy(ctx, room, d)
	m.Text = append([]chat.Span{{Text: tell.PuzzleSign + " " + d.Date + " "},
		{Text: v.Text("game." + d.Game), Bold: true}}, tell.Line(v.Say("puzzle-table", speech.Count(len(list))))...)
	place := 0
	for i, s := range list[:min(len(list), mostRows)] {
		if i == 0 || s.compare(list[i-1]) != 0 {
			place = i + 1
		}
		m.Text = append(m.Text, tell.Line(v.Say("puzzle-table-row", speech.Text("Place", strconv.Itoa(place)),
			speech.Text("Name", s.name), speech.Text("Tries", strconv.Itoa(s.wrong+1)),
			speech.Text("Time", v.Span(s.took)), speech.Text("Streak", strconv.Itoa(s.streak))))...)
	}
	if more := len(list) - mostRows; more > 0 {
		m.Text = append(m.Text, tell.Line([]chat.Span{{Text: "… +" + strconv.Itoa(more)}})...)
	}
	m.Buttons = [][]chat.Button{{{Label: v.Text("button.puzzle-see"), Says: "/puzzle " + d.Date + " " +
		v.Typed("solution")}}}
	return m, tried, err
}

// table shows all in the room the table of the last puzzle of a day that is over.
func (p Puzzles) table(req *request.Request, past *Day) (*request.Result, error) {
	if past == nil {
		return nil, request.Instead(chat.Message{Private: true, Text: p.noDay(req)})
	}
	m, _, err := p.ofDay(req.Ctx, req.RoomGuide().Voice, req.Event.Room, *past)
	return request.Say(m), err
}

// tellTable posts in a room how its puzzle of the day went, once, when the next one is due.
func (d *Daily) tellTable(ctx context.Context, due agenda.Appointment) error {
	room := chat.Room(due.Of)
	s, next, err := d.ending(ctx, due)
	if err != nil || s.Day == nil {
		return err
	}
	m, tried, err := d.ofDay(ctx, next.guide.Voice, room, *s.Day)
	if err != nil {
		return err
	}
	if a := d.Services.Adapter(room.Service()); tried && a != nil {
		m.Once = "puzzle/" + s.Day.Date
		if _, err := a.Send(ctx, room, m); err != nil { // it is there for the one who asks
			d.Archive.Log.Warn("the table of a puzzle of the day is not sent", "room", room, "error", err)
		}
	}
	defer d.Rooms.Enter(room)()
	if s, _, err = d.Load(ctx, room); err != nil || s.Day == nil {
		return err
	}
	s.Day.Told = true
	return d.keep(ctx, room, s)
}

// ending is what is set in a room as the puzzle of its day ends, with what comes; without a Day if none ends of which
// the table is still to be told.
func (d *Daily) ending(ctx context.Context, due agenda.Appointment) (s Set, next coming, err error) {
	room := chat.Room(due.Of)
	defer d.Rooms.Enter(room)()
	if s, _, err = d.Load(ctx, room); err != nil || s.Day == nil {
		return s, next, err
	}
	if next, err = d.next(ctx, room, s); err != nil {
		return s, next, err
	}
	if !s.Next.Equal(due.At) || s.Day.Told || s.Day.Date == next.date || d.Now().Sub(due.At) >= tooLate {
		s.Day = nil
	}
	return s, next, nil
}
