package exercise

import (
	"slices"
	"strings"

	"tabuleiro/bot/find"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// focus is the lesson or puzzle that a text of the author may be about.
type focus struct {
	sign   string         // sign of the step or puzzle shown last; "" if a match had events since
	step   lesson         // open here; without a name if there is none
	set    Set            // in the room
	now    view.Puzzle    // without a game if there is none, or it is solved
	about  bool           // the text replies to its message
	lately []*match.Match // the author's matches here with the latest events
}

// focus returns what was shown last here: the step that the author has open, unless something that awaits the author
// came after it, else the puzzle, solved or not.
func (e Exercises) focus(req *request.Request) (f focus, err error) {
	f.about = quotes(req, view.PuzzleSign)
	if f.step, err = e.openStep(req); err == nil {
		f.set, f.now, err = e.Load(req.Ctx, req.Event.Room)
	}
	if err != nil || f.step.Name == "" && f.set.Last.At.IsZero() {
		return f, err
	}
	f.lately, err = e.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID,
		Limit: find.RecentMatches})
	switch {
	case f.step.Name != "" && !f.later(req) && (f.step.about || !f.set.Last.At.After(f.step.place.Last.At)):
		f.sign = view.LessonSign
	case (f.about || req.SaidToBot()) && !f.set.Last.At.IsZero() && !req.Unaware(f.set.Last) &&
		!f.since(f.set.Last, func(*match.Match) bool { return true }):
		f.sign = view.PuzzleSign
	}
	return f, err
}

// since reports whether one of the matches that is holds for had an event after something was shown.
func (f focus) since(shown request.Moment, is func(*match.Match) bool) bool {
	return slices.ContainsFunc(f.lately, func(m *match.Match) bool { return m.Latest.After(shown.At) && is(m) })
}

// posed reports whether an unsolved puzzle was shown last.
func (f focus) posed() bool { return f.sign == view.PuzzleSign && f.now.Game != nil }

// helped reports whether, since the puzzle was shown, a match that gives hints had an event, or a match between people
// a move: then /hint is about that match.
func (f focus) helped() bool {
	return f.since(f.set.Last, func(m *match.Match) bool {
		return isPlaying(m) && (request.Helps(m) || m.Moves() > 0)
	})
}

// Taught returns the game of the step that the author has open here, if nothing else was shown since; else nil.
func (e Exercises) Taught(req *request.Request) *engine.Game {
	if f, err := e.focus(req); err == nil && f.sign == view.LessonSign {
		return f.step.Game
	}
	return nil
}

// Last reports whether a puzzle was shown last here, solved or not.
func (e Exercises) Last(req *request.Request) bool {
	f, err := e.focus(req)
	return err == nil && f.sign == view.PuzzleSign
}

// mostGivingUp is the maximum number of words with which somebody who also plays here gives up a puzzle: longer texts
// may be about a match.
const mostGivingUp = 3

// GivesUp reports whether words by which the author resigns are about the puzzle here: it was shown last, is not
// solved, and the author has set or tried it.
func (e Exercises) GivesUp(req *request.Request, text string) bool {
	f, err := e.focus(req)
	own := f.set.Asker == req.Author.ID || f.set.Asker == "" && f.set.Person == req.Author.ID
	return err == nil && f.posed() && own &&
		(len(strings.Fields(text)) <= mostGivingUp || !slices.ContainsFunc(f.lately, isPlaying))
}

// GoesOn reads a text that only asks for the next one or the solution as a command about what was shown last here. It
// returns "learn" or "puzzle" and its arguments; "" if the text is no such word.
func (e Exercises) GoesOn(req *request.Request) (name, rest string) {
	book, text := req.Guide.Languages.Book, strings.Trim(req.Event.Text, " .!?¿¡")
	solution := book.Means("solution", text)
	next := book.Means("next", text) || book.Means("skip", text) ||
		slices.ContainsFunc(book.All("button.puzzle-next"), func(label string) bool {
			return speech.Fold(label) == speech.Fold(text)
		})
	if !solution && !next {
		return "", ""
	}
	f, err := e.focus(req)
	switch {
	case err != nil:
	case solution && f.posed():
		return "puzzle", "solution"
	case next && f.sign == view.LessonSign:
		return "learn", req.Guide.Voice.Typed("next")
	case next && f.sign == view.PuzzleSign:
		return "puzzle", req.Guide.Voice.Typed("next")
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
	case f.sign == view.LessonSign:
		return request.Say(ofLesson(then(req.Guide.Voice.Say("lesson-task."+f.step.Name), look(req, f.step)))), nil
	case f.posed():
		return e.Puzzle(req, "")
	}
	return nil, nil
}

// Hint gives a hint for the open step, or for the puzzle of the room, unless a match is more likely meant.
func (e Exercises) Hint(req *request.Request, text string) (answer *request.Result, taken bool, err error) {
	if id, _ := request.Named(text); id != "" {
		return nil, false, nil
	}
	f, err := e.focus(req)
	if err == nil && f.sign == view.LessonSign && text == "" {
		news := look(req, f.step)
		if news == nil {
			news = req.Guide.Voice.Say("lesson-task." + f.step.Name)
		}
		return request.Say(onStep(req, f.step, news)), true, nil
	}
	if err != nil || f.now.Game == nil || answersOther(req, view.PuzzleSign) || !f.about && f.helped() {
		return nil, false, err
	}
	if text != "" {
		return nil, true, req.Extra(text, req.Guide.Voice.Typed("hint"))
	}
	answer, err = e.help(req, f.set, f.now)
	return answer, true, err
}

// Charges reports whether a hint would be about the puzzle here, and count for the author.
func (e Exercises) Charges(req *request.Request) bool {
	f, err := e.focus(req)
	return err == nil && f.now.Game != nil && f.sign != view.LessonSign && !f.helped() && e.charges(req, f.set) &&
		pieceOf(req, f.now.Game, f.now.Line.Position(), f.set.Puzzle.Solution[f.set.At]) != nil
}
