package exercise

import (
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// focus is the lesson or puzzle that was shown last in a room, or to whose message the author replies. A text is about
// it, unless a match was shown or spoken of after it.
type focus struct {
	sign   string         // of the step or puzzle that takes moves; "" if there is none
	words  string         // of the step or puzzle, solved or not, that words of the author are about; "" if there is none
	shown  time.Time      // when it was shown
	step   lesson         // open here; without a name if there is none
	set    Set            // in the room
	now    view.Puzzle    // without a game if there is none, or it is solved
	about  bool           // the text replies to its message
	own    bool           // the author has asked for it, or tried it
	spoken bool           // the author has spoken of a match since
	lately []*match.Match // the author's matches here with the latest events
}

// focus returns what was shown last here: the step that the author has open, or the puzzle, solved or not.
func (e Exercises) focus(req *request.Request) (f focus, err error) {
	taught, posed := quotes(req, view.LessonSign), quotes(req, view.PuzzleSign)
	if f.about = taught || posed; !f.about && req.Board != "" {
		return f, nil
	}
	if !posed {
		f.step, err = e.openStep(req)
	}
	if err == nil && !taught {
		f.set, f.now, err = e.Load(req.Ctx, req.Event.Room)
	}
	switch last := f.set.Last; {
	case err != nil:
		return f, err
	case f.step.Name != "" && !last.At.After(f.step.place.Last.At):
		f.sign, f.shown, f.own = view.LessonSign, f.step.place.Last.At, true
	case !last.At.IsZero() && !req.Unaware(last):
		f.sign, f.shown, f.own = view.PuzzleSign, last.At, f.set.Asker == req.Author.ID
	default:
		return f, nil
	}
	f.spoken = e.Find.IsSpokenOf(req)
	f.lately, err = e.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID,
		Limit: find.RecentMatches})
	f.attend(f.about || req.SaidToBot())
	return f, err
}

// attend sets the signs of what takes moves, and words if they are said to the bot.
func (f *focus) attend(said bool) {
	if said && !f.passed(func(*match.Match) bool { return true }) {
		f.words = f.sign
	}
	if f.sign == view.PuzzleSign && f.now.Game == nil { // solved: moves are for the open step again
		f.sign = map[bool]string{true: view.LessonSign}[f.step.Name != ""]
	}
}

// passed reports whether one of the author's matches that fit was shown or spoken of after the lesson or puzzle.
func (f focus) passed(fits func(*match.Match) bool) bool {
	return !f.about && slices.ContainsFunc(f.lately, func(m *match.Match) bool {
		return (f.spoken || m.Latest.After(f.shown)) && fits(m)
	})
}

// posed reports whether words are about an unsolved puzzle.
func (f focus) posed() bool { return f.words == view.PuzzleSign && f.now.Game != nil }

// Taught returns the game of the step that the author has open here, if nothing else was shown since; else nil.
func (e Exercises) Taught(req *request.Request) *engine.Game {
	if f, err := e.focus(req); err == nil && f.words == view.LessonSign {
		return f.step.Game
	}
	return nil
}

// Last reports whether a puzzle was shown last here, solved or not.
func (e Exercises) Last(req *request.Request) bool {
	f, err := e.focus(req)
	return err == nil && f.words == view.PuzzleSign
}

// GivesUp reports whether words by which the author resigns are about the puzzle here, which the author has set or
// tried.
func (e Exercises) GivesUp(req *request.Request) bool {
	f, err := e.focus(req)
	return err == nil && f.posed() && (f.own || f.set.Asker == "" && f.set.Person == req.Author.ID)
}

// GoesOn reads a text that only asks for the next one, for the solution or for the way out as a command about what was
// shown last here. It returns "learn" or "puzzle" and its arguments; "" if the text is no such word.
func (e Exercises) GoesOn(req *request.Request) (name, rest string) {
	book, text := req.Guide.Languages.Book, strings.Trim(req.Event.Text, " .!?¿¡")
	switch {
	case book.Means("solution", text):
		return e.Applied(req, "solution")
	case book.Means("leave", text), book.Command(text) == "stop":
		return e.Applied(req, "none")
	case book.Means("next", text), book.Means("skip", text):
		return e.Applied(req, "next")
	}
	return "", ""
}

// Applied returns the command that goes on in what was shown last here by "next", shows its "solution", or leaves it by
// "none"; "" if there is no such command.
func (e Exercises) Applied(req *request.Request, act string) (name, rest string) {
	f, err := e.focus(req)
	switch {
	case err != nil, act != "next" && f.words == view.PuzzleSign && f.now.Game == nil:
	case f.words == view.PuzzleSign:
		return "puzzle", req.Guide.Voice.Typed(act)
	case f.words == view.LessonSign && act != "solution":
		return "learn", req.Guide.Voice.Typed(act)
	}
	return "", ""
}

// Explains answers a question, or words that were not understood: it says what the open step is about and where to
// look, or shows the puzzle. It returns nil if neither was shown last here.
func (e Exercises) Explains(req *request.Request) (*request.Result, error) {
	f, err := e.focus(req)
	switch {
	case err != nil:
		return nil, err
	case f.words == view.LessonSign:
		return request.Say(ofLesson(then(req.Guide.Voice.Say("lesson-task."+f.step.Name), look(req, f.step)))), nil
	case f.posed():
		return e.Puzzle(req, "")
	}
	return nil, nil
}

// Hint gives a hint for the open step or the puzzle of the room, whichever was shown last, unless a match was shown
// after it.
func (e Exercises) Hint(req *request.Request, text string) (answer *request.Result, taken bool, err error) {
	f, err := e.focus(req)
	id, _ := request.Named(text)
	switch {
	case err != nil, id != "", f.sign == "", f.passed(isPlaying):
		return nil, false, err
	case text != "":
		return nil, true, req.Extra(text, req.Guide.Voice.Typed("hint"))
	case f.sign == view.LessonSign:
		news := look(req, f.step)
		if news == nil {
			news = req.Guide.Voice.Say("lesson-task." + f.step.Name)
		}
		return request.Say(onStep(req, f.step, news)), true, nil
	}
	answer, err = e.help(req, f.set, f.now)
	return answer, true, err
}

// Charges reports whether a hint would be about the puzzle here, and count for the author.
func (e Exercises) Charges(req *request.Request) bool {
	f, err := e.focus(req)
	return err == nil && f.sign == view.PuzzleSign && !f.passed(isPlaying) && e.charges(req, f.set) &&
		pieceOf(req, f.now.Game, f.now.Line.Position(), f.set.Puzzle.Solution[f.set.At]) != nil
}

// leave closes the puzzle with an id, or the one of the room if id is "". It stays as it is, and hears nothing before it
// is shown again.
func (e Exercises) leave(req *request.Request, id string) (*request.Result, error) {
	defer e.Rooms.Enter(req.Event.Room)()
	s, _, err := sets.Get(req.Ctx, e.Archive, string(req.Event.Room))
	if err == nil && (id == "" || id == s.id()) {
		s.Last = request.Moment{}
		err = sets.Put(req.Ctx, e.Archive, string(req.Event.Room), s)
	}
	command := strings.TrimSpace(req.Guide.Voice.Typed("puzzle") + " " + s.Date)
	return request.Say(chat.Message{Text: req.Guide.Voice.Say("puzzle-left", speech.Text("Puzzle", command))}), err
}
