package exercise

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Hears plays a text as a move in the open step, or in the puzzle of the room, and reports whether it was meant for one
// of them. explicit means that it follows the move command: then a text that is a move nowhere is meant for the board
// shown last.
func (e Exercises) Hears(req *request.Request, text string,
	explicit bool) (answer *request.Result, taken bool, err error) {
	f, sign, matches, err := e.aim(req, text, explicit)
	switch {
	case err != nil:
		return nil, false, err
	case sign == "":
		m := e.there(req, f.set.Day)
		if m == nil || f.now.Game != nil || !f.about {
			return nil, false, nil
		}
		return request.Say(*m), true, nil
	case len(matches) > 0:
		return request.Say(f.whichBoard(req, sign, matches, text)), true, nil
	}
	if !explicit && !req.Event.Addressed { // not addressed to the bot
		if err := e.Paces.Allow(req, e.Now()); err != nil {
			return nil, true, err
		}
	}
	if sign == view.PuzzleSign {
		answer, err = e.try(req, text, "", "")
		return answer, true, err
	}
	defer e.Rooms.Enter(req.Event.Room)()
	answer, err = e.tryStep(req, f.step, text)
	return answer, true, err
}

// Expects reports whether a text is a legal move in the open step, even if it is a command, too.
func (e Exercises) Expects(req *request.Request) bool {
	f, sign, _, err := e.aim(req, req.Event.Text, false)
	if err != nil || sign != view.LessonSign {
		return false
	}
	_, err = req.ReadAt(f.step.Line.Position(), req.Event.Text)
	return err == nil
}

// staking has moves that occur only in matches of backgammon.
var staking = []string{"roll", "double", "take", "drop", "pass"}

// aim returns the sign of what a text is meant for, "" for neither: the step, if the text replies to it or nothing that
// awaits the author was shown since; or the puzzle, if the text replies to it or is no move in a match here that awaits
// the author. matches are those that may be meant as well.
func (e Exercises) aim(req *request.Request, text string,
	explicit bool) (f focus, sign string, matches []*match.Match, err error) {
	if id, _ := request.Named(text); id != "" || text == "" {
		return f, "", nil, nil
	}
	if f, err = e.focus(req); err != nil || f.step.Name == "" && f.now.Game == nil {
		return f, "", nil, err
	}
	if readable, meant := f.meantForStep(req, text); meant {
		return f, view.LessonSign, readable, nil
	}
	if f.now.Game == nil || answersOther(req, view.PuzzleSign) || req.Unaware(f.set.Last) {
		return f, "", nil, nil
	}
	readable, meant := f.meant(req, text, explicit)
	if !meant {
		return f, "", nil, nil
	}
	return f, view.PuzzleSign, readable, nil
}

// later reports whether an unsolved puzzle, or a match that awaits the author, was shown after the step, and the text
// does not reply to the step.
func (f focus) later(req *request.Request) bool {
	shown := f.step.place.Last
	return !f.step.about && (f.now.Game != nil && f.set.Last.At.After(shown.At) || f.since(shown, onTurn(req)))
}

// meantForStep reports whether a text may be for the open step, and returns the matches that it may be for as well: a
// move that the step does not know, and a match does, is not played in either without asking.
func (f focus) meantForStep(req *request.Request, text string) (readable []*match.Match, is bool) {
	if f.step.Name == "" || f.later(req) {
		return nil, false
	}
	legal, like := moveIn(req, f.step.Line.Position(), text, true)
	if like && !legal && !f.step.about {
		readable = f.readable(req, text)
	}
	return readable, like
}

