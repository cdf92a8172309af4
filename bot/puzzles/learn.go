package puzzles

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/notebook"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
)

// places has how far people have come in lessons.
var places = notebook.New[Place](notebook.Kind{Name: "lesson/", Of: notebook.Person, Bound: "a note a person"})

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
	if !req.Alone() && !req.Guide.Caps.Privates {
		return nil, req.Note("lesson-private",
			speech.Text("Command", strings.TrimSpace(req.Guide.Voice.Typed("learn")+" "+text)))
	}
	defer s.Puzzles.Rooms.Enter(req.Event.Room)()
	now, _, err := places.Get(req.Ctx, s.Puzzles.Archive, req.Author.ID)
	if err != nil || req.Unaware(now.Last) {
		return nil, cmp.Or(err, request.ErrNothing)
	}
	if at := lessonForm.FindStringSubmatch(text); at != nil {
		step, _ := strconv.Atoi(at[2]) // digits; a number too large is no step of a lesson
		if at[1] != now.Game || step != now.Steps[at[1]]+1 {
			return nil, req.Note("lesson-old", req.Typed("Learn", "learn"))
		}
		return s.try(req, now, strings.TrimSpace(at[3]))
	}
	switch book := req.Guide.Languages.Book; {
	case book.Means("more", text):
		return request.Say(s.which(req, true)), nil
	case book.Means("none", text):
		return s.leave(req, now)
	}
	words := strings.Fields(text)
	number := ""
	if n := len(words); n > 0 {
		if _, err := strconv.Atoi(words[n-1]); err == nil || req.Guide.Languages.Book.Means("next", words[n-1]) {
			number, words = words[n-1], words[:n-1]
		}
	}
	game := req.Guide.Game(strings.Join(words, "-"))
	switch {
	case len(words) == 0:
		game = s.Puzzles.Archive.Game(now.Game)
	case game == nil:
		if _, open := s.step(now); open {
			return s.try(req, now, text)
		}
		return nil, req.Misread("no-such-game", speech.Text("Word", speech.Clean(text, tell.LongestName)),
			speech.Text("Games", s.taught(req)))
	}
	if game == nil {
		return request.Say(s.which(req, false)), nil
	}
	steps := puzzle.Lesson(game)
	if steps == nil {
		return request.Say(req.Guide.Reading().Gist(game)), nil
	}
	done := now.Steps[game.Name]
	var news []chat.Span
	if number != "" {
		if n, err := strconv.Atoi(number); err == nil {
			if done = n - 1; n > len(steps)+1 {
				return nil, req.Note("lesson-steps", speech.Text("Game", req.Guide.Voice.Text("game."+game.Name)),
					speech.Count(len(steps)))
			}
		} else {
			if news, err = s.answer(req, game, done); err != nil {
				return nil, err
			}
			done++
		}
	}
	return s.show(req, now, game, min(max(done, 0), len(steps)), news)
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

// step is the one that a place has come to; false if there is none with a board.
func (s Lessons) step(now Place) (step puzzle.Step, open bool) {
	game := s.Puzzles.Archive.Game(now.Game)
	if game == nil {
		return step, false
	}
	steps := puzzle.Lesson(game)
	if done := now.Steps[game.Name]; done < len(steps) {
		return steps[done], true
	}
	return step, false
}

