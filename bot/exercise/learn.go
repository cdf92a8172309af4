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

// places stores the progress of people in the lessons, by person.
var places = kv.New[Place](kv.Schema{Name: "lesson/", Owner: kv.Person, Bound: "a note a person"})

// Place is the progress of a person in the lessons.
type Place struct {
	Game  string         `json:"game,omitempty"`  // the one learned last
	Steps map[string]int `json:"steps,omitempty"` // number of steps done, by game
	Wrong int            `json:"wrong,omitempty"` // wrong tries at the open step
	Begun string         `json:"begun,omitempty"` // beginning of a move in it, which the next text may complete
	Room  chat.Room      `json:"room,omitempty"`  // where the step was shown last
	Last  request.Moment `json:"last,omitzero"`   // when it was shown
}

// lessonForm matches the text of buttons for moves: the game and the step, and perhaps a move.
var lessonForm = regexp.MustCompile(`^([a-z]+:\d+)(?: (.*))?$`)

// Learn shows the next or another step of a lesson, or tries a move in it: "/learn", "/learn damas", "/learn damas 3",
// "/learn next", "/learn 11-15"; "/learn none" closes the lesson.
func (e Exercises) Learn(req *request.Request, text string) (*request.Result, error) {
	if !req.PlaysBot() && !req.Guide.Caps.Privates {
		return nil, req.Refuse("lesson-private",
			speech.Text("Command", strings.TrimSpace(req.Guide.Voice.Typed("learn")+" "+text)))
	}
	defer e.Rooms.Enter(req.Event.Room)()
	l, err := e.load(req.Ctx, req.Author.ID)
	if err != nil || req.Unaware(l.place.Last) {
		return nil, cmp.Or(err, request.ErrNothing)
	}
	book, at := req.Guide.Languages.Book, lessonForm.FindStringSubmatch(text)
	switch {
	case at != nil && l.Game != nil && at[1] == l.Match().ID:
		return e.tryStep(req, l, strings.TrimSpace(at[2]))
	case at != nil:
		return nil, req.Refuse("lesson-old", req.Typed("Learn", "learn"))
	case book.Means("none", text) && l.Game != nil:
		l.place.Room = "" // closed, with its progress kept
		return request.Say(req.Privately("lesson-left", req.Typed("Learn", "learn"))),
			places.Put(req.Ctx, e.Archive, req.Author.ID, l.place)
	case book.Means("more", text), book.Means("none", text):
		return request.Say(e.which(req, book.Means("more", text))), nil
	}
	return e.visit(req, l, text)
}

// visit shows the step that a text names, of a game or else of the one learned last, by its number or the word for the
// next one; or it tries a move in the open step.
func (e Exercises) visit(req *request.Request, l lesson, text string) (*request.Result, error) {
	game, number, words := l.Game, "", strings.Fields(text)
	if n := len(words); n > 0 {
		if _, err := strconv.Atoi(words[n-1]); err == nil || req.Guide.Languages.Book.Means("next", words[n-1]) {
			number, words = words[n-1], words[:n-1]
		}
	}
	if len(words) > 0 {
		game = req.Guide.Game(strings.Join(words, " "))
	}
	switch {
	case game == nil && len(words) == 0:
		return request.Say(e.which(req, false)), nil
	case game == nil && l.Name != "":
		return e.tryStep(req, l, text)
	case game == nil:
		return nil, req.UnknownGame(text, e.games())
	case puzzle.Lesson(game) == nil:
		return request.Say(req.Guide.Reading().Gist(game)), nil
	}
	return e.turn(req, l.place, game, number)
}

// turn shows a step of the lesson of a game, named by its number or the word for the next one, or with "" the first one
// not done.
func (e Exercises) turn(req *request.Request, now Place, game *engine.Game, number string) (*request.Result, error) {
	steps, done := len(puzzle.Lesson(game)), now.Steps[game.Name]
	var news []chat.Span
	n, err := strconv.Atoi(number)
	switch {
	case number == "":
	case err != nil:
		news = answerOf(req, game, done)
		done++
	case n > steps+1:
		return nil, req.Refuse("lesson-steps", speech.Text("Game", req.Guide.Voice.Text("game."+game.Name)),
			speech.Count(steps))
	default:
		done = n - 1
	}
	return e.show(req, now, game, min(max(done, 0), steps), news)
}

// which asks for the game to be learned, among those that are offered first or, with further, the others.
func (e Exercises) which(req *request.Request, further bool) chat.Message {
	learn := req.Guide.Voice.Typed("learn") + " "
	asking := req.Guide.Asking()
	asking.Games = e.games()
	m := asking.AskGame(further, learn+req.Guide.Voice.Typed("more"), func(g *engine.Game) string { return learn + g.Name })
	m.Text = req.Guide.Voice.Say("lesson-which")
	return m
}

// games lists the games that have a lesson.
func (e Exercises) games() []*engine.Game {
	return slices.DeleteFunc(slices.Clone(e.Archive.Games), func(g *engine.Game) bool { return puzzle.Lesson(g) == nil })
}

// lesson is the step that a person has reached; it has no name if it has no board.
type lesson struct {
	view.Lesson
	step  puzzle.Step
	place Place
}

// load returns the step that a person has reached.
func (e Exercises) load(ctx context.Context, person string) (l lesson, err error) {
	now, _, err := places.Get(ctx, e.Archive, person)
	return e.at(now), err
}

// at returns the step that a place has reached.
func (e Exercises) at(now Place) (l lesson) {
	l.place = now
	if game := e.Archive.Game(now.Game); game != nil {
		steps, done := puzzle.Lesson(game), now.Steps[game.Name]
		l.Lesson = view.Lesson{Game: game, Step: done + 1, Of: len(steps) + 1}
		if done < len(steps) {
			l.step, l.Name = steps[done], steps[done].Name
			l.Line = l.step.Line(game)
		}
	}
	return l
}

