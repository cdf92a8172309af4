package matches

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/notebook"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/puzzle"
	"tabuleiro/engine/record"
)

// study is a board to try things on that belongs to no match: a position of any game, and what was tried from there.
type study struct {
	Game    string         `json:"game"`
	Options engine.Options `json:"options,omitempty"`
	Start   string         `json:"start"`
	Side    engine.Side    `json:"side"` // from which it is looked at
	Trial   trial          `json:"trial"`
}

// studies are those that people have set up last.
var studies = notebook.New[study](notebook.Kind{Name: "study/", Of: notebook.Person,
	Bound: "one a person, of match.MostLines lines"})

// study takes what a text says of a board of its own: "board", and what is to be done there; the text of a position,
// behind the name of its game or alone; the name of a game, for its beginning; either with moves behind it; "puzzle", a
// game and a number. It returns false if the text says nothing of one.
func (s Moves) study(req *request.Request, text string) (_ *request.Result, is bool, err error) {
	text = strings.TrimSpace(text)
	word, rest, _ := strings.Cut(text, " ")
	name, at, _ := strings.Cut(word, ":")
	switch book := req.Guide.Languages.Book; {
	case book.Command(name) == "board":
		result, err := s.studied(req, at, rest)
		return result, true, err
	case book.Command(word) == "puzzle":
		word, number, _ := strings.Cut(strings.TrimSpace(rest), " ")
		n, err := strconv.Atoi(number)
		game := req.Guide.Game(word)
		if game == nil || err != nil || n < 1 || n > len(puzzle.Of(game)) {
			return nil, true, req.Note("trial-none-there", req.Typed("Command", "try"))
		}
		line, err := puzzle.Of(game)[n-1].Line(game)
		if err != nil {
			return nil, true, err
		}
		result, err := s.studyFrom(req, text, engine.Record{Game: game, Line: line}, engine.Nobody, "")
		return result, true, err
	}
	r, moves, is, err := positionIn(req, text)
	if !is || err != nil {
		return nil, is, err
	}
	result, err := s.studyFrom(req, text, r, engine.Nobody, moves)
	return result, true, err
}

// positionIn reads a text as that of a position, and what moves stand behind it; false if it is none. The error tells
// what is wrong with one of a game that is named.
func positionIn(req *request.Request, text string) (r engine.Record, moves string, is bool, err error) {
	start, rest := from(req, text)
	word, behind, _ := strings.Cut(strings.TrimSpace(rest), " ")
	game, games := req.Guide.Game(word), req.Guide.Games
	if game != nil {
		text, games = strings.TrimSpace(behind), []*engine.Game{game}
	}
	switch text = cmp.Or(start, text); {
	case text == "" && game == nil:
		return r, "", false, nil
	case text == "":
		r, err = game.NewRecord(nil, "")
		return r, "", true, err
	}
	list, whole := record.Positions(text, games), text
	if list == nil {
		text, moves, _ = strings.Cut(text, " ")
		list = record.Positions(text, games)
	}
	switch {
	case len(list) > 1:
		return r, "", true, request.Instead(req.WhichGame(list, "try", whole))
	case list != nil:
		return list[0], moves, true, nil
	}
	text, moves = whole, ""
	if game == nil {
		return r, "", false, nil
	}
	r, err = game.NewRecord(nil, text)
	var no *engine.MoveError
	if usual, failed := game.NewRecord(nil, ""); failed == nil {
		_, _, unread := firstMove(usual.Line.Position(), strings.Fields(text))
		if unread == nil || errors.As(unread, &no) && no.Kind != engine.NotMove {
			return usual, text, true, nil
		}
	}
	return r, "", true, noPosition(req, game, text, err)
}

// alone reports whether the author alone reads what is answered as private.
func alone(req *request.Request) bool { return req.Alone() || req.Event.Tap && req.Guide.Caps.Privates }

// ownEyes refuses what is for the author alone where others read it; command is what to say in private instead.
func ownEyes(req *request.Request, command string) error {
	if alone(req) {
		return nil
	}
	return req.Note("trial-private", speech.Text("Command", command))
}

// studyFrom sets a board up and makes moves there. It is looked at from a side; Nobody: from that of the one on turn.
func (s Moves) studyFrom(req *request.Request, text string, r engine.Record, side engine.Side,
	moves string) (*request.Result, error) {
	position := r.Line.Position()
	if err := ownEyes(req, req.Guide.Voice.Typed("try")+" "+text); err != nil {
		return nil, err
	}
	if side == engine.Nobody {
		side = max(engine.First, position.Turn())
	}
	now := study{Game: r.Game.Name, Options: r.Options, Start: position.String(), Side: side}
	if err := studies.Put(req.Ctx, s.Archive, req.Author.ID, now); err != nil {
		return nil, err
	}
	if moves != "" {
		return s.studied(req, "", moves)
	}
	return s.studyPage(req, now, "")
}