// at is that step as it is told.
func (s Lessons) at(now Place) (tell.Lesson, error) {
	game := s.Puzzles.Archive.Game(now.Game)
	if game == nil {
		return tell.Lesson{}, nil
	}
	l := tell.Lesson{Game: game, Step: now.Steps[game.Name] + 1, Of: len(puzzle.Lesson(game)) + 1}
	step, open := s.step(now)
	if !open {
		return l, nil
	}
	line, err := step.Line(game)
	l.Name, l.Line = step.Name, line
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
func (s Lessons) leave(req *request.Request, now Place) (*request.Result, error) {
	game := s.Puzzles.Archive.Game(now.Game)
	if game == nil {
		return request.Say(s.which(req, false)), nil
	}
	now.Room = ""
	if err := places.Put(req.Ctx, s.Puzzles.Archive, req.Author.ID, now); err != nil {
		return nil, err
	}
	return request.Say(req.Privately("lesson-left", req.Typed("Learn", "learn"))), nil
}

// told is a step for the author.
func (s Lessons) told(req *request.Request, l tell.Lesson, news []chat.Span, typed string) chat.Message {
	m := l.Told(s.audience(req, l), news, typed)
	m.Instead = req.Event.Tap
	return m
}

// audience is the author, who sees a step from the side that is to move.
func (s Lessons) audience(req *request.Request, l tell.Lesson) tell.Audience {
	a := req.Guide.Audience
	if l.Name != "" {
		a.Look = req.Preferences.Look(l.Match(), l.Line.Turn())
	}
	return l.Audience(a)
}

// try takes a text for the move that a step asks for.
func (s Lessons) try(req *request.Request, now Place, text string) (*request.Result, error) {
	step, open := s.step(now)
	if !open {
		return nil, req.Note("lesson-old", req.Typed("Learn", "learn"))
	}
	l, err := s.at(now)
	if err != nil {
		return nil, err
	}
	if text == "" {
		m := s.told(req, l, nil, "")
		m.OnlyButtons = req.Event.Tap
		return request.Say(m), nil
	}
	move, err := req.ReadAt(l.Line.Position(), text)
	var wrong *engine.MoveError
	if errors.As(err, &wrong) && now.Begun != "" {
		var both *engine.MoveError
		if on, joined := req.ReadAt(l.Line.Position(), now.Begun+" "+text); joined == nil {
			move, wrong = on, nil
		} else if errors.As(joined, &both) && both.Kind == engine.Incomplete && wrong.Kind != engine.Incomplete {
			wrong, text = both, now.Begun+" "+text
		}
	}
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
	right, why := step.Try(move)
	if right {
		return s.show(req, now, l.Game, now.Steps[l.Game.Name]+1, req.Guide.Voice.Say("lesson-right", said))
	}
	now.Wrong++
	if err := s.keepPlace(req, now); err != nil {
		return nil, err
	}
	news := req.Guide.Voice.Say("lesson-why."+why, said)
	if now.Wrong >= hintAfter {
		news = then(news, s.look(req, l, step))
	}
	if req.Event.Tap {
		return request.Say(s.told(req, l, news, "")), nil
	}
	return request.Say(chat.Message{Private: true, Text: append([]chat.Span{{Text: tell.LessonSign + " "}}, news...)}), nil
}

// unread answers a text that is no move, or the beginning of one.
func (s Lessons) unread(req *request.Request, l tell.Lesson, wrong *engine.MoveError, text string) error {
	a := s.audience(req, l).Pages()
	switch {
	case wrong.Kind == engine.NotMove:
		return req.Misread("lesson-what", speech.Text("Word", speech.Clean(text, tell.LongestName)),
			speech.Text("Example", req.Guide.Voice.Typed("learn")+" "+a.Lines().Example(l.Match())))
	case req.Event.Tap && wrong.Kind == engine.Incomplete &&
		strings.HasPrefix(strings.TrimSpace(req.Event.Quoted), tell.LessonSign):
		m := s.told(req, l, nil, text)
		m.OnlyButtons = true
		return request.Instead(m)
	}
	m := a.Explain(l.Match(), wrong, text)
	m.Instead = req.Event.Tap // its own words would tell of what was before
	return request.Instead(m)
}

// Hears takes what may be a move: for the step that the author has open here, if it answers the lesson, or nothing else
// that it may be meant for was shown since; else for the puzzle, as Puzzles.Hears does.
func (s Lessons) Hears(req *request.Request, text string,
	explicit bool) (answer *request.Result, taken bool, err error) {
	now, mine, err := s.mine(req, text)
	if err != nil {
		return nil, false, err
	}
	if !mine {
		return s.Puzzles.Hears(req, text, explicit)
	}
	if !explicit && !req.Event.Addressed {
		if err := s.Puzzles.Paces.Pay(req, s.Puzzles.Now()); err != nil {
			return nil, true, err
		}
	}
	defer s.Puzzles.Rooms.Enter(req.Event.Room)()
	answer, err = s.try(req, now, text)
	return answer, true, err
}

// Expects reports whether a text is a legal move in the step that the author has open here, though it may be a command,
// too.
func (s Lessons) Expects(req *request.Request) bool {
	now, mine, err := s.mine(req, req.Event.Text)
	if err != nil || !mine {
		return false
	}
	l, err := s.at(now)
	if err != nil {
		return false
	}
	_, err = req.ReadAt(l.Line.Position(), req.Event.Text)
	return err == nil
}

// open is the step that the author has open here, and whether it is answered; false if there is none, or something else
// is answered.
func (s Lessons) open(req *request.Request) (now Place, l tell.Lesson, about, is bool, err error) {
	about = strings.HasPrefix(strings.TrimSpace(req.Event.Quoted), tell.LessonSign)
	if !about && req.Board != "" || !req.Alone() {
		return now, l, about, false, nil
	}
	now, there, err := places.Get(req.Ctx, s.Puzzles.Archive, req.Author.ID)
	if err != nil || !there || now.Room != req.Event.Room || req.Unaware(now.Last) {
		return now, l, about, false, err
	}
	l, err = s.at(now)
	return now, l, about, l.Name != "", err
}

// Taught is the game of the step that the author has open here, if nothing else was shown since; else nil.
func (s Lessons) Taught(req *request.Request) *engine.Game {
	if _, l, is, err := s.last(req); is && err == nil {
		return l.Game
	}
	return nil
}

// mine reports whether a text is for the step that the author has open here.
func (s Lessons) mine(req *request.Request, text string) (now Place, is bool, err error) {
	if id, _ := request.Named(text); id != "" || text == "" {
		return now, false, nil
	}
	now, l, about, open, err := s.open(req)
	if err != nil || !open {
		return now, false, err
	}
	var wrong *engine.MoveError
	if _, err := req.ReadAt(l.Line.Position(), text); errors.As(err, &wrong) && wrong.Kind == engine.NotMove {
		return now, false, nil
	}
	later, err := s.since(req, now, text)
	return now, about || !later, err
}

// since reports whether a puzzle or a match of the author here has moved on since the step was shown.
func (s Lessons) since(req *request.Request, now Place, text string) (bool, error) {
	set, posed, err := s.Puzzles.Load(req.Ctx, req.Event.Room)
	if err != nil || posed && set.Last.At.After(now.Last.At) {
		return posed, err
	}
	_, _, last, err := s.Puzzles.onTurn(req, text)
	return last.After(now.Last.At), err
}

// Suggest completes moves of the step that a person has open in a room, or else of the puzzle there.
func (s Lessons) Suggest(ctx context.Context, room chat.Room, person, begin string) []string {
	now, _, err := places.Get(ctx, s.Puzzles.Archive, person)
	if err != nil || now.Room != room {
		return s.Puzzles.Suggest(ctx, room, begin)
	}
	l, err := s.at(now)
	if err != nil || l.Name == "" {
		return s.Puzzles.Suggest(ctx, room, begin)
	}
	return request.Beginning(l.Match(), begin)
}