// openStep returns the step that the author has open here; without a name if there is none.
func (e Exercises) openStep(req *request.Request) (l lesson, err error) {
	if !req.PlaysBot() {
		return l, nil
	}
	l, err = e.load(req.Ctx, req.Author.ID)
	if err != nil || l.place.Room != req.Event.Room || req.Unaware(l.place.Last) {
		return lesson{}, err
	}
	return l, nil
}

// show stores and shows the step of a lesson after so many done ones, under some news.
func (e Exercises) show(req *request.Request, now Place, game *engine.Game, done int,
	news []chat.Span) (*request.Result, error) {
	if now.Steps == nil {
		now.Steps = map[string]int{}
	}
	now.Game, now.Steps[game.Name], now.Wrong, now.Begun = game.Name, done, 0, ""
	if err := e.keepPlace(req, now); err != nil {
		return nil, err
	}
	return request.Say(stepMessage(req, e.at(now), news, "")), nil
}

func (e Exercises) keepPlace(req *request.Request, now Place) error {
	now.Room, now.Last = req.Event.Room, req.Moment(e.Now())
	e.Find.NoteExercise(req)
	return places.Put(req.Ctx, e.Archive, req.Author.ID, now)
}

// stepMessage shows a step to the author, under some news.
func stepMessage(req *request.Request, l lesson, news []chat.Span, typed string) chat.Message {
	m := l.Message(audienceOf(req, l), news, typed)
	m.Instead = req.Event.Tap
	return m
}

// audienceOf returns the author as the audience of a step, seen from the side to move.
func audienceOf(req *request.Request, l lesson) view.Audience {
	a := req.Guide.Audience
	if l.Name != "" {
		a = a.Facing(l.Match(), l.Line.Turn())
	}
	return l.Audience(a)
}

// tryStep reads a text as the move that a step asks for.
func (e Exercises) tryStep(req *request.Request, l lesson, text string) (*request.Result, error) {
	now := l.place
	switch {
	case l.Name == "":
		return nil, req.Refuse("lesson-old", req.Typed("Learn", "learn"))
	case text == "":
		m := stepMessage(req, l, nil, "")
		m.OnlyButtons = req.Event.Tap
		return request.Say(m), nil
	}
	read := func(text string) (engine.Move, error) { return req.ReadAt(l.Line.Position(), text) }
	move, text, err := request.ReadOn(read, now.Begun, text)
	if wrong, ok := errors.AsType[*engine.MoveError](err); ok {
		if wrong.Kind == engine.Incomplete {
			now.Begun = text
			if err := e.keepPlace(req, now); err != nil {
				return nil, err
			}
		}
		return nil, unread(req, l, wrong, text)
	}
	now.Begun = ""
	said := speech.Text("Move", req.Guide.Voice.Move(l.Line.Position(), string(move)))
	right, why := l.step.Try(move)
	if right {
		return e.show(req, now, l.Game, now.Steps[l.Game.Name]+1, req.Guide.Voice.Say("lesson-right", said))
	}
	now.Wrong++
	if err := e.keepPlace(req, now); err != nil {
		return nil, err
	}
	news := req.Guide.Voice.Say("lesson-why."+why, said)
	if now.Wrong >= hintAfter {
		news = then(news, look(req, l))
	}
	return request.Say(onStep(req, l, news)), nil
}

// onStep shows news about a step, on its board if one of its buttons was pressed.
func onStep(req *request.Request, l lesson, news []chat.Span) chat.Message {
	if req.Event.Tap {
		return stepMessage(req, l, news, "")
	}
	return ofLesson(news)
}

// answerOf says the solution of the step after so many others in the lesson of a game; nil if there is no such step.
func answerOf(req *request.Request, game *engine.Game, before int) []chat.Span {
	steps := puzzle.Lesson(game)
	if before >= len(steps) {
		return nil
	}
	position := steps[before].Line(game).Position()
	right, several := steps[before].Solution(position), ""
	for m := range position.Moves() {
		if is, _ := steps[before].Try(m); is && m != right {
			several = string(m)
		}
	}
	return req.Guide.Voice.Say("lesson-answer", speech.Text("Move", req.Guide.Voice.Move(position, string(right))),
		speech.Text("Several", several))
}

// look says which piece is to move in a step; nil if none is.
func look(req *request.Request, l lesson) []chat.Span {
	position := l.Line.Position()
	return pieceOf(req, l.Game, position, l.step.Solution(position))
}

// ofLesson makes a message about a step, without its board.
func ofLesson(text []chat.Span) chat.Message {
	return chat.Message{Private: true, Text: append([]chat.Span{{Text: view.LessonSign + " "}}, text...)}
}

// unread returns an error that answers a text that is no move, or the beginning of one.
func unread(req *request.Request, l lesson, wrong *engine.MoveError, text string) error {
	a := audienceOf(req, l)
	switch {
	case wrong.Kind == engine.NotMove:
		return req.Misread("lesson-what", speech.Text("Word", speech.Clean(text, view.LongestName)),
			speech.Text("Example", req.Guide.Voice.Typed("learn")+" "+a.Example(l.Match())))
	case req.Event.Tap && wrong.Kind == engine.Incomplete &&
		quotes(req, view.LessonSign):
		m := stepMessage(req, l, nil, text)
		m.OnlyButtons = true
		return request.Replace(m)
	}
	m := a.Explain(l.Match(), wrong, text)
	m.Instead = req.Event.Tap // the old message would show the state before
	return request.Replace(m)
}
