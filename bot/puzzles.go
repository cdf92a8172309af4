package bot

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
	"tabuleiro/engine/puzzle"
)

// puzzles sets puzzles in rooms, one at a time in each, and takes moves for their solutions from whoever is there.
type puzzles struct {
	moves
	rooms *archive.Locks[chat.Room] // held while it changes what is set in a room
}

// buttonForm is what buttons under a puzzle say: its number, the moves played on its board, and perhaps a move.
var buttonForm = regexp.MustCompile(`^(\d+):(\d+)(?: (.*))?$`)

// dayForm is how people write a time of day, two digits behind the hour. No button says that: solutions are shorter.
var dayForm = regexp.MustCompile(`^\d{1,2}[:h]\d\d$`)

// puzzle shows the puzzle of the room or sets one, tries a move, or shows the solution: "/puzzle", "/puzzle damas",
// "/puzzle next", "/puzzle 11-15", "/puzzle solution".
func (p puzzles) puzzle(t *talk, text string) (reply, error) {
	if dayForm.MatchString(text) {
		return nil, t.note("puzzle-when", speech.Text("Command", t.Settings().DailyCommand(text)))
	}
	if at := buttonForm.FindStringSubmatch(text); at != nil {
		return p.tapped(t, at[1], at[2], strings.TrimSpace(at[3]))
	}
	if s, _, err := p.in(t.ctx, t.event.Room); err != nil || t.unaware(s.Last) {
		return nil, cmp.Or(err, errNothing)
	}
	next, text := t.without("next", text)
	if t.Languages.Book.Means("solution", text) {
		return p.solution(t)
	}
	game := t.Game(strings.ReplaceAll(text, " ", "-"))
	if text != "" && game == nil {
		return p.try(t, text, -1, -1)
	}
	defer p.rooms.Enter(t.event.Room)()
	s, posed, err := p.in(t.ctx, t.event.Room)
	if err != nil {
		return nil, err
	}
	if posed && !next && (game == nil || game.Name == s.Game) {
		now, err := p.line(s)
		return reply{p.shown(t, now, nil, "")}, err
	}
	if game == nil {
		if game = p.archive.Game(s.Game); game == nil {
			game = p.archive.Games[0]
		}
	}
	if !s.another(game, t.event.Room) {
		return nil, t.note("puzzle-none-of", speech.Text("Game", t.Voice.Text("game."+game.Name)), speech.Text("Games", p.names(t)))
	}
	if t.event.Private {
		s.Person = t.me.ID
	}
	if err := p.keepBy(t, s); err != nil {
		return nil, err
	}
	now, err := p.line(s)
	return reply{p.shown(t, now, nil, "")}, err
}

// names lists the games that there are puzzles of.
func (p puzzles) names(t *talk) string {
	var names []string
	for _, g := range p.archive.Games {
		if len(puzzle.Of(g)) > 0 {
			names = append(names, t.TypedGame(g))
		}
	}
	return strings.Join(names, ", ")
}

// audience are those in the room as the solvers of a puzzle, who see it from their own side.
func (t *talk) audience(now tell.Puzzle) tell.Pages {
	a := t.forAll().Pages()
	a.Look = t.preferences.Look(now.Match(), now.Line.At(0).Turn())
	return a.OfPuzzle()
}

// shown is a puzzle for all who are in the room.
func (p puzzles) shown(t *talk, now tell.Puzzle, news []chat.Span, typed string) chat.Message {
	m := t.audience(now).Puzzle(now, news, typed)
	m.Instead = t.event.Tap && now.Line.Len() > 0
	return m
}

// tapped is what a button does: it begins a move, goes back to the whole board, or tries a move.
func (p puzzles) tapped(t *talk, number, at, text string) (reply, error) {
	n, _ := strconv.Atoi(number) // digits; a number too large is none of a puzzle
	played, _ := strconv.Atoi(at)
	return p.try(t, text, n, played)
}

