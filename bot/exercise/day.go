package exercise

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/puzzle"
)

// Day is the puzzle of the day in a room of several people. It is the same in all rooms with its game and date, and
// everybody answers it once, in private.
type Day struct {
	Date string    `json:"date"` // in the room's zone: "2026-11-26"
	Game string    `json:"game"`
	At   time.Time `json:"at"`  // when it was set
	Key  string    `json:"key"` // in the link to it from the room
	// ids of the people who have opened it from the room
	Solvers []string `json:"solvers,omitempty"`
}

// counts is how long after a puzzle of the day was set an answer counts.
const counts = 24 * time.Hour

// task makes the unsolved task of a puzzle of the day.
func (e Exercises) task(d Day) Task {
	return Task{Answer: Answer{Date: d.Date, Game: d.Game, Since: d.At}, Puzzle: puzzleOn(e.Archive.Game(d.Game), d.Date)}
}

// puzzleOn returns the puzzle of a game on a date; nil if the game has none.
func puzzleOn(game *engine.Game, date string) *puzzle.Puzzle {
	if game == nil {
		return nil
	}
	all := puzzle.Of(game)
	if len(all) == 0 {
		return nil
	}
	return &all[puzzle.Next(game.Name, "", max(0, dayOf(date)), len(all))]
}

// progress returns the task of a puzzle of the day as far as a person has solved it, without the puzzle if nothing counts
// any more.
func (e Exercises) progress(ctx context.Context, t Task, person string) (Task, error) {
	r, _, err := records.Get(ctx, e.Archive, person)
	if a, there := r.find(t.Date, t.Game); there {
		t.Answer = a
	}
	if t.Puzzle = nil; !t.done() {
		t.Puzzle = puzzleOn(e.Archive.Game(t.Game), t.Date)
	}
	return t, err
}

// note stores the answer of a person to a puzzle of the day, merged with progress made elsewhere meanwhile.
func (e Exercises) note(ctx context.Context, who match.Player, t Task) error {
	return update(ctx, e, records, who.ID, func(r *Record) bool {
		a, _ := r.find(t.Date, t.Game)
		if a.done() || a.At > t.At {
			return false
		}
		t.Wrong = max(a.Wrong, t.Wrong)
		switch took := e.Now().Sub(t.Since); {
		case t.Puzzle != nil && !t.Seen:
		case t.Seen, took > counts:
			t.Seen = true
		default:
			t.Took = max(took, time.Second)
		}
		if *r = r.put(t.Answer); who.Name != "" {
			r.Who = who
		}
		return true
	})
}

// dayOn returns the puzzle of the day of a game on a date or, if the game has none, of the first game; nil if that has
// none either.
func (e Exercises) dayOn(game *engine.Game, date string) *Day {
	for _, g := range []*engine.Game{game, e.Archive.Games[0]} {
		if puzzleOn(g, date) != nil {
			return &Day{Date: date, Game: g.Name, At: e.Now()}
		}
	}
	return nil
}

// openDay shows the author the puzzle of the day of the room, or how to get one. In a private chat without one it is
// today's, in the author's zone.
func (e Exercises) openDay(req *request.Request, d *Day) (*request.Result, error) {
	if d == nil && req.Event.Private {
		s, _, err := e.Load(req.Ctx, req.Event.Room)
		if err != nil {
			return nil, err
		}
		mine := e.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID))
		zone := cmp.Or(mine.Location(), request.ZoneOf(req.Guide.Voice))
		d = e.dayOn(e.Archive.Game(s.Game), e.Now().In(zone).Format(dateForm))
	}
	if d == nil {
		return nil, e.noDay(req)
	}
	if m := e.there(req, d); m != nil {
		return request.Say(*m), nil
	}
	return e.enter(req, req.Event.Room, *d)
}

// noDay returns an error for a room without a puzzle of the day: when the first one comes, or how to get one.
func (e Exercises) noDay(req *request.Request) error {
	at := e.Archive.Preferences(req.Ctx, archive.OfRoom(req.Event.Room)).Of("puzzle")
	if strings.Contains(at, ":") {
		return req.Refuse("puzzle-day-first", speech.Text("Time", at))
	}
	return req.Refuse("puzzle-day-none",
		speech.Text("Command", req.Guide.Settings().Command(guide.OfGroup, "puzzle", "9:00")))
}

