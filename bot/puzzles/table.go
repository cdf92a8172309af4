package puzzles

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

// row is somebody in a table, placed by the number of wrong tries and then by the seconds.
type row struct {
	name  string
	worth [2]int64
	say   func(name, place string) []chat.Span
}

// here are the records of those who answer puzzles of the day in a room.
func (p Puzzles) here(ctx context.Context, room chat.Room) (list []Record, err error) {
	names, err := solvers.Names(ctx, p.Archive, string(room)+"/")
	for _, name := range names {
		r, there, err := records.Get(ctx, p.Archive, strings.TrimPrefix(name, string(room)+"/"))
		if err != nil {
			return nil, err
		}
		if there {
			list = append(list, r)
		}
	}
	return list, err
}

// lines are the rows of a table in their order. Rows worth the same share a place.
func lines(rows []row) (text []chat.Span) {
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(slices.Compare(a.worth[:], b.worth[:]), strings.Compare(a.name, b.name))
	})
	place := 0
	for i, r := range rows[:min(len(rows), mostRows)] {
		if i == 0 || r.worth != rows[i-1].worth {
			place = i + 1
		}
		text = append(text, tell.Line(r.say(r.name, strconv.Itoa(place)))...)
	}
	if more := len(rows) - mostRows; more > 0 {
		text = append(text, tell.Line([]chat.Span{{Text: "… +" + strconv.Itoa(more)}})...)
	}
	return text
}

// ofDay says who has solved the puzzle of a day in a room, with a button for the solution; false if nobody there has
// tried.
func (p Puzzles) ofDay(ctx context.Context, v tell.Voice, room chat.Room,
	d Day) (m chat.Message, tried bool, err error) {
	all, err := p.here(ctx, room)
	var rows []row
	for _, r := range all {
		a, there := r.find(d.Date, d.Game)
		tried = tried || there && (a.Wrong > 0 || a.done())
		if a.Took == 0 {
			continue
		}
		rows = append(rows, row{tell.User(r.Who).Name, [2]int64{int64(a.Wrong), int64(a.Took / time.Second)},
			func(name, place string) []chat.Span {
				return v.Say("puzzle-table-row", speech.Text("Place", place), speech.Text("Name", name),
					speech.Text("Tries", strconv.Itoa(a.Wrong+1)),
					speech.Text("Time", v.Span(a.Took)), speech.Text("Streak", strconv.Itoa(r.streak(d.Date))))
			}})
	}
	m.Text = append([]chat.Span{{Text: tell.PuzzleSign + " " + d.Date + " "},
		{Text: v.Text("game." + d.Game), Bold: true}}, tell.Line(v.Say("puzzle-table", speech.Count(len(rows))))...)
	m.Text = append(m.Text, lines(rows)...)
	m.Buttons = [][]chat.Button{{{Label: v.Text("button.puzzle-see"), Says: "/puzzle " + d.Date + " " +
		v.Typed("solution")}}}
	return m, tried, err
}

// table shows all in the room the table of the last puzzle of a day that is over.
func (p Puzzles) table(req *request.Request) (*request.Result, error) {
	s, _, err := p.Load(req.Ctx, req.Event.Room)
	if err != nil {
		return nil, err
	}
	if s.Past == nil {
		return nil, request.Instead(chat.Message{Private: true, Text: noDay(p, req)})
	}
	m, _, err := p.ofDay(req.Ctx, req.RoomGuide().Voice, req.Event.Room, *s.Past)
	return request.Say(m), err
}

// tellTable posts in a room how its puzzle of the day went, once, when the next one is due.
func (d *Daily) tellTable(ctx context.Context, due agenda.Appointment) error {
	p, room := d.puzzles, chat.Room(due.Of)
	s, next, err := d.ending(ctx, due)
	if err != nil || s.Day == nil {
		return err
	}
	v, a := next.guide.Voice, d.services.Adapter(room.Service())
	m, tried, err := p.ofDay(ctx, v, room, *s.Day)
	if err != nil {
		return err
	}
	if tried && a != nil {
		m.Once = "puzzle/" + s.Day.Date
		if _, err := a.Send(ctx, room, m); err != nil { // it is there for the one who asks
			p.Archive.Log.Warn("the table of a puzzle of the day is not sent", "room", room, "error", err)
		}
	}
	return d.note(ctx, room, func(day *Day) { day.Told = true })
}

// ending is what is set in a room as the puzzle of its day ends, with what comes; without a Day if none ends of which
// the table is still to be told.
func (d *Daily) ending(ctx context.Context, due agenda.Appointment) (s Set, next coming, err error) {
	p, room := d.puzzles, chat.Room(due.Of)
	defer p.Rooms.Enter(room)()
	if s, _, err = p.Load(ctx, room); err != nil || s.Day == nil {
		return s, next, err
	}
	if next, err = d.next(ctx, room, s); err != nil {
		return s, next, err
	}
	if !s.Next.Equal(due.At) || s.Day.Told || s.Day.Date == next.date || p.Now().Sub(due.At) >= tooLate {
		s.Day = nil
	}
	return s, next, nil
}

// note keeps something of the puzzle of the day of a room.
func (d *Daily) note(ctx context.Context, room chat.Room, change func(*Day)) error {
	defer d.puzzles.Rooms.Enter(room)()
	s, _, err := d.puzzles.Load(ctx, room)
	if err != nil || s.Day == nil {
		return err
	}
	change(s.Day)
	return d.puzzles.keep(ctx, room, s)
}
