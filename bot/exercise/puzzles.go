// Package exercise teaches games by lessons and sets puzzles in rooms, when they are asked for and once a day.
package exercise

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/agenda"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
)

// Exercises sets puzzles in rooms, one at a time in each and on request one a day, and takes moves as solutions; and it
// teaches games by lessons in a few steps.
type Exercises struct {
	Archive  *archive.Archive
	Find     find.Finder
	Now      func() time.Time
	Paces    *people.Limiter
	Rooms    *archive.Locks[chat.Room]                 // held while the puzzle of a room changes
	Think    func(context.Context, computer.Job) error // runs a job of the computer in its queue
	Services *services.Services
	Registry *people.Registry
	Records  *archive.Locks[string] // by person: held while their notes change
	Send     func(context.Context, chat.Event, chat.Message) chat.Ref
	Draws    change.Randomizer
	GuideFor func(view.Preferences, chat.Event) guide.Guide
	Agenda   *agenda.Agenda[agenda.Appointment] // of the puzzles of the day
}

// calledForm matches the id of a puzzle in its buttons: number and number of moves on the board, or date, perhaps with
// a number of moves; and perhaps a move after it.
var calledForm = regexp.MustCompile(`^(?:(\d+):(\d+)|(\d{4}-\d\d-\d\d)(?::(\d+))?)(?: (.*))?$`)

// dayForm matches a time of day with two digits for the minutes. No button has such a text: numbers of moves are
// shorter.
var dayForm = regexp.MustCompile(`^\d{1,2}[:h]\d\d$`)

// Puzzle shows the puzzle of the room or sets one, tries a move, or shows the solution: "/puzzle", "/puzzle damas",
// "/puzzle next", "/puzzle harder", "/puzzle sacrifice", "/puzzle 11-15", "/puzzle solution".
func (e Exercises) Puzzle(req *request.Request, text string) (*request.Result, error) {
	if dayForm.MatchString(text) {
		return nil, req.Refuse("puzzle-when", speech.Text("Command", req.Guide.Settings().Command(guide.OfGroup, "puzzle", text)))
	}
	if at := calledForm.FindStringSubmatch(text); at != nil {
		return e.answerByID(req, cmp.Or(at[1], at[3]), cmp.Or(at[2], at[4]), strings.TrimSpace(at[5]))
	}
	return e.here(req, text)
}

// answerByID is Puzzle for the puzzle with an id, after at moves; "" for any number, as for a puzzle of the day.
func (e Exercises) answerByID(req *request.Request, id, at, text string) (*request.Result, error) {
	if strings.Contains(id, "-") {
		req = req.InOwn(e.Archive)
	}
	if at != "" {
		return e.try(req, text, id, at)
	}
	switch means := req.Guide.Languages.Book.Means; {
	case means("solution", text):
		return e.solution(req, id)
	case means("none", text):
		return e.leave(req, id)
	}
	s, _, err := e.Load(req.Ctx, req.Event.Room)
	if err == nil && s.Day != nil && s.Day.Date == id {
		if text == "" {
			return e.openDay(req, s.Day)
		}
		err = e.share(req, req.Event.Room) // the table also has people who answer without opening it
	}
	if err != nil {
		return nil, err
	}
	return e.try(req, text, id, "")
}

// here is Puzzle for a text that names no puzzle: it is about that of the room.
func (e Exercises) here(req *request.Request, text string) (*request.Result, error) {
	s, now, err := e.Load(req.Ctx, req.Event.Room)
	if err != nil || req.Unaware(s.Last) {
		return nil, cmp.Or(err, request.ErrNothing)
	}
	means := req.Guide.Languages.Book.Means
	switch {
	case means("day", text):
		return e.openDay(req, s.Day)
	case means("table", text):
		return e.table(req, s.Past)
	case means("none", text):
		return e.leave(req, "")
	case text == "" && now.Game == nil && s.Day != nil:
		return request.Say(e.announced(req.RoomGuide(), req.Event.Room, *s.Day)), nil
	}
	next, text := req.RemoveWord("next", text)
	if means("solution", text) {
		return e.solution(req, "")
	}
	w := puzzleQuery{next: next}
	if text = w.read(req, text); text != "" && w.game == nil {
		return e.try(req, text, "", "")
	}
	return e.set(req, w)
}

