// Package exercise teaches games by lessons and sets puzzles in rooms, when they are asked for and once a day.
package exercise

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
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

// Puzzles sets puzzles in rooms, one at a time in each, and takes moves for their solutions from the one who is there.
type Puzzles struct {
	Archive  *archive.Archive
	Find     find.Finder
	Now      func() time.Time
	Paces    *people.Limiter
	Rooms    *archive.Locks[chat.Room] // held while it changes what is set in a room
	Think    Thinker
	Services *services.Services
	Registry *people.Registry
	Records  *archive.Locks[string] // held while it changes what somebody has made of puzzles of the day
}

// buttonForm is what buttons under a puzzle say: its number or date, the moves played on its board, and perhaps a move.
var buttonForm = regexp.MustCompile(`^(\d+|\d{4}-\d\d-\d\d):(\d+)(?: (.*))?$`)

// dayForm is how people write a time of day, two digits behind the hour. No button says that: solutions are shorter.
var dayForm = regexp.MustCompile(`^\d{1,2}[:h]\d\d$`)

// Puzzle shows the puzzle of the room or sets one, tries a move, or shows the solution: "/puzzle", "/puzzle damas",
// "/puzzle next", "/puzzle harder", "/puzzle sacrifice", "/puzzle 11-15", "/puzzle solution".
func (p Puzzles) Puzzle(req *request.Request, text string) (*request.Result, error) {
	if dayForm.MatchString(text) {
		return nil, req.Refuse("puzzle-when", speech.Text("Command", req.Guide.Settings().Command(guide.OfGroup, "puzzle", text)))
	}
	if at := buttonForm.FindStringSubmatch(text); at != nil {
		return p.tapped(req, at[1], at[2], strings.TrimSpace(at[3]))
	}
	if of := dated.FindStringSubmatch(text); of != nil {
		return p.day(req, of[1], strings.TrimSpace(of[2]))
	}
	return p.here(req, text)
}

// here is Puzzle for what names no puzzle: it is about that of the room.
func (p Puzzles) here(req *request.Request, text string) (*request.Result, error) {
	is, anything, err := p.Load(req.Ctx, req.Event.Room)
	if err != nil || req.Unaware(is.Last) {
		return nil, cmp.Or(err, request.ErrNothing)
	}
	means := req.Guide.Languages.Book.Means
	switch {
	case means("day", text) && !(req.Event.Private && is.Date != "" && anything):
		return p.open(req, is.Day)
	case means("table", text):
		return p.table(req, is.Past)
	case text == "" && !anything && is.Day != nil:
		m, err := p.announced(req.RoomGuide(), req.Preferences, req.Event.Room, *is.Day)
		return request.Say(m), err
	}
	next, text := req.RemoveWord("next", text)
	switch {
	case means("solution", text):
		return p.solution(req, "")
	case means("day", text): // in a private talk where it is set
		text = ""
	}
	w := puzzleQuery{next: next}
	if text = w.read(req, text); text != "" && w.game == nil {
		return p.try(req, text, "", -1)
	}
	return p.set(req, w)
}

// puzzleQuery is which puzzle somebody asks for.
type puzzleQuery struct {
	next  bool         // not the one that there is
	way   float64      // 1: a harder one; -1: an easier one; 0: neither
	about puzzle.Theme // "": any
	game  *engine.Game // nil: that of the one before
}

// read takes what is wished out of a text, and returns the rest: the name of the game, or else a move.
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
	w.game = req.Guide.Game(strings.ReplaceAll(text, " ", "-"))
	return text
}

