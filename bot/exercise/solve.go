package exercise

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/render"
)

// try reads a text as the next move of a solution; "" shows the puzzle again. id and at are the id and number of moves
// in the text of a button; "" for the current puzzle, and for any number.
func (e Exercises) try(req *request.Request, text, id, at string) (*request.Result, error) {
	leave := sync.OnceFunc(e.Rooms.Enter(req.Event.Room))
	defer leave()
	s, now, err := e.loadByID(req, id)
	switch {
	case err != nil:
		return nil, err
	case id != "" && (now.Game == nil || at != "" && at != strconv.Itoa(s.At)):
		return nil, noPuzzle(req, id)
	case now.Game == nil:
		return e.unposed(req, s, text)
	case text == "":
		m := e.shown(req, s, now, nil, "")
		m.OnlyButtons = changes(req, now)
		return request.Say(m), nil
	}
	move, err := now.Line.Position().Read(text)
	if wrong, ok := errors.AsType[*engine.MoveError](err); ok {
		return nil, e.explain(req, s, now, wrong, text)
	}
	if move == s.Puzzle.Solution[s.At] {
		return e.right(req, s, now.Line.Len())
	}
	s.Wrong++
	counted, err := e.count(req, s, false)
	if err != nil {
		return nil, err
	}
	leave() // others need not wait for the search
	return e.refuted(req, s, now, move, counted)
}

// unposed returns an error for a text where no puzzle is set: a move, or the name of no game.
func (e Exercises) unposed(req *request.Request, s Set, text string) (*request.Result, error) {
	switch {
	case !strings.ContainsAny(text, "0123456789"):
		return nil, req.UnknownGame(text, e.puzzled())
	case s.Day != nil:
		return e.openDay(req, s.Day)
	}
	return nil, noPuzzle(req, "")
}

// noPuzzle returns an error that says that the puzzle with an id is over or, if id is "", that there is none.
func noPuzzle(req *request.Request, id string) error {
	if id != "" {
		return req.Refuse("puzzle-old", req.Typed("Puzzle", "puzzle"))
	}
	return req.Refuse("puzzle-none", req.Typed("Puzzle", "puzzle"))
}

// right plays the correct move, after before others, and its reply, and tells everybody.
func (e Exercises) right(req *request.Request, s Set, before int) (*request.Result, error) {
	s, now := e.found(s)
	key := "puzzle-right"
	var counted, result []chat.Span
	var err error
	if s.tried(req.Author.ID); now.Ended {
		key = "puzzle-solved"
		counted, err = e.count(req, s, s.Wrong == 0)
	} else {
		err = e.keep(req, s)
	}
	if err == nil && s.Date != "" && now.Ended {
		result, err = e.result(req, s.Task)
	}
	if err != nil {
		return nil, err
	}
	a := audience(req, now)
	news := a.Voice.Say(key, speech.Person("Player", req.Event.From),
		speech.Text("Move", a.Voice.Move(now.Line.At(before), string(now.Line.Move(before)))),
		speech.Text("Answer", a.Voice.Moves(now.Line, before+1, now.Line.Len())), speech.Count(s.Wrong))
	return request.Say(e.shown(req, s, now, then(then(news, result), counted), "")), nil
}

// solution shows the solution of a puzzle, and ends it: the one with an id or, if id is "", the one of the room. A
// puzzle of the day that is over in the room counts for nothing.
func (e Exercises) solution(req *request.Request, id string) (*request.Result, error) {
	defer e.Rooms.Enter(req.Event.Room)()
	s, now, err := e.loadByID(req, id)
	free := s.Past != nil && s.Past.Date == id
	if free {
		s.Task = e.task(*s.Past)
		now = e.line(s)
	}
	switch {
	case err != nil:
		return nil, err
	case now.Game == nil:
		return nil, noPuzzle(req, id)
	}
	before := s.At
	s.At, s.Seen = len(s.Puzzle.Solution), s.Date != ""
	now = e.line(s)
	var counted []chat.Span
	if free || !req.PlaysBot() && s.Solver != req.Author.ID && s.Date == "" {
		err = e.keep(req, s)
	} else { // for a participant
		counted, err = e.count(req, s, false)
	}
	if err == nil {
		err = e.see(req.Ctx, req.Author, s)
	}
	if err != nil {
		return nil, err
	}
	a := audience(req, now)
	news := a.Voice.Say("puzzle-solution", speech.Text("Moves", a.Voice.Moves(now.Line, before, now.Line.Len())))
	m := e.shown(req, s, now, then(news, counted), "")
	if m.Instead = changes(req, now); m.Private && !req.Guide.Caps.Privates { // a notice has no board
		m.Text, m.Board, m.Buttons = news, nil, nil
	}
	return request.Say(m), nil
}

// hintAfter is the number of wrong tries after which the piece to move is told.
const hintAfter = 2

// answers are the node limits of both searches for the reply to a wrong move.
var answers = [2]int{10_000, 100_000}