// there tells the author where to answer the puzzle of the day of the room; nil if it is here, or there is none.
func (e Exercises) there(req *request.Request, d *Day) *chat.Message {
	if d == nil {
		return nil
	}
	b := e.answer(req.Guide.Voice.Text("button.puzzle-answer"), req.Event.Room, *d)
	if req.Event.Private || b.URL == "" {
		return nil
	}
	m := req.Privately("puzzle-day-there")
	m.Buttons = [][]chat.Button{{b}}
	return &m
}

// answer makes the button that opens the puzzle of the day of a room, in a private chat if others would see answers in
// the room.
func (e Exercises) answer(label string, room chat.Room, d Day) chat.Button {
	b := chat.Button{Label: label, Says: "/puzzle " + d.Date, Tone: chat.Usual}
	a := e.Services.Adapter(room.Service())
	if a == nil {
		return b
	}
	if l, links := a.(chat.Links); links && !a.Caps(room).Privates {
		b.URL = l.Link(linked + strings.ReplaceAll(string(room), ":", "_") + "_" + d.Key)
	}
	if b.URL != "" {
		b.Says = ""
	}
	return b
}

// announced returns the message with the puzzle of the day for a room; it is answered in private.
func (e Exercises) announced(g guide.Guide, room chat.Room, d Day) chat.Message {
	now := e.line(Set{Task: e.task(d)})
	news := then(g.Voice.Say("puzzle-daily"), g.Voice.Say("puzzle-day-how"))
	m := g.Facing(now.Match(), now.Line.Turn()).Puzzle(now, news, "")
	m.Buttons = [][]chat.Button{{e.answer(g.Voice.Text("button.puzzle-answer"), room, d)}}
	return m
}

// linked is the prefix of the payload of a link to the puzzle of the day of a room.
const linked = "puzzle_"

// Linked reports whether a text is the payload of such a link.
func Linked(text string) bool { return strings.HasPrefix(text, linked) }

// Arrive opens the puzzle of the day of a room for somebody who has used its link.
func (e Exercises) Arrive(req *request.Request, text string) (*request.Result, error) {
	room, key := strings.TrimPrefix(text, linked), ""
	if i := strings.LastIndexByte(room, '_'); i >= 0 {
		room, key = room[:i], room[i+1:]
	}
	from := chat.Room(strings.ReplaceAll(room, "_", ":"))
	s, _, err := e.Load(req.Ctx, from)
	if err != nil {
		return nil, err
	}
	if s.Day == nil || s.Day.Key != key || !req.Event.Private {
		return nil, req.Refuse("puzzle-old", req.Typed("Puzzle", "puzzle"))
	}
	return e.enter(req, from, *s.Day)
}

// share adds the author to the people who answer a room's puzzle of the day.
func (e Exercises) share(req *request.Request, from chat.Room) error {
	defer e.Rooms.Enter(from)()
	s, _, err := sets.Get(req.Ctx, e.Archive, string(from))
	if err != nil || s.Day == nil || slices.Contains(s.Day.Solvers, req.Author.ID) {
		return err
	}
	s.Day.Solvers = append(s.Day.Solvers, req.Author.ID)
	return sets.Put(req.Ctx, e.Archive, string(from), s)
}

// enter adds the author to the people who answer a room's puzzle of the day, and shows the puzzle.
func (e Exercises) enter(req *request.Request, from chat.Room, d Day) (*request.Result, error) {
	if err := e.share(req, from); err != nil {
		return nil, err
	}
	req = req.InOwn(e.Archive)
	t, err := e.progress(req.Ctx, e.task(d), req.Author.ID)
	if err != nil {
		return nil, err
	}
	if t.Puzzle == nil {
		result, err := e.result(req, t)
		if result == nil {
			return nil, cmp.Or(err, req.Refuse("puzzle-day-seen"))
		}
		m := req.Privately("puzzle-day-done")
		m.Text = then(m.Text, result)
		return request.Say(m), nil
	}
	defer e.Rooms.Enter(req.Event.Room)()
	s, _, err := e.Load(req.Ctx, req.Event.Room)
	if err != nil {
		return nil, err
	}
	s.Task, s.Person = t, req.Author.ID
	return request.Say(e.shown(req, s, e.line(s), nil, "")), e.keep(req, s)
}