// studyAt sets up the board of a match that has ended as it was at one of the stops to look back.
func (s Moves) studyAt(req *request.Request, m *match.Match, game, stop int) (*request.Result, error) {
	id := m.ID
	if game > 0 && game <= len(m.Games)+1 && m.Setup.Several() {
		id, m = id+"/"+strconv.Itoa(game), m.SingleGame(game)
	}
	stops := tell.Stops(m)
	if stop < 0 || stop >= len(stops) {
		return nil, req.Note("no-such-step", speech.Text("Word", strconv.Itoa(stop)), speech.Count(len(stops)-1))
	}
	r := engine.Record{Game: m.Game, Options: m.Setup.Options, Line: m.Line.Back(m.Line.Len() - stops[stop])}
	return s.studyFrom(req, "#"+id+" "+strconv.Itoa(stop), r, m.Side(req.Author.ID), "")
}

// studyTried goes on with the lines that the author tried in a match that has ended since, where they began.
func (s Moves) studyTried(req *request.Request, m *match.Match, kept trial) (*request.Result, error) {
	shift := m.Number() - kept.Base // more than the line has: of an earlier game
	if len(kept.Lines) == 0 || shift < 0 || shift > m.Line.Len() {
		return nil, req.Note("trial-none", speech.Text("ID", m.ID))
	}
	now := study{Game: m.Game.Name, Options: m.Setup.Options, Start: m.Line.Back(shift).Position().String(),
		Side: m.Side(req.Author.ID), Trial: trial{Lines: kept.Lines, At: len(kept.Lines[0])}}
	if err := studies.Put(req.Ctx, s.Archive, req.Author.ID, now); err != nil {
		return nil, err
	}
	return s.studyPage(req, now, "")
}

// studied does something on the board of the author: at tells, as digits, how many moves were made on the one that it
// was said of; "": that is not known.
func (s Moves) studied(req *request.Request, at, text string) (*request.Result, error) {
	now, there, err := studies.Get(req.Ctx, s.Archive, req.Author.ID)
	switch {
	case err != nil:
		return nil, err
	case !there:
		return nil, req.Note("trial-none-there", req.Typed("Command", "try"))
	}
	if err := ownEyes(req, req.Guide.Voice.Typed("try")+" "+req.Guide.Voice.Typed("board")[1:]); err != nil {
		return nil, err
	}
	m, err := s.studyMatch(now)
	if err != nil {
		return nil, err
	}
	typed := ""
	if at == "" || at == strconv.Itoa(len(now.Trial.made())) { // else a button of a board before
		if now.Trial, typed, err = s.tried(req, m, now.Trial, strings.TrimSpace(text)); err != nil {
			return nil, err
		}
		if err := studies.Put(req.Ctx, s.Archive, req.Author.ID, now); err != nil {
			return nil, err
		}
	}
	return s.studyPage(req, now, typed)
}

// studyMatch is a board as a match that nobody plays: boards and moves are told of matches.
func (s Moves) studyMatch(now study) (*match.Match, error) {
	i := slices.IndexFunc(s.Archive.Games, func(g *engine.Game) bool { return g.Name == now.Game })
	if i < 0 {
		return nil, &engine.FileError{Code: engine.UnknownGame, Text: now.Game}
	}
	r, err := s.Archive.Games[i].NewRecord(now.Options, now.Start)
	return &match.Match{Game: r.Game, Line: r.Line, Status: match.Playing,
		Setup: match.Setup{Game: now.Game, Options: r.Options}}, err
}

// studyPage shows a board.
func (s Moves) studyPage(req *request.Request, now study, typed string) (*request.Result, error) {
	m, err := s.studyMatch(now)
	if err != nil {
		return nil, err
	}
	to := req.Guide.Audience
	to.Look = req.Preferences.Look(m, now.Side)
	page, err := to.Trial(m, tell.Trial{Line: now.Trial.line(), At: len(now.Trial.made()), Typed: typed,
		Others: max(0, len(now.Trial.Lines)-1)})
	page.Instead = inPlace(req)
	return request.Say(page), err
}

// inPlace reports whether a board of the author's own may take the place of the message whose button was pressed:
// nobody
// else sees that one.
func inPlace(req *request.Request) bool { return req.Event.Tap && (req.Alone() || req.Event.Hidden) }
