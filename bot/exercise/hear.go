package exercise

import (
	"context"
	"errors"
	"slices"
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
	f, meant, matches, err := e.aim(req, text, explicit)
	switch {
	case err != nil:
		return nil, false, err
	case !meant:
		if m := e.there(req, f.set.Day); m != nil && f.now.Game == nil && f.about {
			return request.Say(*m), true, nil
		}
		return nil, false, nil
	case len(matches) > 0:
		return request.Say(f.whichBoard(req, matches, text)), true, nil
	}
	if !explicit && !req.Event.Addressed { // not addressed to the bot
		if err := e.Paces.Allow(req, e.Now()); err != nil {
			return nil, true, err
		}
	}
	if f.sign == view.PuzzleSign {
		answer, err = e.try(req, text, "", "")
		return answer, true, err
	}
	defer e.Rooms.Enter(req.Event.Room)()
	answer, err = e.tryStep(req, f.step, text)
	return answer, true, err
}

// Expects reports whether a text is a legal move in the open step, even if it is a command, too.
func (e Exercises) Expects(req *request.Request) bool {
	f, meant, _, err := e.aim(req, req.Event.Text, false)
	return err == nil && meant && f.sign == view.LessonSign &&
		fit(f.step.Line.Position().Read(req.Event.Text)) == legal
}

// staking has moves that occur only in matches of backgammon.
var staking = []string{"roll", "double", "take", "drop", "pass"}

// aim reports whether a text may be meant for the lesson or puzzle, and returns the matches for which it may be meant
// as well.
func (e Exercises) aim(req *request.Request, text string,
	explicit bool) (f focus, meant bool, matches []*match.Match, err error) {
	if id, _ := request.Named(text); id != "" || text == "" {
		return f, false, nil, nil
	}
	if f, err = e.focus(req); err != nil || f.sign == "" {
		return f, false, nil, err
	}
	line := f.now.Line
	if f.sign == view.LessonSign {
		line = f.step.Line
	}
	explicit = explicit && !slices.Contains(staking, text)
	said := explicit || f.about || req.SaidToBot()
	own := fit(line.Position().Read(text))
	if own < legal && !said {
		own = 0
	}
	meant, matches = f.meant(req, text, own, explicit || said && fit(req.ReadAt(line.Position(), text)) > 0)
	return f, meant, matches, nil
}

// How a text fits a position: it may look like a move, or be a legal one.
const (
	alike = 1 + iota
	legal
)

// fit returns how a text fits the position in which it was read; 0 if not at all.
func fit(_ engine.Move, err error) int {
	switch wrong, ok := errors.AsType[*engine.MoveError](err); {
	case err == nil:
		return legal
	case ok && wrong.Kind == engine.NotMove:
		return 0
	}
	return alike
}

// meant implements aim for a text that fits the lesson or puzzle so well: it is meant for the board that it fits best,
// and of two for the one shown last. A move that is legal only on another board than that is asked about.
func (f focus) meant(req *request.Request, text string, own int, firm bool) (is bool, matches []*match.Match) {
	waiting := request.Filter(f.lately, func(m *match.Match) bool {
		return !f.about && request.Can(m, req.Author, match.Moved)
	})
	other := 0
	for _, m := range waiting {
		other = max(other, fit(m.Line.Position().Read(text)))
	}
	last := !f.passed(isPlaying) && (f.own || other < legal)
	switch {
	case last && own > 0 && own >= other:
		return true, nil
	case own == legal && other < legal, last && own == alike && other == legal:
		return true, request.Filter(waiting, func(m *match.Match) bool {
			return fit(m.Line.Position().Read(text)) == max(other, alike)
		})
	}
	return last && other == 0 && firm, nil
}

func isPlaying(m *match.Match) bool { return m.Status == match.Playing }

// quotes reports whether the author replies to a message that begins with a sign.
func quotes(req *request.Request, sign string) bool {
	return strings.HasPrefix(strings.TrimSpace(req.Event.Quoted), sign)
}

// whichBoard asks whether a text is for the lesson or puzzle, or for a match.
func (f focus) whichBoard(req *request.Request, matches []*match.Match, text string) chat.Message {
	key, game, own := "puzzle-or-match", f.now.Game, f.now.Command()
	if f.sign == view.LessonSign {
		key, game, own = "lesson-or-match", f.step.Game, f.step.Command()
	}
	m := req.Privately(key, speech.Text("Move", text))
	m.AddRow(chat.Button{Label: f.sign + " " + req.Guide.Voice.Text("game."+game.Name), Says: own + " " + text})
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