// set shows the puzzle of the room if it is what is wished, or sets another one.
func (p Puzzles) set(req *request.Request, w puzzleQuery) (*request.Result, error) {
	defer p.Rooms.Enter(req.Event.Room)()
	s, posed, err := p.Load(req.Ctx, req.Event.Room)
	if err != nil {
		return nil, err
	}
	if posed && (w == puzzleQuery{} || w == puzzleQuery{game: p.Archive.Game(s.Game)}) {
		now, err := p.line(s)
		err = cmp.Or(err, p.keepBy(req, s)) // it came last now
		return request.Say(p.shown(req, now, nil, "")), err
	}
	if w.game == nil {
		before := cmp.Or(p.Archive.Game(s.Game), req.Guide.Game("damas"), p.Archive.Games[0])
		w.game = p.with(before, w.about)
	}
	who := Strength{}
	if req.PlaysBot() {
		if who, _, err = strengths.Get(req.Ctx, p.Archive, req.Author.ID); err != nil {
			return nil, err
		}
	}
	if !s.another(w, req.Event.Room, who) {
		return nil, p.none(req, w.game, w.way)
	}
	if req.Event.Private {
		s.Person = req.Author.ID
	}
	if err := p.keepBy(req, s); err != nil {
		return nil, err
	}
	now, err := p.line(s)
	var news []chat.Span
	if w.about == puzzle.Race && now.Cube != nil {
		news = req.Guide.Voice.Say("puzzle-race")
	}
	return request.Say(p.shown(req, now, news, "")), err
}

// with is a game, or where it has no puzzles of a theme the first one that has.
func (p Puzzles) with(game *engine.Game, about puzzle.Theme) *engine.Game {
	has := func(g *engine.Game) bool { return len(puzzle.With(g, about)) > 0 }
	if i := slices.IndexFunc(p.Archive.Games, has); about != "" && i >= 0 && !has(game) {
		return p.Archive.Games[i]
	}
	return game
}

// names lists the games that there are puzzles of.
func (p Puzzles) names(req *request.Request) string {
	var names []string
	for _, g := range p.Archive.Games {
		if len(puzzle.Of(g)) > 0 {
			names = append(names, req.Guide.TypedGame(g))
		}
	}
	return strings.Join(names, ", ")
}

// audience are those in the room as the solvers of a puzzle, who see it from their own side: of that of a day each
// alone.
func audience(req *request.Request, now view.Puzzle) view.Audience {
	a := req.RoomGuide().Audience
	if now.Day != "" {
		a = req.Guide.Audience
	}
	a.Look = req.Preferences.BoardStyle(now.Match(), now.Line.At(0).Turn())
	return a.OfPuzzle()
}

// shown is a puzzle for all who are in the room, and that of a day for the author.
func (p Puzzles) shown(req *request.Request, now view.Puzzle, news []chat.Span, typed string) chat.Message {
	now.Counts = req.PlaysBot() && p.charges(req)
	m := audience(req, now).Puzzle(now, news, typed)
	m.Private = now.Day != "" && !req.Event.Private
	m.Instead = changes(req, now) && now.Line.Len() > 0
	return m
}

// changes reports whether what comes of a button of a puzzle may be seen where the button is.
func changes(req *request.Request, now view.Puzzle) bool {
	return req.Event.Tap && (now.Day == "" || req.Event.Private || req.Event.Hidden)
}

// tapped is what a button does: it begins a move, goes back to the whole board, or tries a move.
func (p Puzzles) tapped(req *request.Request, id, at, text string) (*request.Result, error) {
	played, _ := strconv.Atoi(at) // digits; a number too large is none of moves
	if strings.Contains(id, "-") {
		req = req.InOwn(p.Archive)
	}
	return p.try(req, text, id, played)
}

// try takes a text for the next move of the solution. A button tells of which puzzle, and after how many moves; "" and
// -1: of the one that there is.
func (p Puzzles) try(req *request.Request, text, id string, at int) (*request.Result, error) {
	answer, missed, err := p.taken(req, text, id, at)
	if missed == nil || err != nil {
		return answer, err
	}
	return p.refuted(req, *missed)
}

