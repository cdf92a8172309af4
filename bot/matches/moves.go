package matches

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/cache"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Moves handles the commands and texts by which people play, try and plan moves.
type Moves struct {
	Archive *archive.Archive
	Change  change.Decider
	Find    find.Finder
	Now     func() time.Time
	Drafts  *drafts
	Paces   *people.Limiter
}

// ConfirmChoice is the setting that makes the author's moves wait for a confirmation.
var ConfirmChoice = view.ChoiceNamed("confirm")

// Move handles a text that may be a move. explicit means that it follows the command; otherwise talk gets no answer.
func (s Moves) Move(req *request.Request, text string, explicit bool) (*request.Result, error) {
	board := request.BoardOf(text)
	m, text, err := s.Find.FindMoving(req, text, explicit)
	if m == nil || err != nil {
		return nil, err
	}
	if err := outdated(req, m, board, text); err != nil {
		return nil, err
	}
	legible := m.Status == match.Playing && req.Legible(m, text)
	if legible {
		req = typedBy(req, m, m.Turn())
	}
	if move := moveInQuestion(req, m, text, explicit); move != "" {
		if !req.SaidToBot() {
			return nil, nil
		}
		v := req.Guide.Voice
		return req.DidYouMean(v.Typed("move")+" "+v.Move(m.Line.Position(), string(move)), ""), nil
	}
	if !explicit && !req.Event.Addressed && legible {
		if err := s.Paces.Allow(req, s.Now()); err != nil {
			return nil, err
		}
	}
	switch {
	case text == "":
		return s.pick(req, m)
	case change.StopsAutoRoll(req, s.Archive, m, text):
		return nil, s.hold(req, m)
	case change.Held(req, s.Archive, m, text):
		return nil, req.Refuse("double-held")
	}
	return nil, s.play(req, m, text, explicit)
}

// moveInQuestion returns the legal move that a text only asks about, as "6-11?", or has behind other words; "" if there
// is none, or it follows the command.
func moveInQuestion(req *request.Request, m *match.Match, text string, explicit bool) engine.Move {
	if explicit || !speech.Asks(text) && !req.Meant || !request.Can(m, req.Author, match.Moved) {
		return ""
	}
	move, _ := req.Read(m, text) // none, with an error
	return move
}

// play plays the move of a text, or keeps the beginning of one as a draft.
func (s Moves) play(req *request.Request, m *match.Match, text string, explicit bool) error {
	confirms := s.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID)).Of("confirm") == "on"
	var typed draft
	err := s.Change.Act(req, m.ID, func(now *match.Match) (e match.Event, err error) {
		m = now
		e, typed, err = decideMove(req, now, text, s.Drafts.of(req, now), explicit, confirms)
		return e, err
	})
	switch {
	case err == nil:
		s.Paces.Refund(req)
	case !errors.Is(err, request.ErrNothing):
		s.Drafts.keep(req, m, typed, !explicit && !req.Event.Addressed)
	}
	return err
}

// outdated returns an error for a player's move on a board on which moves have been made since; board is the number of
// moves of that board, negative if unknown.
func outdated(req *request.Request, m *match.Match, board int, text string) error {
	switch {
	case board < 0, board == m.Number(), !view.Plays(m, req.Author):
		return nil
	case repeats(req, m, board, text):
		return request.ErrNothing
	}
	return req.Refuse("old-board")
}

// repeats reports whether a text is the move that its author made last, on the board with so many moves: a button
// tapped twice.
func repeats(req *request.Request, m *match.Match, board int, text string) bool {
	ply := board - (m.Number() - m.Line.Len())
	side := m.Side(req.Author.ID)
	if ply < 0 || ply >= m.Line.Len() || m.Line.At(ply).Turn() != side {
		return false
	}
	for later := ply + 1; later < m.Line.Len(); later++ {
		if m.Line.At(later).Turn() == side {
			return false
		}
	}
	before := m.Line.At(ply)
	move, err := before.Read(text)
	move, _, err = finish(before.Read, move, text, err)
	return err == nil && move == m.Line.Move(ply)
}

