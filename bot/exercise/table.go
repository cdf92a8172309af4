package exercise

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
)

// mostRows of a table are said.
const mostRows = 20

// row is that of somebody who has solved the puzzle of a day.
type row struct {
	Answer
	name   string
	streak int
}

// compare puts those with fewer wrong tries first, and then those who took fewer seconds; some share a place.
func (r row) compare(other row) int {
	return cmp.Or(r.Wrong-other.Wrong, cmp.Compare(r.Took/time.Second, other.Took/time.Second))
}

// rows are those who have solved the puzzle of a day in a room, in the order of the table; tried reports whether anybody
// there has tried.
func (e Exercises) rows(ctx context.Context, d Day) (list []row, tried bool, err error) {
	for _, person := range d.Solvers {
		r, _, err := records.Get(ctx, e.Archive, person)
		if err != nil {
			return nil, false, err
		}
		a, _ := r.find(d.Date, d.Game)
		tried = tried || a.Wrong > 0 || a.done()
		if a.Took > 0 {
			list = append(list, row{a, view.User(r.Who).Name, r.streak(d.Date)})
		}
	}
	slices.SortFunc(list, func(a, b row) int { return cmp.Or(a.compare(b), strings.Compare(a.name, b.name)) })
	return list, tried, err
}

// ofDay says who has solved the puzzle of a day in a room, with a button for the solution; false if nobody there has
// tried.
func (e Exercises) ofDay(ctx context.Context, v view.Voice, d Day) (m chat.Message, tried bool, err error) {
	list, tried, err := e.rows(ctx, d)
	m.Text = append([]chat.Span{{Text: view.PuzzleSign + " " + d.Date + " "},
		{Text: v.Text("game." + d.Game), Bold: true}}, view.Line(v.Say("puzzle-table", speech.Count(len(list))))...)
	place := 0
	for i, s := range list[:min(len(list), mostRows)] {
		if i == 0 || s.compare(list[i-1]) != 0 {
			place = i + 1
		}
		m.Text = append(m.Text, view.Line(v.Say("puzzle-table-row", speech.Text("Place", strconv.Itoa(place)),
			speech.Text("Name", s.name), speech.Text("Tries", strconv.Itoa(s.Wrong+1)),
			speech.Text("Time", v.Span(s.Took)), speech.Text("Streak", strconv.Itoa(s.streak))))...)
	}
	if more := len(list) - mostRows; more > 0 {
		m.Text = append(m.Text, view.Line([]chat.Span{{Text: "… +" + strconv.Itoa(more)}})...)
	}
	m.Buttons = [][]chat.Button{{{Label: v.Text("button.puzzle-see"), Says: "/puzzle " + d.Date + " " +
		v.Typed("solution")}}}
	return m, tried, err
}

// table shows all in the room the table of the last puzzle of a day that is over.
func (e Exercises) table(req *request.Request, past *Day) (*request.Result, error) {
	if past == nil {
		return nil, e.noDay(req)
	}
	m, _, err := e.ofDay(req.Ctx, req.RoomGuide().Voice, *past)
	return request.Say(m), err
}
