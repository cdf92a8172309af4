package exercise

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/render"
)

// Thinker has the house think, and returns when it has.
type Thinker interface {
	Do(ctx context.Context, j computer.Job) error
}

// miss is a move that did not solve a puzzle, and what is set.
type miss struct {
	Set
	now     view.Puzzle
	move    engine.Move
	counted []chat.Span // what that has done to the rating of the author; nil: nothing
}

// hintAfter is the number of wrong tries there are before the piece is told that is to move.
const hintAfter = 2

// answers are how many positions are looked at, one time and the other, for the answer to a move that does not solve a
// puzzle.
var answers = [2]int{10_000, 100_000}

// refuted tells the author that a move does not solve a puzzle, and what comes of it.
func (p Puzzles) refuted(req *request.Request, s miss) (*request.Result, error) {
	wrong := "puzzle-wrong"
	if len(slices.Collect(s.now.Line.Position().Moves())) == 2 { // what is said of one answer tells the other one
		wrong = "puzzle-wrong-of-two"
	}
	m := req.Privately(wrong, speech.Text("Move", req.Guide.Voice.Move(s.now.Line.Position(), string(s.move))))
	if s.Wrong >= hintAfter {
		m.Text = then(m.Text, pieceOf(req, s.now.Game, s.now.Line.Position(), s.Puzzle.Solution[s.At]))
	}
	looks, reply, err := p.goesOn(req, s.now, s.move)
	if err != nil {
		return nil, err
	}
	a := audience(req, s.now)
	a.Voice = req.Guide.Voice
	text, board := a.Refutation(s.now, looks, reply, s.Puzzle.Solution[s.At:])
	m.Text = then(append(m.Text, text...), s.counted)
	if req.Event.Private || req.Guide.Caps.Privates { // others are not shown each wrong try
		m.Board = board
	}
	return request.Say(m), nil
}

// goesOn is a move, and how the game goes on after it where no dice decide that, by both of the looks that answers has,
// with what the later one has found for the other side; nil if there was none.
func (p Puzzles) goesOn(req *request.Request, now view.Puzzle, move engine.Move) (
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
	waited := p.Think.Do(req.Ctx, computer.Job{Person: req.Author.ID, Think: func(ctx context.Context) {
		for i, nodes := range answers {
			var thought engine.SearchResult
			if thought, err = now.Game.Brain.Think(ctx, next, engine.Limits{Nodes: nodes}); err != nil {
				return
			}
			best := thought.Moves[0]
			if reply = &best; len(best.Line) > 0 {
				looks[i] = append(looks[i], best.Line...)
			} else {
				looks[i] = append(looks[i], best.Move)
			}
		}
	}})
	if err := cmp.Or(waited, err); err != nil {
		return looks, nil, fmt.Errorf("answer in a puzzle: %w", err)
	}
	return looks, reply, nil
}

// explain answers a text that is no move, or the beginning of one.
func (p Puzzles) explain(req *request.Request, now view.Puzzle, wrong *engine.MoveError, text string) error {
	a, m := audience(req, now), now.Match()
	switch {
	case wrong.Kind == engine.NotMove:
		colour := render.ColourName(a.Voice.Preferences.Of("theme"), m.Game.Colours[m.Turn()-engine.First])
		return req.Refuse("puzzle-what", speech.Text("Word", text), speech.Text("Colour", req.Guide.Voice.Text("colour."+
			colour)), speech.Text("Example", req.Guide.Voice.Typed("puzzle")+" "+a.Example(m)))
	case changes(req, now) && wrong.Kind == engine.Incomplete:
		message := p.shown(req, now, nil, text)
		message.OnlyButtons = true
		return request.Replace(message)
	}
	a.Voice = req.Guide.Voice
	return request.Replace(a.Explain(m, wrong, text))
}