// decideMove returns the event for a text that is a move, or an error with the answer and the draft of an unfinished
// move. explicit means that the text follows the command, and confirms that a complete move is shown first.
func decideMove(req *request.Request, m *match.Match, text string, before draft, explicit,
	confirms bool) (match.Event, draft, error) {
	e := match.Event{Kind: match.Moved}
	switch may := request.Can(m, req.Author, match.Moved); {
	case !may && !explicit:
		return e, draft{}, outOfTurn(req, m, text)
	case !may:
		return e, draft{}, nil // the match says why not
	}
	read := func(text string) (engine.Move, error) { return req.Read(m, text) }
	move, whole, err := request.ReadOn(read, before.begun(m, text), text)
	if explicit {
		move, whole, err = finish(read, move, whole, err)
	}
	wrong, _ := errors.AsType[*engine.MoveError](err)
	if at := touchedSquare(m, wrong); at != "" {
		return match.Event{Kind: match.Touched, Move: engine.Move(at)}, draft{}, nil
	}
	switch {
	case wrong != nil:
		return e, draftOf(wrong, whole), explain(req, m, wrong, whole, explicit)
	case err != nil:
		return e, draft{}, err
	case move == "drop" && drops(req, text):
		to := req.Audience(m)
		return e, draft{}, sure(to.ConfirmAction(m, "sure-drop", "button.drop", to.Drop(m)[0][0].Says), nil)
	case confirms && !m.Setup.Touch && overBoard(m, move):
		shown, err := req.Audience(m).Confirm(m, move)
		return e, draft{text: string(move), whole: move}, sure(shown, err)
	}
	e.Move = move
	return e, draft{}, nil
}

// outOfTurn returns an error for a text from a player who may not move now; nil if the match itself tells the reason.
func outOfTurn(req *request.Request, m *match.Match, text string) error {
	switch {
	case !req.SaidToBot() && !req.Shaped(m, text):
		return request.ErrNothing
	case m.Turn() != engine.Nobody && view.Plays(m, req.Author) && !request.LooksLikeMove(req.Guide.Games, text):
		return req.Refuse("not-understood")
	}
	return nil
}

// sure returns an error that asks for the confirmation of a move, by a message with a button for yes and one for no.
func sure(asked chat.Message, err error) error {
	if err != nil {
		return err
	}
	row := asked.Buttons[0]
	return request.Refused{Result: request.Ask(asked, &request.Question{Text: chat.PlainText(asked.Text), Yes: row[0].Says,
		No: row[1].Says})}
}

// finish completes a move that was read as incomplete, as long as there is only one way to continue.
func finish(read func(string) (engine.Move, error), move engine.Move, text string, err error) (engine.Move, string,
	error) {
	var wrong *engine.MoveError
	for errors.As(err, &wrong) && wrong.Kind == engine.Incomplete && len(wrong.Choices) == 1 && wrong.Choices[0] != text {
		text = wrong.Choices[0]
		move, err = read(text)
	}
	return move, text, err
}

// drops reports whether a double is refused in words, and not by the exact move or a command; then the author is asked
// to confirm that the game is to be lost.
func drops(req *request.Request, text string) bool {
	return req.Meant || text != "drop" && !strings.HasPrefix(req.Event.Text, "/")
}

// touchedSquare returns the square of the piece that a text names without a target, in a match with the touch-move
// rule; "" if it names none, or another piece was touchedSquare before.
func touchedSquare(m *match.Match, wrong *engine.MoveError) (at string) {
	if !m.Setup.Touch || m.Touched != "" || wrong == nil || wrong.Kind != engine.Incomplete {
		return ""
	}
	for _, choice := range wrong.Choices {
		origin := match.Origin(engine.Move(choice))
		if at != "" && origin != at {
			return ""
		}
		at = origin
	}
	return at
}

// overBoard reports whether a move moves pieces, and is not a word such as "roll".
func overBoard(m *match.Match, move engine.Move) bool {
	trace := m.Line.Position().Trace(move)
	return len(trace.Path)+len(trace.Drops)+len(trace.Hops) > 0
}

// begun returns the beginning of a move that a text may complete; "" if there is none, or the text repeats it.
func (d draft) begun(m *match.Match, text string) string {
	switch {
	case d.text == "":
		return m.Touched
	case d.whole != "", slices.Contains(d.choices, text), strings.HasPrefix(text, d.text+" "):
		return ""
	}
	return d.text
}

// draftOf makes the draft of a text that begins a move, or is an illegal one.
func draftOf(wrong *engine.MoveError, text string) draft {
	if wrong.Kind == engine.Illegal {
		return draft{refused: text}
	}
	if wrong.Kind != engine.Incomplete || len(wrong.Choices) == 0 {
		return draft{}
	}
	return draft{text: text, choices: wrong.Choices}
}

// explain returns the answer to a text that is no move; request.ErrNothing for talk.
func explain(req *request.Request, m *match.Match, wrong *engine.MoveError, text string, explicit bool) error {
	switch {
	case wrong.Kind == engine.NotMove && (explicit || req.SaidToBot()):
		key, example := "not-a-choice", req.Audience(m).Few(m)
		if example == "" {
			key, example = "not-a-move", req.Audience(m).Example(m)
		}
		shaped := map[bool]string{true: "yes"}[explicit || strings.ContainsFunc(text, unicode.IsDigit)]
		no := req.Privately(key, speech.Person("Player", view.User(m.Player(m.Turn()))), speech.Text("ID", m.ID),
			speech.Text("Example", example), speech.Text("Shaped", shaped))
		no.Told = true
		no.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("button.moves"), Says: req.Guide.Voice.Typed("moves") +
			" #" + m.ID},
			{Label: req.Guide.Voice.Text("button.help"), Says: req.Guide.Voice.Typed("help")}}}
		return request.Replace(no)
	case wrong.Kind == engine.NotMove:
		return request.ErrNothing
	case wrong.Kind == engine.Incomplete && len(wrong.Choices) == 0 && !explicit && !req.Event.Addressed:
		return request.ErrNothing
	}
	if req.Event.Tap && wrong.Kind == engine.Incomplete {
		return request.Replace(req.ForRoom(m).Continue(m, text))
	}
	return request.Replace(req.Audience(m).Explain(m, wrong, text))
}