// refuted tells the author that a move does not solve a puzzle, what it leads to, and how that counted.
func (e Exercises) refuted(req *request.Request, s Set, now view.Puzzle, move engine.Move,
	counted []chat.Span) (*request.Result, error) {
	position, wrong := now.Line.Position(), "puzzle-wrong"
	if len(slices.Collect(position.Moves())) == 2 { // a comment on one answer reveals the other
		wrong = "puzzle-wrong-of-two"
	}
	m := req.Privately(wrong, speech.Text("Move", req.Guide.Voice.Move(position, string(move))))
	if s.Wrong >= hintAfter {
		m.Text = then(m.Text, pieceOf(req, now.Game, position, s.Puzzle.Solution[s.At]))
	}
	looks, reply, err := e.continuations(req, now, move)
	if err != nil {
		return nil, err
	}
	a := audience(req, now)
	a.Voice = req.Guide.Voice
	refutation := a.Refutation(now, looks, reply, s.Puzzle.Solution[s.At:])
	m.Text = then(append(m.Text, refutation.Text...), counted)
	if req.Event.Private || req.Guide.Caps.Privates { // otherwise everybody would see each wrong try
		m.Board = refutation.Board
	}
	return request.Say(m), nil
}

// continuations returns a wrong move with its continuations by both searches, and the reply that the second one has found.
// With dice, and at the end of the game, it returns only the move.
func (e Exercises) continuations(req *request.Request, now view.Puzzle, move engine.Move) (
	looks [2][]engine.Move, reply *engine.ScoredMove, err error,
) {
	looks = [2][]engine.Move{{move}, {move}}
	next, err := now.Line.Play(move)
	if err != nil || next.Turn() == engine.Nobody {
		return looks, nil, err
	}
	if _, dice := next.Position().(engine.DicePosition); dice {
		return looks, nil, nil
	}
	err = e.Think(req.Ctx, computer.Job{Person: req.Author.ID, Think: func(ctx context.Context) error {
		for i, nodes := range answers {
			thought, err := now.Game.Brain.Think(ctx, next, engine.Limits{Nodes: nodes})
			if err != nil {
				return err
			}
			best := thought.Moves[0]
			if reply = &best; len(best.Line) > 0 {
				looks[i] = append(looks[i], best.Line...)
			} else {
				looks[i] = append(looks[i], best.Move)
			}
		}
		return nil
	}})
	if err != nil {
		return looks, nil, fmt.Errorf("answer in a puzzle: %w", err)
	}
	return looks, reply, nil
}

// explain returns an error that answers a text that is no move, or the beginning of one.
func (e Exercises) explain(req *request.Request, s Set, now view.Puzzle, wrong *engine.MoveError, text string) error {
	a, m := audience(req, now), now.Match()
	switch {
	case wrong.Kind == engine.NotMove:
		colour := render.ColourName(a.Voice.Preferences.Of("theme"), m.Game.Colours[m.Turn()-engine.First])
		return req.Refuse("puzzle-what", speech.Text("Word", text), speech.Text("Colour", req.Guide.Voice.Text("colour."+
			colour)), speech.Text("Example", req.Guide.Voice.Typed("puzzle")+" "+a.Example(m)))
	case changes(req, now) && wrong.Kind == engine.Incomplete:
		message := e.shown(req, s, now, nil, text)
		message.OnlyButtons = true
		return request.Replace(message)
	}
	a.Voice = req.Guide.Voice
	return request.Replace(a.Explain(m, wrong, text))
}

// help says which piece is to move or, asked again, the move.
func (e Exercises) help(req *request.Request, s Set, now view.Puzzle) (*request.Result, error) {
	m := req.Privately("puzzle-hint", speech.Text("Solution", req.Guide.Voice.Typed("puzzle")+" "+
		req.Guide.Voice.Typed("solution")))
	position, move := now.Line.Position(), s.Puzzle.Solution[s.At]
	piece := pieceOf(req, now.Game, position, move)
	switch {
	case s.Looked == s.At+1:
		is := speech.Text("Move", req.Guide.Voice.Move(position, string(move)))
		m.Text = then(m.Text, req.Guide.Voice.Say("hint-move", is))
		return request.Say(m), nil
	case piece == nil: // a cube decision: there is no piece to tell
		return request.Say(m), nil
	case !s.Warned && !req.PlaysBot() && s.Date == "" && e.charges(req, s): // the board says no price
		s.Warned = true
		return Price(req), e.keep(req, s)
	}
	s.Looked = s.At + 1
	counted, err := e.count(req, s, false)
	if err != nil {
		return nil, err
	}
	m.Text = then(then(m.Text, piece), counted)
	return request.Say(m), nil
}

// Price says what a hint for a puzzle costs, and offers one.
func Price(req *request.Request) *request.Result {
	warned, says := req.Privately("puzzle-hint-price"), req.Guide.Voice.Typed("hint")
	warned.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("more.hint"), Says: says}}}
	return request.Ask(warned, &request.Question{Text: chat.PlainText(warned.Text), Yes: says, ClearWhenLeft: true})
}

// pieceOf says which piece is to move; nil if none.
func pieceOf(req *request.Request, g *engine.Game, in engine.Position, move engine.Move) []chat.Span {
	if piece := analysis.Start(in, move); piece != "" {
		return req.Guide.Voice.HintPiece(g, in, piece)
	}
	return nil
}