// try takes a text for the next move of the solution. A button tells of which puzzle, and after how many moves; -1: of the one
// that there is.
func (p puzzles) try(t *talk, text string, number, at int) (reply, error) {
	defer p.rooms.Enter(t.event.Room)()
	s, posed, err := p.in(t.ctx, t.event.Room)
	switch {
	case err != nil:
		return nil, err
	case number >= 0 && (!posed || number != s.Number || at != s.At):
		return nil, t.note("puzzle-old", t.typed("Puzzle", "puzzle"))
	case !posed && !strings.ContainsAny(text, "0123456789"):
		return nil, t.note("no-such-game", speech.Text("Word", speech.Clean(text, tell.LongestName)), speech.Text("Games", p.names(t)))
	case !posed:
		return nil, t.note("puzzle-none", t.typed("Puzzle", "puzzle"))
	}
	now, err := p.line(s)
	if err != nil {
		return nil, err
	}
	if text == "" {
		m := p.shown(t, now, nil, "")
		m.OnlyButtons = t.event.Tap
		return reply{m}, nil
	}
	position := now.Line.Position()
	move, err := position.Read(text)
	if wrong := (*engine.MoveError)(nil); errors.As(err, &wrong) {
		return nil, p.explain(t, now, wrong, text)
	}
	if move != s.Puzzle.Solution[s.At] {
		return p.wrong(t, s, now, move)
	}
	return p.right(t, s, now)
}

// explain answers a text that is no move, or the beginning of one.
func (p puzzles) explain(t *talk, now tell.Puzzle, wrong *engine.MoveError, text string) error {
	a, m := t.audience(now), now.Match()
	switch {
	case wrong.Kind == engine.NotMove:
		return t.note("puzzle-what", speech.Text("Word", text), speech.Text("Example", t.Voice.Typed("puzzle")+" "+a.Lines().Example(m)))
	case t.event.Tap && wrong.Kind == engine.Incomplete:
		message := p.shown(t, now, nil, text)
		message.OnlyButtons = true
		return instead(message)
	}
	a.Voice = t.Voice
	return instead(a.Explain(m, wrong, text))
}

// hintAfter is how many wrong tries there are before the piece is told that is to move.
const hintAfter = 2

// wrong counts a try that was not the move to be found, and tells the author so.
func (p puzzles) wrong(t *talk, s set, now tell.Puzzle, move engine.Move) (reply, error) {
	s.Wrong++
	if err := p.keepBy(t, s); err != nil {
		return nil, err
	}
	m := t.privately("puzzle-wrong", speech.Text("Move", t.Voice.Move(now.Line.Position(), string(move))))
	if s.Wrong >= hintAfter {
		m = p.withPiece(t, m, s, now)
	}
	return reply{m}, nil
}

// hint helps with the puzzle of the room, if that is rather meant than a match with hints.
func (p puzzles) hint(t *talk, text string) (answer reply, taken bool, err error) {
	about := strings.HasPrefix(strings.TrimSpace(t.event.Quoted), tell.PuzzleSign)
	if id, _ := named(text); id != "" || !about && t.quoted() != "" {
		return nil, false, nil
	}
	s, posed, err := p.in(t.ctx, t.event.Room)
	if err != nil || !posed || !about && p.anyMine(t, func(m *match.Match) bool {
		return m.Status == match.Playing && helps(m)
	}) {
		return nil, false, err
	}
	if text != "" {
		return nil, true, t.extra(text, t.Voice.Typed("hint"))
	}
	now, err := p.line(s)
	if err != nil {
		return nil, true, err
	}
	m := t.privately("puzzle-hint", t.unlessButton("Solution", t.Voice.Typed("puzzle")+" "+t.Voice.Typed("solution")))
	return reply{p.withPiece(t, m, s, now)}, true, nil
}

// withPiece is what somebody is told of a puzzle, with the piece that is to move, if one is.
func (p puzzles) withPiece(t *talk, m chat.Message, s set, now tell.Puzzle) chat.Message {
	position := now.Line.Position()
	if piece := analysis.Start(position, s.Puzzle.Solution[s.At]); piece != "" {
		look := t.Voice.HintPiece(now.Game, position, piece)
		m.Text = append(append(m.Text, chat.Span{Text: " "}), look...)
	}
	return m
}

// right plays the move that was found and what follows from it, and tells everybody.
func (p puzzles) right(t *talk, s set, now tell.Puzzle) (reply, error) {
	before := now.Line.Len()
	s, now, err := p.found(s)
	if err != nil {
		return nil, err
	}
	key := "puzzle-right"
	if now.Ended {
		key, s.Puzzle = "puzzle-solved", nil
	}
	if err := p.keepBy(t, s); err != nil {
		return nil, err
	}
	a := t.audience(now)
	found := a.Voice.Move(now.Line.At(before), string(now.Line.Move(before)))
	news := a.Voice.Say(key, speech.Person("Player", t.event.From), speech.Text("Move", found),
		speech.Text("Answer", a.Lines().PuzzleMoves(now.Line, before+1)), speech.Count(s.Wrong))
	return reply{p.shown(t, now, news, "")}, nil
}