// IsDiceMove reports whether the text is a legal move in a match with dice where the author is on turn. There, words
// that are commands elsewhere may be moves.
func (s Moves) IsDiceMove(req *request.Request) bool {
	id, text := request.Named(req.Event.Text)
	return s.Find.AnyMine(req, func(m *match.Match) bool {
		_, dice := m.Line.Position().(engine.DicePosition)
		return dice && (id == "" || id == m.ID) && request.Can(m, req.Author, match.Moved) && req.MoveError(m, text) == nil
	})
}

// IsScoreTalk reports whether a text not said to the bot itself looks like a score, and may not be a move in any match
// here.
func (s Moves) IsScoreTalk(req *request.Request) bool {
	return !req.SaidToBot() && req.Score(req.Event.Text) && !s.Find.AnyMine(req,
		func(m *match.Match) bool { return req.Legible(m, req.Event.Text) })
}

// IsMoveHere reports whether a text has the form of a move in a running match of the author here, or in the one that it
// names, legal or not.
func (s Moves) IsMoveHere(req *request.Request, text string) bool {
	if id, rest := request.Named(text); id != "" {
		m, err := s.Find.ByID(req, id, "")
		return err == nil && m.Status == match.Playing && req.Shaped(m, rest)
	}
	return s.Find.AnyMine(req, func(m *match.Match) bool { return m.Status == match.Playing && req.Shaped(m, text) })
}

// pick shows the legal moves, as buttons or as a list.
func (s Moves) pick(req *request.Request, m *match.Match) (*request.Result, error) {
	if !request.Can(m, req.Author, match.Moved) {
		return nil, s.play(req, m, "", true) // the match says why not
	}
	if req.Event.Tap {
		return request.Say(req.ForRoom(m).Control(m, "")), nil
	}
	return s.List(req, "#"+m.ID)
}

// List lists the legal moves, or those that begin with a text.
func (s Moves) List(req *request.Request, text string) (*request.Result, error) {
	m, rest, err := s.Find.Find(req, text, "moves", match.Moved)
	if err != nil {
		return nil, err
	}
	if m.Status != match.Playing {
		return nil, req.NotPlaying(m)
	}
	words := strings.Fields(rest)
	for len(words) > 1 && req.Guide.Languages.Book.Meaning("intent-filler", words[0]) { // "for 12"
		words = words[1:]
	}
	rest = strings.Join(words, " ")
	list, ok := req.Audience(m).Moves(m, rest, request.Can(m, req.Author, match.Moved))
	if !ok {
		return nil, req.Refuse("no-moves-from", speech.Text("Text", rest))
	}
	return request.Say(list), nil
}

// Confirm plays the move that was shown for confirmation.
func (s Moves) Confirm(req *request.Request, text string) (*request.Result, error) {
	m, rest, err := s.Find.Find(req, text, "confirm", match.Moved)
	if err := cmp.Or(err, req.NothingElse(m, "confirm", rest)); err != nil {
		return nil, err
	}
	return nil, s.Change.Act(req, m.ID, func(m *match.Match) (match.Event, error) {
		d := s.Drafts.of(req, m)
		if d.whole == "" {
			return match.Event{}, req.Refuse("nothing-to-confirm", req.Typed("Confirm", "confirm"))
		}
		return match.Event{Kind: match.Moved, Move: d.whole}, nil
	})
}

// Suggest completes moves in the matches where the person typing is on turn, those of the room first. If there are
// several, or the only one is played elsewhere, each move follows the id of its match, and the matches share the list
// until one is chosen.
func (s Moves) Suggest(req *request.Request, begin string) []string {
	here, err := s.Find.Mine(req)
	all, err2 := s.Archive.Search(req.Ctx, storage.Query{Player: req.Author.ID, Live: true, Limit: find.RecentMatches})
	s.Archive.Warn(cmp.Or(err, err2), "moves cannot be suggested")
	isHere := func(m *match.Match) bool {
		return slices.ContainsFunc(here, func(h *match.Match) bool { return h.ID == m.ID })
	}
	turn := request.Filter(append(here, slices.DeleteFunc(all, isHere)...), func(m *match.Match) bool {
		return m.Turn() != engine.Nobody && m.Side(req.Author.ID) == m.Turn()
	})
	var list []string
	for _, m := range turn {
		number := ""
		if len(turn) > 1 || !isHere(m) {
			number = "#" + m.ID + " "
		}
		moves := request.Beginning(m, strings.TrimPrefix(begin, number))
		if number != "" && !strings.HasPrefix(begin, "#") {
			moves = moves[:min(len(moves), max(1, request.Suggestions/len(turn)))]
		}
		for _, move := range moves {
			list = append(list, number+move)
		}
	}
	return list
}

