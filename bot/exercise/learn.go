package exercise

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
)

// places has how far people have come in lessons.
var places = kv.New[Place](kv.Schema{Name: "lesson/", Owner: kv.Person, Bound: "a note a person"})

// Place is how far a person has come in the lessons.
type Place struct {
	Game  string         `json:"game,omitempty"`  // the one learned last
	Steps map[string]int `json:"steps,omitempty"` // how many of each game are behind the person
	Wrong int            `json:"wrong,omitempty"` // tries at the step that is open
	Begun string         `json:"begun,omitempty"` // the beginning of a move in it, which the next text may go on with
	Room  chat.Room      `json:"room,omitempty"`  // where the step was shown last
	Last  request.Moment `json:"last,omitzero"`   // when that was
}

// Lessons teach games to people, each in a few steps, as puzzles are set in rooms.
type Lessons struct{ Puzzles Puzzles }

// lessonForm is what buttons for moves say: the game, the step, and perhaps a move.
var lessonForm = regexp.MustCompile(`^([a-z]+):(\d+)(?: (.*))?$`)

// Learn shows the step of a lesson that comes next, or another one, or tries a move in it: "/learn", "/learn damas",
// "/learn damas 3", "/learn next", "/learn 11-15"; "/learn none" leaves it.
func (s Lessons) Learn(req *request.Request, text string) (*request.Result, error) {
	if !req.PlaysBot() && !req.Guide.Caps.Privates {
		return nil, req.Refuse("lesson-private",
			speech.Text("Command", strings.TrimSpace(req.Guide.Voice.Typed("learn")+" "+text)))
	}
	defer s.Puzzles.Rooms.Enter(req.Event.Room)()
	l, err := s.load(req.Ctx, req.Author.ID)
	if err != nil || req.Unaware(l.place.Last) {
		return nil, cmp.Or(err, request.ErrNothing)
	}
	book, at := req.Guide.Languages.Book, lessonForm.FindStringSubmatch(text)
	switch {
	case at != nil && l.Game != nil && at[1]+":"+at[2] == l.Game.Name+":"+strconv.Itoa(l.Step):
		return s.try(req, l, strings.TrimSpace(at[3]))
	case at != nil:
		return nil, req.Refuse("lesson-old", req.Typed("Learn", "learn"))
	case book.Means("more", text):
		return request.Say(s.which(req, true)), nil
	case book.Means("none", text):
		return s.leave(req, l)
	}
	return s.visit(req, l, text)
}

// visit goes to the step that a text names, or tries a move in the one that is open.
func (s Lessons) visit(req *request.Request, l lesson, text string) (*request.Result, error) {
	game, number, named := wanted(req, l.Game, text)
	switch {
	case game == nil && named && l.Name != "":
		return s.try(req, l, text)
	case game == nil && named:
		return nil, req.Misread("no-such-game", speech.Text("Word", speech.Clean(text, view.LongestName)),
			speech.Text("Games", s.taught(req)))
	case game == nil:
		return request.Say(s.which(req, false)), nil
	case puzzle.Lesson(game) == nil:
		return request.Say(req.Guide.Reading().Gist(game)), nil
	}
	return s.turn(req, l.place, game, number)
}

// wanted is the game of which a text names the lesson, or without a name the one learned last, and the number of a step
// or the word for the next one, "" if it names none.
func wanted(req *request.Request, last *engine.Game, text string) (game *engine.Game, number string, named bool) {
	words := strings.Fields(text)
	if n := len(words); n > 0 {
		if _, err := strconv.Atoi(words[n-1]); err == nil || req.Guide.Languages.Book.Means("next", words[n-1]) {
			number, words = words[n-1], words[:n-1]
		}
	}
	if len(words) == 0 {
		return last, number, false
	}
	return req.Guide.Game(strings.Join(words, "-")), number, true
}

