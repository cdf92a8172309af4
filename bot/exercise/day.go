package exercise

import (
	"cmp"
	"context"
	"regexp"
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
	"tabuleiro/engine/puzzle"
)

// Day is the puzzle of a day in a room of several. It is the same in all rooms for its game and date, and everybody
// answers it once, where nobody else sees that.
type Day struct {
	Date string    `json:"date"` // by the clocks of the room: "2026-11-26"
	Game string    `json:"game"`
	At   time.Time `json:"at"`  // when it was set
	Key  string    `json:"key"` // opens it to those who come from the room
	// the ids of those who have come to it from the room
	Solvers []string `json:"solvers,omitempty"`
}

// counts is how long after it was set an answer to the puzzle of a day counts.
const counts = 24 * time.Hour

// dated is a text about the puzzle of a date.
var dated = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)(?: (.*))?$`)

// puzzleOn is the puzzle of a game on a date; nil if there are none of the game.
func puzzleOn(game *engine.Game, date string) *puzzle.Puzzle {
	all := puzzle.Of(game)
	if len(all) == 0 {
		return nil
	}
	return &all[puzzle.Next(game.Name, "", max(0, dayOf(date)), len(all))]
}

// mine is the puzzle of a day as far as a person has solved it; false: no more counts for that.
func (p Puzzles) mine(ctx context.Context, s Set, person string) (Set, bool, error) {
	game := p.Archive.Game(s.Game)
	if game == nil {
		return s, false, nil
	}
	r, _, err := records.Get(ctx, p.Archive, person)
	a, _ := r.find(s.Date, s.Game)
	s.Puzzle, s.At, s.Wrong = puzzleOn(game, s.Date), a.At, a.Wrong
	return s, s.Puzzle != nil && !a.done(), err
}

// of is the puzzle that is called so, or the one that is set in the room with "", as far as the author has solved it;
// false if there is none, or no more counts for it.
func (p Puzzles) of(req *request.Request, id string) (s Set, posed bool, err error) {
	s, posed, err = p.Load(req.Ctx, req.Event.Room)
	if err != nil || req.Event.Private || s.Day == nil || id != s.Day.Date {
		return s, posed && (id == "" || id == s.id()), err
	}
	return p.mine(req.Ctx, Set{Game: s.Day.Game, Date: s.Day.Date, Since: s.Day.At}, req.Author.ID)
}

// note keeps what the author has made of the puzzle of a day. Progress made elsewhere meanwhile stays.
func (p Puzzles) note(req *request.Request, s Set) error {
	old := false
	err := update(req.Ctx, p, records, req.Author.ID, func(r *Record) bool {
		a, there := r.find(s.Date, s.Game)
		if old = a.done() || a.At > s.At; old {
			return false
		}
		if !there {
			a.Since = s.Since
		}
		a.At, a.Wrong = s.At, max(a.Wrong, s.Wrong)
		took := p.Now().Sub(a.Since)
		switch {
		case s.Puzzle != nil:
		case s.seen || took > counts:
			a.Seen = true
		default:
			a.Took = max(took, time.Second)
		}
		*r = r.with(a)
		r.Who = req.Author
		return true
	})
	if err == nil && old {
		return req.Refuse("puzzle-old", req.Typed("Puzzle", "puzzle"))
	}
	return err
}

// day deals with a text about the puzzle of a date: it is opened, or its solution shown.
func (p Puzzles) day(req *request.Request, date, text string) (*request.Result, error) {
	req = req.InOwn(p.Archive)
	s, _, err := p.Load(req.Ctx, req.Event.Room)
	switch {
	case err != nil:
		return nil, err
	case req.Guide.Languages.Book.Means("solution", text):
		if s.Past != nil && s.Past.Date == date && !req.Event.Private {
			return p.past(req, *s.Past)
		}
		return p.solution(req, date)
	case text != "":
		if s.Day != nil && s.Day.Date == date { // who answers without having opened it is on the table as well
			if err := p.share(req, req.Event.Room); err != nil {
				return nil, err
			}
		}
		return p.try(req, text, date, -1)
	case s.Day != nil && s.Day.Date == date:
		return p.open(req, s.Day)
	}
	return nil, req.Refuse("puzzle-old", req.Typed("Puzzle", "puzzle"))
}

// today is the puzzle of the day of a room in which none is set, for somebody who is alone there: that of the date, by
// the author's clock; nil if there are none of the game.
func (p Puzzles) today(req *request.Request, game *engine.Game) *Day {
	zone := cmp.Or(p.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID)).Location(), request.ZoneOf(req.Guide.Voice))
	return p.on(game, p.Now().In(zone).Format(dateForm))
}

// on is the puzzle of the day of a date, of the first of the games where there are none of a game; nil: there is none.
func (p Puzzles) on(game *engine.Game, date string) *Day {
	for _, g := range []*engine.Game{game, p.Archive.Games[0]} {
		if g != nil && puzzleOn(g, date) != nil {
			return &Day{Date: date, Game: g.Name, At: p.Now()}
		}
	}
	return nil
}

// open leads the author to the puzzle of the day of the room.
func (p Puzzles) open(req *request.Request, d *Day) (*request.Result, error) {
	if d == nil && req.Event.Private {
		s, _, err := p.Load(req.Ctx, req.Event.Room)
		if err != nil {
			return nil, err
		}
		d = p.today(req, p.Archive.Game(s.Game))
	}
	if d == nil { // another one, below how there would be one of the day
		none := p.noDay(req)
		answer, err := p.Puzzle(req, "")
		if err == nil && len(answer.Messages) > 0 {
			first := &answer.Messages[0]
			first.Text = append(append(none, chat.Span{Text: "\n"}), first.Text...)
		}
		return answer, err
	}
	if m := p.there(req, d); m != nil {
		return request.Say(*m), nil
	}
	return p.enter(req, req.Event.Room, *d)
}

// noDay says that there was no puzzle of the day in the room yet: when the first one comes, or how there would be one.
func (p Puzzles) noDay(req *request.Request) []chat.Span {
	at := p.Archive.Preferences(req.Ctx, archive.OfRoom(req.Event.Room)).Of("puzzle")
	if strings.Contains(at, ":") {
		return req.Guide.Voice.Say("puzzle-day-first", speech.Text("Time", at))
	}
	return req.Guide.Voice.Say("puzzle-day-none", speech.Text("Command", req.Guide.Settings().Command(guide.OfGroup, "puzzle", "9:00")))
}

// there tells the author where the puzzle of the day of the room is answered; nil: here, or there is none.
func (p Puzzles) there(req *request.Request, d *Day) *chat.Message {
	if d == nil {
		return nil
	}
	b := p.answer(req.Guide.Voice.Text("button.puzzle-answer"), req.Event.Room, *d)
	if req.Event.Private || b.URL == "" {
		return nil
	}
	m := req.Privately("puzzle-day-there")
	m.Buttons = [][]chat.Button{{b}}
	return &m
}

// answer is the button that leads to the puzzle of the day of a room: to the private talk where others would see the
// answers.
func (p Puzzles) answer(label string, room chat.Room, d Day) chat.Button {
	b := chat.Button{Label: label, Says: "/puzzle " + d.Date, Tone: chat.Usual}
	a := p.Services.Adapter(room.Service())
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

// announced is the puzzle of the day for all in a room, who cannot answer it there.
func (p Puzzles) announced(g guide.Guide, prefers view.Preferences, room chat.Room, d Day) (chat.Message, error) {
	game := p.Archive.Game(d.Game)
	s := Set{Game: d.Game, Date: d.Date, Puzzle: puzzleOn(game, d.Date)}
	now, err := p.line(s)
	if err != nil {
		return chat.Message{}, err
	}
	g.Look = prefers.BoardStyle(now.Match(), now.Line.Turn())
	m := g.Puzzle(now, append(append(g.Voice.Say("puzzle-daily"), chat.Span{Text: " "}),
		g.Voice.Say("puzzle-day-how")...), "")
	m.Buttons = [][]chat.Button{{p.answer(g.Voice.Text("button.puzzle-answer"), room, d)}}
	return m, nil
}

// linked begins what is said for a link to the puzzle of the day of a room.
const linked = "puzzle_"

// Linked reports whether a text is that of a link to the puzzle of the day of a room.
func Linked(text string) bool { return strings.HasPrefix(text, linked) }

// Arrive opens the puzzle of the day of a room for somebody who has come from there by a link.
func (p Puzzles) Arrive(req *request.Request, text string) (*request.Result, error) {
	room, key := strings.TrimPrefix(text, linked), ""
	if i := strings.LastIndexByte(room, '_'); i >= 0 {
		room, key = room[:i], room[i+1:]
	}
	from := chat.Room(strings.ReplaceAll(room, "_", ":"))
	s, _, err := p.Load(req.Ctx, from)
	if err != nil {
		return nil, err
	}
	if s.Day == nil || s.Day.Key != key || !req.Event.Private {
		return nil, req.Refuse("puzzle-old", req.Typed("Puzzle", "puzzle"))
	}
	return p.enter(req, from, *s.Day)
}

// share has the author among those of a room who answer its puzzle of the day.
func (p Puzzles) share(req *request.Request, from chat.Room) error {
	if req.Event.Private && from == req.Event.Room || req.Author.ID == "" { // who shares a table with nobody
		return nil
	}
	defer p.Rooms.Enter(from)()
	s, _, err := sets.Get(req.Ctx, p.Archive, string(from))
	if err != nil || s.Day == nil || slices.Contains(s.Day.Solvers, req.Author.ID) {
		return err
	}
	s.Day.Solvers = append(s.Day.Solvers, req.Author.ID)
	return p.keep(req.Ctx, from, s)
}

// enter has the author share the puzzle of the day of a room, and shows it.
func (p Puzzles) enter(req *request.Request, from chat.Room, d Day) (*request.Result, error) {
	if err := p.share(req, from); err != nil {
		return nil, err
	}
	var a Answer
	var r Record
	err := update(req.Ctx, p, records, req.Author.ID, func(now *Record) bool {
		there := false
		if a, there = now.find(d.Date, d.Game); !there {
			a.Since = d.At
			*now = now.with(a)
		}
		now.Who = req.Author
		r = *now
		return true
	})
	if err != nil {
		return nil, err
	}
	req = req.InOwn(p.Archive)
	switch {
	case a.Took > 0:
		m := req.Privately("puzzle-day-done")
		m.Text = append(append(m.Text, chat.Span{Text: " "}), result(req, r, a)...)
		return request.Say(m), nil
	case a.Seen:
		return nil, req.Refuse("puzzle-day-seen")
	}
	defer p.Rooms.Enter(req.Event.Room)()
	s, _, err := p.Load(req.Ctx, req.Event.Room)
	if err != nil {
		return nil, err
	}
	if !req.Event.Private {
		s = Set{}
	}
	s.Game, s.Date, s.Solver, s.Since, s.Person = d.Game, d.Date, "", d.At, req.Author.ID
	if s, _, err = p.mine(req.Ctx, s, req.Author.ID); err != nil {
		return nil, err
	}
	if req.Event.Private {
		if err := p.keepBy(req, s); err != nil {
			return nil, err
		}
	}
	now, err := p.line(s)
	return request.Say(p.shown(req, now, nil, "")), err
}

// result says what somebody has made of the puzzle of a day.
func result(req *request.Request, r Record, a Answer) []chat.Span {
	v := req.Guide.Voice
	return v.Say("puzzle-day-result", speech.Text("Tries", strconv.Itoa(a.Wrong+1)), speech.Text("Time", v.Span(a.Took)),
		speech.Text("Streak", strconv.Itoa(r.streak(a.Date))))
}

// past shows the author the solution of a puzzle of a day that is over here. It counts for nothing any more, wherever
// it is set still.
func (p Puzzles) past(req *request.Request, d Day) (*request.Result, error) {
	s := Set{Game: d.Game, Date: d.Date}
	if s.Puzzle = puzzleOn(p.Archive.Game(d.Game), d.Date); s.Puzzle == nil {
		return nil, req.Refuse("puzzle-old", req.Typed("Puzzle", "puzzle"))
	}
	if err := p.see(req.Ctx, req.Author.ID, s); err != nil {
		return nil, err
	}
	s.At = len(s.Puzzle.Solution)
	now, err := p.line(s)
	if err != nil {
		return nil, err
	}
	a := audience(req, now)
	news := a.Voice.Say("puzzle-solution", speech.Text("Moves", a.PuzzleMoves(now.Line, 0)))
	m := a.Puzzle(now, news, "")
	if m.Private = true; !req.Guide.Caps.Privates { // a notice has no board
		m.Text, m.Board, m.Buttons = news, nil, nil
	}
	return request.Say(m), nil
}

// see notes that somebody has been shown the solution of a puzzle, which counts for nothing any more.
func (p Puzzles) see(ctx context.Context, person string, s Set) error {
	game := p.Archive.Game(s.Game)
	if game == nil || person == "" {
		return nil
	}
	err := update(ctx, p, strengths, person, func(is *Strength) bool {
		*is = is.knowing(game, *s.Puzzle)
		return true
	})
	if err != nil || s.Date == "" {
		return err
	}
	return update(ctx, p, records, person, func(r *Record) bool {
		a, _ := r.find(s.Date, s.Game)
		if a.done() {
			return false
		}
		a.Seen = true
		*r = r.with(a)
		return true
	})
}
