package puzzles

import (
	"context"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
)

// Lengths of a puzzle's solution, in plies.
const (
	longestWay  = 9 // until the last move that has to be found
	longestRest = 8 // that take nothing, until a piece that was given is won back
)

// player goes on with a puzzle as both sides are expected to.
type player struct {
	brain engine.Brain
	nodes int // for each move
	proof int // to prove that a move has to be found
}

// solution is how the game goes on from the move that was found, as a continuation expects it and farther, as long as
// the side that begins has one move that is proven to be better than any other by MinimumGap, or has to capture; it
// ends with a move of that side. The rest is what settles it.
func (p player) solution(ctx context.Context, start engine.Line,
	way []engine.Move) (found, rest []engine.Move, err error) {
	line, err := start.Play(way[0])
	end := line
	for n := 1; err == nil && n < longestWay; n++ {
		m, clear, wrong := p.expected(ctx, line)
		if n < len(way) && m != "" {
			m, clear = way[n], clear && m == way[n]
		}
		own := line.Turn() == start.Turn()
		if own && clear && wrong == nil && !analysis.IsForced(line.Position()) {
			var best engine.ScoredMove
			best, _, clear, wrong = ahead(ctx, p.brain, line, p.proof)
			clear = clear && best.Move == m
		}
		if wrong != nil || m == "" || own && !clear {
			err = wrong
			break
		}
		if line, err = line.Play(m); own {
			end = line
		}
	}
	if err != nil {
		return nil, nil, err
	}
	line, err = p.settled(ctx, start, end)
	return played(start, end), played(end, line), err
}

// expected is the move that a game is expected to go on with, "" where there is none or dice decide. It is clear if it
// is the only one and takes something, or is much the best.
func (p player) expected(ctx context.Context, line engine.Line) (m engine.Move, clear bool, err error) {
	position, turn := line.Position(), line.Turn()
	if _, dice := position.(engine.DicePosition); dice || turn == engine.Nobody {
		return "", false, nil
	}
	thought, err := p.brain.Think(ctx, line, engine.Limits{Nodes: p.nodes, Best: 2})
	if err != nil {
		return "", false, err
	}
	m = thought.Moves[0].Move
	if len(thought.Moves) == 1 {
		return m, len(position.Trace(m).Taken) > 0, nil
	}
	return m, thought.Moves[0].Equity-thought.Moves[1].Equity >= MinimumGap(position), nil
}

// settled goes on from the end of a solution until nothing is expected to be taken at once, and the side that solves it
// has no less than before. If a piece is given for good it stops where nothing is taken for the first time.
func (p player) settled(ctx context.Context, start, end engine.Line) (engine.Line, error) {
	side := start.Turn()
	before := lead(start, side)
	line, quiet := end, 0
	var first engine.Line // where nothing is taken
	for {
		m, _, err := p.expected(ctx, line)
		if err != nil || m == "" {
			return line, err
		}
		if len(line.Position().Trace(m).Taken) == 0 {
			if quiet++; quiet == 1 {
				first = line
			}
			switch {
			case lead(line, side) >= before:
				return line, nil
			case quiet > longestRest:
				return first, nil
			}
		}
		if line, err = line.Play(m); err != nil {
			return line, err
		}
	}
}

// lead is by how many pieces a side is ahead. A king counts for three.
func lead(line engine.Line, side engine.Side) (count int) {
	for _, c := range line.View().Cells {
		n := 1
		if c.King {
			n = 3
		}
		switch c.Side {
		case side:
			count += n
		case side.Other():
			count -= n
		}
	}
	return count
}

// played are the moves of a line that goes on with another one.
func played(start, line engine.Line) (moves []engine.Move) {
	for n := start.Len(); n < line.Len(); n++ {
		moves = append(moves, line.Move(n))
	}
	return moves
}
