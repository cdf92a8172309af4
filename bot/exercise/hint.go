package exercise

import (
	"cmp"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
	"tabuleiro/engine/puzzle"
	"tabuleiro/storage"
)

// spot is the puzzle and the move that is to be found now.
func (s Set) spot() int { return s.Number<<8 + s.At + 1 }

// Hint helps with the puzzle of the room, if that is rather meant than a match with hints: with the piece that is to
// move, asked again with the move. Its price is said before, once a puzzle.
func (p Puzzles) Hint(req *request.Request, text string) (answer *request.Result, taken bool, err error) {
	about := quotes(req, view.PuzzleSign)
	if id, _ := request.Named(text); id != "" || !about && req.Board != "" {
		return nil, false, nil
	}
	s, now, err := p.posed(req.Ctx, req.Event.Room)
	if err != nil || now.Game == nil || !about && p.helpsElsewhere(req, s) {
		return nil, false, err
	}
	if text != "" {
		return nil, true, req.Extra(text, req.Guide.Voice.Typed("hint"))
	}
	answer, err = p.help(req, s, now)
	return answer, true, err
}

// help says which piece is to move or, asked again, the move.
func (p Puzzles) help(req *request.Request, s Set, now view.Puzzle) (*request.Result, error) {
	m := req.Privately("puzzle-hint", speech.Text("Solution", req.Guide.Voice.Typed("puzzle")+" "+
		req.Guide.Voice.Typed("solution")))
	position, move := now.Line.Position(), s.Puzzle.Solution[s.At]
	if s.Looked == s.spot() {
		is := speech.Text("Move", req.Guide.Voice.Move(position, string(move)))
		m.Text = then(m.Text, req.Guide.Voice.Say("hint-move", is))
		return request.Say(m), nil
	}
	if s.Warned != s.Number && !req.PlaysBot() && s.Date == "" && p.charges(req) { // where it is not said beside the puzzle
		s.Warned = s.Number
		return Price(req), p.keepBy(req, s)
	}
	piece := pieceOf(req, now.Game, position, move)
	if piece == nil {
		return request.Say(m), nil
	}
	s.Looked = s.spot()
	counted, err := p.counted(req, &s, false)
	m.Text, err = then(then(m.Text, piece), counted), cmp.Or(err, p.keepBy(req, s))
	return request.Say(m), err
}

// Price says what a hint for a puzzle costs, and offers it.
func Price(req *request.Request) *request.Result {
	warned, says := req.Privately("puzzle-hint-price"), req.Guide.Voice.Typed("hint")
	warned.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("more.hint"), Says: says}}}
	return request.Ask(warned, &request.Question{Text: chat.PlainText(warned.Text), Yes: says, Brief: true})
}

// helpsElsewhere reports whether a match of the author has gone on since a puzzle was shown, one between people by a
// move: a hint is for that then, or is told not to be given there.
func (p Puzzles) helpsElsewhere(req *request.Request, s Set) bool {
	return p.Find.AnyMine(req, func(m *match.Match) bool {
		return m.Status == match.Playing && (request.Helps(m) || m.Moves() > 0) && m.Latest.After(s.Last.At)
	})
}

// isLast reports whether a puzzle, solved or not, is what came last here: no match of the author has gone on since.
func (p Puzzles) isLast(req *request.Request) (s Set, posed, is bool) {
	if !quotes(req, view.PuzzleSign) && !req.Direct() {
		return s, false, false
	}
	s, posed, err := p.Load(req.Ctx, req.Event.Room)
	if err != nil || s.Number == 0 || req.Unaware(s.Last) {
		return s, false, false
	}
	lately, err := p.Archive.Search(req.Ctx, storage.Query{Room: string(req.Event.Room), Player: req.Author.ID,
		Limit: find.RecentMatches})
	later := slices.ContainsFunc(lately, func(m *match.Match) bool { return m.Latest.After(s.Last.At) })
	return s, posed, err == nil && !later
}

// pieceOf says which piece is to move; nil: none is.
func pieceOf(req *request.Request, g *engine.Game, in engine.Position, move engine.Move) []chat.Span {
	if piece := analysis.Start(in, move); piece != "" {
		return req.Guide.Voice.HintPiece(g, in, piece)
	}
	return nil
}

// answer says what was to be done in a step of the lesson of a game, so many of which were before it; nil: there is no
// such step.
func (s Lessons) answer(req *request.Request, game *engine.Game, before int) ([]chat.Span, error) {
	steps := puzzle.Lesson(game)
	if before >= len(steps) {
		return nil, nil
	}
	line, err := steps[before].Line(game)
	if err != nil {
		return nil, err
	}
	right, err := steps[before].Solution(line.Position())
	several := ""
	for m := range line.Position().Moves() {
		if is, _ := steps[before].Try(m); is && m != right {
			several = string(m)
		}
	}
	return req.Guide.Voice.Say("lesson-answer", speech.Text("Move", req.Guide.Voice.Move(line.Position(), string(right))),
		speech.Text("Several", several)), err
}

