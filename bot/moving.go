package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// moves plays moves.
type moves struct {
	decider
	drafts *drafts
	paces  *paces
}

// confirmChoice is whether somebody wants to see a move before it counts.
var confirmChoice = tell.ChoiceNamed("confirm")

// move deals with a text that may be a move. With explicit it came with the command; without, talk is left in peace.
func (s moves) move(t *talk, text string, explicit bool) (reply, error) {
	board := boardOf(text)
	m, text, err := s.findMoving(t, text, explicit)
	if m == nil || err != nil {
		return nil, err
	}
	if board >= 0 && board != m.Line.Len() && tell.Plays(m, t.me) {
		return nil, t.tooLate(m)
	}
	if !explicit && !t.event.Addressed && t.legible(m, text) {
		if err := s.paces.pay(t, s.now()); err != nil {
			return nil, err
		}
	}
	if text == "" {
		return s.pick(t, m)
	}
	if s.holds(t, m, text) {
		return nil, s.hold(t, m)
	}
	confirms := s.archive.Preferences(t.ctx, archive.OfPerson(t.me.ID)).Of("confirm") == "on"
	var typed draft
	err = s.act(t, m.ID, func(now *match.Match) (e match.Event, err error) {
		m = now
		e, typed, err = t.decideMove(now, text, s.drafts.of(t, now), explicit, confirms)
		return e, err
	})
	if typed.text != "" && !errors.Is(err, errNothing) {
		s.drafts.keep(t, m, typed, !explicit && !t.event.Addressed)
	}
	if err == nil {
		s.paces.refund(t)
	}
	return nil, err
}

// decideMove is what a text comes to as a move of its author: the event, or an answer with what is to be kept of a move that
// is not finished. With explicit the text came with the command; with confirms a whole move is shown first.
func (t *talk) decideMove(m *match.Match, text string, before draft, explicit, confirms bool) (match.Event, draft, error) {
	e := match.Event{Kind: match.Moved}
	if !can(m, t.me, match.Moved) {
		if !explicit && !t.direct() && !t.shaped(m, text) {
			return e, draft{}, errNothing
		}
		return e, draft{}, nil // the match says why not
	}
	move, whole, err := t.readWith(m, text, before)
	var wrong *engine.MoveError
	for explicit && errors.As(err, &wrong) && wrong.Kind == engine.Incomplete && len(wrong.Choices) == 1 && wrong.Choices[0] != whole {
		whole = wrong.Choices[0] // there is nothing to choose
		move, err = t.read(m, whole)
	}
	wrong = nil
	if errors.As(err, &wrong) {
		return e, t.begun(wrong, whole), t.explain(m, wrong, whole, explicit)
	}
	if err == nil && confirms && overBoard(m, move) {
		shown, err := t.to(m).Confirm(m, move)
		if err == nil {
			err = instead(shown)
		}
		return e, draft{text: string(move), whole: move}, err
	}
	e.Move = move
	return e, draft{}, err
}

// overBoard tells whether a move is more than a word that only decides something.
func overBoard(m *match.Match, move engine.Move) bool {
	trace := m.Line.Position().Trace(move)
	return len(trace.Path)+len(trace.Drops)+len(trace.Hops) > 0
}

// readWith finds the move that a player means, alone or as the rest of what was typed before, unless that is said again. It
// returns what was read.
func (t *talk) readWith(m *match.Match, text string, d draft) (engine.Move, string, error) {
	if d.text != "" && d.whole == "" && !slices.Contains(d.choices, text) && !strings.HasPrefix(text, d.text+" ") {
		both := d.text + " " + text
		move, err := t.read(m, both)
		var wrong *engine.MoveError
		if err == nil || errors.As(err, &wrong) && (wrong.Kind == engine.Ambiguous || wrong.Kind == engine.Incomplete && len(wrong.Choices) > 0) {
			return move, both, err
		}
	}
	move, err := t.read(m, text)
	return move, text, err
}

// begun is what is kept of a text that is the beginning of a move.
func (t *talk) begun(wrong *engine.MoveError, text string) draft {
	if wrong.Kind != engine.Incomplete || len(wrong.Choices) == 0 {
		return draft{}
	}
	return draft{text: text, choices: wrong.Choices}
}

// explain answers a text that is not a move; talk is left in peace.
func (t *talk) explain(m *match.Match, wrong *engine.MoveError, text string, explicit bool) error {
	switch {
	case wrong.Kind == engine.NotMove && (explicit || t.direct()):
		return t.note("not-a-move", speech.Person("Player", tell.User(m.Player(m.Turn()))), speech.Text("ID", m.ID),
			speech.Text("Example", t.to(m).Lines().Example(m)))
	case wrong.Kind == engine.NotMove:
		return errNothing
	case wrong.Kind == engine.Incomplete && len(wrong.Choices) == 0 && !explicit && !t.event.Addressed:
		return errNothing
	}
	if t.event.Tap && wrong.Kind == engine.Incomplete {
		return instead(t.public(m).Continue(m, wrong, text))
	}
	return instead(t.to(m).Explain(m, wrong, text))
}