// meant reports whether a text may be for the puzzle, and returns the matches that it may be for as well.
func (f focus) meant(req *request.Request, text string, explicit bool) (readable []*match.Match, is bool) {
	legal, like := moveIn(req, f.now.Line.Position(), text, f.about || explicit || req.SaidToBot())
	turn := request.Filter(f.lately, onTurn(req))
	readable = f.readable(req, text)
	switch {
	case !like && (!explicit || slices.Contains(staking, text) || f.since(f.set.Last, onTurn(req))):
		return nil, false
	case f.about:
		return nil, true
	case !legal && slices.ContainsFunc(turn, func(m *match.Match) bool { return isMove(m, text, true) }),
		!legal && f.since(f.set.Last, isPlaying): // that match is being looked at
		return nil, false
	}
	return readable, !slices.ContainsFunc(readable, func(m *match.Match) bool {
		return m.Moves() > 0 && m.Latest.After(f.set.Last.At)
	})
}

// readable returns the matches in which the author may move and a text is a legal move.
func (f focus) readable(req *request.Request, text string) []*match.Match {
	return request.Filter(f.lately, func(m *match.Match) bool { return onTurn(req)(m) && isMove(m, text, false) })
}

// isMove reports whether a text is a legal move in a match or, with like, at least has the form of one.
func isMove(m *match.Match, text string, like bool) bool {
	_, err := m.Line.Position().Read(text)
	var wrong *engine.MoveError
	return err == nil || like && (!errors.As(err, &wrong) || wrong.Kind != engine.NotMove)
}

// onTurn returns a function that reports whether the author may move in a match.
func onTurn(req *request.Request) func(*match.Match) bool {
	return func(m *match.Match) bool { return request.Can(m, req.Author, match.Moved) }
}

func isPlaying(m *match.Match) bool { return m.Status == match.Playing }

// quotes reports whether the author replies to a message that begins with a sign.
func quotes(req *request.Request, sign string) bool {
	return strings.HasPrefix(strings.TrimSpace(req.Event.Quoted), sign)
}

// answersOther reports whether the author replies to the message of a match, or of a lesson or puzzle that begins with
// another sign.
func answersOther(req *request.Request, sign string) bool {
	other := quotes(req, view.LessonSign) || quotes(req, view.PuzzleSign)
	return !quotes(req, sign) && (other || req.Board != "")
}

// moveIn reports whether a text is a legal move in a position, and whether it is at least like one; plainly means that
// the text was clearly said for that board.
func moveIn(req *request.Request, in engine.Position, text string, plainly bool) (legal, like bool) {
	_, err := req.ReadAt(in, text)
	var wrong *engine.MoveError
	return err == nil, err == nil || plainly && errors.As(err, &wrong) && wrong.Kind != engine.NotMove
}

// whichBoard asks whether a text is for the lesson or the puzzle, whose sign is given, or for a match.
func (f focus) whichBoard(req *request.Request, sign string, matches []*match.Match, text string) chat.Message {
	m := req.Privately("puzzle-or-match", speech.Text("Move", text))
	own := chat.Button{Label: sign + " " + f.now.ID(),
		Says: req.Guide.Voice.Typed("puzzle") + " " + f.now.ID() + ":" + strconv.Itoa(f.now.Line.Len()) + " " + text}
	if sign == view.LessonSign {
		m.Text = req.Guide.Voice.Say("lesson-or-match", speech.Text("Move", text))
		own.Label = sign + " " + req.Guide.Voice.Text("game."+f.step.Game.Name)
		own.Says = req.Guide.Voice.Typed("learn") + " " + f.step.Match().ID + " " + text
	}
	m.AddRow(own)
	for _, other := range matches {
		m.AddRow(chat.Button{Label: "#" + other.ID, Says: req.Guide.Voice.Typed("move") + " #" + other.ID + " " + text})
	}
	return m
}

// Suggest completes moves in the step that a person has open in a room, or else in the puzzle there.
func (e Exercises) Suggest(ctx context.Context, room chat.Room, person, begin string) []string {
	l, err := e.load(ctx, person)
	if err == nil && l.Name != "" && l.place.Room == room {
		return request.Beginning(l.Match(), begin)
	}
	_, now, err := e.Load(ctx, room)
	if err != nil || now.Game == nil {
		return nil
	}
	return request.Beginning(now.Match(), begin)
}