// hold stops automatic rolls for the author in a match, from the next turn on.
func (s Moves) hold(req *request.Request, m *match.Match) error {
	own := archive.OfPerson(req.Author.ID)
	list := append(strings.Fields(s.Archive.Preferences(req.Ctx, own)[change.DiceWait].Value), m.ID)
	list = list[max(0, len(list)-change.MostHeld):]
	if err := s.Archive.Choose(req.Ctx, own, change.DiceWait, view.Chosen{Value: strings.Join(list, " ")}); err != nil {
		return err
	}
	return req.Refuse("double-held")
}

// draft is what a player has typed of a move; it is valid until the match changes. If it was overheard, and so may be
// talk, it is valid for a minute and only for its author's next line.
type draft struct {
	n       int // events of the match when it was typed
	since   request.Moment
	text    string
	choices []string    // complete texts that may follow
	whole   engine.Move // a complete move to be confirmed; "" for a part of a move
	line    int         // its number in drafts.lines if it was overheard, 0 if it was said to the bot
	refused string      // the last illegal move, perhaps the only content of the draft
}

// overhears is how long an overheard draft is valid.
const overhears = time.Minute

type draftKey struct{ user, match string }

// drafts is a cache of the moves that people have begun to type. Losing them is harmless: a button that completes a
// move has all of it.
type drafts struct {
	kept  *cache.LRU[draftKey, draft]
	lines *cache.LRU[string, int] // number of lines since an overheard draft, that one included, by person
}

// Drafting is the maximum number of drafts, most of which expire within a minute.
const Drafting = 2000

// NewDrafts makes an empty cache of drafts.
func NewDrafts() *drafts {
	return &drafts{cache.New[draftKey, draft](Drafting, 0), cache.New[string, int](Drafting, 0)}
}

// of returns the valid draft of the author in a match; zero if there is none.
func (d *drafts) of(req *request.Request, m *match.Match) draft {
	is, ok := d.kept.Get(draftKey{req.Author.ID, m.ID})
	if !ok || is.n != m.N || req.Unaware(is.since) || is.line > 0 &&
		(d.line(req.Author.ID) != is.line+1 || req.Guide.Now.Sub(is.since.At) > overhears) {
		return draft{}
	}
	return is
}

// line returns the number of the author's last line; 0 if lines are not counted.
func (d *drafts) line(id string) int { return d.lines.Value(id) }

// Hear counts a line of a person whose draft was overheard.
func (d *drafts) Hear(id string) {
	if n := d.line(id); n > 0 {
		d.lines.Put(id, n+1)
	}
}

// keep stores a draft of the author. The text of an illegal move is added to the valid draft, if there is one.
func (d *drafts) keep(req *request.Request, m *match.Match, is draft, overheard bool) {
	before := d.of(req, m)
	switch {
	case is.text == "" && is.refused == "":
		return
	case is.text == "" && before.text != "":
		before.refused = is.refused
		is = before
	default:
		is.n, is.since = m.N, req.Moment(req.Guide.Now)
	}
	if overheard && is.refused == "" && is.whole == "" {
		is.line = max(d.line(req.Author.ID), 1)
		d.lines.Put(req.Author.ID, is.line)
	}
	d.kept.Put(draftKey{req.Author.ID, m.ID}, is)
}

// Refused returns the author's last illegal move in a match as it stands; "" if there is none.
func (d *drafts) Refused(req *request.Request, m *match.Match) string { return d.of(req, m).refused }

// undo drops a draft that an undo takes back: one to be confirmed, and any in a game with dice, where a move has
// several parts. It reports whether there was one.
func (d *drafts) undo(req *request.Request, m *match.Match) bool {
	is := d.of(req, m)
	_, long := m.Line.Position().(engine.DicePosition)
	if is.text == "" || is.whole == "" && !long {
		return false
	}
	if !req.Trial {
		d.kept.Remove(draftKey{req.Author.ID, m.ID})
	}
	return true
}

// Rename drops the drafts of a person.
func (d *drafts) Rename(_ context.Context, id, _ string) error {
	d.lines.Remove(id)
	d.kept.RemoveIf(func(key draftKey, _ draft) bool { return key.user == id })
	return nil
}