// legible tells whether a text reads like a move or a part of one.
func (t *talk) legible(m *match.Match, text string) bool {
	_, err := t.read(m, text)
	var wrong *engine.MoveError
	return err == nil || errors.As(err, &wrong) && wrong.Kind != engine.NotMove
}

// expects tells whether what was said is a move in a match with dice where the author is on turn. There some words are
// moves that are commands elsewhere.
func (s moves) expects(t *talk) bool {
	return s.anyMine(t, func(m *match.Match) bool {
		_, dice := m.Line.Position().(engine.Roller)
		if !dice || !can(m, t.me, match.Moved) {
			return false
		}
		_, err := t.read(m, t.event.Text)
		return err == nil
	})
}

// played tells whether a text reads as a move of a match here that the author plays, be it legal now or not.
func (s moves) played(t *talk, text string) bool {
	return s.anyMine(t, func(m *match.Match) bool { return m.Status == match.Playing && t.shaped(m, text) })
}

func (s moves) anyMine(t *talk, fits func(*match.Match) bool) bool {
	if t.me.ID == "" {
		return false
	}
	found, err := s.mine(t)
	return err == nil && slices.ContainsFunc(found, fits)
}

// pick asks with which piece to move, or with what else a move may begin.
func (s moves) pick(t *talk, m *match.Match) (reply, error) {
	if !can(m, t.me, match.Moved) {
		return nil, s.act(t, m.ID, func(*match.Match) (match.Event, error) { return match.Event{Kind: match.Moved}, nil }) // says why not
	}
	if t.event.Tap {
		return reply{t.public(m).Control(m, "")}, nil
	}
	if asked, ok := t.to(m).Pick(m); ok {
		return reply{asked}, nil
	}
	return s.list(t, "#"+m.ID)
}

// list lists what may be played, all of it or what begins with a text.
func (s moves) list(t *talk, text string) (reply, error) {
	m, rest, err := s.find(t, text, "moves", match.Moved)
	if err != nil {
		return nil, err
	}
	if m.Status != match.Playing {
		return nil, t.note("not-playing", speech.Text("ID", m.ID))
	}
	list, ok := t.to(m).Moves(m, rest, can(m, t.me, match.Moved))
	if !ok {
		return nil, t.note("no-moves-from", speech.Text("Text", rest))
	}
	return reply{list}, nil
}

// confirm makes the move count that was shown.
func (s moves) confirm(t *talk, text string) (reply, error) {
	m, rest, err := s.find(t, text, "confirm", match.Moved)
	if err := cmp.Or(err, t.nothingElse(m, "confirm", rest)); err != nil {
		return nil, err
	}
	return nil, s.act(t, m.ID, func(m *match.Match) (match.Event, error) {
		d := s.drafts.of(t, m)
		if d.whole == "" {
			return match.Event{}, t.note("nothing-to-confirm", t.typed("Confirm", "confirm"))
		}
		return match.Event{Kind: match.Moved, Move: d.whole}, nil
	})
}

// suggestions bounds what is suggested; the least of the services takes 25.
const suggestions = 25

// suggest completes moves in the matches where the person who is typing is on turn; with the number of the match before them
// if there are several.
func (s moves) suggest(ctx context.Context, e chat.Event, begin string) []string {
	mine, err := s.playedBy(ctx, e.Room, e.From.ID)
	if err != nil {
		s.archive.Log.Warn("suggest", "error", err)
		return nil
	}
	turn := slices.DeleteFunc(mine, func(m *match.Match) bool { return m.Turn() == engine.Nobody || m.Side(e.From.ID) != m.Turn() })
	var list []string
	for _, m := range turn {
		number := ""
		if len(turn) > 1 {
			number = "#" + m.ID + " "
		}
		for _, move := range beginning(m, strings.TrimPrefix(begin, number)) {
			list = append(list, number+move)
		}
	}
	return list
}

// beginning are the moves of a match that begin with a text.
func beginning(m *match.Match, begin string) []string {
	if begin != "" && strings.HasPrefix("#"+m.ID, begin) { // the number of the match is still being typed
		begin = ""
	}
	var list []string
	seen := 0
	for move := range m.Line.Position().Moves() {
		if seen++; len(list) == suggestions || seen > tell.Enough {
			break
		}
		if strings.HasPrefix(string(move), begin) {
			list = append(list, string(move))
		}
	}
	return list
}