// result says the tries, the time and the streak of the author for a puzzle of the day; nil if it is not solved.
func (e Exercises) result(req *request.Request, t Task) ([]chat.Span, error) {
	r, _, err := records.Get(req.Ctx, e.Archive, req.Author.ID)
	a, _ := r.find(t.Date, t.Game)
	if err != nil || a.Took == 0 {
		return nil, err
	}
	v := req.Guide.Voice
	return v.Say("puzzle-day-result", speech.Text("Tries", strconv.Itoa(a.Wrong+1)), speech.Text("Time", v.Span(a.Took)),
		speech.Text("Streak", strconv.Itoa(r.streak(a.Date)))), nil
}

// see records that a person was shown the solution of a puzzle, which counts for nothing then.
func (e Exercises) see(ctx context.Context, who match.Player, s Set) error {
	err := update(ctx, e, strengths, who.ID, func(is *Strength) bool {
		*is = is.mark(e.Archive.Game(s.Game), *s.Puzzle)
		return true
	})
	if err != nil || s.Date == "" {
		return err
	}
	s.Seen = true
	return e.note(ctx, who, s.Task)
}

// mostRows is the maximum number of rows of a table.
const mostRows = 20

// row is the row of a person who has solved the puzzle of a day.
type row struct {
	Answer
	name   string
	streak int
}

// compare orders rows by wrong tries, and then by seconds; equal rows share a place.
func (r row) compare(other row) int {
	return cmp.Or(r.Wrong-other.Wrong, cmp.Compare(r.Took/time.Second, other.Took/time.Second))
}

// ofDay makes the table of the people of a room who have solved a puzzle of the day, with a button for the solution; it
// returns false if nobody there has tried.
func (e Exercises) ofDay(ctx context.Context, v view.Voice, d Day) (m chat.Message, tried bool, err error) {
	var list []row
	for _, person := range d.Solvers {
		r, _, err := records.Get(ctx, e.Archive, person)
		if err != nil {
			return m, false, err
		}
		a, _ := r.find(d.Date, d.Game)
		tried = tried || a.Wrong > 0 || a.done()
		if a.Took > 0 {
			list = append(list, row{a, view.User(r.Who).Name, r.streak(d.Date)})
		}
	}
	slices.SortFunc(list, func(a, b row) int { return cmp.Or(a.compare(b), strings.Compare(a.name, b.name)) })
	m.Text = append([]chat.Span{{Text: view.PuzzleSign + " " + d.Date + " "},
		{Text: v.Text("game." + d.Game), Bold: true}}, view.Line(v.Say("puzzle-table", speech.Count(len(list))))...)
	for _, s := range list[:min(len(list), mostRows)] {
		place := 1 + slices.IndexFunc(list, func(other row) bool { return s.compare(other) == 0 })
		m.Text = append(m.Text, view.Line(v.Say("puzzle-table-row", speech.Text("Place", strconv.Itoa(place)),
			speech.Text("Name", s.name), speech.Text("Tries", strconv.Itoa(s.Wrong+1)),
			speech.Text("Time", v.Span(s.Took)), speech.Text("Streak", strconv.Itoa(s.streak))))...)
	}
	if more := len(list) - mostRows; more > 0 {
		m.Text = append(m.Text, view.Line([]chat.Span{{Text: "… +" + strconv.Itoa(more)}})...)
	}
	m.Buttons = [][]chat.Button{{{Label: v.Text("button.puzzle-see"), Says: "/puzzle " + d.Date + " " +
		v.Typed("solution")}}}
	return m, tried, nil
}

// table shows a room the table of its last puzzle of the day that is over.
func (e Exercises) table(req *request.Request, past *Day) (*request.Result, error) {
	if past == nil {
		return nil, e.noDay(req)
	}
	m, _, err := e.ofDay(req.Ctx, req.RoomGuide().Voice, *past)
	return request.Say(m), err
}
