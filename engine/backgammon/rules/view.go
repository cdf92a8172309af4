package rules

import (
	"errors"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
)

// View implements engine.Position.
func (p Position) View() engine.View {
	points := p.Points()
	return engine.View{Turn: p.Turn(), Points: &points}
}

// Points returns the visible state.
func (p Position) Points() engine.Points {
	v := engine.Points{
		Turn: p.Turn(), Dice: p.Dice, Cube: p.Stake(), Doubled: p.Phase == Doubled, NoCube: p.cubeless(),
		Length: p.Length, Score: p.Score, Crawford: p.Crawford, Jacoby: p.Jacoby, Absolute: p.Rules.Absolute,
	}
	if p.Owner != id.Nobody {
		v.Owner = SideOf(p.Owner)
	}
	switch p.Phase {
	case Ended:
		v.Ended = p.GameOutcome()
	case Opening:
	default:
		v.Mover = SideOf(p.Mover)
	}
	for i, side := range p.Sides {
		v.Bar[i], v.Off[i], v.Pips[i] = side.At(board.Bar), p.Rules.Checkers()-side.OnBoard(), side.Pips()
		for point := 1; point <= board.Furthest; point++ {
			if n := side.At(point); n > 0 {
				v.Points[OnBoard(i, point)-1] = engine.Point{Side: SideOf(i), Count: n}
			}
		}
	}
	return v
}

// OnBoard returns the number on the board of a side's place.
func OnBoard(side, place int) int {
	if side == 0 {
		return board.Mirror(place)
	}
	return place
}

// Preview implements engine.DicePosition.
func (p Position) Preview(text string) (v engine.View, moved bool, err error) {
	_, err = p.Read(text)
	var wrong *engine.MoveError
	if errors.As(err, &wrong) && (wrong.Kind != engine.Incomplete || len(wrong.Choices) == 0) {
		return engine.View{}, false, err
	}
	v = p.View()
	if t, ok := p.split(clean(text)); ok && p.Phase == Playing {
		if r := p.match(t); r.part != nil {
			points := pointsAfter(p, r.part.Play)
			v.Points = &points
		}
	}
	return v, len(v.Points.Used) > 0, nil
}

// pointsAfter returns the visible state after some steps.
func pointsAfter(p Position, part board.Play) engine.Points {
	b := p.Board().After(part)
	p.Sides[p.Mover], p.Sides[1-p.Mover] = b.Own, b.Opp
	v := p.Points()
	for _, s := range part.List() {
		v.Used = append(v.Used, s.Die())
	}
	return v
}

// Trace implements engine.Position: the steps of a play, in the order of its text.
func (p Position) Trace(m engine.Move) (t engine.Trace) {
	if p.Phase != Playing {
		return t
	}
	plays := p.Plays()
	i := indexOf(p, plays, m)
	if i < 0 {
		return t
	}
	h := p.Rules.Hand(p.Board())
	hit := uint32(0)
	for _, chain := range board.Chains(plays[i].List()) {
		for _, s := range chain {
			bit := uint32(1) << s.To()
			t.Hops = append(t.Hops, engine.Hop{From: OnBoard(p.Mover, s.From()), To: OnBoard(p.Mover, s.To()),
				Hit: h.Blots&^hit&bit != 0})
			hit |= h.Blots & bit
		}
	}
	return t
}