// turn goes to a step of the lesson of a game, named by its number or the word for the next one; "": to the one that the
// author has come to.
func (s Lessons) turn(req *request.Request, now Place, game *engine.Game, number string) (*request.Result, error) {
	steps, done := len(puzzle.Lesson(game)), now.Steps[game.Name]
	var news []chat.Span
	n, err := strconv.Atoi(number)
	switch {
	case number == "":
	case err != nil:
		if news, err = s.answer(req, game, done); err != nil {
			return nil, err
		}
		done++
	case n > steps+1:
		return nil, req.Refuse("lesson-steps", speech.Text("Game", req.Guide.Voice.Text("game."+game.Name)),
			speech.Count(steps))
	default:
		done = n - 1
	}
	return s.show(req, now, game, min(max(done, 0), steps), news)
}

// which asks what is to be learned: one of the games that are offered first, or with further of the others.
func (s Lessons) which(req *request.Request, further bool) chat.Message {
	m := req.Privately("lesson-which")
	m.Instead = true
	offer := func(label, what string) {
		m.Buttons = append(m.Buttons, []chat.Button{{Label: label, Says: req.Guide.Voice.Typed("learn") + " " + what}})
	}
	for _, g := range s.games() {
		if g.Further == further {
			offer(req.Guide.Voice.Text("game."+g.Name), g.Name)
		}
	}
	if !further {
		offer(req.Guide.Voice.Text("button.further"), req.Guide.Voice.Typed("more"))
	}
	return m
}

// games are all that have a lesson, draughts and backgammon before those that fewer people know.
func (s Lessons) games() (all []*engine.Game) {
	for _, g := range s.Puzzles.Archive.Games {
		switch {
		case puzzle.Lesson(g) == nil:
		case g.Name == "backgammon":
			all = slices.Insert(all, min(1, len(all)), g)
		default:
			all = append(all, g)
		}
	}
	return all
}

// taught lists them.
func (s Lessons) taught(req *request.Request) string {
	var names []string
	for _, g := range s.games() {
		names = append(names, req.Guide.TypedGame(g))
	}
	return strings.Join(names, ", ")
}

// lesson is the step that somebody has come to: without a name if it is none with a board.
type lesson struct {
	view.Lesson
	step  puzzle.Step
	place Place
	about bool // its message is answered
}

// load is the step that somebody has come to.
func (s Lessons) load(ctx context.Context, person string) (l lesson, err error) {
	now, _, err := places.Get(ctx, s.Puzzles.Archive, person)
	if err != nil {
		return l, err
	}
	return s.at(now)
}

// at is the step that a place has come to.
func (s Lessons) at(now Place) (l lesson, err error) {
	l.place = now
	game := s.Puzzles.Archive.Game(now.Game)
	if game == nil {
		return l, nil
	}
	steps, done := puzzle.Lesson(game), now.Steps[game.Name]
	l.Lesson = view.Lesson{Game: game, Step: done + 1, Of: len(steps) + 1}
	if done < len(steps) {
		l.step, l.Name = steps[done], steps[done].Name
		l.Line, err = l.step.Line(game)
	}
	return l, err
}

// show goes to a step of the lesson of a game, so many of which are behind the author, and shows it under what is news.
func (s Lessons) show(req *request.Request, now Place, game *engine.Game, done int,
	news []chat.Span) (*request.Result, error) {
	if now.Steps == nil {
		now.Steps = map[string]int{}
	}
	now.Game, now.Steps[game.Name], now.Wrong, now.Begun = game.Name, done, 0, ""
	if err := s.keepPlace(req, now); err != nil {
		return nil, err
	}
	l, err := s.at(now)
	if err != nil {
		return nil, err
	}
	return request.Say(s.told(req, l, news, "")), nil
}

func (s Lessons) keepPlace(req *request.Request, now Place) error {
	now.Room, now.Last = req.Event.Room, req.Moment(s.Puzzles.Now())
	return places.Put(req.Ctx, s.Puzzles.Archive, req.Author.ID, now)
}

// leave closes the lesson of the author, which keeps its place.
func (s Lessons) leave(req *request.Request, l lesson) (*request.Result, error) {
	if l.Game == nil {
		return request.Say(s.which(req, false)), nil
	}
	l.place.Room = ""
	if err := places.Put(req.Ctx, s.Puzzles.Archive, req.Author.ID, l.place); err != nil {
		return nil, err
	}
	return request.Say(req.Privately("lesson-left", req.Typed("Learn", "learn"))), nil
}