// solution shows how a puzzle is solved, and ends it.
func (p puzzles) solution(t *talk) (reply, error) {
	defer p.rooms.Enter(t.event.Room)()
	s, posed, err := p.in(t.ctx, t.event.Room)
	switch {
	case err != nil:
		return nil, err
	case !posed:
		return nil, t.note("puzzle-none", t.typed("Puzzle", "puzzle"))
	}
	before := s.At
	s.At = len(s.Puzzle.Solution)
	now, err := p.line(s)
	if err != nil {
		return nil, err
	}
	s.Puzzle = nil
	if err := p.keepBy(t, s); err != nil {
		return nil, err
	}
	a := t.audience(now)
	m := p.shown(t, now, a.Voice.Say("puzzle-solution", speech.Text("Moves", a.Lines().PuzzleMoves(now.Line, before))), "")
	m.Instead = t.event.Tap
	return reply{m}, nil
}

// hears takes what may be a move for the puzzle in the room, if it is rather meant for that than for a match: if it answers the
// puzzle, or the author is on turn in no match here in which it is a move. With explicit it came with the command for moves: what
// is a move nowhere is then for the board shown last.
func (p puzzles) hears(t *talk, text string, explicit bool) (answer reply, taken bool, err error) {
	about := strings.HasPrefix(strings.TrimSpace(t.event.Quoted), tell.PuzzleSign)
	if id, _ := named(text); id != "" || !about && t.quoted() != "" || text == "" {
		return nil, false, nil
	}
	s, posed, err := p.in(t.ctx, t.event.Room)
	if err != nil || !posed || t.unaware(s.Last) {
		return nil, false, err
	}
	now, err := p.line(s)
	if err != nil {
		return nil, false, err
	}
	_, err = now.Line.Position().Read(text)
	var wrong *engine.MoveError
	legal := err == nil
	like := legal || (about || explicit || t.direct()) && errors.As(err, &wrong) && wrong.Kind != engine.NotMove
	if !like && !explicit {
		return nil, false, nil
	}
	turn, readable, last, err := p.onTurn(t, text)
	if err != nil || !about && turn && !legal || !like && !s.Last.At.After(last) {
		return nil, false, err
	}
	if !about && len(readable) > 0 {
		return reply{p.whichBoard(t, now, readable, text)}, true, nil
	}
	if !explicit && !t.event.Addressed {
		if err := p.paces.pay(t, p.now()); err != nil {
			return nil, true, err
		}
	}
	answer, err = p.try(t, text, -1, -1)
	return answer, true, err
}

// onTurn tells of the matches here in which the author is on turn whether a text looks like a move in any, in which it is one, and
// when something came about in one of them last.
func (p puzzles) onTurn(t *talk, text string) (like bool, readable []*match.Match, last time.Time, err error) {
	mine, err := p.mine(t)
	for _, m := range mine {
		if !can(m, t.me, match.Moved) {
			continue
		}
		if m.Latest.After(last) {
			last = m.Latest
		}
		_, err := t.read(m, text)
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
func (p puzzles) whichBoard(t *talk, now tell.Puzzle, matches []*match.Match, text string) chat.Message {
	m := t.privately("puzzle-or-match", speech.Text("Move", text))
	m.Buttons = [][]chat.Button{{{Label: tell.PuzzleSign + " " + strconv.Itoa(now.Number), Says: t.Voice.Typed("puzzle") + " " + strconv.Itoa(now.Number) + ":" + strconv.Itoa(now.Line.Len()) + " " + text}}}
	for _, other := range matches {
		m.Buttons = append(m.Buttons, []chat.Button{{Label: "#" + other.ID, Says: t.Voice.Typed("move") + " #" + other.ID + " " + text}})
	}
	return m
}

// suggest completes moves of the puzzle in a room.
func (p puzzles) suggest(ctx context.Context, room chat.Room, begin string) []string {
	s, posed, err := p.in(ctx, room)
	if err != nil || !posed {
		return nil
	}
	now, err := p.line(s)
	if err != nil {
		return nil
	}
	return beginning(now.Match(), begin)
}
