package think

import (
	"fmt"
	"math/bits"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/rules"
)

// Exchange implements engine.Exchanger for plays: the checkers hit or borne off, less the throws of 36
// that hit at once, whatever the number of plies.
func (house) Exchange(l engine.Line, _ int) (moves []engine.Move, gains []int, err error) {
	p, ok := l.Position().(rules.Position)
	if !ok || p.Phase != rules.Playing {
		return nil, nil, fmt.Errorf("exchange: there is no play in %s", l.Position())
	}
	for _, m := range p.Plays() {
		next := p.Board().After(m).Turned()
		foe := newFlank(next.Own, next.Opp)
		hit, _, _ := foe.shots()
		moves = append(moves, p.Text(m))
		taken := bits.OnesCount32(m.Hits) + m.Own.At(board.Off) - p.Board().Own.At(board.Off)
		gains = append(gains, engine.Piece*taken-hit)
	}
	if moves == nil {
		moves, gains = []engine.Move{engine.Pass}, []int{0}
	}
	return moves, gains, nil
}
