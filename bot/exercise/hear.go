package exercise

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Hears takes what may be a move: for the step that the author has open here, if it answers the lesson, or nothing else
// that it may be meant for was shown since; else for the puzzle, as Puzzles.Hears does.
func (s Lessons) Hears(req *request.Request, text string,
	explicit bool) (answer *request.Result, taken bool, err error) {
	l, mine, err := s.mine(req, text)
	if err != nil {
		return nil, false, err
	}
	if !mine {
		return s.Puzzles.Hears(req, text, explicit)
	}
	if err := s.Puzzles.pay(req, explicit); err != nil {
		return nil, true, err
	}
	defer s.Puzzles.Rooms.Enter(req.Event.Room)()
	answer, err = s.try(req, l, text)
	return answer, true, err
}

// Expects reports whether a text is a legal move in the step that the author has open here, though it may be a command,
// too.
func (s Lessons) Expects(req *request.Request) bool {
	l, mine, err := s.mine(req, req.Event.Text)
	if err != nil || !mine {
		return false
	}
	legal, _ := moveIn(req, l.Line.Position(), req.Event.Text, false)
	return legal
}

// open is the step that the author has open here; false if there is none, or something else is answered.
func (s Lessons) open(req *request.Request) (l lesson, is bool, err error) {
	about := quotes(req, view.LessonSign)
	if !about && req.Board != "" || !req.PlaysBot() {
		return l, false, nil
	}
	l, err = s.load(req.Ctx, req.Author.ID)
	l.about = about
	return l, l.Name != "" && l.place.Room == req.Event.Room && !req.Unaware(l.place.Last), err
}

// Taught is the game of the step that the author has open here, if nothing else was shown since; else nil.
func (s Lessons) Taught(req *request.Request) *engine.Game {
	if l, is, err := s.last(req); is && err == nil {
		return l.Game
	}
	return nil
}

// mine reports whether a text is for the step that the author has open here.
func (s Lessons) mine(req *request.Request, text string) (l lesson, is bool, err error) {
	if id, _ := request.Named(text); id != "" || text == "" {
		return l, false, nil
	}
	l, open, err := s.open(req)
	if err != nil || !open {
		return l, false, err
	}
	if _, like := moveIn(req, l.Line.Position(), text, true); !like {
		return l, false, nil
	}
	later, err := s.since(req, l.place, text)
	return l, l.about || !later, err
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
	l, err := s.load(ctx, person)
	if err != nil || l.Name == "" || l.place.Room != room {
		return s.Puzzles.Suggest(ctx, room, begin)
	}
	return request.Beginning(l.Match(), begin)
}

// staking are moves that are made in matches of backgammon alone.
var staking = []string{"roll", "double", "take", "drop", "pass"}

// Hears takes what may be a move for the puzzle in the room, if it is rather meant for that than for a match: if it
// answers the puzzle, or the author is on turn in no match here in which it is a move. With explicit it came with the
// command for moves: what is a move nowhere is then for the board shown last.
func (p Puzzles) Hears(req *request.Request, text string,
	explicit bool) (answer *request.Result, taken bool, err error) {
	about := quotes(req, view.PuzzleSign)
	if id, _ := request.Named(text); id != "" || !about && req.Board != "" || text == "" {
		return nil, false, nil
	}
	s, now, err := p.posed(req.Ctx, req.Event.Room)
	if err != nil || now.Game == nil {
		m := p.there(req, s.Day)
		if m == nil || !about || err != nil {
			return nil, false, err
		}
		return request.Say(*m), true, nil
	}
	if req.Unaware(s.Last) {
		return nil, false, nil
	}
	meant, readable, err := p.meant(req, s, now, text, about, explicit)
	switch {
	case err != nil || !meant:
		return nil, false, err
	case len(readable) > 0:
		return request.Say(p.whichBoard(req, now, readable, text)), true, nil
	}
	if err := p.pay(req, explicit); err != nil {
		return nil, true, err
	}
	answer, err = p.try(req, text, "", -1)
	return answer, true, err
}

// meant reports whether a text may be for the puzzle, and for which matches it may be as well.
func (p Puzzles) meant(req *request.Request, s Set, now view.Puzzle, text string,
	about, explicit bool) (is bool, readable []*match.Match, err error) {
	legal, like := moveIn(req, now.Line.Position(), text, about || explicit || req.Direct())
	if !like && (!explicit || slices.Contains(staking, text)) {
		return false, nil, nil
	}
	turn, readable, last, err := p.onTurn(req, text)
	switch {
	case err != nil || !about && turn && !legal || !like && !s.Last.At.After(last):
		return false, nil, err
	case about:
		return true, nil, nil
	}
	return !p.playedSince(req, s, readable, legal), readable, nil
}

// pay charges the pace of the author for a text that was not said to the bot.
func (p Puzzles) pay(req *request.Request, explicit bool) error {
	if explicit || req.Event.Addressed {
		return nil
	}
	return p.Paces.Allow(req, p.Now())
}

// quotes reports whether the author answers a message that begins with a sign.
func quotes(req *request.Request, sign string) bool {
	return strings.HasPrefix(strings.TrimSpace(req.Event.Quoted), sign)
}

// moveIn reports whether a text is a legal move in a position, and whether it is one or, plainly said for it, at least
// looks like one.
func moveIn(req *request.Request, in engine.Position, text string, plainly bool) (legal, like bool) {
	_, err := req.ReadAt(in, text)
	var wrong *engine.MoveError
	return err == nil, err == nil || plainly && errors.As(err, &wrong) && wrong.Kind != engine.NotMove
}

// playedSince reports whether a match has gone on since the puzzle was shown, and is what the author looks at: one in
// which a text is a move or, where it solves nothing, any.
func (p Puzzles) playedSince(req *request.Request, s Set, readable []*match.Match, legal bool) bool {
	later := func(m *match.Match) bool { return m.Latest.After(s.Last.At) }
	return slices.ContainsFunc(readable, func(m *match.Match) bool { return m.Moves() > 0 && later(m) }) ||
		!legal && p.Find.AnyMine(req, func(m *match.Match) bool { return m.Status == match.Playing && later(m) })
}

// onTurn tells of the matches here in which the author is on turn whether a text looks like a move in any, in which it
// is one, and when something came about in one of them last.
func (p Puzzles) onTurn(req *request.Request,
	text string) (like bool, readable []*match.Match, last time.Time, err error) {
	mine, err := p.Find.Mine(req)
	for _, m := range mine {
		if !request.Can(m, req.Author, match.Moved) {
			continue
		}
		if m.Latest.After(last) {
			last = m.Latest
		}
		_, err := m.Line.Position().Read(text)
		if wrong := (*engine.MoveError)(nil); !errors.As(err, &wrong) || wrong.Kind != engine.NotMove {
			like = true
		}
		if err == nil {
			readable = append(readable, m)
		}
	}
	return like, readable, last, err
}

// whichBoard asks whether a text is for the puzzle or for a match.
func (p Puzzles) whichBoard(req *request.Request, now view.Puzzle, matches []*match.Match, text string) chat.Message {
	m := req.Privately("puzzle-or-match", speech.Text("Move", text))
	m.Buttons = [][]chat.Button{{{Label: view.PuzzleSign + " " + now.ID(), Says: req.Guide.Voice.Typed("puzzle") + " " +
		now.ID() + ":" + strconv.Itoa(now.Line.Len()) + " " + text}}}
	for _, other := range matches {
		m.Buttons = append(m.Buttons, []chat.Button{{Label: "#" + other.ID, Says: req.Guide.Voice.Typed("move") + " #" +
			other.ID + " " + text}})
	}
	return m
}