// taken is try, but that nothing is answered yet to a move that does not solve the puzzle.
func (p Puzzles) taken(req *request.Request, text, id string,
	at int) (answer *request.Result, missed *miss, err error) {
	defer p.Rooms.Enter(req.Event.Room)()
	s, posed, err := p.of(req, id)
	switch {
	case err != nil:
		return nil, nil, err
	case id != "" && (!posed || at >= 0 && at != s.At):
		return nil, nil, req.Refuse("puzzle-old", req.Typed("Puzzle", "puzzle"))
	case !posed:
		answer, err = p.unposed(req, s, text)
		return answer, nil, err
	}
	now, err := p.line(s)
	if err != nil {
		return nil, nil, err
	}
	if text == "" {
		m := p.shown(req, now, nil, "")
		m.OnlyButtons = changes(req, now)
		return request.Say(m), nil, nil
	}
	position := now.Line.Position()
	move, err := position.Read(text)
	if wrong := (*engine.MoveError)(nil); errors.As(err, &wrong) {
		return nil, nil, p.explain(req, now, wrong, text)
	}
	if move != s.Puzzle.Solution[s.At] {
		s.Wrong++
		counted, err := p.counted(req, &s, false)
		return nil, &miss{s, now, move, counted}, cmp.Or(err, p.keepBy(req, s))
	}
	answer, err = p.right(req, s, now)
	return answer, nil, err
}

// unposed answers a move where there is no puzzle, or what is no move and names no game.
func (p Puzzles) unposed(req *request.Request, s Set, text string) (*request.Result, error) {
	switch {
	case !strings.ContainsAny(text, "0123456789"):
		return nil, req.Refuse("no-such-game", speech.Text("Word", speech.Clean(text, view.LongestName)),
			speech.Text("Games", p.names(req)))
	case s.Day != nil:
		return p.open(req, s.Day)
	}
	return nil, req.Refuse("puzzle-none", req.Typed("Puzzle", "puzzle"))
}

// right plays the move that was found and what follows from it, and tells everybody.
func (p Puzzles) right(req *request.Request, s Set, now view.Puzzle) (*request.Result, error) {
	before := now.Line.Len()
	s, now, err := p.found(s)
	if err != nil {
		return nil, err
	}
	key := "puzzle-right"
	var counted []chat.Span
	if s.tried(req.Author.ID); now.Ended {
		if counted, err = p.counted(req, &s, s.Wrong == 0); err != nil {
			return nil, err
		}
		key, s.Puzzle = "puzzle-solved", nil
	}
	if err := p.keepBy(req, s); err != nil {
		return nil, err
	}
	a := audience(req, now)
	found := a.Voice.Move(now.Line.At(before), string(now.Line.Move(before)))
	news := a.Voice.Say(key, speech.Person("Player", req.Event.From), speech.Text("Move", found),
		speech.Text("Answer", a.PuzzleMoves(now.Line, before+1)), speech.Count(s.Wrong))
	if s.Date != "" && now.Ended {
		r, _, err := records.Get(req.Ctx, p.Archive, req.Author.ID)
		if err != nil {
			return nil, err
		}
		if done, _ := r.find(s.Date, s.Game); done.Took > 0 {
			news = then(news, result(req, r, done))
		}
	}
	news = then(news, counted)
	return request.Say(p.shown(req, now, news, "")), nil
}

// solution shows how a puzzle is solved, and ends it: the one that is called so, or with "" the one that there is.
func (p Puzzles) solution(req *request.Request, id string) (*request.Result, error) {
	defer p.Rooms.Enter(req.Event.Room)()
	s, posed, err := p.of(req, id)
	switch {
	case err != nil:
		return nil, err
	case !posed && id != "":
		return nil, req.Refuse("puzzle-old", req.Typed("Puzzle", "puzzle"))
	case !posed:
		return nil, req.Refuse("puzzle-none", req.Typed("Puzzle", "puzzle"))
	}
	before := s.At
	s.At, s.seen = len(s.Puzzle.Solution), true
	now, err := p.line(s)
	if err != nil {
		return nil, err
	}
	var counted []chat.Span
	// who only looks on
	if game := p.Archive.Game(s.Game); game != nil && !req.PlaysBot() && s.Solver != req.Author.ID && s.Date == "" {
		err = p.see(req.Ctx, req.Author.ID, s)
	} else {
		counted, err = p.counted(req, &s, false)
	}
	if err != nil {
		return nil, err
	}
	s.Puzzle = nil
	if err := p.keepBy(req, s); err != nil {
		return nil, err
	}
	a := audience(req, now)
	m := p.shown(req, now, then(a.Voice.Say("puzzle-solution",
		speech.Text("Moves", a.PuzzleMoves(now.Line, before))), counted), "")
	m.Instead = changes(req, now)
	return request.Say(m), nil
}
