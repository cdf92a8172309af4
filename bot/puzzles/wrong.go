package puzzles

import (
	"cmp"
	"context"
	"fmt"

	"tabuleiro/bot/house"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
)

// Thinker has the house think, and returns when it has.
type Thinker interface {
	Do(ctx context.Context, j house.Job) error
}

// miss is a move that did not solve a puzzle, and what is set.
type miss struct {
	Set
	now  tell.Puzzle
	move engine.Move
}

// hintAfter is how many wrong tries there are before the piece is told that is to move.
const hintAfter = 2

// answers is how many positions are looked at for the answer to a move that does not solve a puzzle.
const answers = 100_000

// refuted tells the author that a move does not solve a puzzle, and what comes of it.
func (p Puzzles) refuted(req *request.Request, s miss) (*request.Result, error) {
	m := req.Privately("puzzle-wrong", speech.Text("Move", req.Guide.Voice.Move(s.now.Line.Position(), string(s.move))))
	if s.Wrong >= hintAfter {
		m = p.withPiece(req, m, s.Set, s.now)
	}
	wrong, err := p.goesOn(req, s.now, s.move)
	if err != nil {
		return nil, err
	}
	a := audience(req, s.now)
	a.Voice = req.Guide.Voice
	text, board := a.Insights().Refutation(s.now, wrong, s.Puzzle.Solution[s.At:])
	m.Text, m.Board = append(m.Text, text...), board
	return request.Say(m), nil
}

// goesOn is a move, and how the game goes on after it where no dice decide that.
func (p Puzzles) goesOn(req *request.Request, now tell.Puzzle, move engine.Move) (moves []engine.Move, err error) {
	moves = []engine.Move{move}
	next, err := now.Line.Play(move)
	if err != nil || next.Turn() == engine.Nobody {
		return moves, err
	}
	if _, dice := next.Position().(engine.Roller); dice {
		return moves, nil
	}
	var thought engine.Thought
	waited := p.Think.Do(req.Ctx, house.Job{Person: req.Author.ID, Think: func(ctx context.Context) {
		thought, err = now.Game.Brain.Think(ctx, next, engine.Task{Nodes: answers})
	}})
	if err := cmp.Or(waited, err); err != nil {
		return nil, fmt.Errorf("answer in a puzzle: %w", err)
	}
	if best := thought.Moves[0]; len(best.Line) > 0 {
		return append(moves, best.Line...), nil
	}
	return append(moves, thought.Moves[0].Move), nil
}