// told is a step for the author.
func (s Lessons) told(req *request.Request, l lesson, news []chat.Span, typed string) chat.Message {
	m := l.Message(s.audience(req, l), news, typed)
	m.Instead = req.Event.Tap
	return m
}

// audience is the author, who sees a step from the side that is to move.
func (s Lessons) audience(req *request.Request, l lesson) view.Audience {
	a := req.Guide.Audience
	if l.Name != "" {
		a.Look = req.Preferences.BoardStyle(l.Match(), l.Line.Turn())
	}
	return l.Audience(a)
}

// try takes a text for the move that a step asks for.
func (s Lessons) try(req *request.Request, l lesson, text string) (*request.Result, error) {
	now := l.place
	switch {
	case l.Name == "":
		return nil, req.Refuse("lesson-old", req.Typed("Learn", "learn"))
	case text == "":
		m := s.told(req, l, nil, "")
		m.OnlyButtons = req.Event.Tap
		return request.Say(m), nil
	}
	move, text, wrong := readOn(req, l.Line.Position(), now.Begun, text)
	if wrong != nil {
		if wrong.Kind == engine.Incomplete {
			now.Begun = text
			if err := s.keepPlace(req, now); err != nil {
				return nil, err
			}
		}
		return nil, s.unread(req, l, wrong, text)
	}
	now.Begun = ""
	said := speech.Text("Move", req.Guide.Voice.Move(l.Line.Position(), string(move)))
	right, why := l.step.Try(move)
	if right {
		return s.show(req, now, l.Game, now.Steps[l.Game.Name]+1, req.Guide.Voice.Say("lesson-right", said))
	}
	now.Wrong++
	if err := s.keepPlace(req, now); err != nil {
		return nil, err
	}
	news := req.Guide.Voice.Say("lesson-why."+why, said)
	if now.Wrong >= hintAfter {
		news = then(news, s.look(req, l))
	}
	if req.Event.Tap {
		return request.Say(s.told(req, l, news, "")), nil
	}
	return request.Say(ofLesson(news)), nil
}

// readOn reads a move of which the beginning may have been said before. Without one it returns what was said in all, and
// what is wrong with it.
func readOn(req *request.Request, in engine.Position, begun, text string) (engine.Move, string, *engine.MoveError) {
	var wrong, both *engine.MoveError
	move, err := req.ReadAt(in, text)
	if !errors.As(err, &wrong) || begun == "" {
		return move, text, wrong
	}
	move, err = req.ReadAt(in, begun+" "+text)
	if errors.As(err, &both) && both.Kind == engine.Incomplete && wrong.Kind != engine.Incomplete {
		return "", begun + " " + text, both
	}
	if err == nil {
		wrong = nil
	}
	return move, text, wrong
}

// ofLesson is a message about a step without its board.
func ofLesson(text []chat.Span) chat.Message {
	return chat.Message{Private: true, Text: append([]chat.Span{{Text: view.LessonSign + " "}}, text...)}
}

// unread answers a text that is no move, or the beginning of one.
func (s Lessons) unread(req *request.Request, l lesson, wrong *engine.MoveError, text string) error {
	a := s.audience(req, l)
	switch {
	case wrong.Kind == engine.NotMove:
		return req.Misread("lesson-what", speech.Text("Word", speech.Clean(text, view.LongestName)),
			speech.Text("Example", req.Guide.Voice.Typed("learn")+" "+a.Example(l.Match())))
	case req.Event.Tap && wrong.Kind == engine.Incomplete &&
		quotes(req, view.LessonSign):
		m := s.told(req, l, nil, text)
		m.OnlyButtons = true
		return request.Replace(m)
	}
	m := a.Explain(l.Match(), wrong, text)
	m.Instead = req.Event.Tap // its own words would tell of what was before
	return request.Replace(m)
}