// look says where to look in a step; nil: there is no piece that moves first.
func (s Lessons) look(req *request.Request, l lesson) []chat.Span {
	best, err := l.step.Solution(l.Line.Position())
	if err != nil {
		return nil
	}
	return pieceOf(req, l.Game, l.Line.Position(), best)
}

// Hint says where to look in the step that the author has open here; where there is none it is Puzzles.Hint.
func (s Lessons) Hint(req *request.Request, text string) (answer *request.Result, taken bool, err error) {
	l, open, err := s.open(req)
	later := false
	if err == nil && open && !l.about {
		later, err = s.since(req, l.place, "")
	}
	switch {
	case err != nil:
		return nil, false, err
	case !open || later || text != "":
		return s.Puzzles.Hint(req, text)
	}
	news := s.look(req, l)
	if news == nil {
		news = req.Guide.Voice.Say("lesson-task." + l.Name)
	}
	if req.Event.Tap {
		return request.Say(s.told(req, l, news, "")), true, nil
	}
	return request.Say(ofLesson(news)), true, nil
}

// Charges reports whether help would count for the author: with the puzzle here, as no step is open, and no match in
// which hints are given has gone on since.
func (s Lessons) Charges(req *request.Request) bool {
	_, open, err := s.open(req)
	set, _, failed := s.Puzzles.Load(req.Ctx, req.Event.Room)
	return cmp.Or(err, failed) == nil && !open && !s.Puzzles.helpsElsewhere(req, set) && s.Puzzles.charges(req)
}

// GoesOn is the command, and what is typed behind it, by which what came last here goes on or ends, "learn" for the
// lesson that the author has open or "puzzle", if a text asks for the next of it, or for the solution, with a word that
// may be meant otherwise elsewhere; else "".
func (s Lessons) GoesOn(req *request.Request) (name, rest string) {
	book, text := req.Guide.Languages.Book, strings.Trim(req.Event.Text, " .!?¿¡")
	if book.Means("solution", text) {
		if _, posed, is := s.Puzzles.isLast(req); posed && is {
			return "puzzle", "solution"
		}
		return "", ""
	}
	if !book.Means("next", text) && !book.Means("skip", text) &&
		!slices.ContainsFunc(book.All("button.puzzle-next"), func(label string) bool {
			return speech.Fold(label) == speech.Fold(text)
		}) {
		return "", ""
	}
	rest = req.Guide.Voice.Typed("next")
	if _, open, err := s.last(req); open || err != nil {
		return "learn", rest
	}
	if s.Last(req) {
		return "puzzle", rest
	}
	return "", ""
}

// Last reports whether a puzzle came last here, solved or not.
func (s Lessons) Last(req *request.Request) bool {
	_, _, is := s.Puzzles.isLast(req)
	return is
}

// mostGivingUp is the number of words somebody who plays here, too, gives a puzzle up with: of more, a match may be
// meant.
const mostGivingUp = 3

// GivesUp reports whether words of somebody who resigns are for the puzzle here: it came last, is not solved, and the
// author has set it, or tried it.
func (s Lessons) GivesUp(req *request.Request, text string) bool {
	set, posed, is := s.Puzzles.isLast(req)
	own := set.Asker == req.Author.ID || set.Asker == "" && set.Person == req.Author.ID
	return posed && is && own && !s.Puzzles.Find.AnyMine(req, func(m *match.Match) bool {
		return m.Status == match.Playing && len(strings.Fields(text)) > mostGivingUp
	})
}

// last is the step that the author has open here; false if there is none, or something else was shown since.
func (s Lessons) last(req *request.Request) (l lesson, is bool, err error) {
	l, open, err := s.open(req)
	if err != nil || !open || l.about {
		return l, open, err
	}
	set, _, err := s.Puzzles.Load(req.Ctx, req.Event.Room)
	if err != nil || set.Last.At.After(l.place.Last.At) { // solved or not
		return l, false, err
	}
	later, err := s.since(req, l.place, req.Event.Text)
	return l, !later, err
}

// Explains says what the step that the author has open here is about, and where to look, to a question about it or
// words that are not understood; of a puzzle it shows what is asked. It is nil if neither came last here.
func (s Lessons) Explains(req *request.Request) (*request.Result, error) {
	l, is, err := s.last(req)
	switch {
	case err != nil:
		return nil, err
	case !is:
		if _, posed, is := s.Puzzles.isLast(req); !posed || !is {
			return nil, nil
		}
		return s.Puzzles.Puzzle(req, "")
	}
	return request.Say(ofLesson(then(req.Guide.Voice.Say("lesson-task."+l.Name), s.look(req, l)))), nil
}
