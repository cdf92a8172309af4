package backgammon

import (
	"errors"

	"tabuleiro/engine"
)

// View implements engine.Position.
func (p position) View() engine.View {
	points := p.Points()
	return engine.View{Turn: p.Turn(), Points: &points}
}

// Trace implements engine.Position.
func (p position) Trace(m engine.Move) engine.Trace { return engine.Trace{Hops: p.Hops(m)} }

// Points is what there is to see.
func (p position) Points() engine.Points {
	v := engine.Points{
		Turn: p.Turn(), Dice: p.dice, Cube: p.Stake(), Doubled: p.phase == doubled, NoCube: p.rules.double == never,
		Length: p.length, Score: p.score, Crawford: p.crawford, Jacoby: p.jacoby,
	}
	if p.owner != nobody {
		v.Owner = sideOf(p.owner)
	}
	switch p.phase {
	case ended:
		v.Ended = p.gameOutcome()
	case opening:
	default:
		v.Mover = sideOf(p.mover)
	}
	for i, side := range p.sides {
		v.Bar[i], v.Off[i], v.Pips[i] = side.at(bar), side.at(off), side.pips()
		for point := 1; point <= furthest; point++ {
			if n := side.at(point); n > 0 {
				v.Points[onBoard(i, point)-1] = engine.Point{Side: sideOf(i), Count: n}
			}
		}
	}
	return v
}

// onBoard is the number on the board of a place of a side.
func onBoard(side, place int) int {
	if side == 0 {
		return across(place)
	}
	return place
}

// Preview implements engine.Previewer.
func (p position) Preview(text string) (v engine.View, moved bool, err error) {
	_, err = p.Read(text)
	var wrong *engine.MoveError
	if errors.As(err, &wrong) && (wrong.Kind != engine.Incomplete || len(wrong.Choices) == 0) {
		return engine.View{}, false, err
	}
	v = p.View()
	t, ok := split(clean(text))
	if p.phase != playing || !ok {
		return v, false, nil
	}
	r := p.reading(t)
	for _, way := range r.ways {
		var part *made
		r.assign(0, nil, way.list(), true, func(done, _ []step, _ bool) {
			if m, ok := r.hand.made(done); ok && part == nil {
				part = &m
			}
		})
		if part != nil {
			points := p.with(part.play)
			v.Points = &points
			return v, len(points.Used) > 0, nil
		}
	}
	return v, false, nil
}

// with is what there is to see when some steps have been made.
func (p position) with(part play) engine.Points {
	b := p.board().after(part)
	p.sides[p.mover], p.sides[1-p.mover] = b.own, b.opp
	v := p.Points()
	for _, s := range part.list() {
		v.Used = append(v.Used, s.die())
	}
	return v
}

// Hops are the steps of a legal play, in the order of its text; none if it is something else.
func (p position) Hops(m engine.Move) []engine.Hop {
	if p.phase != playing {
		return nil
	}
	plays := p.plays()
	i := p.find(plays, m)
	if i < 0 {
		return nil
	}
	h := p.rules.hand(p.board())
	var hops []engine.Hop
	hit := uint32(0)
	for _, chain := range chains(plays[i].list()) {
		for _, s := range chain {
			bit := uint32(1) << s.to()
			hops = append(hops, engine.Hop{From: onBoard(p.mover, s.from()), To: onBoard(p.mover, s.to()), Hit: h.blots&^hit&bit != 0})
			hit |= h.blots & bit
		}
	}
	return hops
}
