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

// focus is what the author may be busy with here.
type focus struct {
	sign   string         // of the step or the puzzle, if that came last; "": neither did, or a match has gone on since
	step   lesson         // that is open here; without a name: none
	set    Set            // in the room
	now    view.Puzzle    // without a game: there is none, or it is solved
	about  bool           // its message is answered
	lately []*match.Match // of the author here, ended or not, that have gone on last
}

// focus tells what was shown last here: the step that the author has open, if nothing that waits for the author came
// after it, else the puzzle, solved or not.
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
	case (f.about || req.Direct()) && !f.set.Last.At.IsZero() && !req.Unaware(f.set.Last) &&
		!f.since(f.set.Last, func(*match.Match) bool { return true }):
		f.sign = view.PuzzleSign
	}
	return f, err
}

// since reports whether one of the matches has gone on since something was shown.
func (f focus) since(shown request.Moment, is func(*match.Match) bool) bool {
	return slices.ContainsFunc(f.lately, func(m *match.Match) bool { return m.Latest.After(shown.At) && is(m) })
}

// posed reports whether a puzzle that is not solved was shown last.
func (f focus) posed() bool { return f.sign == view.PuzzleSign && f.now.Game != nil }

// helped reports whether a match that gives hints has gone on since the puzzle was shown, or one between people in
// which somebody has moved: /hint is about that match then.
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

// mostGivingUp is the number of words somebody who plays here, too, gives a puzzle up with: of more, a match may be
// meant.
const mostGivingUp = 3

// GivesUp reports whether words by which the author resigns are about the puzzle here: it was shown last, is not
// solved, and the author has set or tried it.
func (e Exercises) GivesUp(req *request.Request, text string) bool {
	f, err := e.focus(req)
	own := f.set.Asker == req.Author.ID || f.set.Asker == "" && f.set.Person == req.Author.ID
	return err == nil && f.posed() && own &&
		(len(strings.Fields(text)) <= mostGivingUp || !slices.ContainsFunc(f.lately, isPlaying))
}

// GoesOn reads a text that is nothing but the word for the next one or for the solution as a command about what was
// shown last here: "learn" or "puzzle", and what is typed behind it; "" if it is none.
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

// Explains answers a question, or words that are not understood: it says what the step that the author has open here is
// about and where to look, or shows the puzzle. It is nil if neither was shown last here.
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

// Hint says where to look in the step that the author has open here, or helps with the puzzle of the room, unless a
// match is rather meant.
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