// puzzleQuery describes the puzzle that a person asks for.
type puzzleQuery struct {
	next  bool         // another than the current one
	way   float64      // 1: a harder one; -1: an easier one; 0: neither
	about puzzle.Theme // "": any
	game  *engine.Game // nil for that of the previous puzzle
}

// read cuts the words of a query out of a text, and returns the rest: the name of the game, or else a move.
func (w *puzzleQuery) read(req *request.Request, text string) (rest string) {
	if is, rest := req.RemoveWord("harder", text); is {
		w.way, text = 1, rest
	} else if is, rest := req.RemoveWord("easier", text); is {
		w.way, text = -1, rest
	}
	for _, t := range puzzle.Themes {
		if is, rest := req.RemoveWord("puzzle-"+string(t), text); is {
			w.about, text = t, rest
			break
		}
	}
	w.game = req.Guide.Game(text)
	return text
}

// set shows the puzzle of the room if the query fits it, or sets another one.
func (e Exercises) set(req *request.Request, w puzzleQuery) (*request.Result, error) {
	defer e.Rooms.Enter(req.Event.Room)()
	s, now, err := e.Load(req.Ctx, req.Event.Room)
	if err != nil {
		return nil, err
	}
	if now.Game != nil && (w == puzzleQuery{} || w == puzzleQuery{game: now.Game}) {
		return request.Say(e.shown(req, s, now, nil, "")), e.keep(req, s) // it is now what was shown last
	}
	if w.game == nil {
		before := cmp.Or(e.Archive.Game(s.Game), req.Guide.Game("damas"), e.Archive.Games[0])
		w.game = e.gameAbout(before, w.about)
	}
	who := Strength{}
	if req.PlaysBot() {
		if who, _, err = strengths.Get(req.Ctx, e.Archive, req.Author.ID); err != nil {
			return nil, err
		}
	}
	if !s.another(w, req.Event.Room, who) {
		return nil, e.none(req, w.game, w.way)
	}
	if req.Event.Private {
		s.Person = req.Author.ID
	}
	var news []chat.Span
	if now = e.line(s); w.about == puzzle.Race {
		news = req.Guide.Voice.Say("puzzle-race")
	}
	return request.Say(e.shown(req, s, now, news, "")), e.keep(req, s)
}

// gameAbout returns a game or, if it has no puzzles of a theme, the first one that has.
func (e Exercises) gameAbout(game *engine.Game, about puzzle.Theme) *engine.Game {
	has := func(g *engine.Game) bool { return puzzle.With(g, about) != nil }
	if about == "" || has(game) {
		return game
	}
	return e.Archive.Games[slices.IndexFunc(e.Archive.Games, has)]
}

// puzzled lists the games that have puzzles.
func (e Exercises) puzzled() []*engine.Game {
	return slices.DeleteFunc(slices.Clone(e.Archive.Games), func(g *engine.Game) bool { return len(puzzle.Of(g)) == 0 })
}

// audience returns the readers of a puzzle, who see it from the solving side: everybody in the room or, for a puzzle of
// the day, the author.
func audience(req *request.Request, now view.Puzzle) view.Audience {
	a := req.RoomGuide().Audience
	if now.Day != "" {
		a = req.Guide.Audience
	}
	return now.Audience(a.Facing(now.Match(), now.Line.At(0).Turn()))
}

// shown shows a puzzle to its audience.
func (e Exercises) shown(req *request.Request, s Set, now view.Puzzle, news []chat.Span, typed string) chat.Message {
	now.Counts = req.PlaysBot() && e.charges(req, s)
	m := audience(req, now).Puzzle(now, news, typed)
	m.Private = now.Day != "" && !req.Event.Private
	m.Instead = changes(req, now) && now.Line.Len() > 0
	return m
}

// changes reports whether the answer to a button of a puzzle may replace the message that has the button.
func changes(req *request.Request, now view.Puzzle) bool {
	return req.Event.Tap && (now.Day == "" || req.Event.Private || req.Event.Hidden)
}
